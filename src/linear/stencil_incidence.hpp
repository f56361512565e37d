#pragma once
// Incidence of particles and stencils: for each particle, the terms of four particles (such as contact pairs) that it
// belongs to. Every particle then sums its own contributions in the order of the terms. The sums are the same as those
// of a loop over the terms, for any number of threads.

#include "core/buckets.hpp"

#include <array>

namespace tulle {

class StencilIncidence {
public:
    static constexpr std::size_t corners = 4;

    /// `particles_of(k)` are the four particles of term k.
    template <class ParticlesOf>
    void build(std::size_t particles, std::size_t terms, const ParticlesOf& particles_of)
    {
        particle_of_.resize(corners * terms);
        parallel_for(terms, [&](std::size_t k) {
            const std::array<int, corners>& all = particles_of(k);
            for (std::size_t corner = 0; corner < corners; ++corner) particle_of_[corners * k + corner] = all[corner];
        });
        buckets_.build(particles, particle_of_);
    }

    /// Calls visit(term, corner) for the terms of a particle, in the order of the terms.
    template <class Visit>
    void for_each(std::size_t particle, const Visit& visit) const
    {
        for (const int entry : buckets_.of(particle)) {
            const auto place = static_cast<std::size_t>(entry);
            visit(place / corners, place % corners);
        }
    }

private:
    std::vector<int> particle_of_;  // per corner of a term
    Buckets buckets_;
};

}  // namespace tulle
