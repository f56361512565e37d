#include <tulle/simulation.hpp>

#include "simulation/saved_bytes.hpp"
#include "support/scenes.hpp"

#include <tulle/error.hpp>

#include <gtest/gtest.h>

#include <cstring>
#include <memory>

namespace tulle {
namespace {

TEST(SavedState, RefusesTruncatedForeignAndAlteredData)
{
    Simulation simulation(testing::table(6));
    const std::string good = saved(simulation);
    for (const std::size_t length : {std::size_t{0}, std::size_t{3}, good.size() / 2, good.size() - 1})
        EXPECT_THROW(restore(simulation, good.substr(0, length)), InputError) << length;
    Simulation other(testing::table(7));
    EXPECT_THROW(restore(other, good), InputError);
    std::string absurd = good;
    std::memset(absurd.data() + 32, 0xFF, 8);  // the number of particles
    EXPECT_THROW(restore(simulation, absurd), InputError);
    EXPECT_NO_THROW(restore(simulation, good));
}

TEST(SavedState, NetsOfTheSameSizeAreToldApart)
{
    Simulation simulation(testing::table(6));
    const std::string good = saved(simulation);
    SceneDescription scene = testing::table(6);
    scene.cloths[0].areal_density *= 1.01;
    EXPECT_THROW(restore(*std::make_unique<Simulation>(scene), good), InputError) << "heavier";
    scene = testing::table(6);
    std::get<GridDescription>(scene.cloths[0].shape).size.x() *= 1.01;
    EXPECT_THROW(restore(*std::make_unique<Simulation>(scene), good), InputError) << "longer";
    scene = testing::table(6);
    scene.cloths[0].springs.stretch_stiffness *= 2;
    Simulation stiffer(scene);
    EXPECT_NO_THROW(restore(stiffer, good)) << "a state may go on under other conditions";
}

TEST(SavedState, WhatIsRefusedChangesNothing)
{
    Simulation simulation(testing::in_gusts(5)), other(testing::in_gusts(5));
    for (int k = 0; k < 5; ++k) (void)simulation.step();
    const std::string now = saved(simulation), good = saved(other);
    int refused = 0;
    for (std::size_t at = 0; at < good.size(); at += 7) {
        for (const std::string& damaged : {good.substr(0, at), [&] {
                                               std::string altered = good;
                                               altered[at] = '\xff';
                                               return altered;
                                           }()}) {
            try {
                restore(simulation, damaged);
                restore(simulation, now);  // altered, and sound for all that can be told
            } catch (const InputError&) {
                ++refused;
                ASSERT_EQ(saved(simulation), now) << at;
            }
        }
    }
    EXPECT_GT(refused, static_cast<int>(good.size() / 7)) << "all that are too short";
    EXPECT_FALSE(is_failure(simulation.step().status));
}

}  // namespace
}  // namespace tulle
