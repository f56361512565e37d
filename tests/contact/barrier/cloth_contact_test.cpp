#include "contact/barrier/cloth_contact.hpp"

#include "contact/barrier/made_surface.hpp"
#include "forces/element_checks.hpp"
#include "support/matrix_samples.hpp"

#include <Eigen/Geometry>

#include <cmath>
#include <utility>

namespace tulle {
namespace {

using testing::MadeSurface;
using testing::Positions;

constexpr double contact_distance = 0.01;  // m
constexpr double usual_h = 0.01;           // s
constexpr double friction = 0.4;

/// Two triangles, each a cloth of its own, of which one feature is near to one of the other.
struct Near {
    const char* name;
    Positions x;  // m, three particles of the one, three of the other
    Vec3 normal;  // from the second to the first
    int touches;  // pairs whose closest points these are
};

/// The first triangle: a tip at a point, the rest of it far from there along a direction.
std::array<Vec3, 3> triangle_from(const Vec3& tip, const Vec3& along)
{
    const Vec3 aside = along.cross(Vec3(0.3, 1, 0.2)).normalized();
    return {tip, tip + 0.3 * along + 0.1 * aside, tip + 0.35 * along - 0.12 * aside};
}

/// Every kind of closest points, at a distance [m].
std::vector<Near> all_kinds(double distance)
{
    const Vec3 a(-0.4, -0.3, 0), b(0.5, -0.35, 0), c(0.05, 0.45, 0), up(0, 0, 1);
    const auto with = [&](const char* name, const Vec3& touched, const Vec3& normal, int touches) {
        const auto first = triangle_from(touched + distance * normal, normal);
        return Near{name, {first[0], first[1], first[2], a, b, c}, normal, touches};
    };
    const Vec3 beside = (b - a).cross(up).normalized();
    const Vec3 from_corner = Vec3(0.1, 1.0, 0.4).normalized();
    std::vector<Near> kinds;
    kinds.push_back(with("vertex and the inside of a face", {0.02, 0.01, 0}, up, 1));
    // The vertex with the face and the two edges that end there with the edge.
    kinds.push_back(with("vertex and the edge of a face", 0.4 * a + 0.6 * b, (beside + up).normalized(), 3));
    // Each vertex with the other's face, and two edges with two.
    kinds.push_back(with("vertex and the corner of a face", c, from_corner, 6));
    kinds.push_back({"edges that cross",
                     {{-0.03, -0.3, distance},
                      {0.04, 0.32, distance},
                      {0.1, 0, 0.4},
                      {-0.3, 0, 0},
                      {0.35, 0.02, 0},
                      {0.05, 0.1, -0.4}},
                     up,
                     1});
    // No axis is special.
    const Mat3 turn = Eigen::AngleAxisd(0.8, Vec3(1, -2, 2) / 3).toRotationMatrix();
    for (Near& near : kinds) {
        near.x = testing::mapped(near.x, turn);
        near.normal = turn * near.normal;
    }
    return kinds;
}

const std::vector<double> masses{0.01, 0.02, 0.03, 0.04, 0.05, 0.06};  // kg

/// Of two triangles that began far from each other.
std::unique_ptr<ClothContact> contact_of_two(const Positions& x, double mu = 0)
{
    MadeSurface made;
    made.add({x[0], x[1], x[2]}, {{0, 1, 2}}, {0, 0.5 * contact_distance, mu});
    made.add({x[3], x[4], x[5]}, {{0, 1, 2}}, {1, 1.5 * contact_distance, mu});
    Positions start = x;
    for (int p = 0; p < 3; ++p) start[p] += Vec3(5, 0, 0);
    return std::make_unique<ClothContact>(made.surface_from(start), masses, usual_h);
}

/// N/m, where they begin to touch: 10 m/h^2 of the mean mass.
double stiffness_of(const std::array<int, 4>& particles)
{
    double mass = 0;
    for (const int p : particles) mass += 0.25 * masses[p];
    return 10 * mass / (usual_h * usual_h);
}

Positions forces_of(ClothContact& contact, const Positions& x, const Positions& v)
{
    Positions f(x.size(), Vec3::Zero());
    contact.add_force(x, v, f);
    return f;
}

Positions forces_of(ClothContact& contact, const Positions& x)
{
    return forces_of(contact, x, Positions(x.size(), Vec3::Zero()));
}

Eigen::MatrixXd matrix_of_blocks(ClothContact& contact, const Positions& x, const Positions& v, double scale_x,
                                 double scale_v)
{
    std::vector<StencilBlock> blocks;
    contact.add_contact_hessian(x, v, scale_x, scale_v, blocks);
    const auto n = static_cast<Eigen::Index>(3 * x.size());
    Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(n, n);
    for (const StencilBlock& shared : blocks) {
        testing::expect_semidefinite(shared.block);
        for (std::size_t i = 0; i < 4; ++i)
            for (std::size_t j = 0; j < 4; ++j)
                sum.block<3, 3>(3 * shared.particles[i], 3 * shared.particles[j]) +=
                    shared.weights[i] * shared.weights[j] * shared.block;
    }
    return sum;
}

constexpr std::array<double, 5> parts_of_contact_distance{0.95, 0.7, 0.3, 0.05, 0.001};

TEST(ClothContact, ForceIsTheSlopeOfTheEnergy)
{
    for (const double part : parts_of_contact_distance)
        for (const Near& near : all_kinds(part * contact_distance)) {
            SCOPED_TRACE(near.name);
            const auto contact = contact_of_two(near.x);
            EXPECT_EQ(contact->count(near.x), near.touches);
            const Positions f = forces_of(*contact, near.x);
            EXPECT_GT(f[0].dot(near.normal), 0) << "away from each other";
            const double h = 1e-4 * part * contact_distance;
            for (unsigned seed = 1; seed < 6; ++seed) {
                const Positions d = testing::RandomVectors(seed).vectors(near.x.size());
                const double change =
                    contact->energy(testing::shifted(near.x, h, d)) - contact->energy(testing::shifted(near.x, -h, d));
                EXPECT_NEAR(change / (2 * h), -testing::product(f, d), 1e-6 * testing::size_of(f) * testing::size_of(d))
                    << part;
            }
        }
}

TEST(ClothContact, EnergyIsThatOfASpringThatEndsInABarrier)
{
    double before = 0;
    for (const double s : {0.999, 0.5, 0.1, 1e-2, 1e-4, 1e-6, 1e-8}) {
        const Near near = all_kinds(s * contact_distance)[0];
        const auto contact = contact_of_two(near.x);
        const double k = stiffness_of({0, 3, 4, 5});
        const double energy = contact->energy(near.x);
        // Places are rounded to 1e-16 m, of 1e-10 m at the least.
        EXPECT_NEAR(energy / (0.5 * k * contact_distance * contact_distance * (1 - s) * (1 - s) / s), 1,
                    s == 0.999 ? 1e-9 : 1e-5)
            << s;
        EXPECT_NEAR(forces_of(*contact, near.x)[0].dot(near.normal) / (0.5 * k * contact_distance * (1 / (s * s) - 1)),
                    1, s == 0.999 ? 1e-9 : 1e-5)
            << s;
        EXPECT_GT(energy, before);
        before = energy;
    }
    EXPECT_GT(before, 1e7 * stiffness_of({0, 3, 4, 5}) * contact_distance * contact_distance);
}

TEST(ClothContact, NothingPressesBeyondTheContactDistance)
{
    for (const double part : {1 + 1e-9, 1.01, 1.4, 3.0, 30.0})
        for (const Near& near : all_kinds(part * contact_distance)) {
            const auto contact = contact_of_two(near.x);
            EXPECT_EQ(contact->count(near.x), 0);
            EXPECT_EQ(contact->energy(near.x), 0);
            EXPECT_EQ(testing::size_of(forces_of(*contact, near.x)), 0);
            EXPECT_EQ(matrix_of_blocks(*contact, near.x, near.x, -1, -1).norm(), 0);
        }
}

/// Moved apart along the normal, two triangles keep their closest points: nothing turns, and what is left out is zero.
TEST(ClothContact, BlocksAreTheStiffnessAlongTheNormal)
{
    for (const double part : parts_of_contact_distance)
        for (const Near& near : all_kinds(part * contact_distance)) {
            SCOPED_TRACE(near.name);
            const auto contact = contact_of_two(near.x);
            const Positions still(near.x.size(), Vec3::Zero());
            const Eigen::MatrixXd K = matrix_of_blocks(*contact, near.x, still, -1, 0);
            testing::expect_semidefinite(K);
            Positions apart = still;
            for (int p = 0; p < 3; ++p) apart[p] = near.normal;
            const double h = 1e-4 * part * contact_distance;
            const Eigen::VectorXd change =
                (testing::flatten(forces_of(*contact, testing::shifted(near.x, h, apart))) -
                 testing::flatten(forces_of(*contact, testing::shifted(near.x, -h, apart)))) /
                (2 * h);
            const Eigen::VectorXd expected = -K * testing::flatten(apart);
            EXPECT_LE((change - expected).norm(), 1e-6 * expected.norm()) << part;
            EXPECT_LE((matrix_of_blocks(*contact, near.x, still, -3, -5) - 3 * K).norm(), 1e-14 * K.norm());
        }
}

TEST(ClothContact, BlockOfOnePairIsItsStiffnessTimesTheNormalAndTheShares)
{
    constexpr double s = 0.4;
    const std::vector<Near> kinds = all_kinds(s * contact_distance);
    for (const auto& [near, pair] : {std::pair{kinds[0], SurfacePair{{0, 3, 4, 5}, PairKind::vertex_face}},
                                     std::pair{kinds[3], SurfacePair{{0, 1, 3, 4}, PairKind::edge_edge}}}) {
        const auto contact = contact_of_two(near.x);
        std::vector<StencilBlock> blocks;
        contact->add_contact_hessian(near.x, near.x, -1, 0, blocks);
        ASSERT_EQ(blocks.size(), 1u);
        EXPECT_EQ(blocks[0].particles, pair.particles);
        EXPECT_EQ(blocks[0].weights, closest_points(pair, near.x).shares);
        const double stiffness = stiffness_of(pair.particles) / (s * s * s);
        EXPECT_LE((blocks[0].block - stiffness * near.normal * near.normal.transpose()).norm(), 1e-9 * stiffness);
    }
}

/// Two sheets one above the other, crumpled and pressed together; what began far apart.
struct Pile {
    explicit Pile(int cells, double mu) : made(testing::layers(2, cells, 0.6 * contact_distance, contact_distance, mu))
    {
        Positions start = made.x;
        for (std::size_t i = start.size() / 2; i < start.size(); ++i) start[i].z() += 1;
        made.x = testing::moved(made.x, 0.2 * contact_distance, 5);
        for (Vec3& p : made.x) p += Vec3(0.1, 0.2, 0.3);
        mass.assign(made.x.size(), 0.01);
        contact = contact_from(start);
        begin = start;
    }
    [[nodiscard]] std::unique_ptr<ClothContact> contact_from(const Positions& start) const
    {
        return std::make_unique<ClothContact>(made.surface_from(start), mass, usual_h);
    }

