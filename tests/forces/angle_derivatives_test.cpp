#include "forces/angle_derivatives.hpp"

#include "support/random_state.hpp"

#include <gtest/gtest.h>
#include <Eigen/Geometry>

#include <array>
#include <cmath>
#include <numbers>
#include <type_traits>
#include <vector>

namespace tulle {
namespace {

using testing::RandomVectors;

constexpr double pi = std::numbers::pi;
constexpr double degree = pi / 180.0;

// Each angle as one function of all its edges, and a shape that has a given angle by construction: the frame's x axis
// is along the thread, y across it and z the normal. Edges are oblique by up to `skew`.
struct Corner {
    static constexpr int edges = 2;
    static constexpr double largest = 80 * degree;
    using Edges = Eigen::Matrix<double, 3, edges>;

    static double value(const Edges& x) { return corner_angle(x.col(0), x.col(1)); }
    static auto gradient(const Edges& x) { return corner_angle_gradient(x.col(0), x.col(1)); }
    static auto hessian(const Edges& x) { return corner_angle_hessian(x.col(0), x.col(1)); }
    static Edges shape(double angle, RandomVectors& random)
    {
        const double at = random.number(-pi, pi);
        Edges x;
        x.col(0) = Vec3(std::cos(at), std::sin(at), 0);
        x.col(1) = Vec3(std::cos(at + pi / 2 + angle), std::sin(at + pi / 2 + angle), 0);
        return x;
    }
    // How fast derivatives grow: as 1 / room per order.
    static double room(double angle) { return std::cos(angle); }
};

struct Bend {
    static constexpr int edges = 3;
    static constexpr double largest = 170 * degree;
    using Edges = Eigen::Matrix<double, 3, edges>;

    static double value(const Edges& x) { return bend_angle(x.col(0), x.col(1), x.col(2)); }
    static auto gradient(const Edges& x) { return bend_angle_gradient(x.col(0), x.col(1), x.col(2)); }
    static auto hessian(const Edges& x) { return bend_angle_hessian(x.col(0), x.col(1), x.col(2)); }
    static Edges shape(double angle, RandomVectors& random)
    {
        const double s = std::tan(angle / 2);
        const double z = random.number(-0.5, 0.5);
        Edges x;
        x << Vec3(1, -z, -s).normalized(), Vec3(1, z, s).normalized(), Vec3(random.number(), 1, 0);
        return x;
    }
    static double room(double angle) { return std::cos(angle / 2); }
};

struct Hinge {
    static constexpr int edges = 3;
    static constexpr double largest = 170 * degree;
    using Edges = Eigen::Matrix<double, 3, edges>;

