// Refreshing a preconditioner or a direct solver with new values; the symbolic part is done before.

#include "linear/cholesky.hpp"
#include "linear/incomplete_cholesky.hpp"
#include "linear/multigrid.hpp"
#include "setup.hpp"

namespace tulle {
namespace {

template <class Value>
void refresh(benchmark::State& state, Preconditioner<Value>& preconditioner, const Csr<Value>& A, const Grid& grid)
{
    preconditioner.refresh(A, grid.filter.fixed);  // reserves its memory
    while (state.KeepRunning()) {
        preconditioner.refresh(A, grid.filter.fixed);
        benchmark::ClobberMemory();
    }
    report_cost(state, grid.size());
}

void ic0_factor_scalar(benchmark::State& state)
{
    const Grid& grid = grid_of(state);
    IncompleteCholesky<double> ic0(grid.pattern);
    refresh(state, ic0, grid.scalar_matrix, grid);
}

void ic0_factor_blocks(benchmark::State& state)
{
    const Grid& grid = grid_of(state);
    IncompleteCholesky<Mat3> ic0(grid.pattern);
    refresh(state, ic0, grid.block_matrix, grid);
}

void multigrid_refresh_scalar(benchmark::State& state)
{
    const Grid& grid = grid_of(state);
    Multigrid<double> multigrid(grid.pattern);
    refresh(state, multigrid, grid.scalar_matrix, grid);
}

void multigrid_refresh_blocks(benchmark::State& state)
{
    const Grid& grid = grid_of(state);
    Multigrid<Mat3> multigrid(grid.pattern);
    refresh(state, multigrid, grid.block_matrix, grid);
}

void direct_factor_scalar(benchmark::State& state)
{
    const Grid& grid = grid_of(state);
    Cholesky<double> cholesky(grid.pattern);
    refresh(state, cholesky, grid.scalar_matrix, grid);
}

BENCHMARK(ic0_factor_scalar)->Apply(every_size);
BENCHMARK(ic0_factor_blocks)->Apply(every_size);
BENCHMARK(multigrid_refresh_scalar)->Apply(every_size);
BENCHMARK(multigrid_refresh_blocks)->Apply(every_size);
// The factor of a grid fills in: work per particle grows with the side of the grid, so the largest size is left out.
BENCHMARK(direct_factor_scalar)->Apply(up_to_40000);

}  // namespace
}  // namespace tulle
