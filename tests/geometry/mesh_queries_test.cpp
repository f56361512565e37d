#include "geometry/mesh_queries.hpp"

#include "geometry/brute_force_queries.hpp"
#include "support/sample_meshes.hpp"

#include <tulle/threads.hpp>

#include <gtest/gtest.h>

namespace tulle {
namespace {

using testing::BruteForceQueries;
using testing::RandomValues;
using testing::SampleMesh;

void expect_same(const std::optional<ClosestPoint>& found, const std::optional<ClosestPoint>& expected)
{
    ASSERT_EQ(found.has_value(), expected.has_value());
    if (!found) return;
    EXPECT_EQ(found->face, expected->face);
    EXPECT_EQ(found->weights, expected->weights);
    EXPECT_EQ(found->point, expected->point);
    EXPECT_EQ(found->distance, expected->distance);
}

void expect_same(const std::optional<SegmentHit>& found, const std::optional<SegmentHit>& expected)
{
    ASSERT_EQ(found.has_value(), expected.has_value());
    if (!found) return;
    EXPECT_EQ(found->face, expected->face);
    EXPECT_EQ(found->weights, expected->weights);
    EXPECT_EQ(found->point, expected->point);
    EXPECT_EQ(found->time, expected->time);
}

/// Points that ask for trouble: on vertices, on edges, in faces, halfway between vertices, near by, and anywhere.
Vec3 query_point(RandomValues& random, const SampleMesh& mesh, int kind)
{
    if (mesh.vertices.empty()) return random.vector();
    const auto vertex = [&] { return mesh.vertices[random.integer(0, static_cast<int>(mesh.vertices.size()) - 1)]; };
    const Face& face = mesh.faces[random.integer(0, static_cast<int>(mesh.faces.size()) - 1)];
    const auto& [a, b, c] = triangle_of(face, mesh.vertices);
    switch (kind % 8) {
        case 0:
            return vertex();
        case 1:
            return 0.5 * (a + b);
        case 2:
            return a + random.number(0, 1) * (b - a);
        case 3:
            return (a + b + c) / 3;
        case 4:
            return 0.5 * (vertex() + vertex());
        case 5:
            return vertex() + random.vector(std::pow(10, random.number(-12, 0)));
        case 6:
            return vertex() + random.vector(100);
        default:
            return vertex() + random.vector();
    }
}

/// One suite for every implementation there is.
class EveryMethod : public ::testing::TestWithParam<QueryMethod> {
protected:
    [[nodiscard]] static std::unique_ptr<MeshQueries> make(const SampleMesh& mesh)
    {
        return make_mesh_queries(mesh.vertices, mesh.faces, GetParam());
    }

