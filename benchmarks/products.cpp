// Matrix times vector: the inner loop of conjugate gradients. The scalar matrix takes x, y and z in one pass.

#include "setup.hpp"

namespace tulle {
namespace {

template <class Value>
void multiply(benchmark::State& state, const Csr<Value>& A, const Grid& grid)
{
    std::vector<Vec3> product(grid.size());
    while (state.KeepRunning()) {
        A.multiply(grid.velocity, product);
        benchmark::ClobberMemory();
    }
    report_cost(state, grid.size());
}

void product_scalar(benchmark::State& state)
{
    const Grid& grid = grid_of(state);
    multiply(state, grid.scalar_matrix, grid);
}

void product_blocks(benchmark::State& state)
{
    const Grid& grid = grid_of(state);
    multiply(state, grid.block_matrix, grid);
}

BENCHMARK(product_scalar)->Apply(every_size);
BENCHMARK(product_blocks)->Apply(every_size);

}  // namespace
}  // namespace tulle
