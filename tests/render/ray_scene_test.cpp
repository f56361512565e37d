#include "render/ray_scene.hpp"

#include "render/sampler.hpp"
#include "render/scene_samples.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include <limits>

namespace tulle {
namespace {

constexpr float no_limit = std::numeric_limits<float>::infinity();
constexpr float offset = 1e-5F;  // m

/// Slow and obvious: every triangle, in double precision. The distance, or infinity.
double brute_force(const Surface& surface, const Ray& ray)
{
    double nearest = std::numeric_limits<double>::infinity();
    for (const auto& t : surface.triangles) {
        const Vec3 a = surface.points[t[0]].cast<double>();
        Mat3 m;
        m << surface.points[t[1]].cast<double>() - a, surface.points[t[2]].cast<double>() - a,
            -ray.direction.cast<double>();
        if (std::abs(m.determinant()) < 1e-14) continue;
        const Vec3 s = m.inverse() * (ray.origin.cast<double>() - a);
        if (s.x() >= 0 && s.y() >= 0 && s.x() + s.y() <= 1 && s.z() > 0) nearest = std::min(nearest, s.z());
    }
    return nearest;
}

Ray random_ray(std::uint32_t k)
{
    Sampler sampler(k, 0);
    const auto a = sampler.next(), b = sampler.next(), c = sampler.next();
    const Vec3f from(3 * a.x() - 1.5F, 3 * a.y() - 1.5F, 2 * b.x() - 0.5F),
        to(b.y() - 0.5F, c.x() - 0.5F, 0.3F + 0.4F * c.y());
    return {from, (to - from).normalized()};
}

TEST(RayScene, FindsWhatBruteForceFinds)
{
    const RayScene rays({cloth_surface(wavy_cloth(6), Vec3::Zero())}, offset);
    int hits = 0;
    for (std::uint32_t k = 0; k < 300; ++k) {
        const Ray ray = random_ray(k);
        const double expected = brute_force(rays.surfaces()[0], ray);
        const auto hit = rays.hit(ray, no_limit);
        ASSERT_EQ(hit.has_value(), std::isfinite(expected)) << k;
        EXPECT_EQ(rays.is_blocked(ray), hit.has_value());
        if (!hit) continue;
        ++hits;
        EXPECT_NEAR(hit->distance, expected, 1e-5);
        EXPECT_NEAR((hit->point - (ray.origin + hit->distance * ray.direction)).norm(), 0, 1e-5F);
        EXPECT_LT(hit->face_normal.dot(ray.direction), 0);
        EXPECT_FALSE(rays.hit(ray, 0.99F * hit->distance)) << "beyond the reach";
    }
    EXPECT_GT(hits, 50);
}

TEST(RayScene, NoRaySlipsThroughBetweenFaces)
{
    const RayScene rays({cloth_surface(level_cloth(5, 0), Vec3::Zero())}, offset);
    // Straight at edges and corners of the triangles, and at points near them.
    for (int a = 1; a < 64; ++a) {
        for (int b = 1; b < 64; ++b) {
            const Vec3f target(static_cast<float>(a) / 64 - 0.5F, static_cast<float>(b) / 64 - 0.5F, 0);
            const Vec3f from(0.3F, -0.2F, 1.7F);
            EXPECT_TRUE(rays.is_blocked({from, (target - from).normalized()})) << a << ' ' << b;
        }
    }
}

TEST(RayScene, BothSidesAreToldApart)
{
    const RayScene rays({cloth_surface(level_cloth(3, 0), Vec3::Zero())}, offset);
    const auto above = rays.hit({Vec3f(0.1F, 0.2F, 1), -Vec3f::UnitZ()}, no_limit);
    const auto below = rays.hit({Vec3f(0.1F, 0.2F, -1), Vec3f::UnitZ()}, no_limit);
    ASSERT_TRUE(above && below);
    EXPECT_TRUE(above->is_front);
    EXPECT_FALSE(below->is_front);
    EXPECT_NEAR((above->normal - Vec3f::UnitZ()).norm(), 0, 1e-6F);
    EXPECT_NEAR((below->normal + Vec3f::UnitZ()).norm(), 0, 1e-6F);
    EXPECT_GT(above->above.z(), 0);
    EXPECT_LT(above->below.z(), 0);
    EXPECT_LT(below->above.z(), 0);
}

/// On a coarse cylinder in a light that grazes it, flat triangles would shade each other: dark stripes.
TEST(RayScene, ASmoothSurfaceDoesNotShadeItself)
{
    const auto cylinder = [](double u, double v) { return Vec3(std::cos(3 * u), 2 * v - 1, std::sin(3 * u)); };
    const RayScene rays({cloth_surface(square_cloth(12, cylinder), Vec3::Zero())}, offset);
    int seen = 0, blocked = 0;
    for (int k = 1; k < 400; ++k) {
        const float angle = 2.8F * static_cast<float>(k) / 400 + 0.1F;
        const Vec3f out(std::cos(angle), 0.013F, std::sin(angle));
        const auto hit = rays.hit({3.0F * out, -out.normalized()}, no_limit);
        ASSERT_TRUE(hit);
        const Vec3f light = Vec3f(1, 0, 0.05F).normalized();
        if (hit->normal.dot(light) < 0.02F) continue;
        ++seen;
        blocked += rays.is_blocked({hit->above, light}) ? 1 : 0;
    }
    EXPECT_GT(seen, 100);
    EXPECT_EQ(blocked, 0);
}

TEST(RayScene, NothingToMeetIsNoError)
{
    const RayScene rays({}, offset);
    EXPECT_FALSE(rays.hit({Vec3f::Zero(), Vec3f::UnitZ()}, no_limit));
    EXPECT_FALSE(rays.is_blocked({Vec3f::Zero(), Vec3f::UnitZ()}));
}

TEST(RayScene, SurfacesWithoutTrianglesAreCountedAndNotMet)
{
    const RayScene rays({Surface{}, cloth_surface(level_cloth(3, 0), Vec3::Zero())}, offset);
    const auto hit = rays.hit({Vec3f(0.1F, 0.2F, 1), -Vec3f::UnitZ()}, no_limit);
    ASSERT_TRUE(hit);
    EXPECT_EQ(hit->surface, 1U);
}

}  // namespace
}  // namespace tulle
