#include "forces/spring_kernel.hpp"

#include "support/dense_algebra.hpp"
#include "support/finite_difference.hpp"
#include "support/random_state.hpp"

#include <gtest/gtest.h>

namespace tulle {
namespace {

using testing::derivative;
using testing::gradient;
using testing::RandomVectors;

constexpr LinearLaw law{37.0, 0.8};  // N/m, m

Vec3 elastic_force(const Vec3& x_i, const Vec3& x_j)
{
    const SpringGeometry s = spring_geometry(x_i, x_j);
    return -law.tension(s.l) * s.u;
}

// Stretched and compressed springs in every direction.
class AnySpring : public ::testing::TestWithParam<unsigned> {
protected:
    RandomVectors random{GetParam()};
    Vec3 x_i = random.vector();
    Vec3 x_j = random.vector();
    Vec3 v_i = random.vector();
    Vec3 v_j = random.vector();
    SpringGeometry s = spring_geometry(x_i, x_j);
};

TEST_P(AnySpring, ForceIsMinusTheGradientOfTheEnergy)
{
    const auto energy = [&](const Vec3& x) { return law.energy((x - x_j).norm()); };
    EXPECT_LT((elastic_force(x_i, x_j) + gradient(energy, x_i)).norm(), 1e-8);
}

TEST_P(AnySpring, SlopeIsTheDerivativeOfTheTension)
{
    const double h = testing::difference_step;
    EXPECT_NEAR(law.slope(s.l), (law.tension(s.l + h) - law.tension(s.l - h)) / (2 * h), 1e-7);
}

TEST_P(AnySpring, ExactStiffnessIsTheDerivativeOfTheForce)
{
    const Mat3 J = derivative([&](const Vec3& x) { return elastic_force(x, x_j); }, x_i);
    EXPECT_LT((spring_stiffness(s, law, {JacobianTreatment::exact}) + J).norm(), 1e-6 * law.stiffness / s.l);
}

TEST_P(AnySpring, ClampedStiffnessIsSemidefiniteAndExactInTension)
{
    const Mat3 clamped = spring_stiffness(s, law, {JacobianTreatment::clamped});
    const double least = testing::smallest_eigenvalue(clamped);
    EXPECT_GE(least, -1e-12 * law.stiffness);
    if (s.l >= law.length) {
        EXPECT_LT((clamped - spring_stiffness(s, law, {JacobianTreatment::exact})).norm(), 1e-12 * law.stiffness);
    }
}

TEST_P(AnySpring, DampedStiffnessScalesTheConstantTermAlone)
{
    // VSMT10 section 4.1 for g = c l + d0 with c = k, d0 = -k L: d0 becomes 0.99 d0, in the transversal term g / l.
    const LinearLaw scaled{law.stiffness, 0.99 * law.length};
    const Mat3 expected = spring_stiffness(s, scaled, {JacobianTreatment::exact});
    EXPECT_LT((spring_stiffness(s, law, {JacobianTreatment::damped}) - expected).norm(), 1e-12 * law.stiffness);
}

TEST_P(AnySpring, DampingMatrixIsTheDerivativeByVelocity)
{
    for (const DampingKind kind : {DampingKind::relative, DampingKind::projected}) {
        const auto force = [&](const Vec3& v) { return damping_force(s, v - v_j, 2.5, kind); };
        EXPECT_LT((damping_matrix(s, 2.5, kind) + derivative(force, v_i)).norm(), 1e-8);
    }
}

TEST_P(AnySpring, ProjectedDampingGradientIsTheDerivativeByPosition)
{
    const auto force = [&](const Vec3& x) {
        return damping_force(spring_geometry(x, x_j), v_i - v_j, 2.5, DampingKind::projected);
    };
    EXPECT_LT((projected_damping_gradient(s, v_i - v_j, 2.5) - derivative(force, x_i)).norm(),
              1e-7 / (s.l * s.l * s.l));
}

TEST_P(AnySpring, DampingNeverFeedsMotion)
{
    for (const DampingKind kind : {DampingKind::relative, DampingKind::projected})
        EXPECT_LE(damping_force(s, v_i - v_j, 2.5, kind).dot(v_i - v_j), 0.0);
}

INSTANTIATE_TEST_SUITE_P(Random, AnySpring, ::testing::Range(1U, 21U));

TEST(SpringKernel, CoincidentEndsGiveNoForceAndAFiniteStiffness)
{
    const SpringGeometry s = spring_geometry(Vec3::Zero(), Vec3::Zero());
    EXPECT_TRUE(s.u.isZero());
    EXPECT_TRUE(spring_stiffness(s, law, {JacobianTreatment::exact}).allFinite());
    EXPECT_TRUE(projected_damping_gradient(s, Vec3::UnitX(), 1.0).isZero());
}

}  // namespace
}  // namespace tulle
