#include "forces/stvk_membrane.hpp"

#include "element_checks.hpp"
#include "support/force_field_of.hpp"
#include "support/sheet_meshes.hpp"

namespace tulle {
namespace {

using testing::Held;
using testing::Positions;
using testing::sheet_mesh;

constexpr IsotropicMembrane rubber{.modulus = 400, .poisson = 0.3};
constexpr OrthotropicMembrane canvas{.warp_modulus = 900, .weft_modulus = 300, .poisson = 0.5, .shear_modulus = 50};

/// A sheet of triangles, 0.3 x 0.2 m if not said otherwise.
struct MembraneSheet {
    /// `angle` [rad] from x to the warp.
    MembraneSheet(TriangleMesh described, const OrthotropicMembrane& elastic, double angle = 0,
                  double damping_time = 0.01)
        : mesh(std::move(described))
    {
        auto owned = std::make_unique<StvkMembrane>();
        const Positions warp(mesh.faces.size(), Vec3(std::cos(angle), std::sin(angle), 0));
        owned->add(mesh.positions, 0, mesh.faces, warp, elastic, damping_time);
        take(std::move(owned));
    }
    MembraneSheet(TriangleMesh described, const IsotropicMembrane& elastic, double damping_time = 0.01)
        : mesh(std::move(described))
    {
        auto owned = std::make_unique<StvkMembrane>();
        owned->add(mesh.positions, 0, mesh.faces, elastic, damping_time);
        take(std::move(owned));
    }
    void take(std::unique_ptr<StvkMembrane> owned)
    {
        membrane = owned.get();
        field = testing::force_field_of(std::move(owned), mesh.positions.size());
    }

