#pragma once
// Multigrid preconditioner on the particle graph by smoothed aggregation. Particles with strong couplings form the
// particles of a coarser level. Coarsening continues until a level is small enough for a direct solution
// (docs/theory/preconditioners.md). One application is one W-cycle, with the same smoothing before and after each
// coarse correction. The cycle is a fixed symmetric positive definite operator, as conjugate gradients require. The
// cycle works in single precision; conjugate gradients, in double precision, are not affected by its rounding.
//
// The result of a refresh depends on the last matrix alone and not on earlier ones, so that a resumed run repeats the
// bits of an uninterrupted run. Aggregates are rebuilt only if the marks of strong couplings change.

#include "linear/dense_cholesky.hpp"
#include "linear/galerkin.hpp"
#include "linear/gauss_seidel.hpp"
#include "linear/preconditioner.hpp"
#include "linear/weak_couplings.hpp"

#include <optional>

namespace tulle {

template <class Value>
class Multigrid final : public Preconditioner<Value> {
public:
    explicit Multigrid(std::shared_ptr<const SparsityPattern> pattern);

    [[nodiscard]] std::string_view name() const override { return "multigrid"; }
    using Preconditioner<Value>::refresh;
    void refresh(const Csr<Value>& A, std::span<const unsigned char> fixed, const Csr<Value>& held) override;
    void apply(std::span<const Vec3> r, std::span<Vec3> z) override;

    /// Returns the number of particles of each level, the finest first; one entry if the system is solved directly.
    [[nodiscard]] std::vector<std::size_t> level_sizes() const;

private:
    struct Level {
        explicit Level(std::shared_ptr<const SparsityPattern> pattern)
            : A(std::move(pattern)), smoother(*A.pattern, row_block_size(A.rows())), b(A.rows()), x(A.rows())
        {}

        SingleMatrix<Value> A;
        GaussSeidel<Value> smoother;
        // Transfer to the next coarser level; empty on the last level.
        std::optional<Prolongation> prolongation;
        std::optional<GalerkinProduct<Value>> product;
        std::vector<Single> b, x;   // right-hand side and solution
        std::vector<Single> first;  // the solution after the first of two cycles; empty on the finest level
    };

    [[nodiscard]] bool is_direct() const;
    void build_levels();
    void refresh_levels();
    void cycle(std::size_t level);
    void cycle_twice(std::size_t level);
    void solve_coarsest(Level& level);

    std::shared_ptr<const SparsityPattern> pattern_;
    std::vector<Level> levels_;  // the finest first; empty before a refresh, and if the system is solved directly
    // The last level, in double precision; empty if that level is large and cannot be coarsened.
    struct Coarsest {
        explicit Coarsest(std::shared_ptr<const SparsityPattern> pattern)
            : A(std::move(pattern)), factor(A.rows()), b(A.rows()), x(A.rows())
        {}
        Csr<Value> A;
        DenseCholesky<Value> factor;
        std::vector<Vec3> b, x;
    };
    std::optional<Coarsest> coarsest_;
    std::vector<Single> scratch_;
    std::vector<unsigned char> fixed_;
    // The arrays `size_`, `strong_` and `dropped_` have all couplings of the matrix, whereas the finest level may lack
    // the dropped weak couplings.
    std::vector<float> size_;
    std::vector<unsigned char> strong_;   // marks of strong couplings, from which the levels were made
    std::vector<unsigned char> dropped_;  // marks of dropped weak couplings; empty if there are none
    std::vector<float> root_;             // scratch, per row
};

extern template class Multigrid<double>;
extern template class Multigrid<Mat3>;

}  // namespace tulle
