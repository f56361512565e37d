#include "linear/contact_hessian.hpp"

#include "core/parallel.hpp"

namespace tulle {

void ContactHessian::finish(std::size_t particles)
{
    incidence_.build(
        particles, blocks_.size(), [&](std::size_t k) -> const auto& { return blocks_[k].particles; });
    pull_.resize(blocks_.size());
}

void ContactHessian::add_diagonal(Csr<Mat3>& A) const
{
    if (empty()) return;
    parallel_for(A.rows(), [&](std::size_t p) {
        incidence_.for_each(p, [&](std::size_t k, std::size_t corner) {
            const StencilBlock& term = blocks_[k];
            A.diagonal(p) += (term.weights[corner] * term.weights[corner]) * term.block;
        });
    });
}

void ContactHessian::add_couplings(std::span<const Vec3> x, std::span<Vec3> y) const
{
    const auto pull_of = [&](const StencilBlock& term) {
        Vec3 sum = Vec3::Zero();
        for (std::size_t corner = 0; corner < 4; ++corner) sum += term.weights[corner] * x[term.particles[corner]];
        return Vec3(term.block * sum);
    };
    // The matrix already contains the diagonal blocks, so they are left out here. The serial and the parallel loop add
    // to a particle in the same order, the order of the blocks.
    const auto others = [&](const StencilBlock& term, std::size_t corner, const Vec3& pull) {
        const double weight = term.weights[corner];
        return Vec3(weight * (pull - weight * (term.block * x[term.particles[corner]])));
    };
    if (thread_count() == 1) {
        for (const StencilBlock& term : blocks_) {
            const Vec3 pull = pull_of(term);
            for (std::size_t corner = 0; corner < 4; ++corner) y[term.particles[corner]] += others(term, corner, pull);
        }
        return;
    }
    parallel_for(blocks_.size(), [&](std::size_t k) { pull_[k] = pull_of(blocks_[k]); });
    parallel_for(y.size(), [&](std::size_t p) {
        incidence_.for_each(p,
                            [&](std::size_t k, std::size_t corner) { y[p] += others(blocks_[k], corner, pull_[k]); });
    });
}

}  // namespace tulle
