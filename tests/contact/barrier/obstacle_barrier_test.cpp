// Barriers between particles and obstacles: energy, force, Jacobian and limits of motion.

#include "contact/barrier/obstacle_barrier.hpp"

#include "contact/barrier/barrier_potential.hpp"
#include "support/random_values.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

namespace tulle {
namespace {

using Positions = std::vector<Vec3>;

constexpr double ground_distance = 0.01;  // m
constexpr double mass = 0.002;            // kg
constexpr double h = 0.01;                // s

struct Ground {
    explicit Ground(std::size_t particles, double friction = 0, const RigidMotion& motion = {})
        : contacts({Obstacle{ConvexShape(SphereShape{{0, 0, -0.5}, 0.5}), friction, 0, motion},
                    Obstacle{ConvexShape(BoxShape{{2, 0, -0.5}, {1, 1, 1}}), friction},
                    Obstacle{ConvexShape(PlaneShape{{0, 0, -0.6}, {0, 0, 1}}), friction}},
                   std::vector<double>(particles, ground_distance), std::vector<unsigned char>(particles, 0)),
          barrier(contacts, std::vector<double>(particles, mass), h)
    {
        contacts.move_obstacles(0, h);
    }

    ActiveSet contacts;
    ObstacleBarrier barrier;
};

/// Over the ball, beside an edge of the box, and over the floor beside the ball, at parts of the contact distance.
Positions near_obstacles()
{
    Positions x;
    for (const double part : {1.5, 0.95, 0.85, 0.75, 0.72}) {
        const double d = part * ground_distance;
        const Vec3 aside = Vec3(0.3, -0.2, 0.8).normalized();
        x.emplace_back(Vec3(0, 0, -0.5) + (0.5 + d) * aside);
        x.emplace_back(1.5 - d / std::sqrt(2.0), 0.1, d / std::sqrt(2.0));
        x.emplace_back(-3, 1, -0.6 + d);
    }
    return x;
}

TEST(ObstacleBarrier, ForceIsTheSlopeOfTheEnergy)
{
    const Positions x = near_obstacles();
    Ground ground(x.size());
    Positions f(x.size(), Vec3::Zero());
    ground.barrier.add_force(x, Positions(x.size(), Vec3::Zero()), f);
    int pushed = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        pushed += f[i].norm() > 0 ? 1 : 0;
        for (int axis = 0; axis < 3; ++axis) {
            constexpr double step = 1e-8;  // m
            Positions ahead = x, behind = x;
            ahead[i][axis] += step;
            behind[i][axis] -= step;
            const double slope = (ground.barrier.energy(ahead) - ground.barrier.energy(behind)) / (2 * step);
            EXPECT_NEAR(f[i][axis], -slope, 1e-4 * f[i].norm() + 1e-9) << i;
        }
    }
    EXPECT_EQ(pushed, 12) << "all but those at 1.5 times their distance";
    EXPECT_EQ(ground.barrier.count(x), 12);
}

/// On planes it is the whole derivative, on round things what is left without the turning of normals: the curvature
/// along the normal.
TEST(ObstacleBarrier, JacobianIsTheSlopeOfTheForce)
{
    const Positions x = near_obstacles();
    Ground ground(x.size());
    const auto pattern = std::make_shared<SparsityPattern>(make_pattern(x.size(), std::vector<std::pair<int, int>>{}));
    Csr<Mat3> A(pattern);
    const Positions still(x.size(), Vec3::Zero());
    ground.barrier.add_jacobian(x, still, JacobianTreatment::exact, 1, 0, A);
    for (std::size_t i = 0; i < x.size(); ++i) {
        Positions f(x.size(), Vec3::Zero());
        ground.barrier.add_force(x, still, f);
        if (f[i].norm() == 0) continue;
        const Vec3 n = f[i].normalized();
        constexpr double step = 1e-8;  // m
        Positions ahead = x, behind = x, f_ahead(x.size(), Vec3::Zero()), f_behind = f_ahead;
        ahead[i] += step * n;
        behind[i] -= step * n;
        ground.barrier.add_force(ahead, still, f_ahead);
        ground.barrier.add_force(behind, still, f_behind);
        const double slope = n.dot(f_ahead[i] - f_behind[i]) / (2 * step);
        EXPECT_NEAR(n.dot(A.diagonal(i) * n), slope, 1e-4 * std::abs(slope)) << i;
        EXPECT_NEAR((A.diagonal(i) - slope * n * n.transpose()).norm(), 0, 1e-4 * std::abs(slope)) << i;
    }
}

/// A particle that presses on the floor with friction, and what holds it along x when it is displaced.
struct Pressed {
    Ground ground{1, 0.4};
    Positions x{{-3, 1, -0.6 + 0.85 * ground_distance}};