    MadeSurface made;
    Positions begin;
    std::vector<double> mass;
    std::unique_ptr<ClothContact> contact;
};

TEST(ClothContact, KeepsMomentumAndAngularMomentum)
{
    Pile pile(6, friction);
    const Positions& x = pile.made.x;
    pile.contact->begin_step(testing::moved(x, 1e-4 * contact_distance, 3));  // what has been displaced since rubs
    const Positions f = forces_of(*pile.contact, x);
    EXPECT_GT(pile.contact->count(x), 100);
    Vec3 sum = Vec3::Zero(), torque = Vec3::Zero();
    double size = 0, lever = 0;
    for (std::size_t i = 0; i < f.size(); ++i) {
        sum += f[i];
        torque += x[i].cross(f[i]);
        size += f[i].norm();
        lever += x[i].norm() * f[i].norm();
    }
    EXPECT_LE(sum.norm(), 1e-14 * size);
    // Friction acts between the two closest points, along the surfaces: a couple with what lies between them.
    pile.contact->begin_step(x);
    const auto without_past = pile.contact_from(pile.begin);
    without_past->begin_step(x);
    const Positions pressing = forces_of(*without_past, x);
    EXPECT_FALSE(pressing == f) << "or nothing rubbed";
    Vec3 pressing_torque = Vec3::Zero();
    for (std::size_t i = 0; i < f.size(); ++i) pressing_torque += x[i].cross(pressing[i]);
    EXPECT_LE(pressing_torque.norm(), 1e-12 * lever);
    EXPECT_LE(torque.norm(), contact_distance * friction * size);
}

TEST(ClothContact, BlocksOfManyPairsAreSemidefinite)
{
    Pile pile(4, friction);
    const Positions& x = pile.made.x;
    const Positions v(x.size(), Vec3::Zero());
    const Eigen::MatrixXd pressing = matrix_of_blocks(*pile.contact, x, v, -1, 0);
    pile.contact->begin_step(testing::moved(x, 1e-4 * contact_distance, 3));
    const Eigen::MatrixXd both = matrix_of_blocks(*pile.contact, x, v, -1, 0);
    EXPECT_GT(pressing.norm(), 0);
    EXPECT_GT((both - pressing).norm(), 0);
    testing::expect_semidefinite(pressing);
    testing::expect_semidefinite(both);
}

/// Runs that are resumed have searched at other times; and a run that is measured goes on as if it were not. Without
/// friction, which knows of the steps before.
TEST(ClothContact, WhatItSaysDependsOnThePlacesAlone)
{
    Pile pile(16, 0);
    Positions x = pile.made.x;
    const Positions v = testing::RandomVectors(3).vectors(x.size());
    for (unsigned k = 0; k < 12; ++k) {
        const Positions to = testing::moved(x, 0.06 * contact_distance, k);
        const auto fresh = pile.contact_from(pile.begin);
        for (ClothContact* contact : {pile.contact.get(), fresh.get()}) contact->begin_step(x);
        EXPECT_EQ(pile.contact->energy(to), fresh->energy(to)) << k;
        EXPECT_TRUE(forces_of(*pile.contact, to, v) == forces_of(*fresh, to, v)) << k;
        EXPECT_EQ(pile.contact->count(to), fresh->count(to)) << k;
        EXPECT_EQ(pile.contact->max_collision_free_step(x, to), fresh->max_collision_free_step(x, to)) << k;
        for (std::size_t i = 0; i < x.size(); ++i) x[i] += 0.5 * (to[i] - x[i]) + Vec3(0.1 * contact_distance, 0, 0);
    }
    EXPECT_GT(pile.contact->count(x), 500);
}

TEST(ClothContact, ThreadsChangeNoBit)
{
    const Pile pile(24, friction);
    const Positions& x = pile.made.x;
    const Positions v = testing::RandomVectors(3).vectors(x.size());
    const auto evaluate = [&](int threads) {
        const ThreadLimit limit(threads);
        const auto contact = pile.contact_from(pile.begin);
        contact->begin_step(x);
        Positions all = forces_of(*contact, x, v);
        all.emplace_back(contact->energy(x), contact->count(x),
                         contact->max_collision_free_step(x, testing::moved(x, contact_distance, 2)));
        return all;
    };
    EXPECT_TRUE(evaluate(1) == evaluate(2));
}

/// m, that friction needs to be whole.
constexpr double whole_slip = 1e-3 * usual_h;

/// Of the first of two triangles, in all.
Vec3 sum_of_first(const Positions& f) { return f[0] + f[1] + f[2]; }

TEST(ClothContact, FrictionHoldsAtMostItsShareOfThePressure)
{
    for (const double part : parts_of_contact_distance)
        for (const Near& near : all_kinds(part * contact_distance)) {
            SCOPED_TRACE(near.name);
            const auto contact = contact_of_two(near.x, friction);
            contact->begin_step(near.x);
            const auto frictionless = contact_of_two(near.x);
            const Positions direction = testing::RandomVectors(4).vectors(near.x.size());
            const auto rubbing = [&](const Positions& x) {
                Positions f = forces_of(*contact, x);
                const Positions pressing = forces_of(*frictionless, x);
                for (std::size_t i = 0; i < f.size(); ++i) f[i] -= pressing[i];
                return f;
            };
            const double pressure = sum_of_first(forces_of(*frictionless, near.x)).norm();
            for (const double slips : {20.0, 0.1}) {
                Positions way = direction;
                for (Vec3& one : way) one *= slips * whole_slip;
                const Positions f = rubbing(testing::shifted(near.x, 1, way));
                EXPECT_LT(testing::product(f, way), 0);
                const Vec3 held = sum_of_first(f);
                EXPECT_NEAR(held.dot(near.normal), 0, 1e-6 * friction * pressure) << "along the surface";
                EXPECT_LE(held.norm(), friction * pressure * (1 + 1e-9));
                if (slips > 1) {
                    EXPECT_NEAR(held.norm(), friction * pressure, 1e-2 * friction * pressure);
                }
            }
            // Moving together or away from each other costs nothing.
            Positions together(near.x.size(), whole_slip * Vec3(1, 2, 3));
            for (int p = 0; p < 3; ++p) together[p] += whole_slip * near.normal;
            EXPECT_LE(testing::size_of(rubbing(testing::shifted(near.x, 1, together))), 1e-6 * pressure);
            // Its potential, and the derivative of its force.
            const Positions there = testing::shifted(near.x, 0.3 * whole_slip, direction);
            const Positions d = testing::RandomVectors(8).vectors(near.x.size());
            const double h = 1e-4 * whole_slip;
            const auto potential = [&](const Positions& x) { return contact->energy(x) - frictionless->energy(x); };
            const double slope =
                (potential(testing::shifted(there, h, d)) - potential(testing::shifted(there, -h, d))) / (2 * h);
            EXPECT_NEAR(-testing::product(rubbing(there), d), slope, 1e-4 * friction * pressure);
            const Positions still(near.x.size(), Vec3::Zero());
            const Eigen::MatrixXd K =
                matrix_of_blocks(*contact, there, still, -1, 0) - matrix_of_blocks(*frictionless, there, still, -1, 0);
            const Eigen::VectorXd change = (testing::flatten(rubbing(testing::shifted(there, h, d))) -
                                            testing::flatten(rubbing(testing::shifted(there, -h, d)))) /
                                           (2 * h);
            const Eigen::VectorXd expected = -K * testing::flatten(d);
            EXPECT_LE((change - expected).norm(), 1e-3 * expected.norm());
        }
}

/// The pressure of a step is not known before its end.
TEST(ClothContact, FrictionGoesByThePressureAtTheStartOfTheStep)
{
    const Near far = all_kinds(0.8 * contact_distance)[0], near = all_kinds(0.4 * contact_distance)[0];
    const auto held_from = [&](const Positions& begin, const Positions& x) {
        const auto contact = contact_of_two(far.x, friction), frictionless = contact_of_two(far.x);
        contact->begin_step(begin);
        Positions slid = x;
        for (int p = 0; p < 3; ++p) slid[p] += 10 * whole_slip * far.normal.unitOrthogonal();
        return Vec3(forces_of(*contact, slid)[0] - forces_of(*frictionless, slid)[0]);
    };
    const Vec3 at_start = held_from(far.x, far.x);
    EXPECT_LE((held_from(far.x, near.x) - at_start).norm(), 1e-6 * at_start.norm());
    EXPECT_GT(held_from(near.x, near.x).norm(), 5 * at_start.norm());
}

/// A load does not make it creep; what slides is followed; and a step that is tried again finds what it found.
TEST(ClothContact, FrictionLastsFromStepToStep)
{
    const Near near = all_kinds(0.6 * contact_distance)[0];
    const auto contact = contact_of_two(near.x, friction), frictionless = contact_of_two(near.x);
    const Vec3 along = near.normal.unitOrthogonal();
    const auto at = [&](double slips) {
        Positions x = near.x;
        for (int p = 0; p < 3; ++p) x[p] += slips * whole_slip * along;
        return x;
    };
    const auto held = [&](double slips) {
        return (forces_of(*contact, at(slips))[0] - forces_of(*frictionless, at(slips))[0]).dot(along);
    };
    contact->begin_step(at(0));
    const double limit = -held(50);
    EXPECT_NEAR(held(0.5), -0.75 * limit, 1e-5 * limit);
    for (int step = 0; step < 3; ++step) {
        contact->begin_step(at(0.5));
        EXPECT_NEAR(held(0.5), -0.75 * limit, 1e-5 * limit) << step;
    }
    contact->begin_step(at(7));
    EXPECT_NEAR(held(7), -limit, 1e-4 * limit);
    EXPECT_NEAR(held(6), 0, 1e-4 * limit);
    contact->begin_step(at(7));
    EXPECT_NEAR(held(6), 0, 1e-4 * limit);
}

/// Two edges that cross at an angle with this sine, half of what they keep apart; their ends are far from each other.
Positions crossing_at(double sine)
{
    const double cosine = std::sqrt(1 - sine * sine);
    const Vec3 along(cosine, sine, 0), above(0, 0, 0.5 * contact_distance);
    return {-2 * along + above, 2 * along + above, {0, 0, 3}, {-2, 0, 0}, {2, 0, 0}, {0, 0, -3}};
}

TEST(ClothContact, EdgesThatAreNearlyParallelAreLeftToTheirVertices)
{
    const auto part_left = [](double sine) {
        const Positions x = crossing_at(sine);
        const auto contact = contact_of_two(x);
        const double whole = contact->energy(x);
        contact->begin_step(x);
        return contact->energy(x) / whole;
    };
    EXPECT_EQ(part_left(0.5), 1);
    EXPECT_NEAR(part_left(0.1), 1, 1e-12);
    EXPECT_NEAR(part_left(0.05), 0.5, 1e-12);
    EXPECT_NEAR(part_left(0.025), 0.15625, 1e-12);
    // Those that are lie above each other with their ends; each end presses with the other's face.
    const Positions x = crossing_at(0);
    const auto contact = contact_of_two(x);
    contact->begin_step(x);
    EXPECT_GT(contact->count(x), 0);
    const Positions f = forces_of(*contact, x);
    EXPECT_GT(f[0].z(), 0);
    EXPECT_GT(f[1].z(), 0);
}

TEST(ClosestPoints, AreTheSharesOfTheFourParticles)
{
    testing::RandomValues random(1);
    for (const PairKind kind : {PairKind::vertex_face, PairKind::edge_edge})
        for (int k = 0; k < 1000; ++k) {
            const Positions x = random.vectors(4);
            const PairPoints points = closest_points({{0, 1, 2, 3}, kind}, x);
            Vec3 between = Vec3::Zero();
            double sum = 0;
            for (int p = 0; p < 4; ++p) {
                const bool is_first = p == 0 || (p == 1 && kind == PairKind::edge_edge);
                EXPECT_GE(is_first ? points.shares[p] : -points.shares[p], -1e-15);
                between += points.shares[p] * x[p];
                sum += std::abs(points.shares[p]);
            }
            EXPECT_NEAR(sum, 2, 1e-14);
            EXPECT_LE((between - points.between).norm(), 1e-14);
        }
}

TEST(ContactSurface, PairsKeepTheirThicknessButNoMoreThanTheyBeganWith)
{
    // Two sheets 0.1 m apart, of cells of 0.25 m; a vertex and the face above it, and two of the same sheet.
    MadeSurface made = testing::layers(2, 4, 0.1, 0.02);
    const int above = 25;
    const SurfacePair other{{0, above, above + 1, above + 6}, PairKind::vertex_face};
    const SurfacePair other_edges{{0, 1, above, above + 5}, PairKind::edge_edge};
    const SurfacePair same{{0, 2, 3, 8}, PairKind::vertex_face};
    const auto contact_distance_with = [&](const SurfacePair& pair, double one, double two) {
        for (int p = 0; p < 2 * above; ++p) made.materials[p].thickness = p < above ? one : two;
        return made.surface().contact_distance(pair);
    };
    EXPECT_DOUBLE_EQ(contact_distance_with(other, 0.02, 0.04), 0.03) << "the mean";
    EXPECT_DOUBLE_EQ(contact_distance_with(other_edges, 0.02, 0.04), 0.03);
    EXPECT_NEAR(contact_distance_with(other, 0.2, 0.4), 0.1, 1e-15) << "what lay between them";
    EXPECT_NEAR(contact_distance_with(other_edges, 0.2, 0.4), 0.1, 1e-15);
    const double apart = closest_points(same, made.x).between.norm();
    EXPECT_GT(apart, 0.2);
    EXPECT_DOUBLE_EQ(contact_distance_with(same, 0.02, 0.02), 0.02);
    EXPECT_DOUBLE_EQ(contact_distance_with(same, 2, 2), 0.5 * apart) << "cloth bends and shears";
    EXPECT_EQ(made.surface().largest_contact_distance(), 2);
    EXPECT_EQ(made.surface().vertices().size(), 50u);
    EXPECT_EQ(made.surface().edges().size(), 2u * (2 * 4 * 5 + 16));
}

TEST(ContactSurface, LeavesOutFacesThatTouchNothing)
{
    MadeSurface made = testing::layers(2, 2, 0.1, 0.02);
    for (std::size_t f = 0; f < made.faces.size() / 2; ++f) made.faces[f] = {-1, -1, -1};
    const ContactSurface surface = made.surface();
    EXPECT_EQ(surface.faces().size(), made.faces.size() / 2);
    EXPECT_EQ(surface.vertices().front(), 9);
}

}  // namespace
}  // namespace tulle
