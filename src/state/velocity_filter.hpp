#pragma once
// Velocities smoothed over neighbours after a step (ATG07 section 4; docs/theory/stability.md#with-a-velocity-filter).

#include "core/archive.hpp"

#include <tulle/description.hpp>
#include <tulle/math.hpp>

#include <array>
#include <span>
#include <vector>

namespace tulle {

/// Which particles are near each other: the neighbours of particle i, without itself, are neighbour[first[i]] to
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

/// Particles that a pair joins; pairs may be repeated.
[[nodiscard]] Neighbourhoods joined(std::size_t particles, std::span<const ParticlePair> pairs);
/// Particles that `rings` steps or fewer lead to.
[[nodiscard]] Neighbourhoods within_rings(const Neighbourhoods& steps, int rings);

class VelocityFilter {
public:
    /// `edge` [m]: the mean edge of the net that each particle belongs to, by which its distances are measured.
    /// Particles without inverse mass keep their velocities; others take part in them.
    VelocityFilter(const FilterSettings& settings, Neighbourhoods neighbourhoods, std::vector<double> edge,
                   std::vector<double> inverse_mass);

    /// Weights by distance at positions x [m]. They change little from step to step, and to take them anew is dearer
    /// than to apply them: once per frame is enough.
    void weigh(std::span<const Vec3> x);
    /// `filtered` is what becomes of v [m/s] of particles at x. Linear in v, and the same bits for any number of
    /// threads.
    void apply(std::span<const Vec3> x, std::span<const Vec3> v, std::span<Vec3> filtered) const;
    /// In place, which takes a copy more.
    void apply(std::span<const Vec3> x, std::span<Vec3> v);

    /// A particle is held from now on, or is not any more; to be weighed again.
    void set_inverse_mass(std::size_t particle, double inverse_mass) { inverse_mass_[particle] = inverse_mass; }

    [[nodiscard]] bool keeps_momentum() const { return settings_.kind == FilterKind::momentum; }
    /// How many times as heavy as another a particle is at most that it shares velocities with.
    [[nodiscard]] double largest_mass_ratio() const;
    /// Averages and exchanges of momentum have gains between 0 and 1; of other sums some may be negative.
    [[nodiscard]] bool may_turn_velocities() const { return settings_.kind == FilterKind::plain; }

    void save(ArchiveWriter& out) const;
    void restore(ArchiveReader& in);

private:
    /// Every pair once, with the particle of the smaller number: half of what there is to read where one thread changes
    /// both of a pair at once.
    struct Pairs {
        std::vector<std::size_t> first{0};  // of every particle
        std::vector<int> other;
        std::vector<std::size_t> place;  // in the neighbourhood of the first of the two
        std::vector<double> weight;
    };

    [[nodiscard]] double kernel(double distance) const;
    void gather_pairs();
    void exchange_momenta(std::span<const Vec3> x, std::span<const Vec3> v, std::span<Vec3> filtered) const;

    FilterSettings settings_;
    Neighbourhoods neighbourhoods_;
    std::vector<double> edge_;          // m
    std::vector<double> inverse_mass_;  // 1/kg
    // One per neighbour: the part of its velocity that a particle takes over; of FilterKind::momentum what the two
    // exchange of it along the line between them, over the square of their distance [kg/m^2].
    std::vector<double> weight_;
    std::vector<double> total_;  // sum of the kernel around a particle, itself included
    std::vector<double> own_;    // the part of its own velocity that a particle keeps; not of FilterKind::momentum
    std::vector<Vec3> before_;   // m/s
    Pairs pairs_;                // of FilterKind::momentum
};

}  // namespace tulle
