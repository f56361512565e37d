#include "study/certify/certificate.hpp"

#include "render/fake_run.hpp"
#include "study/certify/certificate_report.hpp"

#include <tulle/threads.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <array>
#include <atomic>
#include <cmath>

namespace tulle {
namespace {

SceneDescription one_cloth()
{
    SceneDescription scene;
    scene.cloths.emplace_back().name = "cloth";
    return scene;
}

/// Flat in frame 0. Then it is rolled back over itself, row by row without being squeezed, and its border ends at
/// z = `height`: above what lies level, or through it.
FakeRun rolled_run(double height, int frames = 2)
{
    const std::array<Vec2, 10> rows{Vec2(0, 0),       Vec2(0.11, 0),     Vec2(0.22, 0),    Vec2(0.33, 0),
                                    Vec2(0.44, 0),    Vec2(0.5, 0.1),    Vec2(0.44, 0.18), Vec2(0.35, 0.12),
                                    Vec2(0.26, 0.06), Vec2(0.16, height)};
    return {10, frames, [=](double u, double v, int frame) -> Vec3 {
                const Vec2& row = rows[std::lround(9 * u)];
                if (frame == 0) return {u, v, 0};
                return {row.x(), v + 0.013 * u, row.y()};  // askew, so that no edges lie above each other
            }};
}

TEST(Certify, FlatClothIsFreeAndHasNoGap)
{
    FakeRun run = level_run();
    const Certificate certificate = certify(run, one_cloth());
    EXPECT_TRUE(certificate.is_free());
    EXPECT_EQ(certificate.frames.size(), 2U);
    EXPECT_TRUE(std::isinf(certificate.nearest()->smallest_gap));
    EXPECT_EQ(to_text(certificate),
              "smallest gap between layers: more than 177 mm\n"
              "2 frames: free, no cloth passes through itself or another\n");
    EXPECT_TRUE(to_json(certificate)["smallest_cloth_gap_m"].is_null());
}

TEST(Certify, LayersHaveAGap)
{
    FakeRun run = rolled_run(0.02);
    const Certificate certificate = certify(run, one_cloth());
    EXPECT_TRUE(certificate.is_free());
    EXPECT_EQ(certificate.nearest()->frame, 1);
    EXPECT_NEAR(certificate.nearest()->smallest_gap, 0.02, 1e-7);
    EXPECT_NE(to_text(certificate).find("smallest gap between layers: 20 mm, of cloth, at "), std::string::npos)
        << to_text(certificate);
}

TEST(Certify, WhatPassesThroughItselfIsFound)
{
    FakeRun run = rolled_run(-0.05);
    const Certificate certificate = certify(run, one_cloth());
    EXPECT_FALSE(certificate.is_free());
    EXPECT_EQ(certificate.frames_with_intersections(), 1);
    const ClothFindings& bad = certificate.frames[1];
    EXPECT_GT(bad.intersections, 10);
    EXPECT_EQ(certificate.intersections(), bad.intersections);
    EXPECT_EQ(bad.smallest_gap, 0);
    EXPECT_GT(bad.deepest_crossing, 0.01);
    EXPECT_LT(bad.deepest_crossing, 0.051);
    EXPECT_EQ(bad.deepest.cloths, (std::array{0, 0}));
    EXPECT_NEAR(bad.deepest.position.z(), 0, 1e-6);
    const std::string text = to_text(certificate);
    EXPECT_NE(text.find("2 frames: NOT FREE, cloth passes through cloth in 1 of them"), std::string::npos) << text;
    const auto json = to_json(certificate);
    EXPECT_EQ(json["frames"][1]["deepest"]["triangles"].size(), 2U);
    EXPECT_EQ(json["free"], false);
}

TEST(Certify, ObstaclesCountAsWell)
{
    SceneDescription scene = one_cloth();
    ObstacleDescription& table = scene.obstacles.emplace_back();
    table.name = "table";
    table.shape = BoxShape{.center = {0, 0, 0}, .size = {0.3, 0.3, 0.1}};
    FakeRun run = level_run();
    run.obstacle_list = scene.obstacles;
    const Certificate certificate = certify(run, scene);
    EXPECT_EQ(certificate.intersections(), 0);
    EXPECT_FALSE(certificate.is_free());
    EXPECT_NE(to_text(certificate).find("NOT FREE, cloth is in an obstacle"), std::string::npos);
}

TEST(Certify, ARigidBodyIsNotComparedWithItself)
{
    SceneDescription scene = one_cloth();
    scene.cloths.clear();
    scene.bodies = {{.kind = RigidBodyDescription{}}};
    FakeRun run = rolled_run(-0.05);
    EXPECT_EQ(certify(run, scene).intersections(), 0);
}

TEST(Certify, StopsAfterTheFrameAtHandAndIsTheSameForAnyNumberOfThreads)
{
    FakeRun run = rolled_run(-0.05, 5);
    const std::atomic<bool> stop = true;
    CrossingOptions options;
    options.stop = &stop;
    const Certificate stopped = certify(run, one_cloth(), options);
    EXPECT_TRUE(stopped.was_interrupted);
    EXPECT_EQ(stopped.frames.size(), 1U);
    const auto csv = [&](int threads) {
        const ThreadLimit limit(threads);
        return to_csv(certify(run, one_cloth()));
    };
    EXPECT_EQ(csv(1), csv(3));
    EXPECT_TRUE(csv(1).starts_with("frame,time_s,intersections,smallest_cloth_gap_m,deepest_crossing_m\n0,0,0,inf,0\n"))
        << csv(1);
}

}  // namespace
}  // namespace tulle
