#pragma once
// Velocity filter: smooths velocities over neighbouring particles after a step (ATG07 section 4;
// docs/theory/stability.md#with-a-velocity-filter).

#include "core/archive.hpp"

#include <tulle/description.hpp>
#include <tulle/math.hpp>

#include <array>
#include <span>
#include <vector>

namespace tulle {

/// Neighbour lists: the neighbours of particle i, without i itself, are neighbour[first[i]] up to, but not including,
/// neighbour[first[i + 1]], ascending.
struct Neighbourhoods {
    std::vector<std::size_t> first{0};
    std::vector<int> neighbour;

    [[nodiscard]] std::size_t size() const { return first.size() - 1; }
    [[nodiscard]] std::span<const int> of(std::size_t i) const
    {
        return std::span(neighbour).subspan(first[i], first[i + 1] - first[i]);
    }
};

using ParticlePair = std::array<int, 2>;

/// Returns, for each particle, the particles that a pair joins to it. Pairs may be repeated.
[[nodiscard]] Neighbourhoods joined(std::size_t particles, std::span<const ParticlePair> pairs);
/// Returns, for each particle, the particles that can be reached in at most `rings` steps from neighbour to neighbour.
[[nodiscard]] Neighbourhoods within_rings(const Neighbourhoods& steps, int rings);

class VelocityFilter {
public:
    /// `edge` [m]: per particle, the mean edge of its mesh, which is the unit for distances of this particle. Particles
    /// with zero inverse mass keep their velocities, but they still contribute to the velocities of their neighbours.
    VelocityFilter(const FilterSettings& settings, Neighbourhoods neighbourhoods, std::vector<double> edge,
                   std::vector<double> inverse_mass);

    /// Computes the weights from distances at positions x [m]. Weights change little from step to step, and computing
    /// weights costs more than applying them, so one call per frame is enough.
    void weigh(std::span<const Vec3> x);
    /// Writes the filtered velocities of particles at x [m] with velocities v [m/s] to `filtered`. The result is linear
    /// in v and has the same bits for any number of threads.
    void apply(std::span<const Vec3> x, std::span<const Vec3> v, std::span<Vec3> filtered) const;
    /// Filters v in place, which costs one more copy.
    void apply(std::span<const Vec3> x, std::span<Vec3> v);

    /// Sets the inverse mass of a particle, to pin or to release it. The weights must then be computed again (`weigh`).
    void set_inverse_mass(std::size_t particle, double inverse_mass) { inverse_mass_[particle] = inverse_mass; }

    [[nodiscard]] bool keeps_momentum() const { return settings_.kind == FilterKind::momentum; }
    /// Returns the largest mass ratio of two neighbours, both of which can move; at least 1.
    [[nodiscard]] double largest_mass_ratio() const;
    /// Returns whether the filter may reverse velocities. FilterKind::averaged and FilterKind::momentum have gains
    /// between 0 and 1; FilterKind::plain may have negative gains.
    [[nodiscard]] bool may_turn_velocities() const { return settings_.kind == FilterKind::plain; }

    void save(ArchiveWriter& out) const;
    void restore(ArchiveReader& in);

private:
    /// Every pair once, listed for its particle with the smaller number. A single thread changes both particles of a
    /// pair at once and therefore reads only half of the data.
    struct Pairs {
        std::vector<std::size_t> first{0};  // of each particle
        std::vector<int> other;
        std::vector<std::size_t> place;  // index of the pair in neighbourhoods_.neighbour
        std::vector<double> weight;
    };

    [[nodiscard]] double kernel(double distance) const;
    void gather_pairs();
    void exchange_momenta(std::span<const Vec3> x, std::span<const Vec3> v, std::span<Vec3> filtered) const;

    FilterSettings settings_;
    Neighbourhoods neighbourhoods_;
    std::vector<double> edge_;          // m
    std::vector<double> inverse_mass_;  // 1/kg
    // Weights, one per neighbour: the part of the neighbour's velocity that a particle takes over. For
    // FilterKind::momentum, the weight is the exchanged momentum per relative velocity along the line between the two
    // particles, divided by their squared distance [kg/m^2].
    std::vector<double> weight_;
    std::vector<double> total_;  // sum of the kernel around a particle, itself included
    std::vector<double> own_;    // part of its own velocity that a particle keeps; not for FilterKind::momentum
    std::vector<Vec3> before_;   // m/s
    Pairs pairs_;                // for FilterKind::momentum
};

}  // namespace tulle