    TriangleMesh mesh;
    StvkMembrane* membrane = nullptr;
    std::unique_ptr<ForceField> field;
};

TriangleMesh small_sheet(double disorder = 0.3) { return sheet_mesh({0.3, 0.2}, {6, 5}, disorder); }

/// Crumpled; pressed together to a third and nearly to a line; folded over onto itself.
std::vector<Positions> strained_sheets(const Positions& rest)
{
    std::vector<Positions> all;
    for (unsigned seed = 1; seed < 4; ++seed) {
        all.push_back(testing::crumpled(rest, seed, 0.02));
        all.push_back(testing::crumpled(testing::mapped(rest, Vec3(0.3, 0.35, 1).asDiagonal()), seed, 0.003));
        all.push_back(testing::crumpled(testing::mapped(rest, Vec3(0.01, 1.2, 1).asDiagonal()), seed, 0.001));
        Positions folded = rest;
        for (Vec3& p : folded) p.x() = std::abs(p.x() - 0.15);
        all.push_back(testing::crumpled(folded, seed, 0.001));
    }
    return all;
}

TEST(StvkMembrane, ForcesAndJacobiansAreDerivatives)
{
    MembraneSheet cloth(small_sheet(), canvas, 0.4);
    for (const Positions& x : strained_sheets(cloth.mesh.positions))
        testing::expect_derivatives(*cloth.field, x, 1e-6, 1e-7);
}

TEST(StvkMembrane, ClampedAndDampedJacobiansAreSemidefinite)
{
    MembraneSheet cloth(small_sheet(), canvas, 0.4);
    int indefinite = 0;
    for (const Positions& x : strained_sheets(cloth.mesh.positions)) {
        const Eigen::MatrixXd clamped = testing::stiffness_matrix(*cloth.field, x, JacobianTreatment::clamped);
        testing::expect_semidefinite(clamped);
        EXPECT_EQ(clamped, testing::stiffness_matrix(*cloth.field, x, JacobianTreatment::damped));
        const Eigen::MatrixXd exact = testing::stiffness_matrix(*cloth.field, x, JacobianTreatment::exact);
        indefinite += testing::smallest_eigenvalue(exact) < -1e-6 * exact.norm() ? 1 : 0;
        // Only what is negative has been left out.
        testing::expect_semidefinite(clamped - exact +
                                     1e-12 * exact.norm() * Eigen::MatrixXd::Identity(exact.rows(), exact.cols()));
    }
    EXPECT_EQ(indefinite, 12);
    const Positions stretched = testing::mapped(cloth.mesh.positions, Vec3(1.2, 1.1, 1).asDiagonal());
    EXPECT_LE((testing::stiffness_matrix(*cloth.field, stretched, JacobianTreatment::clamped) -
               testing::stiffness_matrix(*cloth.field, stretched, JacobianTreatment::exact))
                  .norm(),
              1e-10);
}

TEST(StvkMembrane, RigidMotionsCostNothingAndMomentumIsKept)
{
    MembraneSheet cloth(small_sheet(), canvas, 0.4);
    testing::expect_rigid_motions_are_free(*cloth.field, cloth.mesh.positions);
    for (const Positions& x : strained_sheets(cloth.mesh.positions))
        testing::expect_momentum_kept(x,
                                      testing::force_of(*cloth.field, x, testing::RandomVectors(3).vectors(x.size())));
}

/// A linear map has the same stress in all triangles, so vertices inside feel nothing, however the mesh is made.
TEST(StvkMembrane, PassesThePatchTest)
{
    MembraneSheet cloth(small_sheet(), canvas, 0.4, 0);
    Mat3 map;
    map << 1.2, 0.1, 0, -0.3, 0.9, 0, 0.5, 0.2, 1;
    const Positions x = testing::mapped(cloth.mesh.positions, map);
    const Vec3 stress = cloth.membrane->stress(0, x);
    // Green's strain of the map, along the axes of the cloth.
    const Eigen::Vector2d u(std::cos(0.4), std::sin(0.4)), v(-u.y(), u.x());
    const Vec3 U = map.leftCols<2>() * u, V = map.leftCols<2>() * v;
    const Vec3 expected =
        stiffness_of(canvas) * Vec3(0.5 * (U.squaredNorm() - 1), 0.5 * (V.squaredNorm() - 1), U.dot(V));
    EXPECT_LE((stress - expected).norm(), 1e-12 * expected.norm());
    for (std::size_t k = 0; k < cloth.membrane->size(); ++k)
        EXPECT_LE((cloth.membrane->stress(k, x) - stress).norm(), 1e-12 * stress.norm());
    const Positions f = testing::force_of(*cloth.field, x);
    double border = 0;
    for (const Vec3& one : f) border = std::max(border, one.norm());
    for (int b = 1; b < 5; ++b)
        for (int a = 1; a < 6; ++a) EXPECT_LE(f[a + 7 * b].norm(), 1e-13 * border);
}

/// Pulled along x by a force per width P: the energy of uniaxial stress is E e^2/2 with e = (s^2 - 1)/2 for a stretch
/// s, so P = E e s, and the strain across is -nu e. At any size, on any mesh.
TEST(StvkMembrane, AStripShowsItsModulusAndPoissonsRatio)
{
    const auto expect_strip = [](MembraneSheet& cloth, double modulus, double poisson) {
        const Positions& rest = cloth.mesh.positions;
        for (const double stretch : {1.0001, 1.2}) {
            const double strain = 0.5 * (stretch * stretch - 1), pull = modulus * strain * stretch;
            Positions load(rest.size(), Vec3::Zero());
            std::vector<Held> held(rest.size(), {false, false, true});
            for (std::size_t i = 0; i < rest.size(); ++i) {
                const bool is_left = rest[i].x() == 0, is_right = std::abs(rest[i].x() - 0.3) < 1e-12;
                const bool is_corner = rest[i].y() == 0 || std::abs(rest[i].y() - 0.2) < 1e-12;
                const double share = pull * 0.04 * (is_corner ? 0.5 : 1);
                if (is_left) load[i].x() = -share;
                if (is_right) load[i].x() = share;
            }
            held[0] = {true, true, true};
            held[6] = {false, true, true};  // the lower right corner: only turning is held
            const Positions x = testing::at_rest_under(*cloth.field, rest, load, held);
            for (std::size_t k = 0; k < cloth.membrane->size(); ++k) {
                const Vec3 stress = cloth.membrane->stress(k, x);
                // The stress is uniaxial, whatever the axes: its trace is E e and its determinant nothing.
                EXPECT_NEAR(stress[0] + stress[1], modulus * strain, 1e-7 * modulus * strain);
                EXPECT_NEAR(stress[0] * stress[1], stress[2] * stress[2], 1e-7 * std::pow(modulus * strain, 2));
            }
            const Vec3 along = (x[6] - x[0]) / 0.3, across = (x[35] - x[0]) / 0.2;
            EXPECT_NEAR(along.norm(), stretch, 1e-8);
            EXPECT_NEAR(0.5 * (across.squaredNorm() - 1), -poisson * strain, 1e-8);
        }
    };
    for (const double disorder : {0.0, 0.3}) {
        MembraneSheet isotropic(small_sheet(disorder), rubber);
        expect_strip(isotropic, 400, 0.3);
        MembraneSheet warp(small_sheet(disorder), canvas);
        expect_strip(warp, 900, 0.5);
        MembraneSheet weft(small_sheet(disorder), canvas, 0.5 * std::numbers::pi);
        expect_strip(weft, 300, 0.5 * 300 / 900);
        // On the bias, as tables of compliances turned by 45 degrees say.
        const double bias = 4 / (1.0 / 900 + 1.0 / 300 - 2 * 0.5 / 900 + 1.0 / 50);
        const double narrowing = -bias / 4 * (1.0 / 900 + 1.0 / 300 - 2 * 0.5 / 900 - 1.0 / 50);
        MembraneSheet turned(small_sheet(disorder), canvas, 0.25 * std::numbers::pi);
        expect_strip(turned, bias, narrowing);
    }
}

/// A strip held at one end and loaded across at the other, in its plane: Timoshenko's beam of height b,
///     w = P L^3/(3 E I) + 6/5 P L/(G b),   I = b^3/12.
TEST(StvkMembrane, ABeamInThePlaneConverges)
{
    const double L = 0.4, b = 0.1, P = 1e-4, E = rubber.modulus, G = E / (2 * (1 + rubber.poisson));
    const double expected = P * L * L * L / (3 * E * b * b * b / 12) + 1.2 * P * L / (G * b);
    std::vector<double> errors;
    for (const int n : {2, 4, 8, 16}) {
        MembraneSheet beam(sheet_mesh({L, b}, {4 * n, n}, 0), rubber, 0);
        const Positions& rest = beam.mesh.positions;
        Positions load(rest.size(), Vec3::Zero());
        std::vector<Held> held(rest.size(), {false, false, true});
        for (std::size_t i = 0; i < rest.size(); ++i) {
            if (rest[i].x() == 0) held[i] = {true, true, true};
            const bool is_corner = rest[i].y() == 0 || std::abs(rest[i].y() - b) < 1e-12;
            if (std::abs(rest[i].x() - L) < 1e-12) load[i].y() = P / n * (is_corner ? 0.5 : 1);
        }
        const Positions x = testing::at_rest_under(*beam.field, rest, load, held);
        const auto tip = static_cast<std::size_t>(4 * n);
        errors.push_back(expected / (x[tip].y() - rest[tip].y()) - 1);
        RecordProperty("error_" + std::to_string(n), std::to_string(errors.back()));
    }
    for (std::size_t k = 1; k < errors.size(); ++k) EXPECT_LT(errors[k], 0.32 * errors[k - 1]) << k;
    EXPECT_LT(errors.back(), 0.02);
}

/// Pushed together, the force per width of a strip that stays straight, E s (s^2 - 1)/2, is greatest at
/// 1/sqrt(3) of its length, and then falls.
TEST(StvkMembrane, CollapsesBelowItsLengthOverTheSquareRootOfThree)
{
    MembraneSheet cloth(small_sheet(), IsotropicMembrane{.modulus = 400, .poisson = 0}, 0);
    const auto push = [&](double stretch) {
        const auto energy = [&](double s) {
            return cloth.field->energy(testing::mapped(cloth.mesh.positions, Vec3(s, 1, 1).asDiagonal()));
        };
        const double h = 1e-5;
        return -(energy(stretch + h) - energy(stretch - h)) / (2 * h * 0.3 * 0.2);  // N/m
    };
    const double worst = 1 / std::sqrt(3.0);
    EXPECT_NEAR(push(worst), 400 / (3 * std::sqrt(3.0)), 1e-6);
    EXPECT_GT(push(worst), push(worst + 0.01));
    EXPECT_GT(push(worst), push(worst - 0.01));
    EXPECT_NEAR(push(0), 0, 1e-6);
}

TEST(StvkMembrane, StiffPartIsNoSofterThanTheCloth)
{
    MembraneSheet cloth(small_sheet(), canvas, 0.4);
    const Eigen::MatrixXd K = testing::stiff_part(*cloth.field);
    const Mat3 turn = Eigen::AngleAxisd(1.1, Vec3(2, -1, 2) / 3).toRotationMatrix();
    const auto tangent_at = [&](double stretch) {
        return testing::stiffness_matrix(*cloth.field, testing::mapped(cloth.mesh.positions, stretch * turn),
                                         JacobianTreatment::exact);
    };
    testing::expect_semidefinite(K);
    for (const double stretch : {0.5, 0.9, 1.0}) testing::expect_semidefinite(K - tangent_at(stretch));
    MembraneSheet plain(small_sheet(), IsotropicMembrane{.modulus = 400, .poisson = 0}, 0);
    const Eigen::MatrixXd plain_K = testing::stiff_part(*plain.field);
    const Positions pulled = testing::mapped(plain.mesh.positions, Vec3(1.29, 1, 1).asDiagonal());
    testing::expect_semidefinite(2 * plain_K -
                                 testing::stiffness_matrix(*plain.field, pulled, JacobianTreatment::exact));
    // Rates are resisted damping_time times as much.
    Csr<double> D(cloth.field->pattern()), scaled(cloth.field->pattern());
    cloth.field->add_stiff_linear(0, 1, D);
    cloth.field->add_stiff_linear(0.01, 0, scaled);
    for (std::size_t k = 0; k < D.value.size(); ++k) EXPECT_DOUBLE_EQ(D.value[k], scaled.value[k]);
}

TEST(StvkMembrane, ThreadsDoNotChangeABit)
{
    MembraneSheet cloth(sheet_mesh({0.8, 0.8}, {60, 60}, 0.3), canvas, 0.4);  // several blocks
    testing::expect_threads_change_no_bit(*cloth.field, testing::crumpled(cloth.mesh.positions, 1, 0.01));
}

TEST(StvkMembrane, ParticlesCountFromTheFirst)
{
    const TriangleMesh mesh = small_sheet();
    Positions all(5, Vec3::Ones());
    all.insert(all.end(), mesh.positions.begin(), mesh.positions.end());
    auto owned = std::make_unique<StvkMembrane>();
    owned->add(all, 5, mesh.faces, rubber, 0);
    const auto field = testing::force_field_of(std::move(owned), all.size());
    MembraneSheet alone(mesh, rubber, 0);
    const Positions f = testing::force_of(*alone.field, testing::mapped(mesh.positions, 1.1 * Mat3::Identity()));
    const Positions g = testing::force_of(*field, testing::mapped(all, 1.1 * Mat3::Identity()));
    EXPECT_EQ(Positions(g.begin() + 5, g.end()), f);
    for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(g[i], Vec3::Zero());
}

}  // namespace
}  // namespace tulle
