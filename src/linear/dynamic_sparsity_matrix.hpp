#pragma once
// A matrix with dynamic sparsity: couplings that appear and disappear, such as those of contacts, extend the fixed
// pattern of a matrix.

#include "linear/contact_hessian.hpp"
#include "linear/csr.hpp"

#include <memory>
#include <span>
#include <vector>

namespace tulle {

class DynamicSparsityMatrix {
public:
    /// Returns the sum of A and the blocks, in a pattern that contains both. Returns A itself if there are no blocks.
    /// If the pattern is the same as in the last call, the result refers to the same pattern object.
    [[nodiscard]] const Csr<Mat3>& of(const Csr<Mat3>& A, std::span<const StencilBlock> blocks);

private:
    struct Incidence {
        int block, corner;
    };
    void list_incidences(std::size_t rows, std::span<const StencilBlock> blocks);
    void extend_pattern(const SparsityPattern& pattern, std::span<const StencilBlock> blocks);

    std::unique_ptr<Csr<Mat3>> with_contacts_;  // allocated on first use
    std::vector<int> incidence_begin_;          // per row
    std::vector<Incidence> incidences_;         // in the order of blocks
    SparsityPattern next_;                      // scratch
};

}  // namespace tulle
