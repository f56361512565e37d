#pragma once
// The contact Hessian: small dense stencil blocks between particles that are currently in contact. The stencil blocks
// are kept beside the system matrix, whose pattern never changes. The diagonal blocks are added to the system matrix,
// so that preconditioners include these blocks on every level. The couplings between different particles enter
// matrix-vector products only.

#include "linear/csr.hpp"
#include "linear/stencil_incidence.hpp"

#include <array>
#include <span>
#include <vector>

namespace tulle {

/// One contact term of four particles: its Hessian block between particles a and b is weights[a] weights[b] block.
struct StencilBlock {
    std::array<int, 4> particles{};
    std::array<double, 4> weights{};
    Mat3 block = Mat3::Zero();
};

class ContactHessian {
public:
    [[nodiscard]] bool empty() const { return blocks_.empty(); }
    [[nodiscard]] std::span<const StencilBlock> blocks() const { return blocks_; }

    /// Removes all blocks and returns the list to fill. Call `finish` when all blocks are in the list.
    [[nodiscard]] std::vector<StencilBlock>& restart()
    {
        blocks_.clear();
        return blocks_;
    }
    void finish(std::size_t particles);

    /// Adds the diagonal blocks to A_ii.
    void add_diagonal(Csr<Mat3>& A) const;
    /// y += (H - diagonal blocks of H) x, where H is the contact Hessian.
    void add_couplings(std::span<const Vec3> x, std::span<Vec3> y) const;

private:
    std::vector<StencilBlock> blocks_;
    StencilIncidence incidence_;
    mutable std::vector<Vec3> pull_;  // scratch: per block, its block times the weighted sum of x
};

/// The system matrix: A and, if there are contacts, the off-diagonal blocks of the contact Hessian. A already contains
/// the diagonal blocks of the contact Hessian.
template <class Value>
struct SystemMatrix {
    SystemMatrix(const Csr<Value>& matrix, const ContactHessian* couplings = nullptr) : A(matrix), contact(couplings) {}

    void multiply(std::span<const Vec3> x, std::span<Vec3> y) const
    {
        A.multiply(x, y);
        if (contact != nullptr && !contact->empty()) contact->add_couplings(x, y);
    }

    const Csr<Value>& A;
    const ContactHessian* contact;
};

}  // namespace tulle
