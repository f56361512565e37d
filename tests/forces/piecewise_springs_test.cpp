// Springs whose law is linear in pieces: energy, force, Jacobian and the split of IMEX methods.

#include "spring_grid.hpp"
#include "support/finite_difference.hpp"
#include "support/random_state.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace tulle {
namespace {

using testing::RandomVectors;
using testing::shifted;

const std::vector<CurvePoint> stiffening{{-0.1, -2}, {0, 0}, {0.03, 1}, {0.08, 30}};

struct StrainedGrid : SpringGrid {
    explicit StrainedGrid(const SpringSettings& settings) : StrainedGrid(make_cloth_mesh(grid), settings) {}
    StrainedGrid(const ClothMesh& cloth, const SpringSettings& settings)
        : SpringGrid(cloth, grouped(cloth.springs, settings))
    {
        RandomVectors random(11);
        x = mesh.positions;
        for (Vec3& p : x) p += random.vector(0.02);  // strains in all pieces
    }

    static inline const GridDescription grid{.size = {1, 1}, .particles = {5, 5}, .center = Vec3::Zero()};
    std::vector<Vec3> x;
};

SpringSettings with_curves()
{
    SpringSettings settings;
    settings.stretch_curve = stiffening;
    settings.bending_curve = {{-0.5, -0.2}, {0, 0}, {0.5, 0.8}};
    return settings;
}

TEST(PiecewiseSprings, ForceIsTheGradientOfTheEnergyAndTheJacobianItsDerivative)
{
    StrainedGrid grid(with_curves());
    RandomVectors random(5);
    const std::vector<Vec3> d = random.vectors(grid.x.size());
    constexpr double h = 1e-7;
    const auto f = grid.force(grid.x);
    double power = 0;
    for (std::size_t i = 0; i < d.size(); ++i) power += f[i].dot(d[i]);
    const double slope =
        (grid.field->energy(shifted(grid.x, h, d)) - grid.field->energy(shifted(grid.x, -h, d))) / (2 * h);
    EXPECT_NEAR(slope, -power, 1e-6 * std::abs(power));

    Csr<Mat3> J(grid.field->pattern());
    grid.field->add_jacobian(grid.x, {}, JacobianTreatment::exact, 1, 0, J);
    std::vector<Vec3> expected(d.size());
    J.multiply(d, expected);
    const auto ahead = grid.force(shifted(grid.x, h, d));
    const auto behind = grid.force(shifted(grid.x, -h, d));
    for (std::size_t i = 0; i < d.size(); ++i)
        EXPECT_LT((expected[i] - (ahead[i] - behind[i]) / (2 * h)).norm(), 1e-5 * expected[i].norm() + 1e-5);
}

TEST(PiecewiseSprings, ACurveThatIsALineIsALinearSpring)
{
    SpringSettings linear;
    linear.shear_stiffness = linear.bending_stiffness = 0;
    linear.shear_damping = linear.bending_damping = 0;
    SpringSettings curve = linear;
    // The stiffness of a spring of rest length L is slope / L, and all structural springs here are 0.25 m.
    const double slope = linear.stretch_stiffness * 0.25;
    curve.stretch_curve = {{-0.1, -0.1 * slope}, {0, 0}, {0.1, 0.1 * slope}};
    StrainedGrid a(linear);
    StrainedGrid b(curve);
    const auto fa = a.force(a.x);
    const auto fb = b.force(b.x);
    for (std::size_t i = 0; i < fa.size(); ++i) EXPECT_LT((fa[i] - fb[i]).norm(), 1e-11);
    EXPECT_NEAR(a.field->energy(a.x), b.field->energy(b.x), 1e-12);
}

TEST(PiecewiseSprings, TheStiffPartIsThatOfThePiecesAndChangesOnlyWithThem)
{
    StrainedGrid grid(with_curves());
    EXPECT_TRUE(grid.field->update_stiff_part(grid.x));
    EXPECT_FALSE(grid.field->update_stiff_part(grid.x));
    Csr<double> K(grid.field->pattern());
    grid.field->add_stiff_linear(1, 0, K);
    // In its piece every spring is linear, so the remainder f + K x does not change when all grow by a little.
    std::vector<Vec3> larger = grid.x;
    for (Vec3& p : larger) p *= 1 + 1e-7;
    ASSERT_FALSE(grid.field->update_stiff_part(larger));
    std::vector<Vec3> Kx(grid.x.size());
    std::vector<Vec3> Ky(grid.x.size());
    K.multiply(grid.x, Kx);
    K.multiply(larger, Ky);
    const auto f = grid.force(grid.x);
    const auto g = grid.force(larger);
    for (std::size_t i = 0; i < f.size(); ++i) EXPECT_LT((f[i] + Kx[i] - g[i] - Ky[i]).norm(), 1e-10);

    for (Vec3& p : larger) p *= 1.2;
    EXPECT_TRUE(grid.field->update_stiff_part(larger));
}

}  // namespace
}  // namespace tulle
