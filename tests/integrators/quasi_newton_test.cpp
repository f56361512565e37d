#include "integrators/quasi_newton.hpp"

#include "support/random_state.hpp"

#include <gtest/gtest.h>

namespace tulle {
namespace {

/// Gradient of a quadratic whose Hessian is diagonal: 1, 2, 3, ... per particle.
std::vector<Vec3> gradient(const std::vector<Vec3>& x)
{
    std::vector<Vec3> scaled = x;
    for (std::size_t i = 0; i < scaled.size(); ++i) scaled[i] *= static_cast<double>(i + 1);
    return scaled;
}

TEST(QuasiNewtonMemory, MeetsTheSecantConditionOfTheNewestPair)
{
    QuasiNewtonMemory memory(3);
    testing::RandomVectors random(2);
    std::vector<Vec3> step;
    std::vector<Vec3> change;
    for (int k = 0; k < 5; ++k) {  // more than it keeps
        step = random.vectors(4);
        change = gradient(step);
        memory.learn(step, change);
    }
    std::vector<Vec3> d = change;
    memory.before(d);  // with the identity as the approximate inverse between the loops
    memory.after(d);
    for (std::size_t i = 0; i < d.size(); ++i) EXPECT_LT((d[i] - step[i]).norm(), 1e-12);
}

TEST(QuasiNewtonMemory, IgnoresNegativeCurvatureAndForgets)
{
    QuasiNewtonMemory memory(2);
    testing::RandomVectors random(3);
    const std::vector<Vec3> step = random.vectors(4);
    std::vector<Vec3> uphill = step;
    for (Vec3& y : uphill) y = -y;
    memory.learn(step, uphill);
    EXPECT_TRUE(memory.empty());
    memory.learn(step, gradient(step));
    EXPECT_FALSE(memory.empty());
    memory.clear();
    std::vector<Vec3> q = step;
    memory.before(q);
    memory.after(q);
    EXPECT_EQ(q, step);
}

}  // namespace
}  // namespace tulle
