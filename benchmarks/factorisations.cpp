// Refreshing a preconditioner or a direct solver with new values; the symbolic part is done before.

#include "linear/cholesky.hpp"
#include "linear/incomplete_cholesky.hpp"
#include "linear/multigrid.hpp"
#include "setup.hpp"

namespace tulle {
namespace {

template <class Value>
void refresh(benchmark::State& state, Preconditioner<Value>& preconditioner, const Csr<Value>& A, const Net& net)
{
    preconditioner.refresh(A, net.filter.fixed);  // reserves its memory
    while (state.KeepRunning()) {
        preconditioner.refresh(A, net.filter.fixed);
        benchmark::ClobberMemory();
    }
    report_cost(state, net.size());
}

void ic0_factor_scalar(benchmark::State& state)
{
    const Net& net = net_of(state);
    IncompleteCholesky<double> ic0(net.pattern);
    refresh(state, ic0, net.scalar_matrix, net);
}

void ic0_factor_blocks(benchmark::State& state)
{
    const Net& net = net_of(state);
    IncompleteCholesky<Mat3> ic0(net.pattern);
    refresh(state, ic0, net.block_matrix, net);
}

void multigrid_refresh_scalar(benchmark::State& state)
{
    const Net& net = net_of(state);
    Multigrid<double> multigrid(net.pattern);
    refresh(state, multigrid, net.scalar_matrix, net);
}

void multigrid_refresh_blocks(benchmark::State& state)
{
    const Net& net = net_of(state);
    Multigrid<Mat3> multigrid(net.pattern);
    refresh(state, multigrid, net.block_matrix, net);
}

void direct_factor_scalar(benchmark::State& state)
{
    const Net& net = net_of(state);
    Cholesky<double> cholesky(net.pattern);
    refresh(state, cholesky, net.scalar_matrix, net);
}

BENCHMARK(ic0_factor_scalar)->Apply(every_size);
BENCHMARK(ic0_factor_blocks)->Apply(every_size);
BENCHMARK(multigrid_refresh_scalar)->Apply(every_size);
BENCHMARK(multigrid_refresh_blocks)->Apply(every_size);
// The factor of a net fills in: work per particle grows with the side of the net, so the largest size is left out.
BENCHMARK(direct_factor_scalar)->Apply(up_to_40000);

}  // namespace
}  // namespace tulle
