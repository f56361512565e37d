#include <tulle/simulation.hpp>

#include "simulation/saved_bytes.hpp"
#include "support/scenes.hpp"

#include <tulle/error.hpp>

#include <gtest/gtest.h>

#include <cstring>

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
    std::memset(absurd.data() + 24, 0xFF, 8);  // the number of particles
    EXPECT_THROW(restore(simulation, absurd), InputError);
    EXPECT_NO_THROW(restore(simulation, good));
}

}  // namespace
}  // namespace tulle
