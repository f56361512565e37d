#include "forces/hinge_bending.hpp"

#include "element_checks.hpp"
#include "forces/stvk_membrane.hpp"
#include "support/force_field_of.hpp"
#include "support/sheet_meshes.hpp"

#include <numbers>

namespace tulle {
namespace {

using testing::Held;
using testing::Positions;
using testing::sheet_mesh;

constexpr double plate_rigidity = 2e-3;  // N m

struct HingedSheet {
    explicit HingedSheet(TriangleMesh described, double damping_time = 0.01) : mesh(std::move(described))
    {
        auto owned = std::make_unique<HingeBending>();
        owned->add(mesh.positions, 0, mesh.faces, plate_rigidity, damping_time);
        hinges = owned.get();
        field = testing::force_field_of(std::move(owned), mesh.positions.size());
    }

    TriangleMesh mesh;
    HingeBending* hinges = nullptr;
    std::unique_ptr<ForceField> field;
};

/// Equilateral triangles in rows along x, every other row half a side aside: nx + 1 vertices in each of ny + 1 rows.
TriangleMesh equilateral_mesh(double side, std::array<int, 2> cells)
{
    TriangleMesh mesh;
    for (int b = 0; b <= cells[1]; ++b)
        for (int a = 0; a <= cells[0]; ++a)
            mesh.positions.emplace_back(side * (a + 0.5 * (b % 2)), side * std::sqrt(0.75) * b, 0);
    const auto at = [&](int a, int b) { return a + b * (cells[0] + 1); };
    for (int b = 0; b < cells[1]; ++b)
        for (int a = 0; a < cells[0]; ++a) {
            const int v00 = at(a, b), v10 = at(a + 1, b), v01 = at(a, b + 1), v11 = at(a + 1, b + 1);
            if (b % 2 == 0) {
                mesh.faces.push_back({v00, v10, v01});
                mesh.faces.push_back({v10, v11, v01});
            } else {
                mesh.faces.push_back({v00, v10, v11});
                mesh.faces.push_back({v00, v11, v01});
            }
        }
    return mesh;
}

Positions curled_up(Positions x, double curvature)
{
    for (Vec3& p : x)
        p = {std::sin(curvature * p.x()) / curvature, p.y(), (1 - std::cos(curvature * p.x())) / curvature};
    return x;
}

/// Crumpled, nearly flat, and folded over up to a degree.
std::vector<Positions> bent_sheets(const Positions& rest)
{
    std::vector<Positions> all;
    for (unsigned seed = 1; seed < 4; ++seed) {
        all.push_back(testing::crumpled(rest, seed, 0.01));
        all.push_back(testing::crumpled(rest, seed, 1e-4));
        for (const double degrees : {90.0, 179.0, -179.0}) {
            const Eigen::AngleAxisd turn(degrees * std::numbers::pi / 180, Vec3::UnitY());
            Positions folded = rest;
            for (Vec3& p : folded)
                if (p.x() > 0.0501) p = Vec3(0.05, 0, 0) + turn * (p - Vec3(0.05, 0, 0));
            all.push_back(testing::crumpled(folded, seed, 1e-5));
        }
    }
    return all;
}

TriangleMesh small_mesh() { return sheet_mesh({0.3, 0.2}, {6, 5}, 0.25); }

TEST(HingeBending, ForcesAndJacobiansAreDerivatives)
{
    const HingedSheet sheet(small_mesh());
    for (const Positions& x : bent_sheets(sheet.mesh.positions))
        testing::expect_derivatives(*sheet.field, x, 2e-7, 1e-5);
}

TEST(HingeBending, ClampedJacobiansAreSemidefinite)
{
    const HingedSheet sheet(small_mesh());
    for (const Positions& x : bent_sheets(sheet.mesh.positions))
        for (const auto treatment : {JacobianTreatment::clamped, JacobianTreatment::damped})
            testing::expect_semidefinite(testing::stiffness_matrix(*sheet.field, x, treatment));
    // On flat cloth nothing is left out.
    const Positions& rest = sheet.mesh.positions;
    const Eigen::MatrixXd exact = testing::stiffness_matrix(*sheet.field, rest, JacobianTreatment::exact);
    EXPECT_LE((exact - testing::stiffness_matrix(*sheet.field, rest, JacobianTreatment::clamped)).norm(),
              1e-12 * exact.norm());
    testing::expect_semidefinite(testing::stiff_part(*sheet.field) - exact);
}

TEST(HingeBending, RigidMotionsCostNothingAndMomentumIsKept)
{
    const HingedSheet sheet(small_mesh());
    const Positions& rest = sheet.mesh.positions;
    const Mat3 turn = Eigen::AngleAxisd(2.1, Vec3(1, -2, 2) / 3).toRotationMatrix();
    Positions x = testing::mapped(rest, turn), v(rest.size());
    for (std::size_t i = 0; i < x.size(); ++i) v[i] = Vec3(1, 2, 3) + Vec3(3, -1, 2).cross(x[i]);
    EXPECT_LE(testing::size_of(testing::force_of(*sheet.field, x, v)),
              1e-12 * testing::size_of(testing::force_of(*sheet.field, curled_up(rest, 5))));
    for (const Positions& bent : bent_sheets(rest)) {
        const Positions f = testing::force_of(*sheet.field, bent, testing::RandomVectors(3).vectors(bent.size()));
        testing::expect_momentum_kept(bent, f);
    }
}

/// Through flat and on to both sides up to where the triangles lie on each other, the energy is that of one parabola.
TEST(HingeBending, AHingeIsSmoothFromFoldToFold)
{
    TriangleMesh mesh;
    mesh.positions = {{0, 0, 0}, {0, 0.1, 0}, {-0.2, 0.03, 0}, {0.1, 0.05, 0}};
    mesh.faces = {{0, 1, 2}, {1, 0, 3}};
    const HingedSheet hinge(mesh);
    const double k = plate_rigidity * 0.01 / (0.01 + 0.005);
    for (int degrees = -179; degrees <= 179; ++degrees) {
        const double angle = degrees * std::numbers::pi / 180;
        Positions x = mesh.positions;
        x[3] = {0.1 * std::cos(angle), 0.05, 0.1 * std::sin(angle)};
        EXPECT_NEAR(hinge.hinges->turn(0, x), angle, 1e-14);
        EXPECT_NEAR(hinge.field->energy(x), 0.5 * k * angle * angle, 1e-15);
        EXPECT_NEAR(testing::force_of(*hinge.field, x)[3].norm(), k * std::abs(angle) / 0.1, 1e-13);
    }
    // A fold that is there at rest is one.
    TriangleMesh folded = mesh;
    folded.positions[3] = {0, 0.05, 0.1};
    const HingedSheet creased(folded);
    EXPECT_LE(testing::size_of(testing::force_of(*creased.field, folded.positions)), 1e-16);
    EXPECT_NEAR(creased.field->energy(mesh.positions), 0.5 * k * std::pow(std::numbers::pi / 2, 2), 1e-15);
}

/// Rolled along its rows a regular mesh is a prism: angles of curvature times spacing at the edges across, none at
/// the others. Over the columns between its ends that is the energy of the plate, and inside a uniform moment moves
/// nothing.
TEST(HingeBending, ACylinderHasTheEnergyOfThePlate)
{
    const HingedSheet sheet(sheet_mesh({0.3, 0.2}, {12, 9}, 0), 0);
    for (const double curvature : {1.0, 5.0, 40.0}) {  // 1/m; the last turns by a radian a column
        const Positions x = curled_up(sheet.mesh.positions, curvature);
        const double expected = 0.5 * plate_rigidity * curvature * curvature * 0.2 * (0.3 - 0.3 / 12);
        EXPECT_NEAR(sheet.field->energy(x), expected, 1e-11 * expected);
        const Positions f = testing::force_of(*sheet.field, x);
        for (int b = 1; b < 9; ++b)
            for (int a = 2; a < 11; ++a) EXPECT_LE(f[a + 13 * b].norm(), 1e-9 * f[0].norm());
    }
}

/// Without order hinges are stiffer, whatever the resolution.
TEST(HingeBending, IrregularMeshesAreStiffer)
{
    for (const int n : {12, 24, 48}) {
        const HingedSheet sheet(sheet_mesh({0.3, 0.2}, {n, 3 * n / 4}, 0.3), 0);
        const double plate = 0.5 * plate_rigidity * 25 * 0.2 * 0.3;
        const double ratio = sheet.field->energy(curled_up(sheet.mesh.positions, 5)) / plate;
        RecordProperty("irregular_" + std::to_string(n), std::to_string(ratio));
        EXPECT_GT(ratio, 1.4);
        EXPECT_LT(ratio, 2.5);
    }
}

/// Of z = (x, y) K (x, y)^T/2, from the edges around one vertex: all of a cell of the mesh, twice.
double energy_per_area(const HingedSheet& sheet, int middle, double cell, const Eigen::Matrix2d& K)
{
    const Positions& rest = sheet.mesh.positions;
    Positions x = rest;
    for (Vec3& p : x) p.z() = 0.5 * p.head<2>().dot(K * p.head<2>());
    double sum = 0;
    int edges = 0;
    for (std::size_t h = 0; h < sheet.hinges->size(); ++h) {
        const auto& [i, j, tip, other] = sheet.hinges->particles(h);
        if (i != middle && j != middle) continue;
        const double k = plate_rigidity * (rest[j] - rest[i]).squaredNorm() / cell;  // two triangles are a cell
        sum += 0.5 * k * std::pow(sheet.hinges->turn(h, x), 2);
        ++edges;
    }
    EXPECT_EQ(edges, 6);
    return sum / (2 * cell);
}

/// Of curvature `along` at an angle to the rows, and `across`.
Eigen::Matrix2d curvatures(int degrees, double along, double across)
{
    const double angle = degrees * std::numbers::pi / 180;
    const Eigen::Vector2d u(std::cos(angle), std::sin(angle)), v(-u.y(), u.x());
    return along * u * u.transpose() + across * v * v.transpose();
}

/// Equilateral triangles bend alike in all directions: as a plate with Poisson's ratio -1/3,
///     energy per area = B/2 [ 4/3 |K|^2 - 1/3 (tr K)^2 ]   for curvatures K.
/// Seung and Nelson (1988) find the same rigidity for crystals, sqrt(3)/2 of a hinge's k.
TEST(HingeBending, EquilateralTrianglesAreAPlate)
{
    const double side = 0.02, size = 1e-4;  // m, 1/m
    const HingedSheet sheet(equilateral_mesh(side, {8, 8}), 0);
    for (int degrees = 0; degrees < 180; degrees += 7)
        for (const double other : {0.0, 1.0, -1.0, 0.5}) {
            const Eigen::Matrix2d K = curvatures(degrees, size, other * size);
            const double expected =
                0.5 * plate_rigidity * (4.0 / 3 * K.squaredNorm() - 1.0 / 3 * std::pow(K.trace(), 2));
            EXPECT_NEAR(energy_per_area(sheet, 4 + 4 * 9, side * side * std::sqrt(0.75), K), expected, 1e-6 * expected)
                << degrees << ' ' << other;
        }
}

/// Squares with diagonals do not: a cylinder across the diagonals has three times the energy of one along the rows.
TEST(HingeBending, SquaresWithDiagonalsBendByTheirDirection)
{
    const double side = 0.02, size = 1e-4;  // m, 1/m
    const HingedSheet sheet(sheet_mesh({8 * side, 8 * side}, {8, 8}, 0), 0);
    for (int degrees = 0; degrees < 180; degrees += 15) {
        const double twice = std::sin(2 * degrees * std::numbers::pi / 180);
        const double expected = 0.5 * plate_rigidity * size * size * (1 + twice + twice * twice);
        EXPECT_NEAR(energy_per_area(sheet, 4 + 4 * 9, side * side, curvatures(degrees, size, 0)), expected,
                    1e-6 * expected)
            << degrees;
    }
}

/// A strip of such triangles, held at one end and loaded at the other, beside a beam of its plate: sides that are free
/// curl, so that it has (1 - nu^2) B = 8/9 B. Near the end that is held they cannot: a strip eight times as long as
/// wide is some percent stiffer than that.
TEST(HingeBending, AStripBendsAsFarAsItsRigiditySays)
{
    std::vector<double> errors;
    for (const int rows : {4, 8, 16}) {
        const double b = 0.1, side = b / (rows * std::sqrt(0.75)), P = 2e-6;
        const int columns = static_cast<int>(std::lround(0.8 / side));
        const TriangleMesh mesh = equilateral_mesh(side, {columns, rows});
        std::vector<std::unique_ptr<Force>> forces;
        auto membrane = std::make_unique<StvkMembrane>();
        membrane->add(mesh.positions, 0, mesh.faces, IsotropicMembrane{.modulus = 100, .poisson = 0}, 0);
        auto hinges = std::make_unique<HingeBending>();
        hinges->add(mesh.positions, 0, mesh.faces, plate_rigidity, 0);
        forces.push_back(std::move(membrane));
        forces.push_back(std::move(hinges));
        ForceField field(mesh.positions.size(), std::move(forces));
        Positions load(mesh.positions.size(), Vec3::Zero());
        std::vector<Held> held(mesh.positions.size(), {false, false, false});
        // The last row of held vertices is where the strip begins; the rows are half a side apart from each other.
        const double begin = 1.25 * side, end = mesh.positions[static_cast<std::size_t>(columns)].x() + 0.25 * side;
        double tip = 0;
        for (std::size_t i = 0; i < load.size(); ++i) {
            if (mesh.positions[i].x() < 1.6 * side) held[i] = {true, true, true};
            if (static_cast<int>(i) % (columns + 1) == columns) load[i].z() = P / (rows + 1);
        }
        const Positions x = testing::at_rest_under(field, mesh.positions, load, held);
        for (std::size_t i = 0; i < load.size(); ++i) tip += load[i].z() / P * x[i].z();
        const double expected = P * std::pow(end - begin, 3) / (3 * 8.0 / 9 * plate_rigidity * b);
        errors.push_back(tip / expected - 1);
        RecordProperty("error_" + std::to_string(rows), std::to_string(errors.back()));
        EXPECT_LT(tip / (end - begin), 0.01);
    }
    for (const double error : errors) EXPECT_LT(std::abs(error), 0.02);
    EXPECT_LT(std::abs(errors[2] - errors[1]), 0.6 * std::abs(errors[1] - errors[0]));
}

TEST(HingeBending, ThreadsDoNotChangeABit)
{
    const HingedSheet sheet(sheet_mesh({0.8, 0.8}, {50, 50}, 0.3));  // several blocks
    testing::expect_threads_change_no_bit(*sheet.field, testing::crumpled(sheet.mesh.positions, 1, 0.002));
}

}  // namespace
}  // namespace tulle
