// Linear solves. Conjugate gradients take the same number of iterations at every size: what grows is then the cost of
// an iteration, not their number.

#include "linear/cholesky.hpp"
#include "linear/conjugate_gradients.hpp"
#include "setup.hpp"

#include <algorithm>

namespace tulle {
namespace {

template <class Value>
void solve_by_cg(benchmark::State& state, const Csr<Value>& A, PreconditionerKind kind, const Net& net)
{
    const auto preconditioner = make_preconditioner<Value>({.preconditioner = kind}, net.pattern);
    preconditioner->refresh(A, net.filter.fixed);
    ConjugateGradients<Value> cg(net.size());
    std::vector<Vec3> residual(net.size());
    std::vector<Vec3> solution(net.size());
    while (state.KeepRunning()) {
        std::copy(net.right.begin(), net.right.end(), residual.begin());
        const CgResult result = cg.solve(A, *preconditioner, net.filter, residual, solution, 0.0, equal_iterations);
        if (result.iterations != equal_iterations) {
            state.SkipWithError("conjugate gradients ended early");
            break;
        }
    }
    report_cost(state, net.size());
}

void cg_scalar_ic0(benchmark::State& state)
{
    const Net& net = net_of(state);
    solve_by_cg(state, net.scalar_matrix, PreconditionerKind::ic0, net);
}

void cg_scalar_multigrid(benchmark::State& state)
{
    const Net& net = net_of(state);
    solve_by_cg(state, net.scalar_matrix, PreconditionerKind::multigrid, net);
}

void cg_scalar_jacobi(benchmark::State& state)
{
    const Net& net = net_of(state);
    solve_by_cg(state, net.scalar_matrix, PreconditionerKind::jacobi, net);
}

void cg_blocks_ic0(benchmark::State& state)
{
    const Net& net = net_of(state);
    solve_by_cg(state, net.block_matrix, PreconditionerKind::ic0, net);
}

void cg_blocks_multigrid(benchmark::State& state)
{
    const Net& net = net_of(state);
    solve_by_cg(state, net.block_matrix, PreconditionerKind::multigrid, net);
}

void cg_blocks_jacobi(benchmark::State& state)
{
    const Net& net = net_of(state);
    solve_by_cg(state, net.block_matrix, PreconditionerKind::jacobi, net);
}

void direct_solve_scalar(benchmark::State& state)
{
    const Net& net = net_of(state);
    Cholesky<double> cholesky(net.pattern);
    cholesky.refresh(net.scalar_matrix, net.filter.fixed);
    std::vector<Vec3> solution(net.size());
    while (state.KeepRunning()) {
        cholesky.apply(net.right, solution);
        benchmark::ClobberMemory();
    }
    report_cost(state, net.size());
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
