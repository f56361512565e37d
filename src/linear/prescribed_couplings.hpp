#pragma once
// Contact blocks with particles of prescribed motion, which are vertices of obstacles. Particles of prescribed motion
// have no rows in the matrix and come after all other particles. A contact block with such particles adds only to the
// rows of its other corners. If a block has only one corner with a row, the block is a single diagonal entry of the
// matrix.

#include "linear/contact_hessian.hpp"

#include <span>
#include <vector>

namespace tulle {

class PrescribedCouplings {
public:
    /// Removes the corners without a row in A from the blocks. A block with one remaining corner is added to A and
    /// removed from `blocks`.
    void take_from(std::vector<StencilBlock>& blocks, Csr<Mat3>& A);

    /// Adds to y the effect of prescribed motion: the coupling blocks times the motion x of the particles without rows.
    /// `y` has one entry per row.
    void add(std::span<const Vec3> x, std::span<Vec3> y) const;

private:
    std::vector<StencilBlock> blocks_;  // the blocks before corners were removed
};

}  // namespace tulle
