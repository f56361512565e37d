#include "forces/tears.hpp"

#include "forces/fabrics.hpp"
#include "forces/force_field.hpp"
#include "mesh/cloth_mesh.hpp"
#include "support/fabrics.hpp"
#include "support/force_field_of.hpp"
#include "support/random_state.hpp"
#include "support/sheet_meshes.hpp"

#include <gtest/gtest.h>
#include <Eigen/Geometry>

#include <algorithm>

namespace tulle {
namespace {

using testing::lossless;
using testing::plain_fabric;
using testing::RandomVectors;

/// Two grids of 5 x 5 particles, with their structural springs as threads.
struct TwoGrids {
    TwoGrids()
    {
        const GridDescription grid{.size = {1, 1}, .particles = {5, 5}};
        meshes = {make_cloth_mesh(grid), make_cloth_mesh(grid)};
        intact = IntactFaces(meshes);
        std::vector<Tears::Thread> threads;
        for (int cloth = 0; cloth < 2; ++cloth)
            for (const Spring& spring : meshes[0].springs)
                if (spring.kind == SpringKind::structural)
                    threads.push_back({{spring.i + 25 * cloth, spring.j + 25 * cloth, spring.j + 25 * cloth}, cloth});
        all = threads;
        tears = Tears(threads, intact);
    }
    [[nodiscard]] std::size_t thread(int i, int j) const
    {
        const auto is_it = [&](const Tears::Thread& t) { return t.particles[0] == i && t.particles[1] == j; };
        return static_cast<std::size_t>(std::find_if(all.begin(), all.end(), is_it) - all.begin());
    }
    void load_all(double overload) { std::ranges::fill(tears.overloads(), overload); }

    std::vector<ClothMesh> meshes;
    std::vector<Tears::Thread> all;
    IntactFaces intact;
    Tears tears;
};

TEST(Tears, BeginAtTheMostOverloadedThreadOfEachCloth)
{
    TwoGrids grids;
    grids.load_all(1);
    EXPECT_FALSE(grids.tears.tear(grids.intact)) << "not beyond the strength";
    grids.load_all(1.5);
    grids.tears.overloads()[grids.thread(11, 12)] = 2;
    grids.tears.overloads()[grids.thread(25 + 0, 25 + 5)] = 1.6;
    ASSERT_TRUE(grids.tears.tear(grids.intact));
    EXPECT_TRUE(grids.tears.is_gone(grids.thread(11, 12)));
    EXPECT_TRUE(grids.tears.is_gone(grids.thread(25 + 0, 25 + 5)));
    EXPECT_EQ(grids.intact.torn_count(), 3U) << "two faces at an edge inside, one at a border";
    EXPECT_FALSE(grids.tears.hold(std::array{11, 12, 16, 17}));
    EXPECT_TRUE(grids.tears.hold(std::array{0, 1, 5, 6}));
}

TEST(Tears, RunOnBesideThemselvesBeforeOthersBegin)
{
    TwoGrids grids;
    grids.load_all(0);
    grids.tears.overloads()[grids.thread(11, 12)] = 2;
    ASSERT_TRUE(grids.tears.tear(grids.intact));
    grids.load_all(0);
    grids.tears.overloads()[grids.thread(6, 7)] = 1.2;    // beside the tear
    grids.tears.overloads()[grids.thread(16, 17)] = 1.3;  // on its other side
    grids.tears.overloads()[grids.thread(3, 4)] = 5;      // in a corner
    ASSERT_TRUE(grids.tears.tear(grids.intact));
    EXPECT_TRUE(grids.tears.is_gone(grids.thread(6, 7)));
    EXPECT_TRUE(grids.tears.is_gone(grids.thread(16, 17)));
    EXPECT_FALSE(grids.tears.is_gone(grids.thread(3, 4)));
    grids.load_all(0);
    grids.tears.overloads()[grids.thread(3, 4)] = 5;
    ASSERT_TRUE(grids.tears.tear(grids.intact));
    EXPECT_TRUE(grids.tears.is_gone(grids.thread(3, 4))) << "when none runs, another begins";
}

TEST(Tears, FollowFacesThatWereSet)
{
    TwoGrids torn;
    torn.load_all(0);
    torn.tears.overloads()[torn.thread(11, 12)] = 2;
    ASSERT_TRUE(torn.tears.tear(torn.intact));
    TwoGrids other;
    other.intact.set(torn.intact.all());
    other.tears.follow(other.intact);
    for (std::size_t t = 0; t < other.all.size(); ++t) EXPECT_EQ(other.tears.is_gone(t), torn.tears.is_gone(t)) << t;
}

/// A sheet of 0.3 x 0.2 m that is cut across the middle by pulling its right half away.
struct CutSheet {
    explicit CutSheet(bool of_triangles)
    {
        ClothDescription cloth;
        if (of_triangles) {
            const MeshDescription shape{
                .mesh = testing::sheet_mesh({0.3, 0.2}, {6, 4}, 0), .file = "", .placement = {}};
            cloth.shape = shape;
            meshes = {make_cloth_mesh(shape)};
        } else {
            const GridDescription shape{.size = {0.3, 0.2}, .particles = {7, 5}, .center = {0.15, 0.1, 0}};
            cloth.shape = shape;
            meshes = {make_cloth_mesh(shape)};
        }
        cloth.fabric = lossless(plain_fabric());
        cloth.fabric->warp.strength = cloth.fabric->weft.strength = 100;
        flat = meshes[0].positions;
        auto owned = std::make_unique<Fabrics>();
        owned->add(cloth, meshes[0], flat, 0);
        EXPECT_TRUE(owned->let_tear(meshes, intact));
        fabrics = owned.get();
        field = testing::force_field_of(std::move(owned), flat.size());
        for (int step = 0; step < 40; ++step) {
            std::vector<Vec3> x = flat;
            for (Vec3& p : x)
                if (is_right(p)) p.x() += 0.004 + 1e-6 * step;
            field->begin_step(x, 0);
            const std::size_t torn = intact.torn_count();
            field->begin_step(x, 0);
            EXPECT_EQ(intact.torn_count(), torn) << "the same step again";
        }
        field->begin_step(flat, 0);
    }
    [[nodiscard]] static bool is_right(const Vec3& p) { return p.x() > 0.16; }

