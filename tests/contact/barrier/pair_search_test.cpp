#include "contact/barrier/pair_search.hpp"

#include "contact/barrier/made_surface.hpp"
#include "contact/untangle/crossing_faces.hpp"

#include <tulle/threads.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <tuple>

namespace tulle {
namespace {

using testing::layers;
using testing::MadeSurface;
using testing::moved;
using Positions = std::vector<Vec3>;

using Key = std::tuple<PairKind, std::array<int, 4>>;
Key key_of(const SurfacePair& pair) { return {pair.kind, pair.particles}; }

std::vector<Key> keys_of(const std::vector<SurfacePair>& pairs)
{
    std::vector<Key> keys;
    for (const SurfacePair& pair : pairs) keys.push_back(key_of(pair));
    return keys;
}

std::vector<Key> sorted_keys_of(const std::vector<SurfacePair>& pairs)
{
    std::vector<Key> keys = keys_of(pairs);
    std::ranges::sort(keys);
    EXPECT_EQ(std::ranges::adjacent_find(keys), keys.end()) << "every pair once";
    return keys;
}

/// Vertices with faces and edges with edges, all that share no particle.
std::vector<SurfacePair> all_pairs(const ContactSurface& surface)
{
    std::vector<SurfacePair> pairs;
    for (const int v : surface.vertices())
        for (const Face& f : surface.faces())
            if (std::ranges::find(f, v) == f.end())
                pairs.push_back(
                    {{v, f[0], f[1], f[2]}, PairKind::vertex_face, surface.contact_distance({{v, f[0], f[1], f[2]}})});
    for (const auto& [i, j] : surface.edges())
        for (const auto& [k, l] : surface.edges()) {
            if (std::tie(k, l) <= std::tie(i, j) || i == k || i == l || j == k || j == l) continue;
            pairs.push_back(
                {{i, j, k, l}, PairKind::edge_edge, surface.contact_distance({{i, j, k, l}, PairKind::edge_edge})});
        }
    std::ranges::sort(pairs, {}, key_of);
    return pairs;
}

/// Two sheets that lie in each other as crumpled paper does.
MadeSurface crumpled(unsigned seed)
{
    MadeSurface made = layers(2, 8, 0.05, 0.04);
    made.x = moved(made.x, 0.1, seed);
    return made;
}

std::vector<SurfacePair> near_pairs(PairSearch& search, const Positions& x, double reach)
{
    std::vector<SurfacePair> pairs;
    search.find_near(x, reach, pairs);
    return pairs;
}

std::vector<SurfacePair> meeting_pairs(PairSearch& search, const Positions& from, const Positions& to, double within)
{
    std::vector<SurfacePair> pairs;
    search.find_meeting(from, to, within, pairs);
    return pairs;
}

TEST(PairSearch, FindsWhatIsNear)
{
    for (unsigned seed = 1; seed < 5; ++seed) {
        const MadeSurface made = crumpled(seed);
        const Positions x = moved(made.x, 0.05, seed + 10);
        const ContactSurface surface = made.surface();
        PairSearch search(surface);
        const std::vector<SurfacePair> all = all_pairs(surface);
        for (const double reach : {0.0, 0.01, 0.1}) {
            const std::vector<SurfacePair> found = near_pairs(search, x, reach);
            std::vector<Key> expected;
            std::size_t listed = 0;  // those of two cloths are, whatever lay between them at the start
            for (const SurfacePair& pair : all) {
                const double distance = closest_points(pair, x).between.norm();
                if (distance <= pair.contact_distance + reach) expected.push_back(key_of(pair));
                const bool is_within =
                    surface.material(pair.particles[0]).cloth == surface.material(pair.particles[3]).cloth;
                if (distance <= (is_within ? pair.contact_distance : surface.thickness(pair)) + reach) ++listed;
            }
            EXPECT_GT(expected.size(), 100u) << "or nothing was tested";
            // Lower bounds of distances let a few through that are further.
            EXPECT_TRUE(std::ranges::includes(sorted_keys_of(found), expected)) << seed << ", " << reach;
            EXPECT_LE(static_cast<double>(found.size()), 1.01 * static_cast<double>(listed));
            for (const SurfacePair& pair : found) {
                EXPECT_LE(pair.apart, closest_points(pair, x).between.norm()) << "a lower bound";
                if (pair.contact_distance != 0) {
                    EXPECT_EQ(pair.contact_distance, surface.contact_distance(pair));
                }
            }
        }
    }
}

TEST(PairSearch, FindsWhatComesNearOnItsWay)
{
    constexpr double within = 0.02;
    for (unsigned seed = 1; seed < 4; ++seed) {
        const MadeSurface made = crumpled(seed);
        const Positions to = moved(made.x, 0.1, seed + 10);
        const ContactSurface surface = made.surface();
        PairSearch search(surface);
        const std::vector<Key> found = sorted_keys_of(meeting_pairs(search, made.x, to, within));
        const std::vector<SurfacePair> all = all_pairs(surface);
        EXPECT_LT(found.size(), all.size() / 2) << "some are far from each other";
        Positions x(to.size());
        constexpr int samples = 10;
        int met = 0;
        for (int k = 0; k <= samples; ++k) {
            const double part = static_cast<double>(k) / samples;
            for (std::size_t i = 0; i < x.size(); ++i) x[i] = made.x[i] + part * (to[i] - made.x[i]);
            for (const SurfacePair& pair : all) {
                if (closest_points(pair, x).between.norm() > within) continue;
                ++met;
                EXPECT_TRUE(std::ranges::binary_search(found, key_of(pair)));
            }
        }
        EXPECT_GT(met, 1000) << "or nothing was tested";
    }
}

/// Sheets fall together by a metre and towards each other by a little: what they have in common adds no pairs, and none
/// is missed that comes near.
TEST(PairSearch, FindsWhatComesNearWhileAllFallTogether)
{
    constexpr double reach = 0.01;
    for (unsigned seed = 1; seed < 4; ++seed) {
        const MadeSurface made = crumpled(seed);
        const Vec3 fall(0.2, -0.1, -1);
        Positions to = moved(made.x, 0.05, seed + 10), still = to;
        for (Vec3& x : to) x += fall;
        const ContactSurface surface = made.surface();
        PairSearch search(surface);
        std::vector<SurfacePair> falling, intact;
        search.find_near_in_motion(made.x, to, fall, reach, falling);
        search.find_near_in_motion(made.x, still, Vec3::Zero(), reach, intact);
        // But for those that rounding takes across the limit.
        EXPECT_NEAR(static_cast<double>(falling.size()), static_cast<double>(intact.size()), 3);
        const std::vector<Key> found = sorted_keys_of(intact);
        const std::vector<SurfacePair> all = all_pairs(surface);
        EXPECT_LT(found.size(), all.size() / 2) << "some are far from each other";
        Positions x(to.size());
        for (int k = 0; k <= 10; ++k) {
            for (std::size_t i = 0; i < x.size(); ++i) x[i] = made.x[i] + 0.1 * k * (still[i] - made.x[i]);
            for (const SurfacePair& pair : all)
                if (closest_points(pair, x).between.norm() <= pair.contact_distance + reach) {
                    EXPECT_TRUE(std::ranges::binary_search(found, key_of(pair))) << k;
                }
        }
    }
}

TEST(PairSearch, KnowsNoPairWithACommonParticle)
{
    const MadeSurface made = crumpled(1);
    const ContactSurface surface = made.surface();
    PairSearch search(surface);
    const std::vector<SurfacePair> pairs = meeting_pairs(search, made.x, made.x, 10);
    EXPECT_EQ(sorted_keys_of(pairs), keys_of(all_pairs(surface))) << "everything is within 10 m";
    for (const SurfacePair& pair : pairs)
        EXPECT_EQ(std::set<int>(pair.particles.begin(), pair.particles.end()).size(), 4u);
}

/// Enough vertices and edges for several blocks of work.
TEST(PairSearch, ThreadsChangeNothing)
{
    MadeSurface made = layers(2, 36, 0.02, 0.02);
    made.x = moved(made.x, 0.02, 1);
    const Positions to = moved(made.x, 0.01, 2);
    const ContactSurface surface = made.surface();
    const auto keys = [&](int threads) {
        const ThreadLimit limit(threads);
        PairSearch search(surface);
        std::vector<Key> all = keys_of(near_pairs(search, to, 0.01));
        const std::vector<Key> meeting = keys_of(meeting_pairs(search, made.x, to, 0.01));
        all.insert(all.end(), meeting.begin(), meeting.end());
        return all;
    };
    const std::vector<Key> one = keys(1);
    EXPECT_GT(one.size(), 10000u);
    EXPECT_TRUE(keys(2) == one);
}

/// Runs that are resumed have trees of their own. Both kinds of search use and change them.
TEST(PairSearch, ForgetsEarlierSearches)
{
    const MadeSurface made = crumpled(1);
    const ContactSurface surface = made.surface();
    PairSearch old(surface);
    Positions x = made.x;
    for (unsigned k = 0; k < 60; ++k) {
        const Positions to = moved(x, 0.03, k);
        PairSearch fresh(surface);
        EXPECT_EQ(keys_of(near_pairs(old, to, 0.01)), keys_of(near_pairs(fresh, to, 0.01))) << k;
        PairSearch fresh_too(surface);
        EXPECT_EQ(keys_of(meeting_pairs(old, x, to, 0.01)), keys_of(meeting_pairs(fresh_too, x, to, 0.01))) << k;
        x = to;
    }
}

/// An obstacle is found beside cloth, never beside itself, and at the distance that the two keep.
TEST(PairSearch, FindsObstaclesBesideClothOnly)
{
    for (const bool cloth_meets_cloth : {true, false}) {
        MadeSurface made = layers(3, 6, 0.05, 0.03);
        made.x = moved(made.x, 0.08, 5);
        const ContactSurface surface = made.surface_with_obstacle({0.05, 0.7}, cloth_meets_cloth);
        std::vector<SurfacePair> found, expected;
        PairSearch(surface).find_near(made.x, 0.01, found);
        int with_obstacle = 0;
        for (const SurfacePair& pair : all_pairs(surface)) {
            const bool one = surface.is_obstacle(pair.particles.front()),
                       other = surface.is_obstacle(pair.particles.back());
            if (one == other && (one || !cloth_meets_cloth)) continue;
            const double thickness = one != other ? 0.05 : 0.03;
            EXPECT_EQ(surface.thickness(pair), thickness);
            EXPECT_EQ(surface.friction(pair), one != other ? 0.7 : 0);
            if (closest_points(pair, made.x).between.norm() > pair.contact_distance + 0.01) continue;
            with_obstacle += one != other ? 1 : 0;
            expected.push_back(pair);
        }
        EXPECT_GT(with_obstacle, 100);
        // A search may list a few that are a little further.
        const std::vector<Key> keys = sorted_keys_of(found);
        for (const SurfacePair& pair : expected)
            EXPECT_TRUE(std::ranges::binary_search(keys, key_of(pair))) << "one of those near is missing";
        for (const SurfacePair& pair : found)
            EXPECT_FALSE(surface.is_obstacle(pair.particles.front()) && surface.is_obstacle(pair.particles.back()));
    }
}

/// Against a search of all triangles.
TEST(CrossingFaces, AreThoseThatAreToBeKeptApart)
{
    MadeSurface made = layers(3, 6, 0.05, 0.03);
    made.x = moved(made.x, 0.12, 9);
    for (const bool cloth_meets_cloth : {true, false}) {
        const ContactSurface surface = made.surface_with_obstacle({0.05, 0}, cloth_meets_cloth);
        const std::span<const Face> faces = surface.faces();
        std::vector<std::pair<int, int>> expected, found;
        for (const FacePair& pair : find_surface_crossings({made.x, faces})) {
            const bool one = surface.is_obstacle(faces[pair.first][0]),
                       other = surface.is_obstacle(faces[pair.second][0]);
            if (one != other || (!one && cloth_meets_cloth)) expected.emplace_back(pair.first, pair.second);
        }
        for (const FacePair& pair : find_crossing_faces(surface, made.x)) found.emplace_back(pair.first, pair.second);
        EXPECT_GT(expected.size(), 20u);
        EXPECT_EQ(found, expected);
    }
}

}  // namespace
}  // namespace tulle
