#include "geometry/winding_number.hpp"

#include "support/sample_meshes.hpp"

#include <gtest/gtest.h>

#include <numbers>

namespace tulle {
namespace {

using testing::RandomValues;
using testing::SampleMesh;

TEST(SolidAngle, OfOneFaceOfACubeIsAThirdOfATwelfthAndSoOn)
{
    const SampleMesh cube = testing::box(1);
    for (const Face& face : cube.faces)
        EXPECT_NEAR(solid_angle(Vec3::Zero(), {cube.vertices[face[0]], cube.vertices[face[1]], cube.vertices[face[2]]}),
                    4 * std::numbers::pi / 12, 1e-14);
    EXPECT_EQ(solid_angle({3, 3, 0}, {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)}), 0);
    EXPECT_EQ(solid_angle({0.2, 0.2, 0.2}, {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(2, 0, 0)}), 0);
}

/// From the definition of the torus' surface, with its tube `bump`ed.
bool in_torus(const Vec3& p, double bump, double margin)
{
    const double u = std::atan2(p.y(), p.x());
    const Vec2 q(std::hypot(p.x(), p.y()) - 0.8, p.z());
    const double v = std::atan2(q.y(), q.x());
    return q.norm() < 0.3 * (1 + bump * std::sin(7 * u) * std::cos(5 * v)) + margin;
}

TEST(WindingNumber, IsOneInsideAndZeroOutside)
{
    const double bump = 0.2;
    const SampleMesh mesh = testing::torus(160, 80, bump);
    const WindingNumber winding(mesh.vertices, mesh.faces);
    RandomValues random(1);
    int inside = 0;
    double largest_error = 0;
    for (int k = 0; k < 3000; ++k) {
        const Vec3 p = random.vector(1.2).cwiseProduct(Vec3(1, 1, 0.3));
        const bool expected = in_torus(p, bump, 0);
        if (in_torus(p, bump, 0.01) != in_torus(p, bump, -0.01)) continue;  // the mesh is not the smooth surface
        inside += expected ? 1 : 0;
        EXPECT_EQ(winding.is_inside(p), expected);
        if (k % 10 == 0) {
            EXPECT_NEAR(exact_winding_number(p, mesh.vertices, mesh.faces), expected ? 1 : 0, 1e-11);
        }
        largest_error = std::max(largest_error, std::abs(winding(p) - (expected ? 1 : 0)));
    }
    EXPECT_GT(inside, 500);
    EXPECT_LT(largest_error, 0.05);
}

TEST(WindingNumber, HoldsRightAtTheSurface)
{
    const SampleMesh mesh = testing::torus(60, 30);
    const WindingNumber winding(mesh.vertices, mesh.faces);
    RandomValues random(2);
    for (int k = 0; k < 2000; ++k) {
        const Face& face = mesh.faces[random.integer(0, static_cast<int>(mesh.faces.size()) - 1)];
        const Vec3 a = mesh.vertices[face[0]], b = mesh.vertices[face[1]], c = mesh.vertices[face[2]];
        const Vec3 normal = (b - a).cross(c - a).normalized();
        const Vec3 p = 0.4 * a + 0.3 * b + 0.3 * c;
        for (const double depth : {1e-3, 1e-6, 1e-9}) {
            EXPECT_TRUE(winding.is_inside(p - depth * normal));
            EXPECT_FALSE(winding.is_inside(p + depth * normal));
        }
    }
}

TEST(WindingNumber, CountsShells)
{
    SampleMesh mesh = testing::box(1);
    mesh.append(testing::box(0.5));
    EXPECT_NEAR(WindingNumber(mesh.vertices, mesh.faces)({0.1, 0.2, 0.1}), 2, 1e-12);
    SampleMesh hollow = testing::box(1);
    SampleMesh cavity = testing::box(0.5);
    cavity.turn_inside_out();
    hollow.append(cavity);
    const WindingNumber winding(hollow.vertices, hollow.faces);
    EXPECT_TRUE(is_closed(hollow.faces));
    EXPECT_NEAR(winding({0.1, 0.2, 0.1}), 0, 1e-12);
    EXPECT_NEAR(winding({0.7, 0.2, 0.1}), 1, 1e-12);
    EXPECT_TRUE(winding.is_inside({0.7, 0.2, 0.1}));
    EXPECT_FALSE(winding.is_inside({0.1, 0.2, 0.1}));
    EXPECT_NEAR(WindingNumber(cavity.vertices, cavity.faces)({0.1, 0.2, 0.1}), -1, 1e-12);
    EXPECT_TRUE(WindingNumber(cavity.vertices, cavity.faces).is_inside({0.1, 0.2, 0.1}));
}

TEST(WindingNumber, RefittedIsAsIfMadeThere)
{
    SampleMesh mesh = testing::torus(40, 20);
    WindingNumber moved(mesh.vertices, mesh.faces);
    for (Vec3& x : mesh.vertices) x = Vec3(x.z(), 2 * x.x(), x.y()) + Vec3(1, 2, 3);
    moved.refit(mesh.vertices);
    RandomValues random(3);
    for (int k = 0; k < 500; ++k) {
        const Vec3 p = random.vector(2) + Vec3(1, 2, 3);
        EXPECT_NEAR(moved(p), exact_winding_number(p, mesh.vertices, mesh.faces), 0.05);
    }
    EXPECT_TRUE(moved.is_inside(Vec3(1, 2 + 1.6, 3)));
    EXPECT_FALSE(moved.is_inside(Vec3(1, 2, 3)));
}

TEST(IsClosed, EverySideNeedsItsOpposite)
{
    SampleMesh mesh = testing::box(1);
    EXPECT_TRUE(is_closed(mesh.faces));
    std::swap(mesh.faces[3][0], mesh.faces[3][1]);
    EXPECT_FALSE(is_closed(mesh.faces)) << "one face looks the other way";
    std::swap(mesh.faces[3][0], mesh.faces[3][1]);
    mesh.append(testing::torus(8, 6));
    EXPECT_TRUE(is_closed(mesh.faces)) << "two shells";
    mesh.faces.push_back({0, 1, 1});
    EXPECT_TRUE(is_closed(mesh.faces)) << "a face that is an edge, there and back";
    mesh.faces.pop_back();
    mesh.faces.pop_back();
    EXPECT_FALSE(is_closed(mesh.faces)) << "a hole";
    EXPECT_TRUE(is_closed({}));
    EXPECT_FALSE(is_closed(testing::single_triangle().faces));
    EXPECT_EQ(WindingNumber({}, {})(Vec3::Zero()), 0);
}

}  // namespace
}  // namespace tulle
