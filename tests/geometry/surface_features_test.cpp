#include "geometry/surface_features.hpp"

#include "geometry/mesh_queries.hpp"
#include "geometry/winding_number.hpp"
#include "support/sample_meshes.hpp"

#include <tulle/threads.hpp>

#include <gtest/gtest.h>

namespace tulle {
namespace {

using testing::RandomValues;
using testing::SampleMesh;

/// Spikes and dents: every vertex of a sphere-like torus moved by a lot, so that angles are sharp both ways.
SampleMesh spiky()
{
    SampleMesh mesh = testing::torus(14, 8);
    for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
        Vec3& x = mesh.vertices[v];
        const Vec3 center = 0.8 * Vec3(x.x(), x.y(), 0).normalized();
        if (v % 3 == 0) x = center + 0.3 * (x - center);
    }
    return mesh;
}

TEST(SurfaceFeatures, TellTheSameSideAsTheWindingNumber)
{
    for (const SampleMesh& mesh : {testing::box(0.5), spiky()}) {
        const SurfaceFeatures features(mesh.vertices, mesh.faces);
        const auto queries = make_mesh_queries(mesh.vertices, mesh.faces);
        RandomValues random(1);
        int on_face = 0, on_edge = 0, on_vertex = 0, inside = 0;
        for (int k = 0; k < 6000; ++k) {
            const Vec3 p = random.vector(1.2);
            const auto near = queries->closest(p);
            ASSERT_TRUE(near);
            const auto zeros = (near->weights.array() == 0).count();
            (zeros == 0 ? on_face : zeros == 1 ? on_edge : on_vertex) += 1;
            const double side = features.normal(near->face, near->weights).dot(p - near->point);
            const bool expected = exact_winding_number(p, mesh.vertices, mesh.faces) > 0.5;
            inside += expected ? 1 : 0;
            EXPECT_EQ(side < 0, expected) << mesh.name << ' ' << p.transpose() << ' ' << near->weights.transpose();
        }
        EXPECT_GT(on_face, 200);
        EXPECT_GT(on_edge, 200);
        EXPECT_GT(on_vertex, 200);
        EXPECT_GT(inside, 100);
    }
}

TEST(SurfaceFeatures, OfACubePointAlongItsDiagonals)
{
    const SampleMesh cube = testing::box(1);
    const SurfaceFeatures features(cube.vertices, cube.faces);
    // However the sides are cut into triangles.
    for (int v = 0; v < 8; ++v)
        EXPECT_NEAR((features.vertex_normal(v) - cube.vertices[v].normalized()).norm(), 0, 1e-15);
    for (int f = 0; f < 12; ++f)
        for (int corner = 0; corner < 3; ++corner) {
            const Vec3 middle =
                0.5 * (cube.vertices[cube.faces[f][corner]] + cube.vertices[cube.faces[f][(corner + 1) % 3]]);
            EXPECT_NEAR((features.edge_normal(f, corner) - middle.normalized()).norm(), 0, 1e-15);
        }
}

TEST(SurfaceFeatures, TrianglesWithoutAreaAddNothing)
{
    SampleMesh mesh = testing::box(1);
    const SurfaceFeatures before(mesh.vertices, mesh.faces);
    mesh.faces.push_back({0, 1, 1});
    mesh.faces.push_back({2, 2, 2});
    const int middle = mesh.add(0.5 * (mesh.vertices[0] + mesh.vertices[1]));
    mesh.faces.push_back({0, middle, 1});
    const SurfaceFeatures after(mesh.vertices, mesh.faces);
    for (int v = 0; v < 8; ++v) EXPECT_EQ(before.vertex_normal(v), after.vertex_normal(v));
    EXPECT_EQ(before.edge_normal(4, 0), after.edge_normal(4, 0));
    EXPECT_EQ(after.face_normal(12), Vec3::Zero());
    EXPECT_EQ(after.normal(14, {0.2, 0.4, 0.4}), Vec3::Zero());
    EXPECT_EQ(after.vertex_normal(middle), Vec3::Zero());
}

TEST(SurfaceFeatures, RefittedIsAsIfMadeThereWithAnyThreads)
{
    SampleMesh mesh = testing::torus(100, 60);
    SurfaceFeatures moved(mesh.vertices, mesh.faces);
    for (Vec3& x : mesh.vertices) x = Vec3(x.z(), 2 * x.x(), x.y());
    moved.refit(mesh.vertices);
    const ThreadLimit one(1);
    const SurfaceFeatures made(mesh.vertices, mesh.faces);
    for (int f = 0; f < static_cast<int>(mesh.faces.size()); ++f) {
        EXPECT_EQ(moved.face_normal(f), made.face_normal(f));
        EXPECT_EQ(moved.edge_normal(f, 1), made.edge_normal(f, 1));
        EXPECT_EQ(moved.vertex_normal(mesh.faces[f][0]), made.vertex_normal(mesh.faces[f][0]));
    }
}

}  // namespace
}  // namespace tulle
