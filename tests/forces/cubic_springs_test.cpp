// Springs with cubic laws in a grid: energy, force, Jacobian, its treatments, and the split of IMEX methods.

#include "spring_grid.hpp"
#include "support/finite_difference.hpp"
#include "support/random_state.hpp"

#include <gtest/gtest.h>
#include <Eigen/Eigenvalues>

#include <cmath>

namespace tulle {
namespace {

using testing::RandomVectors;
using testing::shifted;

struct LawCase {
    const char* name;
    TensionLaw law;
    double scale;  // of the grid: below 1 it is pushed together
    double noise;  // of its particles, in spacings
};

void PrintTo(const LawCase& c, std::ostream* out) { *out << c.name; }

class CubicSprings : public ::testing::TestWithParam<LawCase> {
protected:
    CubicSprings() : CubicSprings(make_cloth_mesh(grid)) {}
    explicit CubicSprings(const ClothMesh& cloth) : spring_grid(cloth, grouped(cloth.springs, settings()))
    {
        RandomVectors random(17);
        x = mesh.positions;
        for (Vec3& p : x) p = GetParam().scale * (p + random.vector(0.2 * GetParam().noise));
        direction = random.vectors(x.size());
    }

    static SpringSettings settings()
    {
        SpringSettings settings;
        settings.law = GetParam().law;
        settings.stretch_damping = settings.shear_damping = settings.bending_damping = 0;
        return settings;
    }
    [[nodiscard]] std::vector<Vec3> moved(double by) const { return shifted(x, by, direction); }
    [[nodiscard]] std::vector<Vec3> force(const std::vector<Vec3>& at) const { return spring_grid.force(at); }

    [[nodiscard]] Csr<Mat3> jacobian(JacobianTreatment treatment) const
    {
        Csr<Mat3> J(field->pattern());
        field->add_jacobian(x, {}, treatment, 1, 0, J);
        return J;
    }

    static inline const GridDescription grid{.size = {1, 0.8}, .particles = {5, 5}, .center = {0, 0, 0}};
    SpringGrid spring_grid;
    const ClothMesh& mesh = spring_grid.mesh;
    ForceField* field = spring_grid.field.get();
    std::vector<Vec3> x, direction;
};

TEST_P(CubicSprings, ForceIsTheGradientOfTheEnergyAndTheJacobianItsDerivative)
{
    constexpr double h = 1e-7;
    const auto f = force(x);
    double power = 0;
    for (std::size_t i = 0; i < x.size(); ++i) power += f[i].dot(direction[i]);
    const double slope = (field->energy(moved(h)) - field->energy(moved(-h))) / (2 * h);
    EXPECT_NEAR(slope, -power, 1e-6 * std::abs(power));

    std::vector<Vec3> expected(x.size());
    jacobian(JacobianTreatment::exact).multiply(direction, expected);
    const auto ahead = force(moved(h)), behind = force(moved(-h));
    for (std::size_t i = 0; i < x.size(); ++i)
        EXPECT_LT((expected[i] - (ahead[i] - behind[i]) / (2 * h)).norm(), 1e-6 * expected[i].norm() + 1e-3);
}

TEST_P(CubicSprings, MomentaOfTheForcesAreZeroAndARigidMotionChangesNothing)
{
    const auto f = force(x);
    Vec3 sum = Vec3::Zero(), torque = Vec3::Zero();
    double largest = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        sum += f[i];
        torque += x[i].cross(f[i]);
        largest = std::max(largest, f[i].norm());
    }
    EXPECT_LT(sum.norm(), 1e-12 * largest);
    EXPECT_LT(torque.norm(), 1e-12 * largest);

    const Mat3 turn = Eigen::AngleAxisd(1.1, Vec3(1, 2, -1).normalized()).toRotationMatrix();
    std::vector<Vec3> elsewhere = x;
    for (Vec3& p : elsewhere) p = turn * p + Vec3(3, -1, 2);
    const auto g = force(elsewhere);
    for (std::size_t i = 0; i < x.size(); ++i) EXPECT_LT((g[i] - turn * f[i]).norm(), 1e-10 * largest);

