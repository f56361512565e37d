#include "bodies/rigid_shape.hpp"

#include "made_body.hpp"
#include "support/random_state.hpp"

#include <gtest/gtest.h>

namespace tulle {
namespace {

TEST(RigidShape, PolyhedronsHaveTheDistanceOfTheirNearestFace)
{
    const RigidShape solid = rigid_shape(testing::tetrahedron(1));
    // The faces of a regular tetrahedron are a third of its corners' distance from its middle.
    EXPECT_NEAR(nearest_surface(solid, Vec3::Zero()).distance, -1.0 / 3, 1e-12);
    for (const double above : {-0.1, 0.2}) {
        const Vec3 outward = -Vec3(1, 1, 1).normalized();
        const SurfacePoint surface = nearest_surface(solid, (1.0 / 3 + above) * outward);
        EXPECT_NEAR(surface.distance, above, 1e-12);
        EXPECT_TRUE(surface.normal.isApprox(outward, 1e-12));
    }
    EXPECT_EQ(std::get<Polyhedron>(solid).edges.size(), 6u);
}

TEST(RigidShape, FlatSidesOfAMeshAreOnePlane)
{
    MeshDescription mesh;
    mesh.mesh.positions = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
    for (const auto& [a, b, c, d] : {std::array{0, 3, 2, 1}, std::array{4, 5, 6, 7}, std::array{0, 1, 5, 4},
                                     std::array{1, 2, 6, 5}, std::array{2, 3, 7, 6}, std::array{3, 0, 4, 7}}) {
        mesh.mesh.faces.push_back({a, b, c});
        mesh.mesh.faces.push_back({a, c, d});
    }
    const RigidShape cube = rigid_shape({.shape = mesh});
    EXPECT_EQ(std::get<Polyhedron>(cube).planes.size(), 6u);
    EXPECT_EQ(std::get<Polyhedron>(cube).edges.size(), 12u);
    // Inside a box both know the same distances.
    const RigidShape box = BoxShape{Vec3(0.5, 0.5, 0.5), Vec3(1, 1, 1)};
    testing::RandomVectors random(3);
    for (int k = 0; k < 100; ++k) {
        const Vec3 x = Vec3(0.5, 0.5, 0.5) + random.vector(0.49);
        EXPECT_NEAR(nearest_surface(cube, x).distance, nearest_surface(box, x).distance, 1e-14);
    }
    EXPECT_EQ(touching_points(cube).size(), touching_points(box).size());
}

TEST(RigidShape, PointsThatTouchLieOnTheSurfaceAndInTheBall)
{
    for (const RigidBodyDescription& described : {testing::brick, testing::tetrahedron(0.3)}) {
        const RigidShape shape = rigid_shape(described);
        const SphereShape hull = bounding_ball(shape);
        for (const ShapePoint& point : touching_points(shape)) {
            EXPECT_NEAR(nearest_surface(shape, point.place).distance, 0, 1e-14);
            EXPECT_LE((point.place - hull.center).norm(), hull.radius * (1 + 1e-12));
        }
    }
    const std::vector<ShapePoint> of_ball = touching_points(rigid_shape(testing::ball));
    ASSERT_EQ(of_ball.size(), 1u);
    EXPECT_EQ(of_ball[0].radius, 0.2);
}

}  // namespace
}  // namespace tulle
