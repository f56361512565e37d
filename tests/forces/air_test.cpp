#include "forces/air.hpp"

#include "support/finite_difference.hpp"
#include "support/random_state.hpp"

#include <gtest/gtest.h>

namespace tulle {
namespace {

const std::vector<Vec3> square{{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}};  // m
const std::vector<Face> two_triangles{{0, 1, 2}, {0, 2, 3}};

Vec3 total_force(const Vec3& wind, const std::vector<Vec3>& v)
{
    Air air(4, two_triangles, {.density = 1.2, .drag_coefficient = 1.1, .wind = wind});
    std::vector<Vec3> f(4, Vec3::Zero());
    air.add_force(square, v, f);
    Vec3 sum = Vec3::Zero();
    for (const Vec3& one : f) sum += one;
    return sum;
}

TEST(Air, WindAcrossASheetPushesWithThePressureOfEws96)
{
    // 1/2 rho c_w A |w|^2 along the wind, A = 4 m^2
    const std::vector<Vec3> still(4, Vec3::Zero());
    const Vec3 expected(0, 0, 0.5 * 1.2 * 1.1 * 4 * 9);
    EXPECT_TRUE(total_force({0, 0, 3}, still).isApprox(expected, 1e-12));
    EXPECT_TRUE(total_force({0, 0, -3}, still).isApprox(-expected, 1e-12));
}

TEST(Air, WindAlongASheetDoesNothing)
{
    EXPECT_LT(total_force({3, 1, 0}, std::vector<Vec3>(4, Vec3::Zero())).norm(), 1e-12);
}

TEST(Air, MovingWithTheWindFeelsNothing)
{
    EXPECT_LT(total_force({1, 2, 3}, std::vector<Vec3>(4, Vec3(1, 2, 3))).norm(), 1e-12);
}

TEST(Air, DragTakesEnergyFromMotionInStillAir)
{
    testing::RandomVectors random(5);
    for (int trial = 0; trial < 20; ++trial) {
        const Vec3 a = random.vector();
        const Vec3 w = random.vector();
        EXPECT_LE(drag_force(a, w, 0.7).dot(w), 0);
        // dF/dw = -1/2 rho c (|a.w| I + sign(a.w) w a^T)
        const Mat3 expected =
            -0.7 * (std::abs(a.dot(w)) * Mat3::Identity() + std::copysign(1.0, a.dot(w)) * w * a.transpose());
        const Mat3 J = testing::derivative([&](const Vec3& at) { return drag_force(a, at, 0.7); }, w);
        EXPECT_LT((J - expected).norm(), 1e-7);
    }
}

TEST(Air, JacobianHoldsTheDampingAlongTheRelativeWind)
{
    Air air(4, two_triangles, {.density = 1.2, .drag_coefficient = 1.1, .wind = Vec3(0, 0, 3)});
    Csr<Mat3> A(std::make_shared<const SparsityPattern>(make_pattern(4, {})));
    const std::vector<Vec3> still(4, Vec3::Zero());
    air.add_jacobian(square, still, JacobianTreatment::exact, 0, 1, A);
    for (std::size_t p = 0; p < 4; ++p) {
        const double area = p % 2 == 0 ? 4.0 / 3 : 2.0 / 3;  // a third of two triangles, or of one
        EXPECT_TRUE(A.diagonal(p).isApprox(-0.5 * 1.2 * 1.1 * area * 3 * Mat3::Identity(), 1e-12));
    }
}

}  // namespace
}  // namespace tulle
