#include "analysis/stability.hpp"

#include "forces/springs.hpp"
#include "support/dense_algebra.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace tulle {
namespace {

/// Springs at rest, and the same K and D built one spring at a time, without the library's Jacobians.
struct SpringMesh {
    SpringMesh(std::vector<Vec3> positions, std::vector<double> masses, std::vector<Spring> all,
               const SpringSettings& given)
        : x(std::move(positions)), mass(std::move(masses)), fixed(x.size(), 0), springs(std::move(all)), settings(given)
    {
        auto force = std::make_unique<Springs>(x.size());
        force->add(springs, 0, settings);
        std::vector<std::unique_ptr<Force>> forces;
        forces.push_back(std::move(force));
        field = std::make_unique<ForceField>(x.size(), std::move(forces));
    }

    [[nodiscard]] double limit() const { return symplectic_step_limit(*field, x, mass, fixed); }

    /// M^-1/2 B M^-1/2 for the stiffness (blocks k u u^T at rest) or the damping, without the fixed particles.
    [[nodiscard]] Eigen::MatrixXd scaled(bool damping) const
    {
        const auto n = 3 * static_cast<Eigen::Index>(x.size());
        Eigen::MatrixXd B = Eigen::MatrixXd::Zero(n, n);
        for (const Spring& spring : springs) {
            const auto kind = static_cast<std::size_t>(spring.kind);
            const std::array k{settings.stretch_stiffness, settings.shear_stiffness, settings.bending_stiffness};
            const std::array d{settings.stretch_damping, settings.shear_damping, settings.bending_damping};
            const Vec3 u = (x[spring.i] - x[spring.j]).normalized();
            const bool along = !damping || settings.damping_kind == DampingKind::projected;
            const Mat3 block = (damping ? d : k).at(kind) * (along ? Mat3(u * u.transpose()) : Mat3(Mat3::Identity()));
            B.block<3, 3>(3 * spring.i, 3 * spring.i) += block;
            B.block<3, 3>(3 * spring.j, 3 * spring.j) += block;
            B.block<3, 3>(3 * spring.i, 3 * spring.j) -= block;
            B.block<3, 3>(3 * spring.j, 3 * spring.i) -= block;
        }
        Eigen::VectorXd root(n);
        for (Eigen::Index i = 0; i < n; ++i) root[i] = fixed[i / 3] != 0 ? 0 : 1 / std::sqrt(mass[i / 3]);
        return root.asDiagonal() * B * root.asDiagonal();
    }

