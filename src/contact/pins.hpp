#pragma once
// Particles whose motion is prescribed: held still, or carried along keyframes.

#include "core/archive.hpp"
#include "mesh/cloth_mesh.hpp"

#include <tulle/description.hpp>

#include <span>
#include <vector>

namespace tulle {

/// Particles of a cloth that a pin selects, ascending; indices count from the cloth's first particle.
[[nodiscard]] std::vector<int> select_particles(const PinDescription& pin, const ClothMesh& cloth);

class Pins {
public:
    /// Where a particle is pinned twice, the first pin holds it.
    void add(const PinDescription& pin, std::span<const int> particles, std::span<const Vec3> positions);

    /// Particles that something else moves between steps, and nothing during one: see `follow`.
    void add_carried(int first, int count, std::span<const Vec3> positions);
    /// Those carried are where they are in `positions` now.
    void follow(std::span<const Vec3> positions);

    /// Takes a particle from where it is, `from` [m], to a place that it reaches after a time and then keeps; whatever
    /// pinned it before does so no more.
    struct Drive {
        Vec3 from = Vec3::Zero(), to = Vec3::Zero();  // m
        double start = 0, end = 0;                    // s
    };
    void drive(int particle, const Drive& drive);
    /// No pin holds the particle any more.
    void release(int particle);
    [[nodiscard]] bool holds(int particle) const;
    /// Whether something carries it, which no pin can change.
    [[nodiscard]] bool is_carried(int particle) const;

    [[nodiscard]] std::span<const int> particles() const { return particles_; }  // ascending
    /// Where pinned particle number k must be at a time [m].
    [[nodiscard]] Vec3 position(std::size_t k, double time) const;

    /// Which particles are pinned, by what, and where those that were driven go.
    void save(ArchiveWriter& out) const;
    void restore(ArchiveReader& in, std::size_t particle_count);

private:
    static constexpr int carried = -1, driven = -2;
    /// Where the particle is in the list, or would be.
    [[nodiscard]] std::size_t place_of(int particle) const;
    void insert(std::size_t k, int particle, int pin, const Vec3& start);

    std::vector<PinDescription> pins_;
    std::vector<int> particles_;
    std::vector<int> pin_of_;    // per pinned particle: its pin, or one of the two above
    std::vector<Vec3> start_;    // m
    std::vector<Drive> drives_;  // per pinned particle, of those that are driven
};

}  // namespace tulle
