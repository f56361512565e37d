#include "geometry/box_tree.hpp"

#include "geometry/moving_boxes.hpp"
#include "support/sample_meshes.hpp"

#include <tulle/threads.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace tulle {
namespace {

using testing::RandomValues;

std::vector<Aabb> random_boxes(int count, double size, unsigned seed)
{
    RandomValues random(seed);
    std::vector<Aabb> boxes(count);
    for (Aabb& box : boxes) {
        const Vec3 center = random.vector();
        box = Aabb(center, center + random.vector(size).cwiseAbs());
    }
    return boxes;
}

template <class Query>
std::set<int> indices_of(const BoxTree& tree, const Query& query)
{
    std::set<int> found;
    query([&](int slot) { EXPECT_TRUE(found.insert(tree.index_of_slot()[slot]).second) << "visited twice"; });
    return found;
}

double squared_gap(const Aabb& box, const Vec3& p)
{
    return squared_length((box.min() - p).cwiseMax(p - box.max()).cwiseMax(0.0));
}

TEST(BoxTree, VisitsAllThatMatchAndFewMore)
{
    const auto boxes = random_boxes(3000, 0.1, 1);
    const BoxTree tree(boxes);
    RandomValues random(2);
    std::size_t visited = 0, matching = 0;
    for (int k = 0; k < 300; ++k) {
        const Vec3 p = random.vector();
        const Aabb window(p, p + random.vector(0.2).cwiseAbs());
        const auto overlapping = indices_of(tree, [&](const auto& visit) { tree.for_each_overlapping(window, visit); });
        const auto within = indices_of(tree, [&](const auto& visit) { tree.for_each_within(0.1, window, visit); });
        double squared_radius = 0.01;
        const auto near = indices_of(tree, [&](const auto& visit) { tree.for_each_near(p, squared_radius, visit); });
        for (int i = 0; i < 3000; ++i) {
            if (boxes[i].intersects(window)) {
                EXPECT_TRUE(overlapping.contains(i));
                ++matching;
            }
            if (boxes[i].squaredExteriorDistance(window) <= 0.01) {
                EXPECT_TRUE(within.contains(i));
                ++matching;
            }
            if (squared_gap(boxes[i], p) <= squared_radius) {
                EXPECT_TRUE(near.contains(i));
                ++matching;
            }
        }
        visited += overlapping.size() + within.size() + near.size();
    }
    EXPECT_LT(visited, 3 * matching);
    EXPECT_GT(matching, 1000U);
}

TEST(BoxTree, SegmentsMeetTheBoxesTheyPassThrough)
{
    const auto boxes = random_boxes(1000, 0.1, 3);
    const BoxTree tree(boxes);
    RandomValues random(4);
    for (int k = 0; k < 200; ++k) {
        const Vec3 from = random.vector(2);
        Vec3 to = random.vector(2);
        if (k % 3 == 0) to[k % 2] = from[k % 2];  // along the slabs of an axis
        if (k % 9 == 0) to[2] = from[2];
        double end = 1;
        const auto met = indices_of(tree, [&](const auto& visit) { tree.for_each_along(from, to, end, visit); });
        EXPECT_LT(met.size(), 400U);
        for (int i = 0; i < 1000; ++i)
            for (int s = 0; s <= 400; ++s) {
                if (!boxes[i].contains(Vec3(from + s / 400.0 * (to - from)))) continue;
                EXPECT_TRUE(met.contains(i));
                break;
            }
    }
}

TEST(BoxTree, RefittingToOtherPlacesLosesNothing)
{
    auto boxes = random_boxes(5000, 0.05, 5);
    BoxTree tree(boxes);
    boxes = random_boxes(5000, 0.05, 6);
    tree.refit(boxes);
    RandomValues random(7);
    for (int k = 0; k < 50; ++k) {
        const Vec3 p = random.vector();
        const Aabb window(p, p + random.vector(0.2).cwiseAbs());
        const auto found = indices_of(tree, [&](const auto& visit) { tree.for_each_overlapping(window, visit); });
        for (int i = 0; i < 5000; ++i)
            if (boxes[i].intersects(window)) {
                EXPECT_TRUE(found.contains(i));
            }
    }
}

TEST(BoxTree, TheSameForAnyNumberOfThreads)
{
    const auto boxes = random_boxes(20000, 0.05, 8);
    const auto moved = random_boxes(20000, 0.05, 9);
    const auto build = [&](int threads) {
        const ThreadLimit limit(threads);
        BoxTree tree(boxes);
        tree.refit(moved);
        return tree;
    };
    const BoxTree one = build(1);
    const BoxTree two = build(2);
    ASSERT_EQ(one.nodes().size(), two.nodes().size());
    EXPECT_TRUE(std::ranges::equal(one.index_of_slot(), two.index_of_slot()));
    for (std::size_t k = 0; k < one.nodes().size(); ++k) {
        ASSERT_EQ(one.nodes()[k].low, two.nodes()[k].low);
        ASSERT_EQ(one.nodes()[k].high, two.nodes()[k].high);
    }
}

/// Each box half the size of the last and at half its place: cut by area, the tree would be a chain.
TEST(BoxTree, DepthIsBoundedForAnyBoxes)
{
    std::vector<Aabb> boxes;
    double place = 1;
    for (int k = 0; k < 4000; ++k) {
        boxes.emplace_back(Vec3::Constant(place), Vec3::Constant(1.1 * place));
        place *= 0.9;
    }
    const BoxTree tree(boxes);  // asserts its depth
    double squared_radius = 0;
    int visits = 0;
    tree.for_each_near(Vec3::Ones(), squared_radius, [&](int) { ++visits; });
    EXPECT_GE(visits, 1);
    EXPECT_LT(visits, 20);
}

TEST(BoxTree, HugeAndTinyCoordinatesAreNotLost)
{
    const std::vector<Aabb> boxes{{Vec3::Constant(-1e300), Vec3::Constant(-1e299)},
                                  {Vec3::Constant(1e-310), Vec3::Constant(1e-300)},
                                  {Vec3::Constant(1e299), Vec3::Constant(1e300)},
                                  {Vec3::Zero(), Vec3::Zero()}};
    const BoxTree tree(boxes);
    for (const Aabb& box : boxes) {
        int visits = 0;
        tree.for_each_overlapping(box, [&](int) { ++visits; });
        EXPECT_GE(visits, 1);
    }
}

TEST(BoxTree, NothingIsFoundInNothing)
{
    BoxTree tree({});
    tree.refit({});
    double limit = 1;
    const auto fail = [](int) { FAIL(); };
    tree.for_each_overlapping(Aabb(Vec3::Zero(), Vec3::Ones()), fail);
    tree.for_each_near(Vec3::Zero(), limit, fail);
    tree.for_each_along(Vec3::Zero(), Vec3::Ones(), limit, fail);
}

}  // namespace
}  // namespace tulle
