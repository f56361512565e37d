#pragma once
// The system matrix restricted by constraints, from which preconditioners of filtered conjugate gradients are made.

#include "linear/csr.hpp"
#include "linear/direction_filter.hpp"

#include <memory>
#include <span>
#include <vector>

namespace tulle {

/// The matrix S A S + (I - S) D, where S has the projectors of the filter and D has, for each particle, the mean of the
/// diagonal of its block of A. A preconditioner made from A itself treats constrained particles as if they could move.
/// Where many particles are constrained, IC(0) made from A takes twice the iterations, and a direct factor of A takes
/// five to eight iterations instead of one.
class ConstrainedMatrix {
public:
    /// Returns the restricted matrix. Returns A itself if the filter constrains only particles that it marks as fixed:
    /// preconditioners leave out fixed particles themselves. Multi-particle constraint rows are not part of the result.
    [[nodiscard]] const Csr<Mat3>& of(const Csr<Mat3>& A, const DirectionFilter& filter);

private:
    std::unique_ptr<Csr<Mat3>> held_;  // allocated on first use
    std::vector<int> entry_of_;        // per particle: its entry in the filter; -1 if it is free
};

}  // namespace tulle
