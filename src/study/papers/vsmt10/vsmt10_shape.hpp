#pragma once
// What a simulation of VSMT10's looks like at one time, to be drawn: surfaces, and how far they are stretched.

#include <tulle/simulation.hpp>

#include <span>
#include <string>
#include <vector>

namespace tulle {

struct Vsmt10Surface {
    std::string name{};
    std::vector<Vec3> positions{};  // m
    std::vector<Face> faces{};
    std::vector<double> stretch{};  // per particle: the largest of the edges of faces that end there, either way
};

/// All cloths and bodies as they are to be seen now; `start` are the positions at which nothing is stretched.
[[nodiscard]] std::vector<Vsmt10Surface> vsmt10_shape(const Simulation& simulation, std::span<const Vec3> start);

}  // namespace tulle
