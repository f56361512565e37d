// Matrix times vector: the inner loop of conjugate gradients. The scalar matrix takes x, y and z in one pass.

#include "setup.hpp"

namespace tulle {
namespace {

template <class Value>
void multiply(benchmark::State& state, const Csr<Value>& A, const Net& net)
{
    std::vector<Vec3> product(net.size());
    while (state.KeepRunning()) {
        A.multiply(net.velocity, product);
        benchmark::ClobberMemory();
    }
    report_cost(state, net.size());
}

void product_scalar(benchmark::State& state)
{
    const Net& net = net_of(state);
    multiply(state, net.scalar_matrix, net);
}

void product_blocks(benchmark::State& state)
{
    const Net& net = net_of(state);
    multiply(state, net.block_matrix, net);
}

BENCHMARK(product_scalar)->Apply(every_size);
BENCHMARK(product_blocks)->Apply(every_size);

}  // namespace
}  // namespace tulle
