#include "contact/mesh_obstacle.hpp"

#include "contact/shapes.hpp"
#include "geometry/segment_triangle.hpp"
#include "mesh/obstacle_mesh.hpp"
#include "support/random_values.hpp"

#include <gtest/gtest.h>

namespace tulle {
namespace {

using testing::RandomValues;

const BoxShape block{.center = {0.2, 0.1, -0.1}, .size = {0.9, 1.4, 0.5}};

TriangleMesh block_mesh() { return obstacle_mesh({.shape = block}, 1); }

/// Three walls of 1 m that meet in the origin, each of two triangles.
TriangleMesh room_corner()
{
    TriangleMesh mesh;
    for (int axis = 0; axis < 3; ++axis) {
        Vec3 u = Vec3::Zero(), v = Vec3::Zero();
        u[(axis + 1) % 3] = 1;
        v[(axis + 2) % 3] = 1;
        const int first = static_cast<int>(mesh.positions.size());
        mesh.positions.insert(mesh.positions.end(), {Vec3::Zero(), u, u + v, v});
        mesh.faces.push_back({first, first + 1, first + 2});
        mesh.faces.push_back({first, first + 2, first + 3});
    }
    return mesh;
}

TEST(MeshObstacle, TouchesWhatPressesInWaysOfItsOwn)
{
    const MeshObstacle room(room_corner());
    std::array<MeshTouch, MeshObstacle::max_touches> found;
    ASSERT_EQ(room.touches({0.01, 0.02, 0.03}, 0.05, found), 3);
    for (int axis = 0; axis < 3; ++axis) {
        EXPECT_EQ(found[axis].normal, Vec3::Unit(axis));
        EXPECT_DOUBLE_EQ(found[axis].distance, 0.01 * (axis + 1));
    }
    // On the diagonal of a wall both its triangles are equally near, and deep in reach many are: one touch.
    EXPECT_EQ(room.touches({0.01, 0.5, 0.5}, 0.05, found), 1);
    EXPECT_EQ(room.touches({0.01, 0.02, 0.5}, 0.05, found), 2);
    EXPECT_EQ(room.touches({0.2, 0.2, 0.2}, 0.05, found), 0);
    EXPECT_EQ(room.nearest({0.2, 0.2, 0.2}, 0.05).face, -1);
    EXPECT_LT((room.nearest({0.2, 0.3, 0.3}, 0.25).normal - Vec3::UnitX()).norm(), 1e-12);

    // Around a convex edge the nearest is all there is.
    const MeshObstacle box(block_mesh());
    const Vec3 edge(0.65, 0.8, 0.0);
    EXPECT_EQ(box.touches(edge + Vec3(0.004, 0.002, 0), 0.05, found), 1);
}

/// Both phases, one after the other.
MeshImpact impact_of(const MeshObstacle& mesh, double contact_distance, const Vec3& from, const Vec3& to)
{
    std::vector<int> faces;
    mesh.collect_for_impact(contact_distance, {from, to}, faces);
    return mesh.first_impact(contact_distance, {from, to}, faces);
}

TEST(MeshObstacle, MeetsABlockOfTrianglesWhereTheBlockIs)
{
    const MeshObstacle mesh(block_mesh());
    RandomValues random(7);
    int hits = 0;
    for (int trial = 0; trial < 3000; ++trial) {
        const double contact_distance = trial % 3 == 0 ? 1e-3 : 0.03;
        const Vec3 from = 1.5 * random.vector();
        const Vec3 to = 1.5 * random.vector();
        if (nearest_surface(block, from).distance < contact_distance + 1e-4) continue;
        const Impact exact = first_impact(block, contact_distance, from, to);
        const MeshImpact impact = impact_of(mesh, contact_distance, from, to);
        if (smallest_distance(block, from, to - from) > contact_distance - 1e-6 &&
            smallest_distance(block, from, to - from) < contact_distance + 1e-6)
            continue;  // grazes
        ASSERT_EQ(impact.face >= 0, exact.hit) << trial;
        if (!exact.hit) continue;
        ++hits;
        EXPECT_LT((impact.point - exact.point).norm(), 1e-5) << trial;
        EXPECT_LT((impact.normal - exact.normal).norm(), 1e-4) << trial;
    }
    EXPECT_GT(hits, 500);
}

TEST(MeshObstacle, WhatIsPushedOutIsLeftAlone)
{
    const MeshObstacle mesh(block_mesh());
    const Vec3 near_top(0.2, 0.1, 0.15 + 0.002);
    EXPECT_EQ(impact_of(mesh, 0.01, near_top, near_top + Vec3(0, 0, 0.008)).face, -1);
    const MeshImpact deeper = impact_of(mesh, 0.01, near_top, near_top - Vec3(0, 0, 0.001));
    ASSERT_GE(deeper.face, 0);
    EXPECT_EQ(deeper.time, 0);
    EXPECT_NEAR(deeper.point.z(), 0.15 + 0.01, 1e-12);
    EXPECT_EQ(deeper.normal, Vec3::UnitZ());
}

TEST(MeshObstacle, TheFreePartNeverLeadsThrough)
{
    RandomValues random(11);
    TriangleMesh heap;  // thin air but for some triangles
    for (int t = 0; t < 60; ++t) {
        const int first = static_cast<int>(heap.positions.size());
        const Vec3 center = random.vector();
        for (int corner = 0; corner < 3; ++corner) heap.positions.emplace_back(center + 0.4 * random.vector());
        heap.faces.push_back({first, first + 1, first + 2});
    }
    const MeshObstacle mesh(heap);
    int stopped = 0;
    for (int trial = 0; trial < 3000; ++trial) {
        Vec3 x = 1.5 * random.vector();
        for (int step = 0; step < 3; ++step) {
            const Vec3 to = x + 1.5 * random.vector();
            std::vector<int> faces;
            mesh.collect_for_collision_free_step(0.005, {x, to}, faces);
            const double part = mesh.collision_free_step(0.005, {x, to}, faces).part;
            const Vec3 end = x + part * (to - x);
            if (part < 1) ++stopped;
            for (const Face& f : heap.faces) {
                const Triangle triangle{heap.positions[f[0]], heap.positions[f[1]], heap.positions[f[2]]};
                EXPECT_FALSE(SegmentProbe(x, end).crossing(triangle)) << trial;
            }
            x = end;
        }
    }
    EXPECT_GT(stopped, 500);
}

TEST(MeshObstacle, KnowsHowDeepAPointIsInAClosedMesh)
{
    const MeshObstacle mesh(block_mesh());
    RandomValues random(3);
    for (int trial = 0; trial < 500; ++trial) {
        const Vec3 x = random.vector();
        EXPECT_NEAR(mesh.depth(x), std::max(0.0, -nearest_surface(block, x).distance), 1e-12);
    }
    EXPECT_EQ(MeshObstacle(room_corner()).depth({0.1, 0.1, 0.1}), 0);
}

}  // namespace
}  // namespace tulle
