#pragma once
// Approximate inverses for conjugate gradients. A direct factorisation is the best of them: it ends the iteration at
// once. Where it does not know of contacts (numbers), it keeps its factor while only the filter changes.

#include "linear/csr.hpp"

#include <tulle/description.hpp>

#include <memory>
#include <span>
#include <string_view>

namespace tulle {

template <class Value>
class Preconditioner {
public:
    virtual ~Preconditioner() = default;
    [[nodiscard]] virtual std::string_view name() const = 0;
    /// Takes the values of A; the pattern never changes. Rows of `fixed` particles count as decoupled.
    void refresh(const Csr<Value>& A, std::span<const unsigned char> fixed) { refresh(A, fixed, A); }
    /// Takes those of `held`, which is A as contacts leave it (ConstrainedMatrix). A itself tells what does not change
    /// with every contact.
    virtual void refresh(const Csr<Value>& A, std::span<const unsigned char> fixed, const Csr<Value>& held) = 0;
    /// z ~ A^-1 r
    virtual void apply(std::span<const Vec3> r, std::span<Vec3> z) = 0;
};

/// What a direct factor of numbers is kept in: single precision where solutions need not be exact.
enum class FactorPrecision { full, single };

/// The one the settings ask for, with all its memory reserved for this pattern.
template <class Value>
[[nodiscard]] std::unique_ptr<Preconditioner<Value>> make_preconditioner(
    const SolverSettings& settings, std::shared_ptr<const SparsityPattern> pattern,
    FactorPrecision precision = FactorPrecision::full);

}  // namespace tulle
