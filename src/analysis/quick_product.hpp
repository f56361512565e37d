#pragma once
// Sparse matrix-vector products in single precision, for a block matrix with 3 x 3 blocks. Eigenvalue searches take
// hundreds of such products. Single precision reads half the memory and uses four SIMD lanes at once; the relative
// error is about 1e-6.

#include "linear/csr.hpp"

#include <vector>

namespace tulle {

class QuickProduct {
public:
    explicit QuickProduct(const Csr<Mat3>& matrix);

    /// y = A x. Not thread-safe: the calls share memory for x.
    void multiply(std::span<const Vec3> x, std::span<Vec3> y);

private:
    using Lanes = Eigen::Matrix<float, 4, 1>;  // x, y, z and an unused lane
    using Block = Eigen::Matrix<float, 4, 3>;

    std::shared_ptr<const SparsityPattern> pattern_;
    std::vector<Block> block_;
    std::vector<float> multiple_;  // replaces block_ if every block is a multiple of the identity
    std::vector<Lanes> x_;
};

}  // namespace tulle
