#include "forces/water.hpp"

#include "forces/force_field.hpp"
#include "support/random_state.hpp"

#include <gtest/gtest.h>

namespace tulle {
namespace {

using testing::RandomVectors;

const WaterDescription pond{.density = 1000, .drag_coefficient = 1.2};

/// A triangle of 2 m^2 that looks up.
const std::vector<Vec3> triangle{{0, 0, 0}, {2, 0, 0}, {0, 2, 0}};

std::vector<Vec3> pushed(const std::vector<Vec3>& x, const std::vector<Vec3>& v, WaterDescription description = pond)
{
    Water water({{0, 1, 2}}, description);
    std::vector<Vec3> f(x.size(), Vec3::Zero());
    water.add_force(x, v, f);
    return f;
}

TEST(Water, PushesAgainstAFaceThatMovesOutward)
{
    const Vec3 v(0.3, 0, 0.4);
    const auto f = pushed(triangle, {v, v, v});
    // 1/2 rho c A |v| (n.v) along -n, a third each.
    const double whole = 0.5 * 1000 * 1.2 * 2 * 0.5 * 0.4;
    for (const Vec3& share : f) EXPECT_LT((share - Vec3(0, 0, -whole / 3)).norm(), 1e-12 * whole);
}

TEST(Water, DoesNotPullAtAFaceThatMovesInwardOrAlongItself)
{
    for (const Vec3& v : {Vec3(0.3, 0, -0.4), Vec3(1, 1, 0)})
        for (const Vec3& share : pushed(triangle, {v, v, v})) EXPECT_EQ(share, Vec3(Vec3::Zero()));
}

TEST(Water, CountsVelocitiesFromTheCurrent)
{
    WaterDescription stream = pond;
    stream.current = {0.1, 0.2, -0.5};
    const Vec3 v(0.3, 0, 0.4);
    const Vec3 w = v - stream.current;
    const auto drifting = pushed(triangle, {v, v, v}, stream), still = pushed(triangle, {w, w, w});
    for (std::size_t i = 0; i < 3; ++i) EXPECT_LT((drifting[i] - still[i]).norm(), 1e-10);
    for (const Vec3& share : pushed(triangle, std::vector<Vec3>(3, stream.current), stream))
        EXPECT_EQ(share, Vec3(Vec3::Zero()));
}

TEST(Water, TakesPower)
{
    RandomVectors random(4);
    for (int k = 0; k < 200; ++k) {
        const std::vector<Vec3> x = random.vectors(3), v = random.vectors(3);
        const auto f = pushed(x, v);
        double power = 0;
        for (std::size_t i = 0; i < 3; ++i) power += f[i].dot(v[i]);
        EXPECT_LE(power, 0);
    }
}

TEST(Water, TheJacobianIsTheDampingAlongTheNormal)
{
    // Exact where the face moves along its normal but for the change of its speed, which doubles it: the force is
    // quadratic there.
    std::vector<std::unique_ptr<Force>> forces;
    forces.push_back(std::make_unique<Water>(std::vector<Face>{{0, 1, 2}}, pond));
    ForceField field(3, std::move(forces));
    const std::vector<Vec3> v(3, Vec3(0, 0, 0.4));
    Csr<Mat3> J(field.pattern());
    field.add_jacobian(triangle, v, JacobianTreatment::clamped, 0, 1, J);
    RandomVectors random(9);
    const std::vector<Vec3> d = random.vectors(3);
    std::vector<Vec3> change(3), ahead(3), behind(3);
    J.multiply(d, change);
    constexpr double h = 1e-6;
    auto plus = v, minus = v;
    for (std::size_t i = 0; i < 3; ++i) {
        plus[i] += h * d[i];
        minus[i] -= h * d[i];
    }
    field.force(triangle, plus, ahead);
    field.force(triangle, minus, behind);
    for (std::size_t i = 0; i < 3; ++i)
        EXPECT_LT((2 * change[i] - (ahead[i] - behind[i]) / (2 * h)).norm(), 1e-5 * change[i].norm());
}

}  // namespace
}  // namespace tulle
