#pragma once
// The cloth that everything is measured on, at every size, and how a benchmark says what a particle costs.

#include "forces/springs.hpp"
#include "linear/csr.hpp"
#include "linear/direction_filter.hpp"

#include <tulle/description.hpp>

#include <benchmark/benchmark.h>

#include <cstdint>
#include <memory>
#include <vector>

namespace tulle {

/// s, of the matrices
inline constexpr double benchmark_step = 0.01;

/// Iterations of every benchmark with conjugate gradients, so that sizes compare.
inline constexpr int equal_iterations = 20;

/// A square of 1 m with side x side particles, held at two neighbouring corners; the springs are the defaults.
[[nodiscard]] ClothDescription make_cloth(int side);

/// The parts of that cloth's step, slightly bent and moving: forces, and the matrices of both kinds of solver.
struct Grid {
    explicit Grid(int side);

    Springs springs;
    std::shared_ptr<const SparsityPattern> pattern;
    std::vector<double> mass;    // kg
    std::vector<Vec3> position;  // m
    std::vector<Vec3> velocity;  // m/s
    DirectionFilter filter;      // two corners pinned
    Csr<double> scalar_matrix;   // M + h D + h^2 K, as IMEX has it
    Csr<Mat3> block_matrix;      // M - h df/dv - h^2 df/dx, as backward Euler has it
    std::vector<Vec3> right;     // N s, h times the forces: a right-hand side

    [[nodiscard]] std::size_t size() const { return mass.size(); }
};

/// The grid of a benchmark's size; made once, since repetitions of different benchmarks alternate.
[[nodiscard]] const Grid& grid_of(const benchmark::State& state);

// Sizes: 400, 2 704, 10 000, 40 000 and 160 000 particles.
void every_size(benchmark::internal::Benchmark* benchmark);
void up_to_40000(benchmark::internal::Benchmark* benchmark);

/// Reports `ns_per_particle`, the wall time of one iteration of the benchmark over the particles.
void report_cost(benchmark::State& state, std::size_t particles);

}  // namespace tulle
