#include "setup.hpp"

#include <cmath>
#include <map>
#include <numbers>

namespace tulle {
namespace {

constexpr std::array sides{20, 52, 100, 200, 400};

/// A wave of a few per cent: springs are pulled and pressed, as in a cloth in motion.
Vec3 bent(const Vec3& x)
{
    constexpr double height = 0.02;  // m
    const double phase = 4 * std::numbers::pi;
    return x + height * Vec3(0.2 * std::sin(phase * x[1]), 0.2 * std::sin(phase * x[0]),
                             std::sin(phase * x[0]) * std::cos(phase * x[1]));
}

GridDescription make_grid(int side) { return {.size = {1, 1}, .particles = {side, side}}; }

Springs make_springs(const ClothMesh& mesh)
{
    Springs springs(mesh.positions.size());
    springs.add(mesh.springs, 0, SpringSettings{});
    return springs;
}

std::shared_ptr<const SparsityPattern> make_shared_pattern(std::size_t particles, const Springs& springs)
{
    std::vector<std::pair<int, int>> couplings;
    springs.add_couplings(couplings);
    return std::make_shared<const SparsityPattern>(make_pattern(particles, couplings, true));
}

void add_sizes(benchmark::internal::Benchmark* benchmark, int largest)
{
    benchmark->ArgName("side")->UseRealTime()->MeasureProcessCPUTime()->Unit(benchmark::kMicrosecond);
    for (const int side : sides)
        if (side <= largest) benchmark->Arg(side);
}

}  // namespace

ClothDescription make_cloth(int side)
{
    ClothDescription cloth;
    cloth.shape = make_grid(side);
    cloth.areal_density = 0.2;
    cloth.pins = {{.where = PinCorner{.max_first = false, .max_second = true}},
                  {.where = PinCorner{.max_first = true, .max_second = true}}};
    return cloth;
}

Grid::Grid(int side)
    : springs(make_springs(make_cloth_mesh(make_grid(side)))),
      pattern(make_shared_pattern(static_cast<std::size_t>(side) * static_cast<std::size_t>(side), springs)),
      scalar_matrix(pattern),
      block_matrix(pattern)
{
    const ClothDescription cloth = make_cloth(side);
    const ClothMesh mesh = make_cloth_mesh(make_grid(side));
    springs.bind(*pattern);
    for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
        mass.push_back(cloth.areal_density * mesh.areas[i]);
        position.push_back(bent(mesh.positions[i]));
        velocity.emplace_back(0.1 * (position.back() - mesh.positions[i]) / benchmark_step);
    }
    filter.fixed.assign(size(), 0);
    for (const int corner : {side * (side - 1), side * side - 1}) {
        filter.entries.push_back({.particle = corner, .allowed = Mat3::Zero()});
        filter.fixed[corner] = 1;
    }

    const double h = benchmark_step;
    springs.add_stiff_linear(h * h, h, scalar_matrix);
    springs.add_jacobian(position, velocity, JacobianTreatment::clamped, -h * h, -h, block_matrix);
    right.assign(size(), Vec3::Zero());
    springs.add_force(position, velocity, right);
    for (std::size_t i = 0; i < size(); ++i) {
        scalar_matrix.diagonal(i) += mass[i];
        block_matrix.diagonal(i).diagonal().array() += mass[i];
        right[i] *= h;
    }
}

const Grid& grid_of(const benchmark::State& state)
{
    static std::map<std::int64_t, Grid> grids;
    const std::int64_t side = state.range(0);
    return grids.try_emplace(side, static_cast<int>(side)).first->second;
}

void every_size(benchmark::internal::Benchmark* benchmark) { add_sizes(benchmark, 400); }
void up_to_40000(benchmark::internal::Benchmark* benchmark) { add_sizes(benchmark, 200); }

void report_cost(benchmark::State& state, std::size_t particles)
{
    constexpr double nanosecond = 1e-9;
    state.counters["particles"] = static_cast<double>(particles);
    // Inverted rate: time / (iterations * particles * 1e-9 s)
    state.counters["ns_per_particle"] =
        benchmark::Counter(static_cast<double>(particles) * nanosecond,
                           benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

}  // namespace tulle
