#include "forces/spring_shares.hpp"

#include "mesh/cloth_mesh.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <mutex>
#include <set>

namespace tulle {
namespace {

TEST(SpringShares, HaveEveryParticleOnceAndAllThatPullsAtIt)
{
    const ClothMesh mesh = make_cloth_mesh(GridDescription{.size = {1, 1}, .particles = {90, 70}});
    std::vector<SpringEnds> ends;
    for (const Spring& spring : mesh.springs) ends.push_back({spring.i, spring.j});
    const std::size_t particles = mesh.positions.size();
    SpringShares shares;  // shared out anew for every number of threads
    for (const int threads : {2, 5, 2, 1, 3}) {
        shares.update(ends, particles, threads);
        std::vector<int> owners(particles, 0);
        std::vector<std::set<int>> springs_of(particles);
        std::size_t listed = 0;
        std::mutex together;
        shares.each([&](const SpringShares::Share& share) {
            const std::scoped_lock lock(together);
            EXPECT_TRUE(std::ranges::is_sorted(share.springs));
            listed += share.springs.size();
            for (int p = share.first; p < share.first + share.count; ++p) ++owners[static_cast<std::size_t>(p)];
            for (const int s : share.springs)
                for (const int p : {ends[static_cast<std::size_t>(s)].i, ends[static_cast<std::size_t>(s)].j})
                    if (share.has(p)) springs_of[static_cast<std::size_t>(p)].insert(s);
        });
        EXPECT_TRUE(std::ranges::all_of(owners, [](int count) { return count == 1; })) << threads;
        std::vector<std::set<int>> expected(particles);
        for (std::size_t s = 0; s < ends.size(); ++s)
            for (const int p : {ends[s].i, ends[s].j})
                expected[static_cast<std::size_t>(p)].insert(static_cast<int>(s));
        EXPECT_EQ(springs_of, expected) << threads;
        EXPECT_LT(static_cast<double>(listed), 1.2 * static_cast<double>(ends.size())) << threads;
    }
}

TEST(SpringShares, OfNothingAreNone)
{
    SpringShares shares;
    shares.update({}, 0);
    int calls = 0;
    shares.each([&](const SpringShares::Share&) { ++calls; });
    EXPECT_EQ(calls, 0);
}

}  // namespace
}  // namespace tulle
