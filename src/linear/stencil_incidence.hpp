#pragma once
// Which of many terms that join four particles each, such as pairs that touch, a particle is part of. With it every
// particle gathers what is its own, in the order of the terms: the sums are those of a loop over the terms, whatever
// the number of threads.

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

    /// visit(term, corner), in the order of terms.
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
