// Surfaces that start through themselves come apart: entirely, without being moved further than need be.

#include "contact/untangle/untangle.hpp"

#include "geometry/layer_gap.hpp"
#include "tangled_surfaces.hpp"

#include <tulle/threads.hpp>

#include <gtest/gtest.h>

#include <algorithm>

namespace tulle {
namespace {

using testing::TangledCase;

Untangled untangle_case(const TangledCase& given)
{
    return untangle({given.made.x, given.made.faces, given.made.materials, given.inverse_mass});
}

bool is_free(const TangledCase& given, const std::vector<Vec3>& x)
{
    return find_surface_crossings({x, given.made.faces}).empty();
}

Vec3 mean_of(const std::vector<Vec3>& x)
{
    Vec3 sum = Vec3::Zero();
    for (const Vec3& p : x) sum += p;
    return sum / static_cast<double>(x.size());
}

/// How long edges are relative to what they were: the shortest and the longest.
std::array<double, 2> edge_ratios(const TangledCase& given, const std::vector<Vec3>& x)
{
    std::array<double, 2> ratios{1, 1};
    for (const Face& face : given.made.faces)
        for (int k = 0; k < 3; ++k) {
            const int i = face[k], j = face[(k + 1) % 3];
            const double ratio = (x[j] - x[i]).norm() / (given.made.x[j] - given.made.x[i]).norm();
            ratios = {std::min(ratios[0], ratio), std::max(ratios[1], ratio)};
        }
    return ratios;
}

double layer_gap(const TangledCase& given, const std::vector<Vec3>& x)
{
    std::vector<int> cloth_of;
    for (const SurfaceMaterial& material : given.made.materials) cloth_of.push_back(material.cloth);
    return smallest_layer_gap({x, given.made.faces}, cloth_of, given.made.x, testing::tangled_thickness).distance;
}

class UntangleCases : public ::testing::TestWithParam<double> {};

TEST_P(UntangleCases, ComeApart)
{
    for (const TangledCase& given : testing::tangled_cases(GetParam())) {
        SCOPED_TRACE(given.name);
        const Untangled done = untangle_case(given);
        EXPECT_GT(done.pairs, 0) << "or it is no case";
        EXPECT_TRUE(done.left.empty());
        EXPECT_TRUE(is_free(given, done.positions));
        EXPECT_GT(done.iterations, 0);
        EXPECT_LT(done.iterations, 100);
        EXPECT_LE(done.largest_displacement, given.most_displacement);
        EXPECT_GE(layer_gap(given, done.positions), 0.45 * testing::tangled_thickness);
        const auto [shortest, longest] = edge_ratios(given, done.positions);
        EXPECT_GT(shortest, 0.7);
        EXPECT_LT(longest, 1.3);
        // All weigh the same; of some hundred iterations rounding is what remains.
        EXPECT_LE((mean_of(done.positions) - mean_of(given.made.x)).norm(), 1e-12);
    }
}

INSTANTIATE_TEST_SUITE_P(Grids, UntangleCases, ::testing::Values(0.2, 0.0));

TEST(Untangle, IsTheSameForAnyNumberOfThreads)
{
    for (const TangledCase& given : testing::tangled_cases(0.2)) {
        SCOPED_TRACE(given.name);
        const auto positions = [&](int threads) {
            const ThreadLimit limit(threads);
            return untangle_case(given).positions;
        };
        EXPECT_EQ(positions(1), positions(3));
    }
}

TEST(Untangle, MovesNoParticleWhereNothingCrosses)
{
    TangledCase given;
    given.made = testing::layers(3, 8, 0.001, 0.01);
    given.inverse_mass.assign(given.made.x.size(), 100);
    const Untangled done = untangle_case(given);
    EXPECT_EQ(done.pairs, 0);
    EXPECT_EQ(done.iterations, 0);
    EXPECT_EQ(done.positions, given.made.x);
}

TEST(Untangle, LeavesThoseWhoAreHeldOrNotTangled)
{
    TangledCase given = testing::tangled_cases(0.2).front();
    const std::size_t sheet = given.made.x.size() / 2;
    testing::add_sheet(given.made, 2, 0.2, [](double u, double v) { return Vec3(u, v, 0.3); });
    // Nearer than cloths keep, but through nothing: on purpose.
    testing::add_sheet(given.made, 3, 0.2, [](double u, double v) { return Vec3(u, v, 0.301); });
    given.inverse_mass.assign(given.made.x.size(), 1000);
    std::fill_n(given.inverse_mass.begin(), sheet, 0.0);
    const Untangled done = untangle_case(given);
    EXPECT_TRUE(done.left.empty());
    for (std::size_t i = 0; i < given.made.x.size(); ++i)
        if (i < sheet || i >= 2 * sheet) {
            ASSERT_EQ(done.positions[i], given.made.x[i]) << i;
        }
}

/// Pins may leave no way: then it says what is left, and soon.
TEST(Untangle, SaysWhatIsLeft)
{
    TangledCase given = testing::tangled_cases(0.2).front();
    std::ranges::fill(given.inverse_mass, 0.0);
    const Untangled done = untangle_case(given);
    EXPECT_EQ(done.left.size(), static_cast<std::size_t>(done.pairs));
    EXPECT_GT(done.pairs, 0);
    EXPECT_EQ(done.positions, given.made.x);
    EXPECT_LT(done.iterations, 10);
}

/// The heavier one is moved less.
TEST(Untangle, KeepsTheCentreOfMass)
{
    TangledCase given = testing::tangled_cases(0.2).front();
    const std::size_t sheet = given.made.x.size() / 2;
    for (std::size_t i = 0; i < sheet; ++i) given.inverse_mass[i] /= 10;
    const Untangled done = untangle_case(given);
    EXPECT_TRUE(done.left.empty());
    Vec3 moved = Vec3::Zero();  // kg m
    double below = 0, above = 0;
    for (std::size_t i = 0; i < given.made.x.size(); ++i) {
        const Vec3 way = done.positions[i] - given.made.x[i];
        moved += way / given.inverse_mass[i];
        double& furthest = i < sheet ? below : above;
        furthest = std::max(furthest, way.norm());
    }
    EXPECT_LE(moved.norm(), 1e-12);
    EXPECT_LT(below, 0.3 * above);
}

}  // namespace
}  // namespace tulle
