#include "forces/woven_mesh.hpp"

#include "forces/fabric_sheet.hpp"
#include "support/fabrics.hpp"
#include "support/finite_difference.hpp"
#include "support/random_state.hpp"

#include <gtest/gtest.h>
#include <Eigen/Geometry>

#include <cmath>

namespace tulle {
namespace {

using testing::FabricSheet;
using testing::lossless;
using testing::plain_fabric;
using testing::RandomVectors;
using testing::sheet_cloth;
using testing::sheet_mesh;
using testing::sheet_of_triangles;

struct MeshSheet : FabricSheet {
    MeshSheet(const FabricDescription& fabric, std::array<int, 2> cells, double disorder, double damping_time = 0)
        : FabricSheet(sheet_cloth(sheet_of_triangles(cells, disorder), fabric, damping_time))
    {}

    [[nodiscard]] std::vector<Vec3> crumpled(unsigned seed, double by = 0.003) const
    {
        return FabricSheet::crumpled(seed, by);
    }
};

TEST(WovenMesh, ForceIsTheGradientOfTheEnergyWithoutLoss)
{
    const MeshSheet sheet(lossless(plain_fabric()), {6, 5}, 0.3);
    for (unsigned seed = 1; seed < 6; ++seed) {
        const std::vector<Vec3> x = sheet.crumpled(seed), d = RandomVectors(seed + 50).vectors(x.size());
        const double h = 1e-8;
        const double slope =
            (sheet.field->energy(testing::shifted(x, h, d)) - sheet.field->energy(testing::shifted(x, -h, d))) /
            (2 * h);
        const std::vector<Vec3> f = sheet.force(x, sheet.still);
        double expected = 0;
        for (std::size_t i = 0; i < d.size(); ++i) expected -= f[i].dot(d[i]);
        EXPECT_NEAR(slope, expected, 1e-5 * std::abs(expected));
    }
}

TEST(WovenMesh, JacobiansAreTheDerivativesOfTheForceWithHistory)
{
    const MeshSheet sheet(plain_fabric(), {5, 4}, 0.3, 0.01);
    for (unsigned seed = 11; seed < 16; ++seed) sheet.field->begin_step(sheet.crumpled(seed), 0);
    const std::vector<Vec3> x = sheet.crumpled(17), d = RandomVectors(19).vectors(x.size());
    Csr<Mat3> by_x(sheet.field->pattern());
    sheet.field->add_jacobian(x, sheet.still, JacobianTreatment::exact, 1, 0, by_x);
    std::vector<Vec3> expected(d.size());
    by_x.multiply(d, expected);
    const double h = 1e-9;
    const auto f1 = sheet.force(testing::shifted(x, h, d), sheet.still),
               f0 = sheet.force(testing::shifted(x, -h, d), sheet.still);
    for (std::size_t i = 0; i < d.size(); ++i)
        EXPECT_LT((expected[i] - (f1[i] - f0[i]) / (2 * h)).norm(), 1e-5 * expected[i].norm() + 1e-2) << i;
}

TEST(WovenMesh, ForcesSumToZeroAndExertNoTorque)
{
    const MeshSheet sheet(plain_fabric(), {6, 5}, 0.3, 0.01);
    sheet.field->begin_step(sheet.crumpled(1), 0);
    const std::vector<Vec3> x = sheet.crumpled(2);
    const std::vector<Vec3> f = sheet.force(x, RandomVectors(3).vectors(x.size()));
    Vec3 sum = Vec3::Zero(), torque = Vec3::Zero();
    double size = 0;
    for (std::size_t i = 0; i < f.size(); ++i) {
        sum += f[i];
        torque += x[i].cross(f[i]);
        size += f[i].norm();
    }
    EXPECT_LT(sum.norm(), 1e-12 * size);
    EXPECT_LT(torque.norm(), 1e-12 * size);
}

TEST(WovenMesh, UniformStatesStoreWhatTheCurvesSay)
{
    const FabricDescription fabric = lossless(plain_fabric());
    const HysteresisLoop warp(loop_of(fabric.warp.tension)), weft(loop_of(fabric.weft.tension));
    const HysteresisLoop shear(shear_loop_at_rest(fabric)), bending(loop_of(fabric.warp.bending));
    const double area = 0.3 * 0.2;  // m^2
    for (const double disorder : {0.0, 0.3}) {
        const MeshSheet sheet(fabric, {12, 9}, disorder);
        std::vector<Vec3> x = sheet.mesh.positions;
        for (Vec3& p : x) p = {1.03 * p.x(), 1.05 * p.y(), 0};
        EXPECT_NEAR(sheet.fabrics->energies(x).tension, area * (warp.energy(0.03, 0) + weft.energy(0.05, 0)), 1e-12);
        const double gamma = 0.05;
        x = sheet.mesh.positions;
        for (Vec3& p : x) p = {p.x() + std::sin(gamma) * p.y(), std::cos(gamma) * p.y(), 0};
        EXPECT_NEAR(sheet.fabrics->energies(x).shear, area * shear.energy(gamma, 0), 1e-12);
        EXPECT_NEAR(sheet.fabrics->energies(x).tension, 0, 1e-12);
        // Rolled about an axis across the warp.
        const double curvature = 5;
        x = sheet.mesh.positions;
        for (Vec3& p : x)
            p = {std::sin(curvature * p.x()) / curvature, p.y(), (1 - std::cos(curvature * p.x())) / curvature};
        const double expected = area * bending.energy(curvature, 0);
        EXPECT_NEAR(sheet.fabrics->energies(x).bending, expected, 0.01 * expected) << disorder;
    }
}

TEST(WovenMesh, ThreadsRunAlongTheTexture)
{
    const TriangleMesh described = sheet_mesh({0.3, 0.2}, {3, 2}, 0.2);
    const ClothMesh mesh = make_cloth_mesh(MeshDescription{.mesh = described, .file = "", .placement = {}});
    for (const Vec3& direction : thread_directions(mesh, WarpAxis::first))
        EXPECT_LT((direction - Vec3::UnitX()).norm(), 1e-12);
    for (const Vec3& direction : thread_directions(mesh, WarpAxis::second))
        EXPECT_LT((direction - Vec3::UnitY()).norm(), 1e-12);
    EXPECT_EQ(face_without_threads(described.faces, described.uvs, described.uv_faces), -1);
    std::vector<Vec2> same(described.uvs.size(), Vec2::Zero());
    EXPECT_EQ(face_without_threads(described.faces, same, described.uv_faces), 0);
    EXPECT_EQ(face_without_threads(described.faces, {}, {}), 0);
}

}  // namespace
}  // namespace tulle
