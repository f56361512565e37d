#include "forces/air.hpp"

#include "mesh/cloth_places.hpp"
#include "support/finite_difference.hpp"
#include "support/random_state.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include <numeric>

namespace tulle {
namespace {

const std::vector<Vec3> square{{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}};  // m
const std::vector<AirPatch> two_triangles{{0, 1, 2, 2}, {0, 2, 3, 3}};
const std::vector<double> all_the_same(4, 1.1);

Vec3 sum_of(const std::vector<Vec3>& f) { return std::accumulate(f.begin(), f.end(), Vec3(Vec3::Zero())); }

Vec3 total_force(const Vec3& wind, const std::vector<Vec3>& v)
{
    Air air(all_the_same, two_triangles, {.density = 1.2, .wind = wind});
    std::vector<Vec3> f(4, Vec3::Zero());
    air.add_force(square, v, f);
    return sum_of(f);
}

TEST(Air, WindAcrossASheetPushesWithThePressureOfEws96)
{
    // 1/2 rho c_w A |w|^2 along the wind, A = 4 m^2
    const std::vector<Vec3> still(4, Vec3::Zero());
    const Vec3 expected(0, 0, 0.5 * 1.2 * 1.1 * 4 * 9);
    EXPECT_TRUE(total_force({0, 0, 3}, still).isApprox(expected, 1e-12));
    EXPECT_TRUE(total_force({0, 0, -3}, still).isApprox(-expected, 1e-12));
}

TEST(Air, WindAlongASheetDoesNothing)
{
    EXPECT_LT(total_force({3, 1, 0}, std::vector<Vec3>(4, Vec3::Zero())).norm(), 1e-12);
}

TEST(Air, MovingWithTheWindFeelsNothing)
{
    EXPECT_LT(total_force({1, 2, 3}, std::vector<Vec3>(4, Vec3(1, 2, 3))).norm(), 1e-12);
}

/// A plate of 3 m x 3 m, 4 x 4 particles, turned about the x axis out of the horizontal.
ClothMesh plate(double angle)
{
    ClothMesh mesh = make_cloth_mesh(GridDescription{.size = {3, 3}, .particles = {4, 4}});
    const Eigen::AngleAxisd turn(angle, Vec3::UnitX());
    for (Vec3& x : mesh.positions) x = turn * x;
    return mesh;
}

std::vector<AirPatch> cells()
{
    std::vector<AirPatch> all;
    for (const int row : {0, 4, 8})
        for (const int v : {row, row + 1, row + 2}) all.push_back({v, v + 1, v + 5, v + 4});
    return all;
}

std::vector<AirPatch> triangles(const ClothMesh& mesh)
{
    std::vector<AirPatch> all;
    for (const Face& face : mesh.faces) all.push_back({face[0], face[1], face[2], face[2]});
    return all;
}

std::vector<Vec3> forces_on(const ClothMesh& mesh, const std::vector<AirPatch>& patches,
                            const std::array<double, 3>& by_place, const Vec3& wind)
{
    std::vector<double> drag;
    for (const ClothPlace place : cloth_places(mesh)) drag.push_back(by_place[static_cast<std::size_t>(place)]);
    Air air(drag, patches, {.density = 1.3, .wind = wind});
    std::vector<Vec3> f(16, Vec3::Zero());
    air.add_force(mesh.positions, std::vector<Vec3>(16, Vec3::Zero()), f);
    return f;
}

TEST(Air, PushesOnAPlateAtAnyAngleByItsProjectedArea)
{
    const Vec3 wind(0, 4, 3);  // m/s
    for (const double angle : {0.0, 0.4, 1.1, 2.0, 3.0}) {
        const ClothMesh mesh = plate(angle);
        const Vec3 normal(0, -std::sin(angle), std::cos(angle));
        const double projected = 9 * std::abs(normal.dot(wind)) / 5;  // m^2
        const Vec3 expected = 0.5 * 1.3 * 1.1 * projected * 25 * wind / 5;
        for (const std::vector<AirPatch>& patches : {cells(), triangles(mesh)})
            EXPECT_LT((sum_of(forces_on(mesh, patches, {1.1, 1.1, 1.1}, wind)) - expected).norm(), 1e-12) << angle;
    }
}

TEST(Air, PushesMoreOnEdgesAndCorners)
{
    // By hand: 4 corners of 1/4 m^2, 8 edges of 1/2 m^2, 4 particles inside of 1 m^2.
    const double area = 4 * 0.25 * 1.33 + 8 * 0.5 * 1.2 + 4 * 1.1;
    const std::vector<Vec3> f = forces_on(plate(0), cells(), {1.1, 1.2, 1.33}, {0, 0, 2});
    constexpr double pressure = 0.5 * 1.3 * 4;  // N/m^2
    EXPECT_NEAR(sum_of(f).z(), pressure * area, 1e-12);
    EXPECT_NEAR(f[0].z(), pressure * 1.33 * 0.25, 1e-13);
    EXPECT_NEAR(f[1].z(), pressure * 1.2 * 0.5, 1e-13);
    EXPECT_NEAR(f[5].z(), pressure * 1.1, 1e-13);
}

TEST(Air, OfABentCellIsThatOfItsTriangles)
{
    // Whichever diagonal they share.
    ClothMesh mesh = plate(0);
    testing::RandomVectors random(8);
    for (Vec3& x : mesh.positions) x += random.vector(0.2);
    const Vec3 wind(0.3, 0.5, 4);  // on one side of all of them
    const Vec3 by_cells = sum_of(forces_on(mesh, cells(), {1, 1, 1}, wind));
    const Vec3 by_triangles = sum_of(forces_on(mesh, triangles(mesh), {1, 1, 1}, wind));
    EXPECT_LT((by_cells - by_triangles).norm(), 1e-12);
}

TEST(Air, DragTakesEnergyFromMotionInStillAir)
{
    testing::RandomVectors random(5);
    for (int trial = 0; trial < 20; ++trial) {
        const Vec3 a = random.vector();
        const Vec3 w = random.vector();
        EXPECT_LE(drag_force(a, w, 0.7).dot(w), 0);
        // dF/dw = -1/2 rho c (|a.w| I + sign(a.w) w a^T)
        const Mat3 expected =
            -0.7 * (std::abs(a.dot(w)) * Mat3::Identity() + std::copysign(1.0, a.dot(w)) * w * a.transpose());
        const Mat3 J = testing::derivative([&](const Vec3& at) { return drag_force(a, at, 0.7); }, w);
        EXPECT_LT((J - expected).norm(), 1e-7);
    }
}

TEST(Air, JacobianHoldsTheDampingAlongTheRelativeWind)
{
    Air air(all_the_same, two_triangles, {.density = 1.2, .wind = Vec3(0, 0, 3)});
    Csr<Mat3> A(std::make_shared<const SparsityPattern>(make_pattern(4, {})));
    const std::vector<Vec3> still(4, Vec3::Zero());
    air.add_jacobian(square, still, JacobianTreatment::exact, 0, 1, A);
    for (std::size_t p = 0; p < 4; ++p) {
        const double area = p % 2 == 0 ? 4.0 / 3 : 2.0 / 3;  // a third of two triangles, or of one
        EXPECT_TRUE(A.diagonal(p).isApprox(-0.5 * 1.2 * 1.1 * area * 3 * Mat3::Identity(), 1e-12));
    }
}

TEST(Air, JacobianLacksOnlyWhatIsUnsymmetric)
{
    // In all the air there is: df/dv by finite differences is the Jacobian and -1/2 rho c sign(a.w) w a^T. There is no
    // df/dx in it.
    const std::vector<double> drag{1.1, 1.2, 1.33, 0.9};
    AirDescription description{.density = 1.2, .wind = {1, 2, 3}, .gust = GustDescription{.strength = 0.5}};
    description.jets.push_back({.from = {-1, 0, -1}, .direction = {1, 0, 1}, .speed = 5, .radius = 1});
    description.field = [](const Vec3& x, double t) { return Vec3(t, x.x(), 0); };
    Air air(drag, two_triangles, description);
    const Wind wind(description);
    constexpr double time = 1.7;  // s
    air.set_time(time);
    std::vector<Vec3> x = square;
    x[2].z() = 0.7;
    std::vector<Vec3> v{{0.1, 0, 0}, {0, 0.2, -0.1}, {1, 1, 1}, {0, 0, 2}};
    Csr<Mat3> A(std::make_shared<const SparsityPattern>(make_pattern(4, {})));
    air.add_jacobian(x, v, JacobianTreatment::exact, 0, 1, A);
    Csr<Mat3> of_positions(A.pattern);
    air.add_jacobian(x, v, JacobianTreatment::exact, 1, 0, of_positions);
    for (std::size_t p = 0; p < 4; ++p) {
        Vec3 a = Vec3::Zero();
        for (const AirPatch& face : two_triangles)
            if (std::find(face.begin(), face.end(), static_cast<int>(p)) != face.end())
                a += (x[face[1]] - x[face[0]]).cross(x[face[2]] - x[face[0]]) / 6;
        const Vec3 w = v[p] - wind.at(x[p], time);
        const Mat3 left_out = -0.6 * drag[p] * std::copysign(1.0, a.dot(w)) * w * a.transpose();
        const Mat3 J = testing::derivative(
            [&](const Vec3& at) {
                std::vector<Vec3> moved = v;
                moved[p] = at;
                std::vector<Vec3> f(4, Vec3::Zero());
                air.add_force(x, moved, f);
                return f[p];
            },
            v[p]);
        EXPECT_LT((J - left_out - A.diagonal(p)).norm(), 1e-6) << p;
        EXPECT_TRUE(of_positions.diagonal(p).isZero(0)) << p;
    }
}

TEST(Air, OfACellThatTearsTheIntactPartIsPushed)
{
    const std::vector<ClothMesh> meshes{plate(0)};  // nine cells of a square metre
    IntactFaces intact(meshes);
    TearingPatches tearing{&intact, {}};
    for (int cell = 0; cell < 9; ++cell) tearing.first_face.push_back(2 * cell);
    const AirDescription wind{.density = 1.2, .wind = {0, 0, 3}};
    const std::vector<Vec3>& x = meshes[0].positions;
    const std::vector<double> drag(x.size(), 1.1);
    Air air(drag, cells(), wind, tearing);
    const auto push = [&] {
        std::vector<Vec3> f(x.size(), Vec3::Zero());
        air.add_force(x, std::vector<Vec3>(x.size(), Vec3::Zero()), f);
        return f;
    };
    const std::vector<Vec3> whole = push();
    const double per_area = 0.5 * 1.2 * 1.1 * 9;  // N/m^2
    EXPECT_NEAR(sum_of(whole).z(), 9 * per_area, 1e-9);
    intact.tear(8);  // half of the middle
    intact.tear(2);  // all of another one
    intact.tear(3);
    EXPECT_EQ(push(), whole) << "tears count from the next step on";
    air.begin_step(x);
    EXPECT_NEAR(sum_of(push()).z(), 7.5 * per_area, 1e-9);
    intact.set(std::vector<unsigned char>(18, 1));
    air.begin_step(x);
    EXPECT_EQ(push(), whole);
}

}  // namespace
}  // namespace tulle
