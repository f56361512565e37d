#include "materials/elastic_stiffness.hpp"

#include "support/dense_algebra.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace tulle {
namespace {

using testing::inverse;
using testing::smallest_eigenvalue;

/// Strains under one stress at a time are what moduli and Poisson's ratios are defined by.
TEST(ElasticStiffness, CompliancesAreTheDefinitionsOfTheNumbers)
{
    const OrthotropicMembrane canvas{.warp_modulus = 900, .weft_modulus = 300, .poisson = 0.5, .shear_modulus = 50};
    const Eigen::MatrixXd plane = inverse(stiffness_of(canvas));
    EXPECT_NEAR(plane(0, 0), 1.0 / 900, 1e-16);
    EXPECT_NEAR(plane(1, 1), 1.0 / 300, 1e-16);
    EXPECT_NEAR(plane(1, 0), -0.5 / 900, 1e-16);
    EXPECT_NEAR(plane(0, 1), -0.5 / 900, 1e-16);
    EXPECT_NEAR(plane(2, 2), 1.0 / 50, 1e-16);
    const Eigen::MatrixXd solid = inverse(stiffness_of(IsotropicSolid{.modulus = 2e4, .poisson = 0.3}));
    for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 3; ++b) EXPECT_NEAR(solid(a, b), (a == b ? 1 : -0.3) / 2e4, 1e-18);
    for (int k = 3; k < 6; ++k) EXPECT_NEAR(solid(k, k), 2 * 1.3 / 2e4, 1e-18);
}

/// Turned by 45 degrees, shear is a stretch one way and as much less the other.
TEST(ElasticStiffness, IsotropicShearFollowsFromTheOthers)
{
    const Mat3 C = stiffness_of(IsotropicMembrane{.modulus = 400, .poisson = 0.3});
    const Vec3 stretched(1, -1, 0);  // a shear of gamma = 2
    EXPECT_NEAR(stretched.dot(C * stretched), 4 * C(2, 2), 1e-12);
}

TEST(ElasticStiffness, WhatIsAllowedIsPositiveDefinite)
{
    for (const double poisson : {-0.99, 0.0, 0.99}) {
        EXPECT_EQ(membrane_problem(IsotropicMembrane{1, poisson}), "");
        EXPECT_GT(smallest_eigenvalue(stiffness_of(IsotropicMembrane{1, poisson})), 0);
    }
    for (const double poisson : {-1.72, 0.0, 1.72}) {
        EXPECT_EQ(membrane_problem(OrthotropicMembrane{3, 1, poisson, 0.1}), "");
        EXPECT_GT(smallest_eigenvalue(stiffness_of(OrthotropicMembrane{3, 1, poisson, 0.1})), 0);
    }
    for (const double poisson : {-0.99, 0.0, 0.49}) {
        EXPECT_EQ(solid_problem(IsotropicSolid{1, poisson}), "");
        EXPECT_GT(smallest_eigenvalue(stiffness_of(IsotropicSolid{1, poisson})), 0);
    }
}

TEST(ElasticStiffness, WhatWouldYieldEnergyIsRefused)
{
    EXPECT_EQ(membrane_problem(IsotropicMembrane{0, 0.3}), "modulus is 0, expected > 0");
    EXPECT_EQ(membrane_problem(IsotropicMembrane{NAN, 0.3}), "modulus is nan, expected > 0");
    EXPECT_EQ(
        membrane_problem(IsotropicMembrane{1, 1}),
        "poisson_ratio is 1, expected between -1 and 1: beyond, stretching both ways or shearing would yield energy");
    EXPECT_EQ(membrane_problem(OrthotropicMembrane{900, -1, 0.3, 50}), "weft_modulus is -1, expected > 0");
    EXPECT_EQ(membrane_problem(OrthotropicMembrane{900, 300, 0.3, 0}), "shear_modulus is 0, expected > 0");
    EXPECT_EQ(
        membrane_problem(OrthotropicMembrane{1, 4, 0.6, 50}),
        "poisson_ratio is 0.6, expected between -0.5 and 0.5: the square root of the modulus over weft_modulus, beyond "
        "which strains would yield energy");
    EXPECT_EQ(
        solid_problem(IsotropicSolid{1, 0.5}),
        "poisson_ratio is 0.5, expected between -1 and 0.5: beyond, a change of volume or of shape would yield energy");
    EXPECT_EQ(solid_problem(IsotropicSolid{INFINITY, 0.3}), "modulus is inf, expected > 0");
    EXPECT_NE(solid_problem(IsotropicSolid{1, NAN}), "");
}

}  // namespace
}  // namespace tulle
