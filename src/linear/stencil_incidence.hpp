#pragma once
// Which of many terms that join a few particles each, such as pairs that touch, a particle is part of. With it every
// particle gathers what is its own, in the order of the terms: the sums are those of a loop over the terms, whatever
// the number of threads.

#include "core/parallel.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <compare>
#include <cstddef>
#include <span>
#include <vector>

namespace tulle {

class StencilIncidence {
public:
    struct Place {
        int term, corner;

        friend auto operator<=>(const Place&, const Place&) = default;
    };

    /// `particles_of(k)` is the std::array of particles of term k.
    template <class ParticlesOf>
    void build(std::size_t particles, std::size_t terms, const ParticlesOf& particles_of);

    /// In the order of terms.
    [[nodiscard]] std::span<const Place> of(std::size_t particle) const
    {
        return std::span(places_).subspan(static_cast<std::size_t>(begin_[particle]),
                                          static_cast<std::size_t>(begin_[particle + 1] - begin_[particle]));
    }

private:
    std::vector<int> begin_;  // per particle
    std::vector<Place> places_;
};

template <class ParticlesOf>
void StencilIncidence::build(std::size_t particles, std::size_t terms, const ParticlesOf& particles_of)
{
    begin_.assign(particles + 2, 0);
    const auto shared = [&](int particle, std::size_t ahead) {
        return std::atomic_ref<int>(begin_[static_cast<std::size_t>(particle) + ahead]);
    };
    parallel_for(terms, [&](std::size_t k) {
        for (const int particle : particles_of(k)) shared(particle, 2).fetch_add(1, std::memory_order_relaxed);
    });
    for (std::size_t p = 2; p < begin_.size(); ++p) begin_[p] += begin_[p - 1];
    places_.resize(static_cast<std::size_t>(begin_.back()));
    // begin_[p + 1] goes from the begin to the end of p, which is the begin of the next.
    parallel_for(terms, [&](std::size_t k) {
        int corner = 0;
        for (const int particle : particles_of(k)) {
            const int at = shared(particle, 1).fetch_add(1, std::memory_order_relaxed);
            places_[static_cast<std::size_t>(at)] = {static_cast<int>(k), corner++};
        }
    });
    begin_.pop_back();
    // Threads come in any order.
    if (thread_count() == 1) return;
    parallel_for(particles,
                 [&](std::size_t p) { std::sort(places_.begin() + begin_[p], places_.begin() + begin_[p + 1]); });
}

}  // namespace tulle
