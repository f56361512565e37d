#include "linear/contact_hessian.hpp"

#include "linear/dynamic_sparsity_matrix.hpp"
#include "support/random_values.hpp"

#include <tulle/threads.hpp>

#include <gtest/gtest.h>

namespace tulle {
namespace {

struct Touching {
    Touching(int rows, int count, unsigned seed)
    {
        testing::RandomValues random(seed);
        std::vector<std::pair<int, int>> chain;
        for (int i = 0; i + 1 < rows; ++i) chain.emplace_back(i, i + 1);
        A = std::make_unique<Csr<Mat3>>(std::make_shared<SparsityPattern>(make_pattern(rows, chain)));
        for (Mat3& value : A->value) value = random.number(-1, 1) * Mat3::Identity();
        for (int k = 0; k < count; ++k) {
            StencilBlock block;
            const int first = static_cast<int>((k * 37) % (rows - 8));
            block.particles = {first, first + 2, first + 5, first + 7};
            for (double& weight : block.weights) weight = random.number(-1, 1);
            const Vec3 n = random.vector(1.0);
            block.block = n * n.transpose();
            blocks.push_back(block);
        }
        for (int i = 0; i < rows; ++i) x.push_back(random.vector(1.0));
    }
    std::unique_ptr<Csr<Mat3>> A;
    std::vector<StencilBlock> blocks;
    std::vector<Vec3> x;
};

std::vector<Vec3> product_of(Touching& touching)
{
    ContactHessian contact;
    contact.restart() = touching.blocks;
    contact.finish(touching.x.size());
    Csr<Mat3> A = *touching.A;
    contact.add_diagonal(A);
    std::vector<Vec3> y(touching.x.size());
    SystemMatrix<Mat3>(A, &contact).multiply(touching.x, y);
    return y;
}

TEST(ContactHessian, MultipliesAsTheAssembledMatrixDoes)
{
    Touching touching(60, 40, 1);
    const std::vector<Vec3> y = product_of(touching);
    DynamicSparsityMatrix matrix;
    std::vector<Vec3> expected(y.size());
    matrix.of(*touching.A, touching.blocks).multiply(touching.x, expected);
    for (std::size_t i = 0; i < y.size(); ++i) EXPECT_LE((y[i] - expected[i]).norm(), 1e-13) << i;
}

TEST(ContactHessian, ThreadsChangeNoBit)
{
    Touching touching(6000, 5000, 2);
    const auto product = [&](int threads) {
        const ThreadLimit limit(threads);
        return product_of(touching);
    };
    const std::vector<Vec3> one = product(1);
    EXPECT_EQ(product(2), one);
    EXPECT_EQ(product(3), one);
}

TEST(ContactHessian, IsNothingWithoutBlocks)
{
    Touching touching(20, 0, 3);
    std::vector<Vec3> expected(touching.x.size());
    touching.A->multiply(touching.x, expected);
    EXPECT_EQ(product_of(touching), expected);
}

}  // namespace
}  // namespace tulle
