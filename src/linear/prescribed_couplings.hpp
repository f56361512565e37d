#pragma once
// Contact with particles that have no rows in the matrix, as their motion is prescribed: vertices of obstacles, which
// come after all others. Such a block adds to the rows of its other corners alone; where it has one of these, it is an
// entry on the diagonal and nothing else.

#include "linear/contact_hessian.hpp"

#include <span>
#include <vector>

namespace tulle {

class PrescribedCouplings {
public:
    /// Takes the corners without a row in A out of the blocks: those with one other corner are added to A instead.
    void take_from(std::vector<StencilBlock>& blocks, Csr<Mat3>& A);

    /// y += what the motion x of particles without rows does to those that have some; `y` has a place for each row.
    void add(std::span<const Vec3> x, std::span<Vec3> y) const;

private:
    std::vector<StencilBlock> blocks_;  // as they were
};

}  // namespace tulle
