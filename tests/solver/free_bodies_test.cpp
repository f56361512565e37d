#include "solver/free_bodies.hpp"

#include "support/random_state.hpp"

#include <gtest/gtest.h>

namespace tulle {
namespace {

// Two bodies: 0-1-2 and 3-4.
const std::vector<std::pair<int, int>> couplings{{0, 1}, {1, 2}, {3, 4}};

TEST(FreeBodies, GivesBackTheMomentumOfFreeBodiesAndLeavesHeldOnes)
{
    FreeBodies bodies(make_pattern(5, couplings));
    const std::vector<double> mass{1, 2, 3, 4, 5};
    testing::RandomVectors random(1);
    const std::vector<Vec3> reaction_before = random.vectors(5);
    const std::vector<Vec3> v_before = random.vectors(5);
    std::vector<Vec3> reaction = reaction_before;
    std::vector<Vec3> v = v_before;
    DirectionFilter filter;
    filter.entries.push_back({4, Mat3::Zero()});
    bodies.restore_momentum(filter, mass, reaction, v);

    EXPECT_LT((reaction[0] + reaction[1] + reaction[2]).norm(), 1e-15);
    EXPECT_TRUE((v[0] - v_before[0]).isApprox(v[2] - v_before[2]));
    for (const int held : {3, 4}) EXPECT_EQ(v[held], v_before[held]);
    // The reaction stays M(v+ - v) - h f for the changed velocity.
    for (std::size_t i = 0; i < 5; ++i)
        EXPECT_TRUE((reaction[i] - reaction_before[i]).isApprox(mass[i] * (v[i] - v_before[i]), 1e-12));
}

}  // namespace
}  // namespace tulle