    std::vector<ClothMesh> meshes;
    std::vector<Vec3> flat;
    IntactFaces intact;
    Fabrics* fabrics = nullptr;
    std::unique_ptr<ForceField> field;
};

TEST(Tears, WhatIsTornExertsNothing)
{
    for (const bool of_triangles : {false, true}) {
        const CutSheet sheet(of_triangles);
        EXPECT_EQ(sheet.intact.torn_count(), 8U) << "one row of cells";
        EXPECT_GT(sheet.fabrics->torn_energy(), 0);
        // The right half goes away and turns: nothing notices.
        std::vector<Vec3> x = sheet.flat;
        const Eigen::AngleAxisd turned(1.1, Vec3(1, 2, 3).normalized());
        for (Vec3& p : x)
            if (CutSheet::is_right(p)) p = turned * p + Vec3(0.5, -0.2, 0.3);
        EXPECT_NEAR(sheet.field->energy(x), 0, 1e-12);
        std::vector<Vec3> f(x.size());
        sheet.field->force(x, std::vector<Vec3>(x.size(), Vec3::Zero()), f);
        for (const Vec3& one : f) EXPECT_LT(one.norm(), 1e-9);
        Csr<Mat3> A(sheet.field->pattern());
        Csr<double> K(sheet.field->pattern());
        sheet.field->add_jacobian(x, f, JacobianTreatment::exact, 1, 1, A);
        sheet.field->add_stiff_linear(1, 1, K);
        const SparsityPattern& pattern = *sheet.field->pattern();
        std::vector<std::pair<int, int>> couplings;
        sheet.fabrics->add_couplings(couplings);
        int across = 0;
        for (const auto& [i, j] : couplings) {
            if (CutSheet::is_right(sheet.flat[i]) == CutSheet::is_right(sheet.flat[j])) continue;
            ++across;
            EXPECT_EQ(A.value[pattern.slot(i, j)], Mat3::Zero());
            EXPECT_EQ(K.value[pattern.slot(i, j)], 0.0);
        }
        EXPECT_GT(across, 8);
    }
}

TEST(Tears, TheForceOfIntactFacesIsTheGradientOfItsEnergy)
{
    for (const bool of_triangles : {false, true}) {
        const CutSheet sheet(of_triangles);
        RandomVectors random(3);
        std::vector<Vec3> x = sheet.flat;
        for (Vec3& p : x) p += random.vector(0.004);
        const std::vector<Vec3> d = random.vectors(x.size());
        const auto energy = [&](double h) {
            std::vector<Vec3> moved = x;
            for (std::size_t i = 0; i < x.size(); ++i) moved[i] += h * d[i];
            return sheet.field->energy(moved);
        };
        std::vector<Vec3> f(x.size());
        sheet.field->force(x, std::vector<Vec3>(x.size(), Vec3::Zero()), f);
        double expected = 0;
        for (std::size_t i = 0; i < x.size(); ++i) expected -= f[i].dot(d[i]);
        EXPECT_NEAR((energy(1e-7) - energy(-1e-7)) / 2e-7, expected, 1e-5 * std::abs(expected));
    }
}

}  // namespace
}  // namespace tulle
