#pragma once
// Snapshot of a VSMT10 simulation for pictures: surfaces and their stretch.

#include <tulle/simulation.hpp>

#include <span>
#include <string>
#include <vector>

namespace tulle {

struct Vsmt10Surface {
    std::string name{};
    std::vector<Vec3> positions{};  // m
    std::vector<Face> faces{};
    std::vector<double> stretch{};  // per particle: largest |strain| of the face edges at it
};

/// Returns the current visible surfaces of all cloths and bodies. `start` are the unstretched positions.
[[nodiscard]] std::vector<Vsmt10Surface> vsmt10_shape(const Simulation& simulation, std::span<const Vec3> start);

}  // namespace tulle
