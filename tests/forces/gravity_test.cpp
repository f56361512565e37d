#include "forces/gravity.hpp"

#include "support/random_state.hpp"

#include <gtest/gtest.h>

namespace tulle {
namespace {

TEST(Gravity, ForceIsWeightAndMinusTheGradientOfTheEnergy)
{
    const std::vector<double> mass{0.5, 2.0, 0.25};
    const Vec3 g(0.3, -0.1, -9.81);
    Gravity gravity(mass, g);
    testing::RandomVectors random(1);
    std::vector<Vec3> x = random.vectors(3);
    const std::vector<Vec3> v(3, Vec3::Zero());
    std::vector<Vec3> f(3, Vec3::Zero());
    gravity.add_force(x, v, f);
    const double before = gravity.energy(x);
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_TRUE(f[i].isApprox(mass[i] * g));
        const std::vector<Vec3> start = x;
        x[i] += Vec3(1, 2, 3);
        EXPECT_NEAR(gravity.energy(x) - before, -f[i].dot(Vec3(1, 2, 3)), 1e-12);
        x = start;
    }
}

}  // namespace
}  // namespace tulle