    Pressed() { enter(0); }
    void enter(double along)
    {
        const Positions from{x[0] + Vec3(along, 0, 0)};
        Positions to = from;
        ground.barrier.enter_step(from, to);
    }
    [[nodiscard]] Vec3 force(double along)
    {
        Positions f(1, Vec3::Zero());
        ground.barrier.add_force(Positions{x[0] + Vec3(along, 0, 0)}, Positions(1, Vec3::Zero()), f);
        return f[0];
    }
    [[nodiscard]] double limit() { return 0.4 * force(0).z(); }
};

constexpr double slip = 1e-3 * h;  // m

TEST(ObstacleBarrier, FrictionBrakesByThePressureAtTheStartOfAStep)
{
    Pressed pressed;
    EXPECT_GT(pressed.limit(), 0);
    EXPECT_NEAR(pressed.force(0).x(), 0, 1e-12);
    const Vec3 sliding = pressed.force(0.005);
    EXPECT_NEAR(sliding.x(), -pressed.limit(), 1e-9 * pressed.limit());
    EXPECT_NEAR(sliding.z(), pressed.force(0).z(), 1e-9 * sliding.z());
}

TEST(ObstacleBarrier, AnchorsHoldFromStepToStep)
{
    Pressed pressed;
    const double held = pressed.force(0.5 * slip).x();
    EXPECT_NEAR(held, -0.75 * pressed.limit(), 1e-9 * pressed.limit());
    for (int step = 0; step < 3; ++step) {
        pressed.enter(0.5 * slip);
        EXPECT_NEAR(pressed.force(0.5 * slip).x(), held, 1e-9 * pressed.limit()) << "a load does not make it creep";
    }
    // It slides, and the anchor behind it.
    pressed.enter(7 * slip);
    EXPECT_NEAR(pressed.force(7 * slip).x(), -pressed.limit(), 1e-9 * pressed.limit());
    EXPECT_NEAR(pressed.force(6 * slip).x(), 0, 1e-9 * pressed.limit());
    // A step that is tried again has the anchors that it had.
    pressed.enter(7 * slip);
    EXPECT_NEAR(pressed.force(6 * slip).x(), 0, 1e-9 * pressed.limit());
}

TEST(ObstacleBarrier, AnchorsThatHoldHaveAPotential)
{
    Pressed pressed;
    const auto pattern = std::make_shared<SparsityPattern>(make_pattern(1, std::vector<std::pair<int, int>>{}));
    for (const double y : {0.1, 0.5, 0.9}) {
        constexpr double step = 1e-5 * slip;
        const auto energy = [&](double along) {
            return pressed.ground.barrier.energy(Positions{pressed.x[0] + Vec3(along, 0, 0)});
        };
        const double slope = (energy(y * slip + step) - energy(y * slip - step)) / (2 * step);
        EXPECT_NEAR(pressed.force(y * slip).x(), -slope, 1e-4 * std::abs(slope)) << y;
        Csr<Mat3> A(pattern);
        pressed.ground.barrier.add_jacobian(Positions{pressed.x[0] + Vec3(y * slip, 0, 0)}, Positions(1, Vec3::Zero()),
                                            JacobianTreatment::exact, 1, 0, A);
        const double change = (pressed.force(y * slip + step).x() - pressed.force(y * slip - step).x()) / (2 * step);
        EXPECT_NEAR(A.diagonal(0)(0, 0), change, 1e-3 * std::abs(change)) << y;
    }
}

/// From anywhere outside, ways of any length in any direction end outside, with half left of what lies beyond d_min, or
/// of the distance of one that is let out.
TEST(ObstacleBarrier, MotionEndsBeforeObstacles)
{
    testing::RandomValues random(3);
    Positions from, wanted;
    while (from.size() < 1200) {
        const Vec3 x = random.vector(3.0);
        from.push_back(x);
        wanted.push_back(x + random.vector(from.size() % 2 == 0 ? 3.0 : 0.05));
    }
    Ground ground(from.size());
    int shortened = 0;
    Positions to = wanted;
    ground.barrier.limit_motion(from, to);
    const auto gap = [&](const Vec3& x, int o) {
        return std::visit([&](const auto& shape) { return nearest_surface(shape, x).distance; },
                          *ground.contacts.obstacle(o).convex());
    };
    for (std::size_t i = 0; i < from.size(); ++i)
        for (int o = 0; o < 3; ++o) {
            const double before = gap(from[i], o);
            if (before <= 0) continue;
            shortened += to[i] != wanted[i] ? 1 : 0;
            const double d_min = smooth_separation * ground_distance;
            const double least = before > d_min ? least_distance_left(before, ground_distance, d_min) : 0.5 * before;
            for (int k = 0; k <= 50; ++k) EXPECT_GE(gap(from[i] + 0.02 * k * (to[i] - from[i]), o), least - 1e-6);
        }
    EXPECT_GT(shortened, 100);
}

/// The ball rises by 5 cm in the step: particles that are over it are taken along, and none is passed.
TEST(ObstacleBarrier, TakesAlongWhatAnObstacleMovesTowards)
{
    RigidMotion rises;
    rises.keyframes = {Keyframe{.time = 0}, Keyframe{.time = h, .translation = {0, 0, 0.05}}};
    const Positions x{{0, 0, 0.02}, {0.1, 0, 0.3}};
    Ground ground(2, 0, rises);
    Positions to = x;
    ground.barrier.enter_step(x, to);
    EXPECT_GT(to[0].z(), 0.05);
    EXPECT_LT(to[0].z(), 0.05 + ground_distance);
    EXPECT_EQ(to[1], x[1]) << "far away";
}

/// A particle that starts inside is drawn out by a spring whose end is a quarter of its distance further out.
TEST(ObstacleBarrier, LetsOutWhatStartsInside)
{
    const Positions x{{-3, 1, -0.65}};
    Ground ground(1);
    Positions to = x;
    ground.barrier.enter_step(x, to);
    const auto force_at = [&](double further) {
        const Positions there{x[0] + Vec3(0, 0, further)};
        Positions f(1, Vec3::Zero());
        ground.barrier.add_force(there, Positions(1, Vec3::Zero()), f);
        return f[0].z();
    };
    // A quarter of the distance further out, and there with a force that ends.
    EXPECT_NEAR(force_at(0) * h * h / mass, 100 * 0.25 * ground_distance, 1e-9);
    EXPECT_NEAR(force_at(0.2 * ground_distance), 0.2 * force_at(0), 1e-9 * force_at(0));
    EXPECT_EQ(force_at(0.26 * ground_distance), 0);
    constexpr double step = 1e-7;  // m
    const double rise = ground.barrier.energy(x) - ground.barrier.energy(Positions{x[0] + Vec3(0, 0, step)});
    EXPECT_NEAR(rise / step, force_at(0.5 * step), 1e-6 * force_at(0));
}

/// The spring that lets out would give way to what the barrier holds: so a particle that has been outside stays behind
/// its barrier wherever it is pressed to, also where another one, that starts there, is let out.
TEST(ObstacleBarrier, DoesNotLetOutWhatWasPressedThere)
{
    const auto over_floor = [](double part) { return Positions{{-3, 1, -0.6 + part * ground_distance}}; };
    const Positions pressed = over_floor(smooth_separation + 0.005);
    const auto force_in_step = [&](Ground& ground) {
        Positions to = pressed, f(1, Vec3::Zero());
        ground.barrier.enter_step(pressed, to);
        ground.barrier.add_force(pressed, Positions(1, Vec3::Zero()), f);
        return f[0].z();
    };
    Ground from_the_start(1), later(1);
    const double drawn = force_in_step(from_the_start);
    EXPECT_NEAR(drawn * h * h / mass, 100 * 0.25 * ground_distance, 1e-9);
    Positions to = over_floor(0.9);
    later.barrier.enter_step(over_floor(0.9), to);
    EXPECT_GT(force_in_step(later), 100 * drawn);
    EXPECT_GT(force_in_step(later), 100 * drawn) << "tried again";

    std::stringstream file;
    ArchiveWriter out(file);
    later.barrier.save(out);
    Ground resumed(1);
    ArchiveReader in(file);
    resumed.barrier.restore(in);
    EXPECT_EQ(force_in_step(resumed), force_in_step(later));
}

}  // namespace
}  // namespace tulle
