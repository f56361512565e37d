#pragma once
// Preconditioners for conjugate gradients: approximate inverses of the matrix. A direct factorisation is the most
// accurate preconditioner and ends the iteration at once. The factor of a scalar matrix does not include contacts, so
// that it stays valid while only the filter changes.

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
    /// Takes the values of A, whose pattern never changes. Rows of `fixed` particles count as decoupled.
    void refresh(const Csr<Value>& A, std::span<const unsigned char> fixed) { refresh(A, fixed, A); }
    /// Takes the values of `held`, which is A restricted by contacts (ConstrainedMatrix). A itself serves for decisions
    /// that should not change with every contact.
    virtual void refresh(const Csr<Value>& A, std::span<const unsigned char> fixed, const Csr<Value>& held) = 0;
    /// z ~ A^-1 r
    virtual void apply(std::span<const Vec3> r, std::span<Vec3> z) = 0;
};

/// Precision in which the direct factor of a scalar matrix is stored: single if solutions need not be exact.
enum class FactorPrecision { full, single };

/// Creates the preconditioner that the settings ask for, with all its memory reserved for this pattern.
template <class Value>
[[nodiscard]] std::unique_ptr<Preconditioner<Value>> make_preconditioner(
    const SolverSettings& settings, std::shared_ptr<const SparsityPattern> pattern,
    FactorPrecision precision = FactorPrecision::full);

}  // namespace tulle
