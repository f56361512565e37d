#pragma once
// A matrix as conjugate gradients see it that are filtered by constraints.

#include "linear/csr.hpp"
#include "linear/direction_filter.hpp"

#include <memory>
#include <span>
#include <vector>

namespace tulle {

/// S A S + (I - S) D, with S the filter's projectors and D the mean of the diagonals of A. A preconditioner made for A
/// itself lets particles that are held give way: where many are, IC(0) takes twice the iterations, and a direct factor
/// five to eight instead of one.
class ConstrainedMatrix {
public:
    /// A itself when the filter holds only particles that it calls fixed, which preconditioners leave out by
    /// themselves. Coupled rows are not part of it.
    [[nodiscard]] const Csr<Mat3>& of(const Csr<Mat3>& A, const DirectionFilter& filter);

private:
    std::unique_ptr<Csr<Mat3>> held_;  // made when it is first needed
    std::vector<int> entry_of_;        // per particle, in the filter; -1 for free ones
};

}  // namespace tulle
