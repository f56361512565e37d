// Programs with threads of their own: what include/tulle allows at the same time.

#include "support/fabrics.hpp"

#include <tulle/error.hpp>
#include <tulle/simulation.hpp>
#include <tulle/threads.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace tulle {
namespace {

/// A cloth that falls on a ball, with barriers, self-contact and wind; of a fabric or of springs.
SceneDescription falling(bool of_fabric)
{
    ClothDescription cloth;
    cloth.shape = GridDescription{.size = {0.24, 0.24}, .particles = {13, 13}, .center = {0, 0, 0.07}};
    cloth.thickness = 0.004;
    if (of_fabric) cloth.fabric = testing::plain_fabric();
    SceneDescription scene;
    scene.cloths.push_back(cloth);
    scene.obstacles.push_back({.name = "ball", .shape = SphereShape{.center = {0, 0, 0}, .radius = 0.06}});
    scene.self_contact = SelfContactSettings{};
    scene.air.emplace();
    scene.air->wind = {1, 0, 0};
    scene.air->gust.emplace();
    return scene;
}

std::string end_of(const SceneDescription& scene)
{
    Simulation simulation(scene);
    for (int frame = 0; frame < 6; ++frame) (void)simulation.advance_frame();
    std::ostringstream state;
    simulation.save(state);
    for (const double value : simulation.field("tension")) state << value << ' ';
    return state.str();
}

TEST(Threads, SimulationsInThreadsOfTheirOwnComeOutAsOneAfterTheOther)
{
    const std::vector<SceneDescription> scenes{falling(false), falling(true), falling(false)};
    std::vector<std::string> alone, together(scenes.size());
    for (const SceneDescription& scene : scenes) alone.push_back(end_of(scene));
    std::vector<std::thread> threads;
    for (std::size_t k = 0; k < scenes.size(); ++k) threads.emplace_back([&, k] { together[k] = end_of(scenes[k]); });
    for (std::thread& thread : threads) thread.join();
    for (std::size_t k = 0; k < scenes.size(); ++k) EXPECT_TRUE(together[k] == alone[k]) << k;
    EXPECT_FALSE(alone[0] == alone[1]);
}

TEST(Threads, ALimitThatComesAndGoesDuringStepsChangesNoBit)
{
    const std::string alone = end_of(falling(true));
    std::atomic<bool> done = false;
    std::thread other([&] {
        while (!done) {
            const ThreadLimit one(1);
            std::this_thread::sleep_for(std::chrono::microseconds(50));
        }
    });
    const std::string disturbed = end_of(falling(true));
    done = true;
    other.join();
    EXPECT_TRUE(disturbed == alone);
}

TEST(Threads, OneDescriptionIsCheckedByTwoThreadsAtOnce)
{
    SceneDescription scene = falling(true);
    scene.cloths[0].areal_density = -1;
    scene.simulation.fps = 0;
    const auto messages = [&] {
        std::string all;
        for (const Problem& problem : check(scene)) all += problem.text() + '\n';
        return all;
    };
    const std::string alone = messages();
    EXPECT_NE(alone.find("fps"), std::string::npos) << alone;
    std::vector<std::string> together(2);
    std::vector<std::thread> threads;
    for (std::string& text : together)
        threads.emplace_back([&messages, &text] {
            for (int k = 0; k < 20; ++k) text = messages();
        });
    for (std::thread& thread : threads) thread.join();
    for (const std::string& text : together) EXPECT_EQ(text, alone);
}

}  // namespace
}  // namespace tulle
