// Contact with particles that have no rows: what it does to the others is what blocks of all of them would do.

#include "linear/prescribed_couplings.hpp"

#include "support/random_values.hpp"

#include <gtest/gtest.h>

namespace tulle {
namespace {

constexpr int rows = 6, particles = 10;

/// Blocks with any number of corners among the last particles, but none with all.
std::vector<StencilBlock> random_blocks(testing::RandomValues& random)
{
    std::vector<StencilBlock> blocks(40);
    for (std::size_t k = 0; k < blocks.size(); ++k) {
        StencilBlock& block = blocks[k];
        const int with_rows = 1 + static_cast<int>(k) % 4;
        for (int corner = 0; corner < 4; ++corner)
            block.particles[corner] =
                corner < with_rows ? (static_cast<int>(k) + corner) % rows : rows + (static_cast<int>(k) + corner) % 4;
        for (double& weight : block.weights) weight = random.number(-1, 1);
        const Vec3 n = random.vector(1.0);
        block.block = n * n.transpose();
    }
    return blocks;
}

TEST(PrescribedCouplings, DoWhatTheWholeBlocksDo)
{
    testing::RandomValues random(1);
    const std::vector<StencilBlock> all = random_blocks(random);
    std::vector<Vec3> x, expected(rows, Vec3::Zero());
    for (int p = 0; p < particles; ++p) x.push_back(random.vector(1.0));
    for (const StencilBlock& block : all)
        for (int i = 0; i < 4; ++i)
            for (int j = 0; j < 4; ++j)
                if (block.particles[i] < rows)
                    expected[block.particles[i]] +=
                        block.weights[i] * block.weights[j] * (block.block * x[block.particles[j]]);

    const std::vector<std::pair<int, int>> nothing;
    Csr<Mat3> A(std::make_shared<SparsityPattern>(make_pattern(rows, nothing)));
    A.set_zero();
    ContactHessian contact;
    std::vector<StencilBlock>& blocks = contact.restart();
    blocks = all;
    PrescribedCouplings prescribed;
    prescribed.take_from(blocks, A);
    EXPECT_EQ(blocks.size(), 30u) << "those with one row are entries on the diagonal";
    contact.finish(rows);
    contact.add_diagonal(A);
    std::vector<Vec3> y(rows);
    SystemMatrix<Mat3>(A, &contact).multiply(std::span(x).first(rows), y);
    prescribed.add(x, y);
    for (int p = 0; p < rows; ++p) EXPECT_LT((y[p] - expected[p]).norm(), 1e-13) << p;
}

}  // namespace
}  // namespace tulle
