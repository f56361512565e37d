// The tree of moving boxes against all pairs of boxes, one by one.
#include "geometry/motion_tree.hpp"

#include <tulle/threads.hpp>

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace tulle {
namespace {

struct Swarm {
    std::vector<Aabb> start, end;
    std::vector<MovingBox> moving;
};

MovingBox moving_box(const Aabb& start, const Aabb& end)
{
    const Vec3 low = start.min(), high = start.max(), low_end = end.min(), high_end = end.max();
    return MovingBox::around<2>({&low, &high}, {&low_end, &high_end});
}

/// Small boxes in a cube of a metre that go by up to `way` [m] each and by `common` [m] together.
Swarm make_swarm(int count, double way, const Vec3& common, unsigned seed)
{
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> unit(0, 1);
    const auto vector = [&](double size) {
        return Vec3(size * unit(random), size * unit(random), size * unit(random));
    };
    Swarm swarm;
    for (int k = 0; k < count; ++k) {
        const Vec3 place = vector(1), motion = vector(way) + common;
        swarm.start.emplace_back(place, place + vector(0.05));
        swarm.end.emplace_back(place + motion, place + motion + vector(0.05));
        swarm.moving.push_back(moving_box(swarm.start.back(), swarm.end.back()));
    }
    return swarm;
}

using MetPairs = std::set<std::pair<int, int>>;

/// What the tree visits; fails where it visits a pair twice.
MetPairs found_by(MotionTree& tree, double reach)
{
    std::vector<std::vector<std::pair<int, int>>> lists;
    tree.for_each_meeting(
        reach, [&](std::size_t tasks) { lists.resize(tasks); },
        [&](std::size_t task, const auto& walk) {
            walk([&](int i, int j) { lists[task].emplace_back(std::min(i, j), std::max(i, j)); });
        });
    MetPairs pairs;
    for (const auto& list : lists)
        for (const auto& pair : list) EXPECT_TRUE(pairs.insert(pair).second) << pair.first << ' ' << pair.second;
    return pairs;
}

/// Whether two come within `reach` along every axis, at one of many times.
bool meet(const Swarm& swarm, int i, int j, double reach)
{
    constexpr int samples = 20;
    for (int s = 0; s <= samples; ++s) {
        const double t = static_cast<double>(s) / samples;
        const auto at = [&](int k) {
            return Aabb((1 - t) * swarm.start[k].min() + t * swarm.end[k].min(),
                        (1 - t) * swarm.start[k].max() + t * swarm.end[k].max());
        };
        const Aabb one = at(i), other = at(j);
        if (((one.min() - other.max()).cwiseMax(other.min() - one.max()).array() <= reach).all()) return true;
    }
    return false;
}

TEST(MotionTree, FindsAllThatMeetAndFewOthers)
{
    constexpr int count = 1200;
    for (const double reach : {0.0, 0.03}) {
        const Swarm swarm = make_swarm(count, 0.1, Vec3::Zero(), 7);
        MotionTree tree(swarm.start);
        tree.refit(swarm.moving);
        const MetPairs found = found_by(tree, reach);
        std::size_t met = 0;
        for (int i = 0; i < count; ++i)
            for (int j = i + 1; j < count; ++j) {
                if (!meet(swarm, i, j, reach)) continue;
                ++met;
                EXPECT_TRUE(found.contains({i, j})) << i << ' ' << j;
            }
        EXPECT_GT(met, 200u) << "or nothing was tested";
        // Boxes that pass each other at different times count as well.
        EXPECT_LT(found.size(), 2 * met);
    }
}

TEST(MotionTree, DoesNotNoticeWhatAllDoTogether)
{
    const Swarm still = make_swarm(600, 0.02, Vec3::Zero(), 3);
    const Swarm falling = make_swarm(600, 0.02, Vec3(0.5, 0, -2), 3);
    MotionTree tree(still.start);
    tree.refit(still.moving);
    const MetPairs expected = found_by(tree, 0.01);
    tree.refit(falling.moving);
    const MetPairs found = found_by(tree, 0.01);
    EXPECT_GT(expected.size(), 50u);
    // But for those that single precision takes across the limit.
    EXPECT_NEAR(static_cast<double>(found.size()), static_cast<double>(expected.size()), 2);
}

TEST(MotionTree, FindsOfMarkedOnesAllPairs)
{
    const Swarm swarm = make_swarm(800, 0.1, Vec3::Zero(), 11);
    MotionTree tree(swarm.start);
    tree.refit(swarm.moving);
    const MetPairs all = found_by(tree, 0.02);
    std::vector<unsigned char> marked(800, 0);
    for (std::size_t k = 0; k < marked.size(); k += 17) marked[k] = 1;
    MetPairs expected;
    for (const auto& pair : all)
        if (marked[pair.first] != 0 || marked[pair.second] != 0) expected.insert(pair);
    tree.refit(swarm.moving, marked);
    EXPECT_GT(expected.size(), 20u);
    EXPECT_EQ(found_by(tree, 0.02), expected);
    tree.refit(swarm.moving);
    EXPECT_EQ(found_by(tree, 0.02), all) << "marks do not last";
}

/// Of two kinds, those that may meet are all found, and no others.
TEST(MotionTree, KeepsKindsApart)
{
    constexpr int count = 800;
    const Swarm swarm = make_swarm(count, 0.1, Vec3::Zero(), 13);
    std::vector<unsigned char> is_second(count);
    for (int k = 0; k < count; ++k) is_second[k] = k % 3 == 0 ? 1 : 0;
    for (const bool first_meets_itself : {true, false}) {
        MotionTree tree(swarm.start, {is_second, first_meets_itself});
        tree.refit(swarm.moving);
        const MetPairs found = found_by(tree, 0.02);
        int met = 0;
        for (int i = 0; i < count; ++i) {
            for (int j = i + 1; j < count; ++j) {
                const bool may = is_second[i] != is_second[j] || (is_second[i] == 0 && first_meets_itself);
                if (!may) {
                    EXPECT_FALSE(found.contains({i, j})) << i << ' ' << j;
                } else if (meet(swarm, i, j, 0.02)) {
                    EXPECT_TRUE(found.contains({i, j})) << i << ' ' << j;
                    ++met;
                }
            }
        }
        EXPECT_GT(met, 100);
    }
}

TEST(MotionTree, ThreadsChangeNeitherPairsNorTheirOrder)
{
    const Swarm swarm = make_swarm(3000, 0.05, Vec3::Zero(), 5);
    const auto lists_with = [&](int threads) {
        const ThreadLimit limit(threads);
        MotionTree tree(swarm.start);
        tree.refit(swarm.moving);
        std::vector<std::vector<std::pair<int, int>>> lists;
        tree.for_each_meeting(
            0.01, [&](std::size_t tasks) { lists.resize(tasks); },
            [&](std::size_t task, const auto& walk) { walk([&](int i, int j) { lists[task].emplace_back(i, j); }); });
        EXPECT_GT(lists.size(), 100u) << "work to share out";
        return lists;
    };
    EXPECT_EQ(lists_with(1), lists_with(2));
}

TEST(MotionTree, KnowsNothingAndOneThing)
{
    MotionTree none(std::span<const Aabb>{});
    none.refit({});
    EXPECT_TRUE(found_by(none, 1).empty());
    const Swarm one = make_swarm(1, 0.1, Vec3::Zero(), 1);
    MotionTree tree(one.start);
    tree.refit(one.moving);
    EXPECT_TRUE(found_by(tree, 1).empty());
}

}  // namespace
}  // namespace tulle
