#pragma once
// Completes symmetric matrices that are assembled on and above the diagonal only: each entry below the diagonal becomes
// the transpose of its counterpart above. Such an assembly needs half of the additions, and the matrix is symmetric to
// the last bit.

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