    static double value(const Edges& x) { return hinge_angle(x.col(0), x.col(1), x.col(2)); }
    static auto gradient(const Edges& x) { return hinge_angle_gradient(x.col(0), x.col(1), x.col(2)); }
    static auto hessian(const Edges& x) { return hinge_angle_hessian(x.col(0), x.col(1), x.col(2)); }
    static Edges shape(double angle, RandomVectors& random)
    {
        const double c = std::cos(angle / 2);
        const double s = std::sin(angle / 2);
        Edges x;
        x << Vec3(0, 1, 0), Vec3(-c, random.number(-0.5, 1.5), s), Vec3(c, random.number(-0.5, 1.5), s);
        return x;
    }
    static double room(double) { return 1.0; }
};

template <typename Angle>
struct Sample {
    typename Angle::Edges x;  // m
    double angle;             // rad
    double room;
};

// Flat, nearly flat, and bent both ways as far as the angle goes; edges of a micrometre to a kilometre, one up to
// 64 times as long as another; any direction in space.
template <typename Angle>
std::vector<Sample<Angle>> samples()
{
    std::vector<Sample<Angle>> all;
    RandomVectors random(7);
    const auto direction = [&] { return Eigen::Quaterniond(random.number(), random.number(), random.number(), 1.1); };
    for (const double size : {1e-6, 1.0, 1e3}) {
        for (const double angle : {0.0, 1e-12, -1e-7, 1e-3, -0.1, 0.5, -1.0, 1.3, -Angle::largest, Angle::largest}) {
            for (int i = 0; i < 12; ++i) {
                typename Angle::Edges x = Angle::shape(angle, random);
                if constexpr (std::is_same_v<Angle, Hinge>) {
                    x *= size;
                } else {
                    for (int edge = 0; edge < Angle::edges; ++edge)
                        x.col(edge) *= size * std::exp2(random.number(-3, 3));
                }
                all.push_back({direction().normalized().toRotationMatrix() * x, angle, Angle::room(angle)});
            }
        }
    }
    return all;
}

// The derivative of f by every component of x, in units of the edges' lengths so that it has no unit and is of order
// one: five points, error h^4 f'''''/30 + eps |f| / h.
template <typename Angle, typename Function>
auto slopes(const Sample<Angle>& at, const Function& f)
{
    constexpr int size = 3 * Angle::edges;
    Eigen::Matrix<double, decltype(f(at.x))::RowsAtCompileTime, size> J;
    for (int i = 0; i < size; ++i) {
        const double h = 1e-3 * at.room;
        const auto moved = [&](double step) {
            typename Angle::Edges x = at.x;
            x(i % 3, i / 3) += step * x.col(i / 3).norm();
            return f(x);
        };
        J.col(i) = (8 * (moved(h) - moved(-h)) - (moved(2 * h) - moved(-2 * h))) / (12 * h);
    }
    return J;
}

// Lengths of the edges that the components belong to.
template <typename Angle>
auto lengths(const typename Angle::Edges& x)
{
    Eigen::Matrix<double, 3 * Angle::edges, 1> all;
    for (int edge = 0; edge < Angle::edges; ++edge) all.template segment<3>(3 * edge).setConstant(x.col(edge).norm());
    return all;
}

// Of derivatives in units of lengths, relative to the largest of them; differences themselves are no better.
constexpr double difference_tolerance = 1e-10;
// Rounding, a few hundred operations of it, beside cancellation at sharp bends.
constexpr double rounding_tolerance = 1e-14;

template <typename Angle>
class AngleDerivatives : public ::testing::Test {};

using Angles = ::testing::Types<Corner, Bend, Hinge>;
TYPED_TEST_SUITE(AngleDerivatives, Angles);

TYPED_TEST(AngleDerivatives, AngleIsThatOfTheShape)
{
    for (const auto& sample : samples<TypeParam>())
        EXPECT_NEAR(TypeParam::value(sample.x), sample.angle, 2e-15 / sample.room);
}

TYPED_TEST(AngleDerivatives, GradientIsTheSlopeOfTheAngle)
{
    for (const auto& sample : samples<TypeParam>()) {
        const auto expected =
            slopes(sample, [](const auto& x) { return Eigen::Matrix<double, 1, 1>(TypeParam::value(x)); });
        const auto found = TypeParam::gradient(sample.x).gradient.cwiseProduct(lengths<TypeParam>(sample.x)).eval();
        EXPECT_LT((found - expected.transpose()).norm(), difference_tolerance * found.norm()) << sample.angle;
    }
}

TYPED_TEST(AngleDerivatives, HessianIsTheSlopeOfTheGradient)
{
    for (const auto& sample : samples<TypeParam>()) {
        const auto unit = lengths<TypeParam>(sample.x);
        const auto expected =
            slopes(sample, [&](const auto& x) { return TypeParam::gradient(x).gradient.cwiseProduct(unit).eval(); });
        const auto found = (unit.asDiagonal() * TypeParam::hessian(sample.x).hessian * unit.asDiagonal()).eval();
        EXPECT_LT((found - expected).norm(), difference_tolerance * found.norm()) << sample.angle;
    }
}

TYPED_TEST(AngleDerivatives, HessianIsSymmetric)
{
    for (const auto& sample : samples<TypeParam>()) {
        const auto hessian = TypeParam::hessian(sample.x).hessian;
        EXPECT_EQ(hessian, hessian.transpose());
    }
}

TYPED_TEST(AngleDerivatives, EveryFunctionGivesTheSameBits)
{
    for (const auto& sample : samples<TypeParam>()) {
        const auto with_gradient = TypeParam::gradient(sample.x);
        const auto with_hessian = TypeParam::hessian(sample.x);
        EXPECT_EQ(TypeParam::value(sample.x), with_gradient.angle);
        EXPECT_EQ(TypeParam::value(sample.x), with_hessian.angle);
        EXPECT_EQ(with_gradient.gradient, with_hessian.gradient);
    }
}

// Forces are minus a moment times the gradient. What they sum to over particles is zero for any function of edges.
TYPED_TEST(AngleDerivatives, ForcesExertNoTorque)
{
    for (const auto& sample : samples<TypeParam>()) {
        const auto gradient = TypeParam::gradient(sample.x).gradient;
        Vec3 torque = Vec3::Zero();
        double size = 0.0;
        for (int edge = 0; edge < TypeParam::edges; ++edge) {
            const Vec3 part = sample.x.col(edge).cross(gradient.template segment<3>(3 * edge));
            torque += part;
            size += part.norm();
        }
        EXPECT_LT(torque.norm(), rounding_tolerance * size / sample.room) << sample.angle;
    }
}

// Larger cloth has the same angles: x.g = 0, and, differentiated, H x = -g.
TYPED_TEST(AngleDerivatives, SizeDoesNotMatter)
{
    for (const auto& sample : samples<TypeParam>()) {
        const auto unit = lengths<TypeParam>(sample.x);
        const auto at = TypeParam::hessian(sample.x);
        const auto x = sample.x.reshaped().eval();
        const auto g = at.gradient.cwiseProduct(unit).eval();
        EXPECT_NEAR(at.gradient.dot(x), 0.0, rounding_tolerance * g.norm() / sample.room);
        const auto left = (unit.asDiagonal() * (at.hessian * x + at.gradient)).eval();
        const double size = (unit.asDiagonal() * at.hessian * unit.asDiagonal()).norm();
        EXPECT_LT(left.norm(), rounding_tolerance * size / sample.room) << sample.angle;
    }
}

TYPED_TEST(AngleDerivatives, TurnsWithTheCloth)
{
    const Mat3 turn = Eigen::Quaterniond(0.3, -0.7, 0.2, 0.5).normalized().toRotationMatrix();
    for (const auto& sample : samples<TypeParam>()) {
        const auto unit = lengths<TypeParam>(sample.x);
        const auto here = TypeParam::hessian(sample.x);
        const auto there = TypeParam::hessian(turn * sample.x);
        EXPECT_NEAR(here.angle, there.angle, 4e-15 / sample.room);
        for (int i = 0; i < 3 * TypeParam::edges; i += 3) {
            for (int j = 0; j < 3 * TypeParam::edges; j += 3) {
                const Mat3 block = here.hessian.template block<3, 3>(i, j);
                const Mat3 turned = there.hessian.template block<3, 3>(i, j);
                const double size = (unit.asDiagonal() * here.hessian * unit.asDiagonal()).norm();
                EXPECT_LT((turn * block * turn.transpose() - turned).norm() * unit[i] * unit[j],
                          10 * rounding_tolerance * size / sample.room);
            }
        }
    }
}

TEST(CornerAngle, GrowsAsTheCornerOpens)
{
    const Vec3 p(2, 0, 0);
    EXPECT_EQ(corner_angle(p, Vec3(0, 3, 0)), 0.0);
    EXPECT_NEAR(corner_angle(p, Vec3(5, 5, 0)), -pi / 4, 1e-15);
    EXPECT_NEAR(corner_angle(p, Vec3(-5, 5, 0)), pi / 4, 1e-15);
    EXPECT_EQ(corner_angle(p, Vec3(5, 5, 0)), corner_angle(Vec3(5, 5, 0), p));
    // At a right angle each end turns by one over its distance; out of the plane nothing happens at first.
    const auto g = corner_angle_gradient(p, Vec3(0, 4, 0)).gradient;
    EXPECT_EQ(Vec3(g.head<3>()), Vec3(0, -0.5, 0));
    EXPECT_EQ(Vec3(g.tail<3>()), Vec3(-0.25, 0, 0));
}

// a b - d^2 for the square of the sine would have no correct digit here.
TEST(CornerAngle, IsExactForNearlyParallelEdges)
{
    const double sine = 1e-9;
    const auto at = corner_angle_gradient(Vec3(1, 0, 0), Vec3(1, sine, 0));
    EXPECT_DOUBLE_EQ(at.angle, sine - pi / 2);
    EXPECT_NEAR(at.gradient[1], -1.0, 1e-12);
    EXPECT_NEAR(at.gradient[4], 1.0, 1e-12);
}

TEST(BendAngle, IsPositiveTowardsTheNormal)
{
    const Vec3 along(1, 0, 0);
    const Vec3 across(0, 1, 0);  // so that the normal is z
    EXPECT_NEAR(bend_angle(along, Vec3(1, 0, 1), across), pi / 4, 1e-15);
    EXPECT_NEAR(bend_angle(along, Vec3(1, 0, -1), across), -pi / 4, 1e-15);
    EXPECT_NEAR(bend_angle(along, Vec3(0, 0, 2), across), pi / 2, 1e-15);
    EXPECT_NEAR(bend_angle(along, Vec3(-1, 0, std::sqrt(3.0)), across), 2 * pi / 3, 1e-15);
    EXPECT_NEAR(bend_angle(along, Vec3(1, 0, 1), -across), -pi / 4, 1e-15);
}

TEST(BendAngle, OfAStraightThreadIsExactlyZero)
{
    RandomVectors random(3);
    for (int i = 0; i < 50; ++i) {
        const Vec3 e = random.vector();
        EXPECT_EQ(bend_angle(e, e, random.vector()), 0.0);
    }
}

TEST(BendAngle, LeavesOutWhatTurnsWithinTheSurface)
{
    const auto at = bend_angle_gradient(Vec3(2, -1, 0), Vec3(2, 1, 0), Vec3(0.3, 1, 0));
    EXPECT_EQ(at.angle, 0.0);
    for (const int in_surface : {0, 1, 3, 4, 6, 7}) EXPECT_EQ(at.gradient[in_surface], 0.0);
}

TEST(BendAngle, IsTheSameAlongTheThreadAndBack)
{
    for (const auto& [x, angle, room] : samples<Bend>()) {
        EXPECT_NEAR(bend_angle(-x.col(1), -x.col(0), -x.col(2)), bend_angle(x.col(0), x.col(1), x.col(2)),
                    4e-15 / room);
    }
}

TEST(BendAngle, DoesNotDependOnHowFarTReachesAcross)
{
    for (const auto& [x, angle, room] : samples<Bend>()) {
        const Vec3 w = x.col(0).normalized() + x.col(1).normalized();
        const Vec3 t = 3.0 * x.col(2) + 0.4 * x.col(2).norm() * w;
        EXPECT_NEAR(bend_angle(x.col(0), x.col(1), t), angle, 1e-14 / room);
    }
}

TEST(HingeAngle, IsPositiveTowardsTheNormals)
{
    const Vec3 edge(0, 2, 0);
    const Vec3 left(-1, 0.5, 0);
    EXPECT_EQ(hinge_angle(edge, left, Vec3(3, 0.7, 0)), 0.0);
    EXPECT_NEAR(hinge_angle(edge, left, Vec3(1, 0.7, 1)), pi / 4, 1e-15);
    EXPECT_NEAR(hinge_angle(edge, left, Vec3(1, 0.7, -1)), -pi / 4, 1e-15);
    EXPECT_NEAR(hinge_angle(edge, left, Vec3(-1, 0.7, 1)), 3 * pi / 4, 1e-15);
    // A tip rises by its distance from the edge times the angle.
    const auto g = hinge_angle_gradient(edge, left, Vec3(4, 0.7, 0)).gradient;
    EXPECT_EQ(g[5], 1.0);
    EXPECT_EQ(g[8], 0.25);
}

TEST(HingeAngle, IsThatOfAThreadAcrossTheEdge)
{
    RandomVectors random(11);
    for (const double angle : {0.0, 1e-6, 0.4, -1.2, 2.9}) {
        const Mat3 turn =
            Eigen::Quaterniond(random.number(), random.number(), random.number(), 1.1).normalized().matrix();
        const Vec3 e = turn * Vec3(0, 0.7, 0);
        const Vec3 d1 = turn * Vec3(-0.4, 0, 0);
        const Vec3 d2 = turn * Vec3(1.3 * std::cos(angle), 0, 1.3 * std::sin(angle));
        EXPECT_NEAR(hinge_angle(e, d1, d2), bend_angle(-d1, d2, e), 1e-14);
        EXPECT_NEAR(hinge_angle(e, d1, d2), angle, 1e-14);
    }
}

TEST(HingeAngle, IsTheSameFromEitherEndOfTheEdge)
{
    for (const auto& [x, angle, room] : samples<Hinge>()) {
        const Vec3 e = x.col(0);
        EXPECT_NEAR(hinge_angle(-e, x.col(2) - e, x.col(1) - e), angle, 1e-14);
    }
}

}  // namespace
}  // namespace tulle