    std::vector<Vec3> at_rest = mesh.positions;
    for (Vec3& p : at_rest) p = turn * p + Vec3(3, -1, 2);
    for (const Vec3& rest : force(at_rest)) EXPECT_LT(rest.norm(), 1e-10);
}

TEST_P(CubicSprings, ClampedNothingPushesApart)
{
    const Csr<Mat3> J = jacobian(JacobianTreatment::clamped);
    const auto n = static_cast<Eigen::Index>(3 * x.size());
    Eigen::MatrixXd dense(n, n);
    std::vector<Vec3> unit(x.size(), Vec3::Zero()), column(x.size());
    for (Eigen::Index c = 0; c < n; ++c) {
        unit[static_cast<std::size_t>(c / 3)][c % 3] = 1;
        J.multiply(unit, column);
        for (Eigen::Index r = 0; r < n; ++r) dense(r, c) = column[static_cast<std::size_t>(r / 3)][r % 3];
        unit[static_cast<std::size_t>(c / 3)].setZero();
    }
    const Eigen::VectorXd values = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(dense).eigenvalues();
    EXPECT_LE(values.maxCoeff(), 1e-9 * values.cwiseAbs().maxCoeff());
}

TEST_P(CubicSprings, TheStiffPartIsAtLeastTheStiffnessAlongEverySpringAndChangesInSteps)
{
    EXPECT_TRUE(field->update_stiff_part(x));
    EXPECT_FALSE(field->update_stiff_part(x));
    Csr<double> K(field->pattern());
    field->add_stiff_linear(1, 0, K);
    const Csr<Mat3> J = jacobian(JacobianTreatment::exact);
    for (std::size_t s = 0; s < mesh.springs.size(); ++s) {
        const auto [i, j] = std::pair(mesh.springs[s].i, mesh.springs[s].j);
        const Vec3 u = (x[i] - x[j]).normalized();
        const auto slot = field->pattern()->slot(i, j);
        EXPECT_GE(-K.value[slot] * (1 + 1e-12), u.dot(J.value[slot] * u));
    }
    std::vector<Vec3> larger = x;
    for (Vec3& p : larger) p *= 2 / GetParam().scale;
    EXPECT_TRUE(field->update_stiff_part(larger));
}

INSTANTIATE_TEST_SUITE_P(Laws, CubicSprings,
                         ::testing::Values(LawCase{"stvk", TensionLaw::stvk, 1, 0.2},
                                           LawCase{"stvk_stretched", TensionLaw::stvk, 1.4, 0.3},
                                           LawCase{"stvk_collapsed", TensionLaw::stvk, 0.3, 0.3},
                                           LawCase{"cubic", TensionLaw::cubic, 1, 0.2},
                                           LawCase{"cubic_stretched", TensionLaw::cubic, 1.4, 0.3},
                                           LawCase{"cubic_squeezed", TensionLaw::cubic, 0.3, 0.3}),
                         [](const auto& c) { return c.param.name; });

TEST(CubicSpring, DampedTheJacobianIsThatOfALawWithSmallerTerms)
{
    // VSMT10 section 4.1: b and d, and nothing else, in both of the directions that eq. 9 has them in.
    const CubicTension law = CubicTension::through(500, {});
    const auto [a, b, c, d] = law.coefficients();
    const double L = 0.02;
    for (const double s : {0.6, 0.97, 1.0, 1.3}) {
        const SpringGeometry geometry = spring_geometry(Vec3(0.3, -0.2, 0.1), Vec3(0.3, -0.2, 0.1 - s * L));
        const double axial = 3 * a * s * s + 2 * 0.95 * b * s + c,
                     transversal = a * s * s + 0.95 * b * s + c + 0.95 * d / s;
        const Mat3 K = spring_stiffness(geometry, law, L, {JacobianTreatment::damped, 0.95});
        EXPECT_LT((K - Mat3(Vec3(transversal, transversal, axial).asDiagonal())).norm(), 1e-9 * 500);
    }
}

}  // namespace
}  // namespace tulle
