#include "render/surface.hpp"

#include "mesh/obstacle_mesh.hpp"
#include "render/scene_samples.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include <map>
#include <tuple>

namespace tulle {
namespace {

using Key = std::tuple<float, float, float>;
Key key(const Vec3f& p) { return {p.x(), p.y(), p.z()}; }

TEST(ClothSurface, FacesMeetToTheLastBit)
{
    const Surface surface = cloth_surface(wavy_cloth(6), Vec3(0.1, 0.2, 0.3));
    ASSERT_EQ(surface.cuts, 4);
    std::map<std::pair<Key, Key>, int> edges;
    for (const auto& t : surface.triangles) {
        for (std::size_t c = 0; c < 3; ++c) {
            Key a = key(surface.points[t[c]]), b = key(surface.points[t[(c + 1) % 3]]);
            if (b < a) std::swap(a, b);
            ++edges[{a, b}];
        }
    }
    int open = 0;
    for (const auto& [edge, count] : edges) {
        EXPECT_LE(count, 2);
        open += count == 1 ? 1 : 0;
    }
    EXPECT_EQ(open, 4 * 5 * 4) << "only the border of the cloth: 4 sides of 5 cells, each cut in 4";
}

TEST(ClothSurface, ParticlesStayAndAFlatClothStaysFlat)
{
    const Vec3 center(0.5, 0, 0);
    const ClothModel wavy = wavy_cloth(5);
    const Surface surface = cloth_surface(wavy, center);
    std::map<Key, bool> there;
    for (const Vec3f& p : surface.points) there[key(p)] = true;
    for (const Vec3& p : wavy.positions) EXPECT_TRUE(there.contains(key((p - center).cast<float>())));
    for (const Vec3f& p : cloth_surface(level_cloth(5, 0.25), center).points) EXPECT_FLOAT_EQ(p.z(), 0.25F);
}

TEST(ClothSurface, IsRounderThanItsFaces)
{
    // Particles on a half cylinder of radius 1 about the y axis: the surface between them comes nearer to it.
    const auto cylinder = [](double u, double v) { return Vec3(std::cos(3 * u), v, std::sin(3 * u)); };
    double flattest = 1, flattest_face = 1;
    const ClothModel cloth = square_cloth(7, cylinder);
    for (const Vec3f& p : cloth_surface(cloth, Vec3::Zero()).points)
        flattest = std::min(flattest, std::hypot(static_cast<double>(p.x()), static_cast<double>(p.z())));
    for (const Face& f : cloth.faces) {
        const Vec3 middle = 0.5 * (cloth.positions[f[0]] + cloth.positions[f[1]]);
        flattest_face = std::min(flattest_face, std::hypot(middle.x(), middle.z()));
    }
    EXPECT_LT(1 - flattest, 0.5 * (1 - flattest_face));
}

TEST(ClothSurface, WeightsOfTrianglesGiveTheirCorners)
{
    const Surface surface = cloth_surface(level_cloth(3, 0), Vec3::Zero());
    for (std::size_t t = 0; t < surface.triangles.size(); ++t) {
        const auto& corners = surface.corners[surface.face_of(t)];
        const auto weights = surface.face_weights(t);
        for (std::size_t c = 0; c < 3; ++c) {
            const Vec3f p = weights[c][0] * corners[0] + weights[c][1] * corners[1] + weights[c][2] * corners[2];
            EXPECT_NEAR((p - surface.points[surface.triangles[t][c]]).norm(), 0, 1e-6F);
        }
    }
}

TEST(ClothSurface, DiagonalsOfAGridAreNoNet)
{
    for (const std::uint8_t mask : cloth_surface(level_cloth(4, 0), Vec3::Zero()).wireframe_edges)
        EXPECT_EQ(std::popcount(mask), 2);
    ClothModel free = level_cloth(4, 0);
    for (Vec2& c : free.coordinates) c = Vec2(c.x() + 0.3 * c.y(), c.y() - 0.2 * c.x());
    for (const std::uint8_t mask : cloth_surface(free, Vec3::Zero()).wireframe_edges) EXPECT_EQ(mask, 7);
}

TEST(ClothSurface, LargeClothsAreCutLess) { EXPECT_EQ(cloth_surface(level_cloth(200, 0), Vec3::Zero()).cuts, 1); }

TEST(ObstacleSurface, ABoxKeepsItsEdgesAndABallIsSmooth)
{
    const Surface box = obstacle_surface(obstacle_mesh({.name = "box", .shape = BoxShape{}}, 1), Vec3::Zero());
    for (const auto& normals : box.normals) {
        for (const Vec3f& n : normals) EXPECT_NEAR(n.cwiseAbs().maxCoeff(), 1, 1e-6F);
    }
    const Surface ball = obstacle_surface(obstacle_mesh({.name = "ball", .shape = SphereShape{}}, 1), Vec3::Zero());
    for (std::size_t k = 0; k < ball.normals.size(); ++k) {
        for (std::size_t c = 0; c < 3; ++c) EXPECT_GT(ball.normals[k][c].dot(ball.corners[k][c].normalized()), 0.995F);
    }
}

}  // namespace
}  // namespace tulle