    std::vector<Vec3> x;
    std::vector<double> mass;
    std::vector<unsigned char> fixed;
    std::vector<Spring> springs;
    SpringSettings settings;
    std::unique_ptr<ForceField> field;
};

SpringSettings undamped()
{
    SpringSettings settings;
    settings.stretch_damping = settings.shear_damping = settings.bending_damping = 0;
    return settings;
}

/// Two particles joined by a spring, obliquely.
SpringMesh pair(double m0, double m1, double k, double d)
{
    SpringSettings settings = undamped();
    settings.stretch_stiffness = k;
    settings.stretch_damping = d;
    return {{Vec3::Zero(), Vec3(1, 2, 2)}, {m0, m1}, {{0, 1, 3.0, SpringKind::structural}}, settings};
}

SpringMesh grid(int side, const SpringSettings& settings)
{
    const ClothMesh mesh =
        make_cloth_mesh(GridDescription{.size = {1, 1.5}, .particles = {side, side}, .center = Vec3::Zero()});
    std::vector<double> mass;
    for (const double area : mesh.areas) mass.push_back(0.2 * area);
    return {mesh.positions, mass, mesh.springs, settings};
}

TEST(SymplecticStepLimit, OfAFreePair)
{
    // The two swing against each other: k0 = k (1/m0 + 1/m1).
    EXPECT_NEAR(pair(0.5, 0.5, 30, 0).limit(), 2 / std::sqrt(2 * 30 / 0.5), 1e-12);
    EXPECT_NEAR(pair(0.1, 2, 30, 0).limit(), 2 / std::sqrt(30 / 0.1 + 30 / 2.0), 1e-12);
}

TEST(SymplecticStepLimit, OfOneMassOnASpring)
{
    SpringMesh mesh = pair(0.1, 0.5, 30, 0);
    mesh.fixed[0] = 1;
    EXPECT_NEAR(mesh.limit(), 2 / std::sqrt(30 / 0.5), 1e-12);
}

TEST(SymplecticStepLimit, OfOneDampedMode)
{
    // h^2 k + 2 h d = 4 with k and d per unit mass
    for (const double damping : {0.01, 1.0, 30.0}) {
        SpringMesh mesh = pair(0.1, 0.5, 30, damping);
        mesh.fixed[0] = 1;
        const double k = 30 / 0.5;
        const double d = damping / 0.5;
        const double expected = (std::sqrt(d * d + 4 * k) - d) / k;
        EXPECT_NEAR(mesh.limit(), expected, 1e-3 * expected) << damping;
        EXPECT_LE(mesh.limit(), expected * (1 + 1e-5)) << damping;
    }
}

TEST(SymplecticStepLimit, OfDampingAlone)
{
    SpringMesh mesh = pair(0.1, 0.5, 0, 3);
    EXPECT_NEAR(mesh.limit(), 2 / (3 / 0.1 + 3 / 0.5), 1e-9);
}

TEST(SymplecticStepLimit, IsInfiniteWhereNothingIsStiffOrFree)
{
    EXPECT_TRUE(std::isinf(pair(1, 1, 0, 0).limit()));
    SpringMesh pinned = pair(1, 1, 30, 1);
    pinned.fixed = {1, 1};
    EXPECT_TRUE(std::isinf(pinned.limit()));
}

TEST(SymplecticStepLimit, OfAPinnedGridAgreesWithDenseEigenvalues)
{
    SpringMesh mesh = grid(12, undamped());
    for (const bool pinned : {false, true}) {
        mesh.fixed[0] = mesh.fixed[11] = pinned ? 1 : 0;
        const double expected = 2 / std::sqrt(testing::largest_eigenvalue(mesh.scaled(false)));
        EXPECT_NEAR(mesh.limit(), expected, 1e-5 * expected) << (pinned != 0 ? "hanging" : "free");
    }
}

TEST(SymplecticStepLimit, OfADampedGridAgreesWithDenseEigenvalues)
{
    for (const DampingKind kind : {DampingKind::relative, DampingKind::projected}) {
        SpringSettings settings;
        settings.stretch_damping = 0.5;
        settings.shear_damping = 0.8;
        settings.damping_kind = kind;
        SpringMesh mesh = grid(7, settings);
        mesh.fixed[3] = 1;
        const Eigen::MatrixXd K = mesh.scaled(false);
        const Eigen::MatrixXd D = mesh.scaled(true);
        const double h = mesh.limit();
        EXPECT_LT(testing::largest_eigenvalue(h * h * K + 2 * h * D), 4 * (1 + 1e-5));
        const double longer = 1.0015 * h;
        EXPECT_GT(testing::largest_eigenvalue(longer * longer * K + 2 * longer * D), 4);
    }
}

/// Spectral radius of v+ = v - h (K x + D v), x+ = x + h v+.
double amplification(const SpringMesh& mesh, double h)
{
    const Eigen::MatrixXd K = mesh.scaled(false);
    const Eigen::MatrixXd D = mesh.scaled(true);
    const Eigen::Index n = K.rows();
    const Eigen::MatrixXd I = Eigen::MatrixXd::Identity(n, n);
    Eigen::MatrixXd step(2 * n, 2 * n);
    step << I - h * h * K, h * (I - h * D), -h * K, I - h * D;
    return testing::spectral_radius(step);
}

TEST(SymplecticStepLimit, IsWhereTheLinearisedStepStartsToGrow)
{
    for (const double damping : {0.0, 0.3}) {
        SpringSettings settings = undamped();
        settings.stretch_damping = damping;
        const SpringMesh mesh = grid(4, settings);
        const double h = mesh.limit();
        // Rigid motion gives double eigenvalues of one, which a dense solver scatters by the root of the rounding.
        EXPECT_LT(amplification(mesh, 0.998 * h), 1 + 1e-6) << damping;
        EXPECT_GT(amplification(mesh, 1.002 * h), 1 + 1e-3) << damping;
    }
}

TEST(SymplecticStepLimit, ScalesLikeATime)
{
    // Four times the stiffness, or a quarter of the mass: half the step.
    SpringMesh mesh = grid(6, undamped());
    const double h = mesh.limit();
    SpringSettings stiffer = undamped();
    stiffer.stretch_stiffness *= 4;
    stiffer.shear_stiffness *= 4;
    stiffer.bending_stiffness *= 4;
    EXPECT_NEAR(grid(6, stiffer).limit(), 0.5 * h, 1e-9 * h);
    for (double& m : mesh.mass) m /= 4;
    EXPECT_NEAR(mesh.limit(), 0.5 * h, 1e-9 * h);
}

}  // namespace
}  // namespace tulle
