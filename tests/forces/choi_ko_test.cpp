// The springs of Choi and Ko on a grid.

#include "spring_grid.hpp"
#include "support/finite_difference.hpp"
#include "support/random_state.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace tulle {
namespace {

using testing::RandomVectors;
using testing::shifted;

SpringSettings buckling_settings()
{
    SpringSettings settings;
    settings.model = SpringModel::choi_ko;
    settings.bending_rigidity = 1e-4;
    settings.stretch_damping = settings.shear_damping = settings.bending_damping = 0;
    return settings;
}

SpringGrid buckling_grid(std::array<int, 2> particles, const SpringSettings& settings = buckling_settings())
{
    const ClothMesh mesh =
        make_cloth_mesh(GridDescription{.size = {0.4, 0.3}, .particles = particles, .center = Vec3::Zero()});
    return {mesh, choi_ko_springs(mesh, settings)};
}

TEST(ChoiKo, ForceIsTheGradientOfTheEnergyAndTheJacobianItsDerivative)
{
    const SpringGrid grid = buckling_grid({5, 6});
    RandomVectors random(3);
    std::vector<Vec3> x = grid.mesh.positions;
    for (Vec3& p : x) p += random.vector(0.03);  // pulled, pushed together and buckled
    const std::vector<Vec3> d = random.vectors(x.size());
    constexpr double h = 1e-8;
    const auto f = grid.force(x);
    double power = 0;
    for (std::size_t i = 0; i < d.size(); ++i) power += f[i].dot(d[i]);
    const double slope = (grid.field->energy(shifted(x, h, d)) - grid.field->energy(shifted(x, -h, d))) / (2 * h);
    EXPECT_NEAR(slope, -power, 1e-6 * std::abs(power));

    Csr<Mat3> J(grid.field->pattern());
    grid.field->add_jacobian(x, {}, JacobianTreatment::exact, 1, 0, J);
    std::vector<Vec3> expected(d.size());
    J.multiply(d, expected);
    const auto ahead = grid.force(shifted(x, h, d));
    const auto behind = grid.force(shifted(x, -h, d));
    for (std::size_t i = 0; i < d.size(); ++i)
        EXPECT_LT((expected[i] - (ahead[i] - behind[i]) / (2 * h)).norm(), 1e-5 * expected[i].norm() + 1e-5);
}

TEST(ChoiKo, NothingResistsInThePlaneButPullingAndWhatBuckles)
{
    SpringSettings limp = buckling_settings();
    limp.bending_rigidity = 0;
    const SpringGrid grid = buckling_grid({5, 6}, limp);
    std::vector<Vec3> smaller = grid.mesh.positions;
    for (Vec3& p : smaller) p *= 0.9;
    for (const Vec3& f : grid.force(smaller)) EXPECT_EQ(f, Vec3(Vec3::Zero()));
    EXPECT_EQ(grid.field->energy(smaller), 0);
    std::vector<Vec3> larger = grid.mesh.positions;
    for (Vec3& p : larger) p *= 1.1;
    EXPECT_GT(grid.field->energy(larger), 0);
}

/// Bent to a cylinder about the second axis, without stretching it along the arc.
std::vector<Vec3> rolled(const std::vector<Vec3>& flat, double radius)
{
    std::vector<Vec3> bent;
    for (const Vec3& p : flat)
        bent.emplace_back(radius * std::sin(p.x() / radius), p.y(), radius * (1 - std::cos(p.x() / radius)));
    return bent;
}

TEST(ChoiKo, ARolledSheetHasTheEnergyOfItsRigidity)
{
    // Half rigidity over the square of the radius, times the area that its springs cover: the whole width, which the
    // outer rows overhang by half a spacing each side, and the whole length but half a spacing at both ends. The line
    // that leads to the load at which beams give way costs energy, the less the stiffer it is.
    constexpr double radius = 0.1;
    SpringSettings stiff = buckling_settings();
    stiff.stretch_stiffness = 1e7;
    stiff.shear_stiffness = 0;
    for (const int n : {9, 17, 33}) {
        const SpringGrid grid = buckling_grid({n, n}, stiff);
        const double spacing = 0.4 / (n - 1), width = 0.3 / (n - 1);
        const double covered = (0.4 - spacing) * (0.3 + width);
        const double expected = 0.5 * stiff.bending_rigidity / (radius * radius) * covered;
        EXPECT_NEAR(grid.field->energy(rolled(grid.mesh.positions, radius)), expected, 1e-5 * expected) << n;
    }
}

TEST(ChoiKo, TheStiffPartDoesNotChange)
{
    const SpringGrid grid = buckling_grid({4, 4});
    EXPECT_FALSE(grid.field->stiff_part_changes());
    EXPECT_FALSE(grid.field->update_stiff_part(grid.mesh.positions));
}

}  // namespace
}  // namespace tulle
