#pragma once
// Multigrid on the particle graph by smoothed aggregation: particles with strong couplings form the particles of a
// coarser net, and so on down to a net small enough to solve directly (docs/theory/preconditioners.md). One V-cycle,
// smoothed alike on its way down and up, is a fixed symmetric positive definite operator, as conjugate gradients need.
//
// What is refreshed depends on the matrix given last and on nothing before it, so that a resumed run repeats the bits
// of an uninterrupted one. Aggregates are made anew only where the marks of strong couplings change.

#include "linear/chebyshev.hpp"
#include "linear/dense_cholesky.hpp"
#include "linear/galerkin.hpp"
#include "linear/preconditioner.hpp"

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
        explicit Level(std::shared_ptr<const SparsityPattern> pattern) : A(std::move(pattern)), smoother(A.rows()) {}

        Csr<Value> A;
        Chebyshev<Value> smoother;
        // To the next, coarser net; none on the last.
        std::optional<Prolongation<Value>> prolongation;
        std::optional<GalerkinProduct<Value>> product;
        std::vector<Vec3> b, x;  // right-hand side and solution; the finest net works on those of `apply`
    };

    void take_values(const Csr<Value>& A);
    void build_levels();
    void cycle(std::size_t level, std::span<const Vec3> b, std::span<Vec3> x);

    std::vector<Level> levels_;                     // the finest first
    std::optional<DenseCholesky<Value>> coarsest_;  // none where the last net is large and cannot be coarsened
    SmootherScratch scratch_;
    std::vector<unsigned char> fixed_;
    std::vector<unsigned char> strong_, built_for_;  // marks on the finest net: now, and when the levels were made
    std::vector<double> largest_;
};

extern template class Multigrid<double>;
extern template class Multigrid<Mat3>;

}  // namespace tulle
