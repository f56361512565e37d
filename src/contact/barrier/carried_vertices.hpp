#pragma once
// The surface of a rigid body for contact, in reduced coordinates (as for affine bodies, Lan et al. 2022). The vertices
// are weighted sums of the four particles that carry the body: x_k = sum_j w_kj y_j with sum_j w_kj = 1. The map from
// y_j to x_k is linear, so the vertices move in straight lines if the four particles do. A force f on a vertex becomes
// a force w_kj f on each of the four particles. Distributing forces by the same weights keeps momentum and angular
// momentum, whatever the weights are.

#include <tulle/math.hpp>

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace tulle {

struct CarriedVertices {
    int first = 0;                               // first vertex; vertices are particles, too
    int frame = 0;                               // first of the four particles that carry the vertices
    std::vector<std::array<double, 4>> weights;  // per vertex

    /// Moves the vertices to where the four particles of x [m] carry them.
    void place(std::span<Vec3> x) const
    {
        for (std::size_t k = 0; k < weights.size(); ++k) {
            Vec3 sum = Vec3::Zero();
            for (std::size_t j = 0; j < 4; ++j) sum += weights[k][j] * x[frame + j];
            x[first + k] = sum;
        }
    }
    /// The transposed map: moves the forces [N] on the vertices to the four particles.
    void gather(std::span<Vec3> f) const
    {
        for (std::size_t k = 0; k < weights.size(); ++k) {
            for (std::size_t j = 0; j < 4; ++j) f[frame + j] += weights[k][j] * f[first + k];
            f[first + k].setZero();
        }
    }
    [[nodiscard]] bool has(int particle) const
    {
        return particle >= first && particle < first + static_cast<int>(weights.size());
    }
};

}  // namespace tulle
