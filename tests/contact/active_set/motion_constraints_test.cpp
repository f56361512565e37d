#include "contact/active_set/motion_constraints.hpp"

#include "contact/step_size.hpp"
#include "support/dense_algebra.hpp"
#include "support/finite_difference.hpp"
#include "support/matrix_samples.hpp"

#include <gtest/gtest.h>
#include <Eigen/Geometry>

namespace tulle {
namespace {

using testing::RandomValues;

Obstacle plane(const Vec3& normal, double friction = 0.5)
{
    return {PlaneShape{.point = Vec3::Zero(), .normal = normal}, friction};
}

/// `n` particles of 1 kg with some pins and obstacles, no thickness.
MotionConstraints constraints_for(std::size_t n, const Pins& pins, std::vector<Obstacle> obstacles)
{
    std::vector<unsigned char> pinned(n, 0);
    for (const int p : pins.particles()) pinned[p] = 1;
    return {pins, ActiveSet(std::move(obstacles), std::vector<double>(n, 0.0), std::move(pinned)), n};
}

/// One particle at the origin that runs into planes through it.
struct Corner {
    explicit Corner(const std::vector<Vec3>& normals) : constraints(constraints_for(1, {}, planes(normals)))
    {
        constraints.begin_step(step_size, step_size, x);
        Eigen::MatrixX3d N(static_cast<Eigen::Index>(normals.size()), 3);
        for (Eigen::Index k = 0; k < N.rows(); ++k) N.row(k) = normals[static_cast<std::size_t>(k)];
        const Vec3 inward = testing::least_squares_solution(N, -Eigen::VectorXd::Ones(N.rows()));
        constraints.predict_contacts({{inward}}, mass);
    }
    static std::vector<Obstacle> planes(const std::vector<Vec3>& normals)
    {
        std::vector<Obstacle> all;
        for (const Vec3& normal : normals) all.push_back(plane(normal));
        return all;
    }
    [[nodiscard]] Vec3 prescribed(const Vec3& velocity) const
    {
        std::vector<Vec3> v{velocity};
        constraints.prescribe(v);
        return v[0];
    }
    [[nodiscard]] const Mat3& allowed() const { return constraints.filter().entries.at(0).allowed; }

    std::vector<Vec3> x{Vec3::Zero()};
    std::vector<double> mass{1.0};
    MotionConstraints constraints;
};

/// A pin that rises by 1 m per second, a free particle, one on the floor and one in the corner with a wall.
struct Room {
    Room() : constraints(constraints_for(4, pins(), {plane({0, 0, 1}), plane({1, 0, 0})}))
    {
        constraints.begin_step(step_size, 3 * step_size, x);
        constraints.predict_contacts(v, mass);
    }
    static Pins pins()
    {
        PinDescription pin;
        pin.motion.keyframes = {{.time = 0}, {.time = 1, .translation = {0, 0, 1}}};
        Pins pins;
        pins.add(pin, std::vector<int>{1}, start());
        return pins;
    }
    static std::vector<Vec3> start() { return {{0, 0, 1e-9}, {5, 5, 5}, {5, 5, 9}, {5, 0, 0.001}}; }

