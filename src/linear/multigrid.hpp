#pragma once
// Multigrid on the particle graph by smoothed aggregation: particles with strong couplings form the particles of a
// coarser net, and so on down to a net small enough to solve directly (docs/theory/preconditioners.md). One W-cycle,
// smoothed alike on its way down and up, is a fixed symmetric positive definite operator, as conjugate gradients need.
// It works in single precision, whose rounding conjugate gradients, in double precision, do not feel.
//
// What is refreshed depends on the matrix given last and on nothing before it, so that a resumed run repeats the bits
// of an uninterrupted one. Aggregates are made anew only where the marks of strong couplings change.

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

    /// Particles of each net, the finest first; one entry when the system is solved directly.
    [[nodiscard]] std::vector<std::size_t> level_sizes() const;

private:
    struct Level {
        explicit Level(std::shared_ptr<const SparsityPattern> pattern)
            : A(std::move(pattern)), smoother(*A.pattern, row_block_size(A.rows())), b(A.rows()), x(A.rows())
        {}

        SingleMatrix<Value> A;
        GaussSeidel<Value> smoother;
        // To the next, coarser net; none on the last.
        std::optional<Prolongation> prolongation;
        std::optional<GalerkinProduct<Value>> product;
        std::vector<Single> b, x;   // right-hand side and solution
        std::vector<Single> first;  // the solution after the first of two cycles; empty on the finest net
    };

    [[nodiscard]] bool is_direct() const;
    void build_levels();
    void refresh_levels();
    void cycle(std::size_t level);
    void cycle_twice(std::size_t level);
    void solve_coarsest(Level& level);

    std::shared_ptr<const SparsityPattern> pattern_;
    std::vector<Level> levels_;  // the finest first; none where the system is solved directly, and before a refresh
    // The last net, in double precision; none where it is large and cannot be coarsened.
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
    // Of all couplings, while the finest net may have only those that are not bypassed:
    std::vector<float> size_;
    std::vector<unsigned char> strong_;   // marks, for which the levels were made
    std::vector<unsigned char> dropped_;  // empty where all are kept
    std::vector<float> root_;             // scratch, per row
};

extern template class Multigrid<double>;
extern template class Multigrid<Mat3>;

}  // namespace tulle
