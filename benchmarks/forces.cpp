// Spring forces and their Jacobian: one pass over six springs per particle.

#include "setup.hpp"

namespace tulle {
namespace {

void spring_force(benchmark::State& state)
{
    const Grid& grid = grid_of(state);
    Springs springs = grid.springs;
    std::vector<Vec3> force(grid.size(), Vec3::Zero());
    while (state.KeepRunning()) {
        springs.add_force(grid.position, grid.velocity, force);
        benchmark::ClobberMemory();
    }
    report_cost(state, grid.size());
}

void jacobian_assembly(benchmark::State& state)
{
    const Grid& grid = grid_of(state);
    Springs springs = grid.springs;
    Csr<Mat3> A(grid.pattern);
    while (state.KeepRunning()) {
        static_cast<void>(springs.set_jacobian(grid.position, grid.velocity, JacobianTreatment::clamped,
                                               -benchmark_step * benchmark_step, -benchmark_step, A));
        benchmark::ClobberMemory();
    }
    report_cost(state, grid.size());
}

BENCHMARK(spring_force)->Apply(every_size);
BENCHMARK(jacobian_assembly)->Apply(every_size);

}  // namespace
}  // namespace tulle
