#include "linear/preconditioner.hpp"

#include "linear/cholesky.hpp"
#include "linear/incomplete_cholesky.hpp"
#include "linear/jacobi.hpp"
#include "linear/multigrid.hpp"

#include <algorithm>
#include <type_traits>

namespace tulle {
namespace {

template <class Value>
class Identity final : public Preconditioner<Value> {
public:
    [[nodiscard]] std::string_view name() const override { return "none"; }
    void refresh(const Csr<Value>&, std::span<const unsigned char>, const Csr<Value>&) override {}
    void apply(std::span<const Vec3> r, std::span<Vec3> z) override { std::copy(r.begin(), r.end(), z.begin()); }
};

}  // namespace

template <class Value>
std::unique_ptr<Preconditioner<Value>> make_preconditioner(const SolverSettings& settings,
                                                           std::shared_ptr<const SparsityPattern> pattern,
                                                           FactorPrecision precision)
{
    if (settings.method == SolverMethod::direct) {
        if constexpr (std::is_same_v<Value, double>)
            if (precision == FactorPrecision::single)
                return std::make_unique<Cholesky<double, float>>(std::move(pattern));
        return std::make_unique<Cholesky<Value>>(std::move(pattern));
    }
    switch (settings.preconditioner) {
        case PreconditionerKind::none:
            return std::make_unique<Identity<Value>>();
        case PreconditionerKind::jacobi:
            return std::make_unique<Jacobi<Value>>(pattern->rows());
        case PreconditionerKind::multigrid:
            return std::make_unique<Multigrid<Value>>(std::move(pattern));
        case PreconditionerKind::automatic:  // choose_solver has already replaced it
        case PreconditionerKind::ic0:
            break;
    }
    return std::make_unique<IncompleteCholesky<Value>>(std::move(pattern));
}

template std::unique_ptr<Preconditioner<double>> make_preconditioner(const SolverSettings&,
                                                                     std::shared_ptr<const SparsityPattern>,
                                                                     FactorPrecision);
template std::unique_ptr<Preconditioner<Mat3>> make_preconditioner(const SolverSettings&,
                                                                   std::shared_ptr<const SparsityPattern>,
                                                                   FactorPrecision);

}  // namespace tulle
