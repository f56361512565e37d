#pragma once
// Particles whose motion is prescribed: held still, or carried along keyframes.

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

    [[nodiscard]] std::span<const int> particles() const { return particles_; }  // ascending
    /// Where pinned particle number k must be at a time [m].
    [[nodiscard]] Vec3 position(std::size_t k, double time) const;

private:
    std::vector<PinDescription> pins_;
    std::vector<int> particles_;
    std::vector<int> pin_of_;  // per pinned particle; -1: carried
    std::vector<Vec3> start_;  // m
};

}  // namespace tulle
