#include "geometry/layer_gap.hpp"

#include "geometry/moving_boxes.hpp"
#include "geometry/triangle_distance.hpp"
#include "support/sheet_meshes.hpp"

#include <tulle/threads.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tulle {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

struct RestingSurface {
    std::vector<Vec3> x, rest;
    std::vector<Face> faces;
    std::vector<int> cloth_of;

    void add(const TriangleMesh& mesh)
    {
        const int offset = static_cast<int>(x.size()), cloth = cloth_of.empty() ? 0 : cloth_of.back() + 1;
        for (const Vec3& p : mesh.positions) {
            x.push_back(p);
            rest.push_back(p);
            cloth_of.push_back(cloth);
        }
        for (const Face& f : mesh.faces) faces.push_back({f[0] + offset, f[1] + offset, f[2] + offset});
    }
    [[nodiscard]] LayerGap gap(double reach) const { return smallest_layer_gap({x, faces}, cloth_of, rest, reach); }
};

TriangleMesh flat_square(int cells, double disorder = 0)
{
    return testing::sheet_mesh({1, 1}, {cells, cells}, disorder);
}

TEST(LayerGap, IsNoneInFlatCloth)
{
    RestingSurface cloth;
    cloth.add(flat_square(10));
    EXPECT_EQ(cloth.gap(10).distance, infinity);
    for (Vec3& x : cloth.x) x *= 0.6;
    EXPECT_EQ(cloth.gap(0.2).distance, infinity);
    for (Vec3& x : cloth.x) x *= 0.7;  // squeezed to less than half
    EXPECT_LT(cloth.gap(0.2).distance, 0.05);
}

TEST(LayerGap, IsThatBetweenCloths)
{
    RestingSurface cloths;
    cloths.add(flat_square(10));
    TriangleMesh upper = flat_square(7);
    for (Vec3& x : upper.positions) x.z() = 0.03;
    upper.positions[12].z() = 0.01;
    cloths.add(upper);
    const LayerGap gap = cloths.gap(infinity);
    EXPECT_DOUBLE_EQ(gap.distance, 0.01);
    EXPECT_EQ(gap.vertices[0], 121 + 12);
    EXPECT_EQ(cloths.cloth_of[gap.vertices[1]], 0);
    EXPECT_DOUBLE_EQ(gap.place.z(), 0.005);
    EXPECT_EQ(cloths.gap(0.009).distance, infinity);
}

/// Rolled to a ring that lacks 2 cm of its 1.02 m.
TEST(LayerGap, IsThatOfAFold)
{
    RestingSurface cloth;
    cloth.add(flat_square(20));
    const double radius = 1.02 / (2 * std::numbers::pi);
    for (Vec3& x : cloth.x) {
        const double angle = x.x() / radius;
        x = Vec3(radius * std::sin(angle), x.y(), radius * (1 - std::cos(angle)));
    }
    const LayerGap gap = cloth.gap(0.1);
    EXPECT_NEAR(gap.distance, 2 * radius * std::sin(0.01 / radius), 1e-12);
    EXPECT_NEAR(gap.place.z(), 0, 1e-3);
}

double gap_by_brute_force(const RestingSurface& s)
{
    double best = infinity;
    const auto note = [&](double now, double rest, bool same) {
        if (!same || rest >= 2 * now) best = std::min(best, now);
    };
    const auto shares = [](const auto& a, const auto& b) {
        for (const int i : a)
            for (const int j : b)
                if (i == j) return true;
        return false;
    };
    for (const Face& f : s.faces)
        for (const Face& g : s.faces)
            for (int k = 0; k < 3; ++k) {
                const bool same = s.cloth_of[f[0]] == s.cloth_of[g[0]];
                if (!shares(std::array{f[k]}, g))
                    note(std::sqrt(closest_on_triangle(s.x[f[k]], triangle_of(g, s.x)).squared_distance),
                         std::sqrt(closest_on_triangle(s.rest[f[k]], triangle_of(g, s.rest)).squared_distance), same);
                for (int l = 0; l < 3; ++l) {
                    const std::array a{f[k], f[(k + 1) % 3]}, b{g[l], g[(l + 1) % 3]};
                    if (shares(a, b)) continue;
                    const auto distance = [&](const std::vector<Vec3>& x) {
                        return std::sqrt(closest_of_segments(x[a[0]], x[a[1]], x[b[0]], x[b[1]]).squared_distance);
                    };
                    note(distance(s.x), distance(s.rest), same);
                }
            }
    return best;
}

RestingSurface crumpled_cloths(int cells, unsigned seed)
{
    RestingSurface cloths;
    cloths.add(flat_square(cells, 0.2));
    cloths.add(flat_square(cells - 1, 0.2));
    testing::RandomValues random(seed);
    for (std::size_t p = 0; p < cloths.x.size(); ++p)
        cloths.x[p] += random.vector(0.7 / cells) + Vec3(0, 0, 0.6 * cloths.cloth_of[p]);
    return cloths;
}

TEST(LayerGap, IsWhatBruteForceFinds)
{
    for (const unsigned seed : {1U, 2U, 3U}) {
        RestingSurface cloths = crumpled_cloths(8, seed);
        // Segments the other way round differ in rounding.
        EXPECT_NEAR(cloths.gap(1).distance, gap_by_brute_force(cloths), 1e-12) << seed;
        for (std::size_t p = 0; p < cloths.x.size(); ++p) cloths.x[p].z() = 0.1 * cloths.cloth_of[p];
        EXPECT_NEAR(cloths.gap(1).distance, gap_by_brute_force(cloths), 1e-12) << seed;
    }
}

TEST(LayerGap, IsTheSameForAnyNumberOfThreads)
{
    const RestingSurface cloths = crumpled_cloths(50, 4);
    const auto found = [&](int threads) {
        const ThreadLimit limit(threads);
        return cloths.gap(0.1);
    };
    const LayerGap one = found(1), other = found(3);
    EXPECT_LT(one.distance, 0.1);
    EXPECT_EQ(one.distance, other.distance);
    EXPECT_EQ(one.vertices, other.vertices);
    EXPECT_EQ(one.place, other.place);
}

}  // namespace
}  // namespace tulle
