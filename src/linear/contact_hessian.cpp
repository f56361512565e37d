#include "linear/contact_hessian.hpp"

#include "core/parallel.hpp"

namespace tulle {

void ContactHessian::finish(std::size_t particles)
{
    incidence_begin_.assign(particles + 1, 0);
    for (const StencilBlock& term : blocks_)
        for (const int particle : term.particles) ++incidence_begin_[particle + 1];
    for (std::size_t p = 0; p < particles; ++p) incidence_begin_[p + 1] += incidence_begin_[p];
    incidences_.resize(static_cast<std::size_t>(incidence_begin_.back()));
    next_.assign(incidence_begin_.begin(), incidence_begin_.end() - 1);
    for (std::size_t k = 0; k < blocks_.size(); ++k)
        for (int corner = 0; corner < 4; ++corner)
            incidences_[next_[blocks_[k].particles[corner]]++] = {static_cast<int>(k), corner};
    pull_.resize(blocks_.size());
}

void ContactHessian::add_diagonal(Csr<Mat3>& A) const
{
    if (empty()) return;
    parallel_for(incidence_begin_.size() - 1, [&](std::size_t p) {
        for (int k = incidence_begin_[p]; k < incidence_begin_[p + 1]; ++k) {
            const StencilBlock& term = blocks_[incidences_[k].block];
            const double weight = term.weights[incidences_[k].corner];
            A.diagonal(p) += (weight * weight) * term.block;
        }
    });
}

void ContactHessian::add_couplings(std::span<const Vec3> x, std::span<Vec3> y) const
{
    const auto pull_of = [&](const StencilBlock& term) {
        Vec3 sum = Vec3::Zero();
        for (std::size_t corner = 0; corner < 4; ++corner) sum += term.weights[corner] * x[term.particles[corner]];
        return Vec3(term.block * sum);
    };
    // What a particle's own block does is in the matrix already. Both ways add to a particle in the order of blocks.
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
        for (int k = incidence_begin_[p]; k < incidence_begin_[p + 1]; ++k)
            y[p] += others(blocks_[incidences_[k].block], static_cast<std::size_t>(incidences_[k].corner),
                           pull_[incidences_[k].block]);
    });
}

}  // namespace tulle
