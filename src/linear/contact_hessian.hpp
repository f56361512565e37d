#pragma once
// The Hessian of contact: small dense terms between particles that touch for now, beside a matrix whose pattern never
// changes. Their diagonal blocks are added to that matrix, so that preconditioners know of them on every level;
// products add what couples different particles.

#include "linear/csr.hpp"
#include "linear/stencil_incidence.hpp"

#include <array>
#include <span>
#include <vector>

namespace tulle {

/// The same block between any two of four particles, in proportion to the product of their weights.
struct StencilBlock {
    std::array<int, 4> particles{};
    std::array<double, 4> weights{};
    Mat3 block = Mat3::Zero();
};

class ContactHessian {
public:
    [[nodiscard]] bool empty() const { return blocks_.empty(); }
    [[nodiscard]] std::span<const StencilBlock> blocks() const { return blocks_; }

    /// Empties it and returns the list to fill; call `finish` when all blocks are in.
    [[nodiscard]] std::vector<StencilBlock>& restart()
    {
        blocks_.clear();
        return blocks_;
    }
    void finish(std::size_t particles);

    /// A_ii += its diagonal blocks.
    void add_diagonal(Csr<Mat3>& A) const;
    /// y += (this - its diagonal blocks) x
    void add_couplings(std::span<const Vec3> x, std::span<Vec3> y) const;

private:
    std::vector<StencilBlock> blocks_;
    StencilIncidence incidence_;
    mutable std::vector<Vec3> pull_;  // scratch: per block, its block times the weighted sum of x
};

/// A and, where something touches, the couplings of contact beside it. A has their diagonal blocks.
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
