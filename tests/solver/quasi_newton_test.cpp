#include "solver/quasi_newton.hpp"

#include "support/random_state.hpp"

#include <gtest/gtest.h>

namespace tulle {
namespace {

/// As pairs are kept.
std::vector<Vec3> in_single_precision(std::vector<Vec3> x)
{
    for (Vec3& value : x) value = value.cast<float>().cast<double>().eval();
    return x;
}

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
        step = in_single_precision(random.vectors(4));
        change = in_single_precision(gradient(step));
        memory.learn(step, change);
    }
    std::vector<Vec3> d = change;
    memory.before(d);  // with the identity as the approximate inverse between the loops
    memory.after(d);
    for (std::size_t i = 0; i < d.size(); ++i) EXPECT_LT((d[i] - step[i]).norm(), 1e-12);
}

TEST(QuasiNewtonMemory, MeetsItToSinglePrecisionOtherwise)
{
    QuasiNewtonMemory memory(3);
    testing::RandomVectors random(4);
    const std::vector<Vec3> step = random.vectors(4);
    memory.learn(step, gradient(step));
    std::vector<Vec3> d = gradient(step);
    memory.before(d);
    memory.after(d);
    for (std::size_t i = 0; i < d.size(); ++i) EXPECT_LT((d[i] - step[i]).norm(), 1e-6);
}

TEST(QuasiNewtonMemory, IgnoresRightAngles)
{
    QuasiNewtonMemory memory(2);
    const std::vector<Vec3> step{Vec3(1, 0, 0)};
    memory.learn(step, std::vector<Vec3>{Vec3(1e-6, 1, 0)});
    EXPECT_TRUE(memory.empty());
    memory.learn(step, std::vector<Vec3>{Vec3(1e-4, 1, 0)});
    EXPECT_FALSE(memory.empty());
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
