#pragma once
// State of the particles of a simulation: arrays over particles, each contiguous (N x 3 doubles for vectors).

#include <tulle/math.hpp>

#include <vector>

namespace tulle {

struct ParticleState {
    std::vector<Vec3> position;           // m
    std::vector<Vec3> velocity;           // m/s
    std::vector<Vec3> previous_velocity;  // m/s, one step ago: predicts the next velocity (EEH00 eq. 22)
    double previous_step = 0;             // s, between the two velocities
    std::vector<double> mass;             // kg
    std::vector<double> inverse_mass;     // 1/kg; zero means pinned

    [[nodiscard]] std::size_t size() const { return position.size(); }
};

}  // namespace tulle
