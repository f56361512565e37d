#include "geometry/segment_triangle.hpp"

#include "geometry/moving_boxes.hpp"
#include "support/sample_meshes.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>

namespace tulle {
namespace {

using testing::RandomValues;

TEST(SegmentTriangle, SolvesTheEquationOfTheCrossing)
{
    RandomValues random(1);
    int hits = 0;
    for (int k = 0; k < 20000; ++k) {
        const Triangle triangle{random.vector(), random.vector(), random.vector()};
        const Vec3 from = random.vector();
        const Vec3 to = random.vector();
        Mat3 m;
        m << triangle[1] - triangle[0], triangle[2] - triangle[0], from - to;
        const Vec3 solved = m.fullPivLu().solve(from - triangle[0]);
        const double margin =
            std::min({solved.x(), solved.y(), 1 - solved.x() - solved.y(), solved.z(), 1 - solved.z()});
        const auto found = SegmentProbe(from, to).crossing(triangle);
        if (std::abs(margin) < 1e-9) continue;
        ASSERT_EQ(found.has_value(), margin > 0) << k << ' ' << margin;
        if (!found) continue;
        ++hits;
        EXPECT_NEAR(found->time, solved.z(), 1e-9);
        EXPECT_NEAR(found->weights.y(), solved.x(), 1e-8);
        EXPECT_NEAR(found->weights.z(), solved.y(), 1e-8);
        EXPECT_NEAR(found->weights.sum(), 1, 1e-14);
        // From the other side it is the same place.
        const auto back = SegmentProbe(to, from).crossing(triangle);
        ASSERT_TRUE(back);
        EXPECT_NEAR(back->time, 1 - found->time, 1e-9);
    }
    EXPECT_GT(hits, 500);
}

/// Aimed at edges and vertices, from inside a closed mesh to far outside: something must be in the way, every time.
TEST(SegmentTriangle, NothingSlipsBetweenTriangles)
{
    RandomValues random(2);
    for (const testing::SampleMesh& mesh : {testing::box(0.5), testing::box(0.1), testing::torus(12, 8)}) {
        const bool is_box = mesh.name == "box";
        for (int k = 0; k < 4000; ++k) {
            const Face& face = mesh.faces[random.integer(0, static_cast<int>(mesh.faces.size()) - 1)];
            const Vec3 a = mesh.vertices[face[0]];
            const Vec3 b = mesh.vertices[face[1]];
            const Vec3 target = k % 3 == 0 ? a : Vec3(a + random.number(0, 1) * (b - a));
            const double turn = random.number(0, 6.283);
            Vec3 from = is_box ? random.vector(0.05) : Vec3(0.8 * std::cos(turn), 0.8 * std::sin(turn), 0);
            if (k % 5 == 0) from = is_box ? Vec3::Zero() : Vec3(0.8, 0, 0);
            const SegmentProbe probe(from, from + 50 * (target - from));
            bool met = false;
            for (const Face& f : mesh.faces) met = met || probe.crossing(triangle_of(f, mesh.vertices)).has_value();
            EXPECT_TRUE(met) << mesh.name << ' ' << k;
        }
    }
}

TEST(SegmentTriangle, EndsCountAndWhatLiesBeyondDoesNot)
{
    const Triangle triangle{Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)};
    const Vec3 x(0.25, 0.25, 0);
    const auto time = [&](double low, double high) {
        const auto found = SegmentProbe(x + low * Vec3::UnitZ(), x + high * Vec3::UnitZ()).crossing(triangle);
        return found ? found->time : -1.0;
    };
    EXPECT_EQ(time(-1, 1), 0.5);
    EXPECT_EQ(time(1, 0), 1);
    EXPECT_EQ(time(0, 1), 0);
    EXPECT_EQ(time(0.5, 1), -1);
    EXPECT_EQ(time(-1, -0.5), -1);
    EXPECT_EQ(time(0, 0), -1);  // no length
}

TEST(SegmentTriangle, TrianglesSeenEdgeOnOrWithoutAreaAreNotMet)
{
    const SegmentProbe probe(Vec3(-1, 0.25, 0), Vec3(2, 0.25, 0));
    EXPECT_FALSE(probe.crossing({Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)}));
    EXPECT_FALSE(probe.crossing({Vec3(0, 0, 0), Vec3(0, 0.25, 0), Vec3(0, 1, 0)}));
    EXPECT_FALSE(probe.crossing({Vec3(0, 0.25, 0), Vec3(0, 0.25, 0), Vec3(0, 0.25, 0)}));
}

/// Nearly edge-on, thin beyond the digits of the products: what is reported lies on the triangle all the same.
TEST(SegmentTriangle, NoFalseCrossingsOfSlivers)
{
    RandomValues random(3);
    for (int k = 0; k < 20000; ++k) {
        const Vec3 from = random.vector();
        const Vec3 way = random.unit_vector();
        const Vec3 side = way.cross(random.unit_vector()).normalized();
        const double tilt = std::pow(10, random.number(-18, -6));
        // The plane through the segment's direction and `side`; all three corners to one side of the segment.
        Triangle triangle;
        for (Vec3& corner : triangle)
            corner = from + random.number(0.1, 0.9) * way + random.number(0.2, 1) * side + tilt * random.vector();
        EXPECT_FALSE(SegmentProbe(from, from + way).crossing(triangle)) << k;
    }
}

}  // namespace
}  // namespace tulle
