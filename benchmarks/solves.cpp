// Linear solves. Conjugate gradients take the same number of iterations at every size: what grows is then the cost of
// an iteration, not their number.

#include "linear/cholesky.hpp"
#include "linear/conjugate_gradients.hpp"
#include "setup.hpp"

#include <algorithm>

namespace tulle {
namespace {

template <class Value>
void solve_by_cg(benchmark::State& state, const Csr<Value>& A, PreconditionerKind kind, const Grid& grid)
{
    const auto preconditioner = make_preconditioner<Value>({.preconditioner = kind}, grid.pattern);
    preconditioner->refresh(A, grid.filter.fixed);
    ConjugateGradients<Value> cg(grid.size());
    std::vector<Vec3> residual(grid.size());
    std::vector<Vec3> solution(grid.size());
    while (state.KeepRunning()) {
        std::copy(grid.right.begin(), grid.right.end(), residual.begin());
        const CgResult result = cg.solve(A, *preconditioner, grid.filter, residual, solution, 0.0, equal_iterations);
        if (result.iterations != equal_iterations) {
            state.SkipWithError("conjugate gradients ended early");
            break;
        }
    }
    report_cost(state, grid.size());
}

void cg_scalar_ic0(benchmark::State& state)
{
    const Grid& grid = grid_of(state);
    solve_by_cg(state, grid.scalar_matrix, PreconditionerKind::ic0, grid);
}

void cg_scalar_multigrid(benchmark::State& state)
{
    const Grid& grid = grid_of(state);
    solve_by_cg(state, grid.scalar_matrix, PreconditionerKind::multigrid, grid);
}

void cg_scalar_jacobi(benchmark::State& state)
{
    const Grid& grid = grid_of(state);
    solve_by_cg(state, grid.scalar_matrix, PreconditionerKind::jacobi, grid);
}

void cg_blocks_ic0(benchmark::State& state)
{
    const Grid& grid = grid_of(state);
    solve_by_cg(state, grid.block_matrix, PreconditionerKind::ic0, grid);
}

void cg_blocks_multigrid(benchmark::State& state)
{
    const Grid& grid = grid_of(state);
    solve_by_cg(state, grid.block_matrix, PreconditionerKind::multigrid, grid);
}

void cg_blocks_jacobi(benchmark::State& state)
{
    const Grid& grid = grid_of(state);
    solve_by_cg(state, grid.block_matrix, PreconditionerKind::jacobi, grid);
}

void direct_solve_scalar(benchmark::State& state)
{
    const Grid& grid = grid_of(state);
    Cholesky<double> cholesky(grid.pattern);
    cholesky.refresh(grid.scalar_matrix, grid.filter.fixed);
    std::vector<Vec3> solution(grid.size());
    while (state.KeepRunning()) {
        cholesky.apply(grid.right, solution);
        benchmark::ClobberMemory();
    }
    report_cost(state, grid.size());
}

BENCHMARK(cg_scalar_ic0)->Apply(every_size);
BENCHMARK(cg_scalar_multigrid)->Apply(every_size);
BENCHMARK(cg_scalar_jacobi)->Apply(every_size);
BENCHMARK(cg_blocks_ic0)->Apply(every_size);
BENCHMARK(cg_blocks_multigrid)->Apply(every_size);
BENCHMARK(cg_blocks_jacobi)->Apply(every_size);
BENCHMARK(direct_solve_scalar)->Apply(up_to_40000);

}  // namespace
}  // namespace tulle
