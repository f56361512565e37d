#pragma once
// Pinned particles, whose motion is prescribed (Dirichlet boundary conditions): held still, moved along keyframes,
// driven at run time, or carried by a rigid body or an obstacle.

#include "core/archive.hpp"
#include "mesh/cloth_mesh.hpp"

#include <tulle/description.hpp>

#include <span>
#include <vector>

namespace tulle {

/// Returns the particles of a cloth that a pin selects, ascending. Indices count from the cloth's first particle.
[[nodiscard]] std::vector<int> select_particles(const PinDescription& pin, const ClothMesh& cloth);

class Pins {
public:
    /// Adds a pin at the present positions [m]. A particle that is already pinned keeps its first pin.
    void add(const PinDescription& pin, std::span<const int> particles, std::span<const Vec3> positions);

    /// Adds particles that other code moves between steps, by `follow`. During a step, these carried particles keep
    /// their places.
    void add_carried(int first, int count, std::span<const Vec3> positions);
    /// Sets the places of carried particles to their entries in `positions` [m].
    void follow(std::span<const Vec3> positions);

    /// A straight motion at constant speed, from the present place `from` to `to`, where the particle stays.
    struct Drive {
        Vec3 from = Vec3::Zero(), to = Vec3::Zero();  // m
        double start = 0, end = 0;                    // s
    };
    /// Pins a particle to a straight motion, which replaces an earlier pin of the particle.
    void drive(int particle, const Drive& drive);
    /// Unpins a particle.
    void release(int particle);
    [[nodiscard]] bool holds(int particle) const;
    /// Returns whether the particle is carried (`add_carried`). Pins of the scene do not change carried particles.
    [[nodiscard]] bool is_carried(int particle) const;

    [[nodiscard]] std::span<const int> particles() const { return particles_; }  // ascending
    /// Returns the prescribed place [m] of pinned particle number k at a time [s].
    [[nodiscard]] Vec3 position(std::size_t k, double time) const;

    /// Saves which particles are pinned, by which pin, and the motion of driven particles.
    void save(ArchiveWriter& out) const;
    void restore(ArchiveReader& in, std::size_t particle_count);

private:
    static constexpr int carried = -1, driven = -2;
    /// Returns the index of the particle in the list, or the index at which it would be inserted.
    [[nodiscard]] std::size_t place_of(int particle) const;
    void insert(std::size_t k, int particle, int pin, const Vec3& start);

    std::vector<PinDescription> pins_;
    std::vector<int> particles_;
    std::vector<int> pin_of_;    // per pinned particle: its pin, or `carried`, or `driven`
    std::vector<Vec3> start_;    // m, per pinned particle
    std::vector<Drive> drives_;  // per pinned particle; used if it is driven
};

}  // namespace tulle