    static void expect_agreement(const MeshQueries& queries, const MeshQueries& expected, const SampleMesh& mesh,
                                 int count, unsigned seed)
    {
        RandomValues random(seed);
        std::vector<int> found_faces, expected_faces;
        int within = 0, hits = 0, overlaps = 0;
        for (int k = 0; k < count; ++k) {
            SCOPED_TRACE(mesh.name + ' ' + std::to_string(k));
            const Vec3 p = query_point(random, mesh, k);
            expect_same(queries.closest(p), expected.closest(p));
            const double radius = std::pow(10, random.number(-4, 0.5));
            const auto near = expected.closest(p, radius);
            expect_same(queries.closest(p, radius), near);
            within += near ? 1 : 0;

            const Vec3 q = query_point(random, mesh, random.integer(0, 7));
            const Vec3 far = p + random.number(1, 3) * (q - p);
            const auto hit = expected.first_hit(p, far);
            expect_same(queries.first_hit(p, far), hit);
            expect_same(queries.first_hit(far, p), expected.first_hit(far, p));
            Vec3 along = p;
            along[k % 3] = far[k % 3];  // along an axis
            expect_same(queries.first_hit(p, along), expected.first_hit(p, along));
            hits += hit ? 1 : 0;

            const Aabb box = k % 4 == 0 ? Aabb(p.cwiseMin(q), p.cwiseMax(q)) : inflated(Aabb(p, p), radius - 1e-4);
            queries.overlapping(box, found_faces);
            expected.overlapping(box, expected_faces);
            EXPECT_EQ(found_faces, expected_faces);
            overlaps += expected_faces.empty() ? 0 : 1;
            if (::testing::Test::HasFailure()) return;
        }
        if (mesh.faces.empty()) return;
        EXPECT_GT(within, count / 10);
        EXPECT_LT(within, count);
        EXPECT_GT(overlaps, count / 10);
        if (mesh.name != "flat") {
            EXPECT_GT(hits, count / 50);
        }
    }
};

TEST_P(EveryMethod, AgreesWithBruteForceToTheLastBit)
{
    unsigned seed = 1;
    for (const SampleMesh& mesh : testing::sample_meshes()) {
        const auto queries = make(mesh);
        EXPECT_EQ(queries->face_count(), mesh.faces.size());
        expect_agreement(*queries, BruteForceQueries(mesh.vertices, mesh.faces), mesh, 600, ++seed);
    }
}

TEST_P(EveryMethod, AfterMovingItIsAsIfMadeThere)
{
    RandomValues random(20);
    for (SampleMesh mesh : {testing::torus(40, 20), testing::triangle_heap(300, 0.3, 7), testing::bad_mesh()}) {
        const auto queries = make(mesh);
        for (int move = 0; move < 3; ++move) {
            const std::vector<Vec3> before = mesh.vertices;
            for (Vec3& x : mesh.vertices) x = 1.5 * Vec3(x.y(), -x.z(), x.x()) + Vec3(move, 0, 0) + random.vector(0.05);
            queries->refit(mesh.vertices);
            expect_agreement(*queries, BruteForceQueries(mesh.vertices, mesh.faces), mesh, 150, 21);

            queries->refit(before, mesh.vertices);
            BruteForceQueries swept(mesh.vertices, mesh.faces);
            swept.refit(before, mesh.vertices);
            expect_agreement(*queries, swept, mesh, 150, 22);
        }
    }
}

TEST_P(EveryMethod, OfEqualFacesTheLowestIsTheAnswer)
{
    const auto queries = make(testing::stack());
    const auto near = queries->closest({0.2, 0.2, 1});
    ASSERT_TRUE(near);
    EXPECT_EQ(near->face, 0);
    EXPECT_EQ(near->distance, 1);
    EXPECT_EQ(near->point, Vec3(0.2, 0.2, 0));
    const auto hit = queries->first_hit({0.2, 0.2, 1}, {0.2, 0.2, -1});
    ASSERT_TRUE(hit);
    EXPECT_EQ(hit->face, 0);
    EXPECT_NEAR(hit->time, 0.5, 1e-15);
    std::vector<int> all;
    queries->overlapping({Vec3::Zero(), Vec3::Zero()}, all);
    EXPECT_EQ(all.size(), 100U);
}

TEST_P(EveryMethod, TheRadiusIsPartOfTheReach)
{
    const auto queries = make(testing::single_triangle());
    EXPECT_TRUE(queries->closest({0.25, 0.25, 0.5}, 0.5));
    EXPECT_FALSE(queries->closest({0.25, 0.25, 0.5}, std::nextafter(0.5, 0)));
    EXPECT_TRUE(queries->closest({0.25, 0.25, 0}, 0));
    EXPECT_TRUE(queries->closest({1e8, 0, 0}, 1e9));
}

TEST_P(EveryMethod, SegmentsFromFarAwayAreAsExactAsOthers)
{
    const SampleMesh mesh = testing::torus(60, 30, 0.2);
    const auto queries = make(mesh);
    const BruteForceQueries expected(mesh.vertices, mesh.faces);
    RandomValues random(30);
    int hits = 0;
    for (int k = 0; k < 500; ++k) {
        const Vec3 target = mesh.vertices[random.integer(0, static_cast<int>(mesh.vertices.size()) - 1)];
        const Vec3 from = target + std::pow(10, random.number(0, 6)) * random.unit_vector();
        const Vec3 to = target + random.number(0, 2) * (target - from);
        const auto hit = expected.first_hit(from, to);
        expect_same(queries->first_hit(from, to), hit);
        hits += hit ? 1 : 0;
    }
    EXPECT_GT(hits, 250);
}

TEST_P(EveryMethod, ThreadsChangeNothing)
{
    SampleMesh mesh = testing::torus(100, 50);
    const auto ask = [&](int threads) {
        const ThreadLimit limit(threads);
        const auto queries = make(mesh);
        std::vector<Vec3> moved = mesh.vertices;
        for (Vec3& x : moved) x *= 1.25;
        queries->refit(moved);
        RandomValues random(40);
        const std::vector<Vec3> points = random.vectors(5000);
        std::vector<double> distances(points.size());
        parallel_for(points.size(), [&](std::size_t k) { distances[k] = queries->closest(points[k])->distance; });
        return distances;
    };
    EXPECT_EQ(ask(1), ask(2));
}

/// Those of this build: a method that is not there has no tests that pass by doing nothing.
std::vector<QueryMethod> built_in_methods()
{
    std::vector<QueryMethod> methods{QueryMethod::tree};
    if (is_available(QueryMethod::embree)) methods.push_back(QueryMethod::embree);
    return methods;
}

INSTANTIATE_TEST_SUITE_P(MeshQueries, EveryMethod, ::testing::ValuesIn(built_in_methods()),
                         [](const auto& method) { return method.param == QueryMethod::tree ? "tree" : "embree"; });

TEST(MeshQueries, WhatIsNotBuiltInIsRefused)
{
    EXPECT_TRUE(is_available(QueryMethod::tree));
    if (!is_available(QueryMethod::embree)) {
        EXPECT_THROW(static_cast<void>(make_mesh_queries({}, {}, QueryMethod::embree)), std::invalid_argument);
    }
    EXPECT_NE(make_mesh_queries({}, {}), nullptr);
}

}  // namespace
}  // namespace tulle
