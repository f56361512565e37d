#include "bodies/attachments.hpp"

#include "forces/element_checks.hpp"
#include "made_body.hpp"
#include "support/force_field_of.hpp"

namespace tulle {
namespace {

struct HeldParticles {
    HeldParticles()
    {
        rest = {{0.5, 0, 0}, {0, 0.4, 0.1}, {-0.2, 0.1, 0.3}};
        const RigidBody body = testing::made_body(testing::brick, rest);
        auto owned = std::make_unique<Attachments>();
        for (int p = 0; p < 3; ++p) owned->add(p, body, rest, 1000.0 + p);
        attachments = owned.get();
        field = testing::force_field_of(std::move(owned), rest.size());
    }
    testing::Positions rest;
    Attachments* attachments = nullptr;
    std::unique_ptr<ForceField> field;
};

TEST(Attachments, HoldParticlesWhereTheyWereOnTheBody)
{
    HeldParticles held;
    EXPECT_LT(held.attachments->largest_gap(held.rest), 1e-14);
    const Mat3 turn = Eigen::AngleAxisd(2.1, Vec3(1, -2, 2) / 3).toRotationMatrix();
    testing::Positions moved = testing::mapped(held.rest, turn);
    for (Vec3& place : moved) place += Vec3(0.3, -0.5, 1);
    EXPECT_LT(held.attachments->largest_gap(moved), 1e-14);
    testing::Positions x = held.rest;
    x[1] += Vec3(0, 0, 0.01);
    EXPECT_NEAR(held.attachments->largest_gap(x), 0.01, 1e-14);
    EXPECT_TRUE(testing::force_of(*held.field, x)[1].isApprox(Vec3(0, 0, -10.01), 1e-9));
}

TEST(Attachments, HaveDerivativesAndKeepMomentum)
{
    HeldParticles held;
    const testing::Positions x = testing::crumpled(held.rest, 3, 0.1);
    testing::expect_derivatives(*held.field, x, 1e-3, 1e-9);
    testing::expect_momentum_kept(x, testing::force_of(*held.field, x));
    testing::expect_semidefinite(testing::stiffness_matrix(*held.field, x, JacobianTreatment::exact));
}

}  // namespace
}  // namespace tulle
