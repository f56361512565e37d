#pragma once
// Symmetric matrices that are filled on and above the diagonal only: the entries below are the transposes of those
// above, which costs half of the additions and makes the two agree to the last bit.

#include "linear/csr.hpp"

#include <vector>

namespace tulle {

class LowerFromUpper {
public:
    void bind(const SparsityPattern& pattern);
    /// Sets every entry below the diagonal to the transpose of its counterpart.
    void complete(Csr<Mat3>& A) const;

private:
    std::vector<int> above_;  // per entry below the diagonal, row by row: the slot of its counterpart
    std::vector<int> begin_;  // per row, into above_
};

}  // namespace tulle
