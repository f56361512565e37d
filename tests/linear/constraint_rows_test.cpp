#include "linear/constraint_rows.hpp"

#include "support/random_values.hpp"

#include <gtest/gtest.h>

namespace tulle {
namespace {

using testing::RandomValues;

constexpr int particles = 12;

/// Particle 0 is pinned, particle 1 may not move along x; the others are free.
Mat3 free_directions(int particle)
{
    if (particle == 0) return Mat3::Zero();
    Mat3 free = Mat3::Identity();
    if (particle == 1) free(0, 0) = 0;
    return free;
}

void apply_free(std::vector<Vec3>& v)
{
    for (int p = 0; p < particles; ++p) v[p] = (free_directions(p) * v[p]).eval();
}

std::vector<ConstraintRows::Row> random_rows(RandomValues& random, int count)
{
    std::vector<ConstraintRows::Row> rows;
    for (int r = 0; r < count; ++r) {
        const int a = random.integer(0, particles - 3);
        const double s = random.number(0.2, 0.8);
        if (r % 2 == 0) {
            rows.push_back({{a, a + 1, a}, {1 - s, s, 0}, random.unit_vector()});
        } else {
            rows.push_back({{a, a + 2, a + 1}, {0.2, 0.8 * s, 0.8 * (1 - s)}, random.unit_vector()});
        }
    }
    return rows;
}

double value(const ConstraintRows::Row& row, const std::vector<Vec3>& v)
{
    double sum = 0;
    for (int k = 0; k < 3; ++k) sum += row.weights[k] * row.normal.dot(v[row.particles[k]]);
    return sum;
}

std::vector<Vec3> random_vectors(RandomValues& random)
{
    std::vector<Vec3> v(particles);
    for (Vec3& x : v) x = random.vector();
    return v;
}

double product(const std::vector<Vec3>& a, const std::vector<Vec3>& b)
{
    double sum = 0;
    for (int p = 0; p < particles; ++p) sum += a[p].dot(b[p]);
    return sum;
}

TEST(ConstraintRows, ProjectOntoWhatTheyLeaveFree)
{
    RandomValues random(21);
    for (int trial = 0; trial < 50; ++trial) {
        const std::vector<ConstraintRows::Row> rows = random_rows(random, 4);
        ConstraintRows coupled;
        coupled.build(rows, free_directions);
        const auto projected = [&](std::vector<Vec3> v) {
            apply_free(v);
            coupled.project(v);
            return v;
        };
        const std::vector<Vec3> a = random_vectors(random), b = random_vectors(random);
        const std::vector<Vec3> Pa = projected(a), PPa = projected(Pa), Pb = projected(b);
        EXPECT_NEAR(product(Pa, b), product(a, Pb), 1e-12) << "symmetric";
        EXPECT_NEAR(product(Pa, Pa), product(Pa, PPa), 1e-12) << "once is enough";
        EXPECT_EQ(Pa[0], Vec3::Zero());
        EXPECT_EQ(Pa[1].x(), 0);
    }
}

TEST(ConstraintRows, MeetTheirValuesAndShareReactions)
{
    RandomValues random(22);
    int met = 0;
    for (int trial = 0; trial < 50; ++trial) {
        // Apart from each other and from the constrained particles: none is left out.
        const std::vector<ConstraintRows::Row> rows{
            {{4, 5, 4}, {0.3, 0.7, 0}, random.unit_vector()},
            {{5, 6, 7}, {0.2, 0.3, 0.5}, random.unit_vector()},
            {{2, 3, 2}, {0.5, 0.5, 0}, random.unit_vector()},
        };
        ConstraintRows coupled;
        coupled.build(rows, free_directions);
        std::vector<Vec3> v = random_vectors(random);
        const std::vector<Vec3> before = v;
        const std::array<double, 3> changes{0.3, -2, 1};
        coupled.add(changes, v);
        for (int r = 0; r < 3; ++r) EXPECT_NEAR(value(rows[r], v), value(rows[r], before) + changes[r], 1e-12);
        EXPECT_EQ(v[8], before[8]) << "others are left alone";

        std::vector<Vec3> reaction(particles, Vec3::Zero());
        const std::array<double, 3> impulses{2, 0.5, -1};
        for (int r = 0; r < 3; ++r)
            for (int k = 0; k < 3; ++k)
                reaction[rows[r].particles[k]] += impulses[r] * rows[r].weights[k] * rows[r].normal;
        reaction[1].x() = 100;  // supplied by its own constraint
        std::array<double, 3> shared{};
        coupled.share(reaction, shared);
        for (int r = 0; r < 3; ++r) EXPECT_NEAR(shared[r], impulses[r], 1e-12);
        ++met;
    }
    EXPECT_EQ(met, 50);
}

TEST(ConstraintRows, ARowThatSaysTheSameIsLeftOut)
{
    const ConstraintRows::Row row{{4, 5, 4}, {0.3, 0.7, 0}, Vec3::UnitZ()};
    const std::vector<ConstraintRows::Row> rows{row, row, {{0, 1, 0}, {0.5, 0.5, 0}, Vec3::UnitX()}};
    ConstraintRows coupled;
    coupled.build(rows, free_directions);
    std::vector<Vec3> v(particles, Vec3::Zero());
    coupled.add(std::array{1.0, 5.0, 7.0}, v);
    EXPECT_NEAR(value(row, v), 1, 1e-14) << "the first holds, and a contradiction does no harm";
    EXPECT_EQ(v[0], Vec3::Zero());
    EXPECT_EQ(v[1], Vec3::Zero()) << "neither does one that the particles' own constraints have settled";
    std::array<double, 3> shared{-1, -1, -1};
    std::vector<Vec3> reaction(particles, Vec3::UnitZ());
    coupled.share(reaction, shared);
    EXPECT_GT(shared[0], 0);
    EXPECT_EQ(shared[1], 0);
    EXPECT_EQ(shared[2], 0);
}

TEST(ConstraintRows, NoRowsDoNothing)
{
    ConstraintRows coupled;
    coupled.build({}, free_directions);
    EXPECT_TRUE(coupled.empty());
    std::vector<Vec3> v(particles, Vec3::UnitX());
    coupled.project(v);
    EXPECT_EQ(v[3], Vec3::UnitX());
}

}  // namespace
}  // namespace tulle
