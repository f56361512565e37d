// Spring forces and their Jacobian: one pass over six springs per particle.

#include "setup.hpp"

namespace tulle {
namespace {

void spring_force(benchmark::State& state)
{
    const Net& net = net_of(state);
    Springs springs = net.springs;
    std::vector<Vec3> force(net.size(), Vec3::Zero());
    while (state.KeepRunning()) {
        springs.add_force(net.position, net.velocity, force);
        benchmark::ClobberMemory();
    }
    report_cost(state, net.size());
}

void jacobian_assembly(benchmark::State& state)
{
    const Net& net = net_of(state);
    Springs springs = net.springs;
    Csr<Mat3> A(net.pattern);
    while (state.KeepRunning()) {
        static_cast<void>(springs.set_jacobian(net.position, net.velocity, JacobianTreatment::clamped,
                                               -benchmark_step * benchmark_step, -benchmark_step, A));
        benchmark::ClobberMemory();
    }
    report_cost(state, net.size());
}

BENCHMARK(spring_force)->Apply(every_size);
BENCHMARK(jacobian_assembly)->Apply(every_size);

}  // namespace
}  // namespace tulle