    std::vector<Vec3> x = start();
    std::vector<Vec3> v{{-1, 0, -1}, {0, 0, 0}, {0, 0, -1}, {1, 2, -1}};
    std::vector<double> mass{1, 1, 1, 1};
    MotionConstraints constraints;
};

TEST(MotionConstraints, PinsReachTheirPlacesAtTheEndOfTheStep)
{
    Room room;
    std::vector<Vec3> v(4, Vec3(7, 7, 7));
    room.constraints.prescribe_pins(v);
    EXPECT_LT((room.x[1] + step_size * v[1] - Vec3(5, 5, 5 + 3 * step_size)).norm(), 1e-14);
    for (const int other : {0, 2, 3}) EXPECT_EQ(v[other], Vec3(7, 7, 7));
}

TEST(MotionConstraints, FilterHoldsConstrainedParticlesInAscendingOrder)
{
    const Room room;
    std::vector<int> particles;
    for (const DirectionFilter::Entry& entry : room.constraints.filter().entries) particles.push_back(entry.particle);
    EXPECT_EQ(particles, (std::vector<int>{0, 1, 3}));
    EXPECT_EQ(room.constraints.filter().fixed, (std::vector<unsigned char>{0, 1, 0, 0}));
    EXPECT_EQ(room.constraints.contact_count(), 3);
}

TEST(MotionConstraints, PrescribedVelocitiesMeetEveryContactAndPin)
{
    const Room room;
    RandomValues random(1);
    for (int trial = 0; trial < 20; ++trial) {
        const std::vector<Vec3> before = random.vectors(4, 3);
        std::vector<Vec3> v = before;
        room.constraints.prescribe(v);
        for (const Contact& contact : room.constraints.contacts().active())
            EXPECT_NEAR(contact.normal.dot(v[contact.particle]), contact.target, 1e-13);
        EXPECT_LT((v[1] - Vec3(0, 0, 3)).norm(), 1e-12);  // it starts the third step where the first began
        EXPECT_EQ(v[2], before[2]);
        EXPECT_EQ(v[0].y(), before[0].y());
        EXPECT_EQ(Vec3(v[3].x(), v[3].y(), 0), Vec3(before[3].x(), before[3].y(), 0));
    }
}

TEST(MotionConstraints, FilteredChangesKeepThePrescribedVelocities)
{
    const Room room;
    RandomValues random(2);
    std::vector<Vec3> v = random.vectors(4);
    room.constraints.prescribe(v);
    std::vector<Vec3> again = v;
    room.constraints.prescribe(again);
    std::vector<Vec3> change = random.vectors(4);
    room.constraints.filter().apply(change);
    std::vector<Vec3> moved(4);
    for (int p = 0; p < 4; ++p) moved[p] = v[p] + change[p];
    std::vector<Vec3> held = moved;
    room.constraints.prescribe(held);
    for (int p = 0; p < 4; ++p) {
        EXPECT_LT((again[p] - v[p]).norm(), 1e-14);
        EXPECT_LT((held[p] - moved[p]).norm(), 1e-14);
    }
}

TEST(MotionConstraints, CornersOfAnyAngleHoldAllTheirSides)
{
    RandomValues random(3);
    for (int trial = 0; trial < 100; ++trial)
        for (const int sides : {1, 2, 3}) {
            std::vector<Vec3> normals;
            for (int k = 0; k < sides; ++k) normals.push_back((Vec3::Unit(k) + random.vector(0.3)).normalized());
            const Corner corner(normals);
            ASSERT_EQ(corner.constraints.contact_count(), sides);
            const Vec3 v = corner.prescribed(random.vector());
            for (const Contact& contact : corner.constraints.contacts().active())
                EXPECT_NEAR(contact.normal.dot(v), contact.target, 1e-12);
            EXPECT_LT((corner.allowed() - corner.allowed().transpose()).norm(), 1e-14);
            EXPECT_LT((corner.allowed() * corner.allowed() - corner.allowed()).norm(), 1e-12);
            EXPECT_NEAR(corner.allowed().trace(), 3 - sides, 1e-12);
        }
}

TEST(MotionConstraints, TheSameSideTwiceCountsOnce)
{
    const Vec3 n = Vec3(1, 2, 3).normalized();
    const Corner twice({n, n});
    EXPECT_EQ(twice.constraints.contact_count(), 2);
    EXPECT_LT((twice.allowed() - Corner({n}).allowed()).norm(), 1e-14);
    EXPECT_LT((twice.prescribed({1, 1, 1}) - Corner({n}).prescribed({1, 1, 1})).norm(), 1e-14);
}

TEST(MotionConstraints, AStickingParticleHoldsInAllDirections)
{
    Corner floor({Vec3::UnitZ()});
    std::vector<Vec3> v{Vec3::Zero()};
    floor.constraints.contacts().finish({{Vec3(0, 0, 1)}}, v, std::vector<Vec3>(v), std::vector<double>(v.size(), 1.0));
    floor.constraints.predict_contacts(v, floor.mass);
    EXPECT_EQ(floor.allowed(), Mat3::Zero());
    EXPECT_EQ(floor.prescribed({1, 2, 3}), Vec3::Zero());
}

TEST(MotionConstraints, FrictionDragIsTheDerivativeOfTheFriction)
{
    const Room room;
    Csr<Mat3> A(testing::chain_pattern(4));
    room.constraints.add_friction_drag(room.v, A);
    for (int p = 0; p < 4; ++p) {
        const auto impulse = [&](const Vec3& velocity) {
            std::vector<Vec3> v = room.v;
            v[p] = velocity;
            std::vector<Vec3> g(4, Vec3::Zero());
            room.constraints.subtract_friction(v, g);
            return g[p];
        };
        const Mat3 slope = testing::derivative(impulse, room.v[p]);
        EXPECT_LT((A.diagonal(static_cast<std::size_t>(p)) - slope).norm(), 1e-8) << p;
        if (p == 1 || p == 2) {
            EXPECT_EQ(impulse(room.v[p]), Vec3::Zero()) << "a pin and a free particle";
        }
    }
    EXPECT_GT(A.diagonal(3).norm(), 0.01);
}

TEST(MotionConstraints, LatePassesOnlyAddContactsAndTheLastOneEnds)
{
    const std::vector<Vec3> up{{0, 0, 1}};
    const std::vector<Vec3> pull{{0, 0, -1}};
    Corner early({Vec3::UnitZ()});
    EXPECT_EQ(early.constraints.update_active_set(up, pull, early.mass, 0), ActiveSetUpdate::changed);
    EXPECT_EQ(early.constraints.contact_count(), 0);
    EXPECT_TRUE(early.constraints.filter().entries.empty()) << "the filter follows";
    Corner late({Vec3::UnitZ()});
    EXPECT_EQ(late.constraints.update_active_set(up, pull, late.mass, 10), ActiveSetUpdate::settled);
    EXPECT_EQ(late.constraints.contact_count(), 1);
    MotionConstraints last = constraints_for(1, {}, {plane({0, 0, 1})});
    last.begin_step(step_size, step_size, late.x);
    EXPECT_EQ(last.update_active_set({{Vec3(0, 0, -1)}}, {{Vec3::Zero()}}, late.mass, 1000), ActiveSetUpdate::given_up);
    EXPECT_EQ(last.contact_count(), 1);
}

}  // namespace
}  // namespace tulle
