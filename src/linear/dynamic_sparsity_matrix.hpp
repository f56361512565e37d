#pragma once
// A matrix with couplings that come and go, as those of contact do, beside the pattern that it was made for.

#include "linear/contact_hessian.hpp"
#include "linear/csr.hpp"

#include <memory>
#include <span>
#include <vector>

namespace tulle {

class DynamicSparsityMatrix {
public:
    /// A and the blocks, in a pattern that has room for them; A itself when there are none. Where the pattern is that
    /// of the last call, it is the same object.
    [[nodiscard]] const Csr<Mat3>& of(const Csr<Mat3>& A, std::span<const StencilBlock> blocks);

private:
    struct Incidence {
        int block, corner;
    };
    void list_incidences(std::size_t rows, std::span<const StencilBlock> blocks);
    void extend_pattern(const SparsityPattern& pattern, std::span<const StencilBlock> blocks);

    std::unique_ptr<Csr<Mat3>> extended_;  // made when it is first needed
    std::vector<int> incidence_begin_;     // per row
    std::vector<Incidence> incidences_;    // in the order of blocks
    SparsityPattern next_;                 // scratch
};

}  // namespace tulle
