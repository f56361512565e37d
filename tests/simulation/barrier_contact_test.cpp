// contact.method = "barrier" in whole simulations: nothing gets into an obstacle, nothing is gained, and steps take few
// iterations.

#include "contact/barrier/barrier_potential.hpp"
#include "contact/shapes.hpp"
#include "support/same_bits.hpp"

#include <tulle/error.hpp>
#include <tulle/simulation.hpp>

#include <gtest/gtest.h>

#include <string>

namespace tulle {
namespace {

/// A cloth falls on a ball that stands in a floor.
SceneDescription on_a_ball(int side = 24)
{
    SceneDescription scene;
    scene.simulation.duration = 0.6;
    scene.simulation.fps = 30;
    scene.integrator.dt = 1.0 / 60;
    scene.contact.method = ContactMethod::barrier;
    ClothDescription cloth;
    cloth.shape = GridDescription{.size = {0.4, 0.4}, .particles = {side, side}, .center = {0.01, 0.02, 0.02}};
    cloth.thickness = 0.004;
    cloth.areal_density = 0.2;
    scene.cloths = {cloth};
    ObstacleDescription ball, floor;
    ball.shape = SphereShape{{0, 0, -0.12}, 0.12};
    floor.name = "floor";
    floor.shape = PlaneShape{{0, 0, -0.12}, {0, 0, 1}};
    floor.friction = 0.4;
    scene.obstacles = {ball, floor};
    return scene;
}

double mean_height(const Simulation& simulation)
{
    double sum = 0;
    for (const Vec3& x : simulation.positions()) sum += x.z();
    return sum / static_cast<double>(simulation.positions().size());
}

struct Outcome {
    double height = 0;                // m, mean at the end
    double nonlinear_iterations = 0;  // per step
    int not_converged = 0;
    double largest_gain = 0;  // J, of a frame
};

Outcome run(const SceneDescription& scene, int frames = 18)
{
    Simulation simulation(scene);
    Outcome result;
    int steps = 0;
    double before = simulation.measure().energies.total();
    for (int frame = 0; frame < frames; ++frame) {
        const FrameReport report = simulation.advance_frame();
        steps += report.steps;
        result.nonlinear_iterations += static_cast<double>(report.nonlinear_iterations);
        result.not_converged += report.not_converged_steps;
        const Measurements now = simulation.measure();
        EXPECT_EQ(now.deepest_penetration, 0) << frame;
        EXPECT_GT(now.smallest_gap, 0) << frame;
        result.largest_gain = std::max(result.largest_gain, now.energies.total() - before);
        before = now.energies.total();
    }
    result.nonlinear_iterations /= steps;
    result.height = mean_height(simulation);
    return result;
}

TEST(BarrierContact, ClothComesToRestOnABallInFewIterations)
{
    const Outcome rough = run(on_a_ball());
    EXPECT_LE(rough.nonlinear_iterations, 10);
    EXPECT_EQ(rough.not_converged, 0);
    EXPECT_LE(rough.largest_gain, 1e-6);
    // The same step solved far further.
    SceneDescription scene = on_a_ball();
    scene.integrator.tolerance = 1e-5;
    const Outcome solved = run(scene);
    EXPECT_NEAR(rough.height, solved.height, 0.02 * std::abs(solved.height));
    // The contacts of velocities end where barriers do, within half of the distance that both keep.
    scene.contact.method = ContactMethod::velocity_constraint;
    EXPECT_NEAR(rough.height, run(scene).height, 0.004);
}

TEST(BarrierContact, NothingPassesHoweverFast)
{
    for (const double speed : {1.0, 20.0}) {
        SceneDescription scene = on_a_ball(16);
        scene.cloths[0].velocity = {0, 0, -speed};
        static_cast<void>(run(scene, 6));
    }
}

/// A step with too few iterations is no reason to take shorter ones: where it ends nothing has passed, and what is left
/// of it goes on in the next step.
TEST(BarrierContact, AStepThatReachesItsCapIsTakenAndTellsWhatSpeedWasLeft)
{
    SceneDescription scene = on_a_ball();
    scene.integrator.max_iterations = 2;
    Simulation simulation(scene);
    int capped = 0;
    double largest = 0;  // m/s
    for (int k = 0; k < 24; ++k) {
        const StepReport report = simulation.step();
        ASSERT_FALSE(is_failure(report.status));
        EXPECT_EQ(report.substeps, 1);
        EXPECT_EQ(report.rejected_steps, 0);
        EXPECT_EQ(report.speed_left > 0, report.status == StepStatus::not_converged) << k;
        capped += report.status == StepStatus::not_converged ? 1 : 0;
        largest = std::max(largest, report.speed_left);
    }
    EXPECT_GT(capped, 0);
    EXPECT_GT(largest, 0.12 * 9.81 * scene.integrator.dt);  // the tolerance that it has missed
    EXPECT_LT(largest, 2);                                  // no more than the speed of the impact
    EXPECT_EQ(simulation.measure().deepest_penetration, 0);
}

/// Two edges of a cloth over a cylinder are drawn down until its threads are stretched by a fifth: it stays outside by
/// more than 0.7 of its distance, whatever presses.
TEST(BarrierContact, ClothThatIsPulledOverAnEdgeStaysOutside)
{
    SceneDescription scene = on_a_ball(13);
    scene.integrator.tolerance = 1e-3;
    ClothDescription& cloth = scene.cloths[0];
    cloth.shape = GridDescription{.size = {0.4, 0.4}, .particles = {13, 13}, .center = {0, 0, 0.0005}};
    cloth.thickness = 0.0005;
    cloth.springs.stretch_stiffness = 5000;
    RigidMotion down;
    down.keyframes = {Keyframe{.time = 0}, Keyframe{.time = 0.4, .translation = {0, 0, -0.1}}};
    for (const bool max : {false, true}) cloth.pins.push_back({PinEdge{.axis = 0, .max = max}, down});
    const CylinderShape cylinder{.center = {0, 0, -0.05}, .radius = 0.1, .height = 0.1};
    scene.obstacles = {ObstacleDescription{.name = "cylinder", .shape = cylinder}};
    Simulation simulation(scene);
    double nearest = 1;  // m
    for (int k = 0; k < 30; ++k) {
        ASSERT_FALSE(is_failure(simulation.step().status)) << k;
        for (const Vec3& x : simulation.positions()) nearest = std::min(nearest, nearest_surface(cylinder, x).distance);
    }
    EXPECT_GT(simulation.measure().largest_stretch, 0.2);
    EXPECT_GT(nearest, smooth_separation * cloth.thickness);
    EXPECT_LT(nearest, (smooth_separation + 0.01) * cloth.thickness) << "pressed hard";
}

/// A platform lowers a cloth half a millimetre thick onto a disc. Barriers are as thin as the cloth: steps that are
/// solved more roughly leave their pressure to chance, and the cloth dances (22 mJ gained, stretched by 15 %).
TEST(BarrierContact, ThinClothIsLoweredCalmly)
{
    SceneDescription scene = on_a_ball();
    ClothDescription& cloth = scene.cloths[0];
    cloth.shape = GridDescription{.size = {0.26, 0.26}, .particles = {21, 21}};
    cloth.thickness = 0.0005;
    cloth.areal_density = 0.15;
    cloth.springs.stretch_stiffness = 3000;
    cloth.springs.shear_stiffness = 50;
    cloth.springs.bending_stiffness = 1;
    const CylinderShape disc{.center = {0, 0, -0.0505}, .radius = 0.09, .height = 0.1};
    RigidMotion down;
    down.keyframes = {Keyframe{.time = 0}, Keyframe{.time = 1.2, .translation = {0, 0, -0.06}}};
    scene.obstacles = {
        ObstacleDescription{.name = "disc", .shape = disc},
        ObstacleDescription{.name = "platform", .shape = PlaneShape{{0, 0, -0.0005}, {0, 0, 1}}, .motion = down}};
    Simulation simulation(scene);
    int iterations = 0;
    double energy = simulation.measure().energies.total();
    for (int k = 0; k < 72; ++k) {
        const StepReport report = simulation.step();
        ASSERT_FALSE(is_failure(report.status)) << k;
        iterations += report.nonlinear_iterations;
        const Measurements measured = simulation.measure();
        EXPECT_LT(measured.energies.total(), energy + 1e-5) << k;  // a hundredth of what it loses
        EXPECT_LT(measured.largest_stretch, 0.01) << k;
        energy = measured.energies.total();
    }
    EXPECT_LT(iterations, 5 * 72);
}

TEST(BarrierContact, MovingObstaclesPushClothWithoutPassing)
{
    SceneDescription scene = on_a_ball(16);
    scene.obstacles[0].motion.keyframes = {Keyframe{.time = 0}, Keyframe{.time = 0.1, .translation = {0, 0, 0.2}},
                                           Keyframe{.time = 0.2, .translation = {0.1, 0, 0.1}}};
    Simulation simulation(scene);
    for (int frame = 0; frame < 8; ++frame) {
        static_cast<void>(simulation.advance_frame());
        EXPECT_EQ(simulation.measure().deepest_penetration, 0) << frame;
    }
    EXPECT_GT(mean_height(simulation), -0.12);
}

/// What a step is measured against must not grow with the force of a barrier that an obstacle has carried into the
/// cloth where the step began: any guess would do then, and the cloth be pulled out of shape.
TEST(BarrierContact, StepsOnAnObstacleThatSetsOffAreSolved)
{
    SceneDescription scene = on_a_ball();
    scene.simulation.fps = 25;
    scene.simulation.duration = 1.6;
    scene.integrator.dt = 0.01;
    scene.cloths[0].shape = GridDescription{.size = {1.2, 1.2}, .particles = {30, 30}, .center = {0, 0, 0.02}};
    scene.cloths[0].thickness = 0.01;
    scene.obstacles.pop_back();
    scene.obstacles[0].shape = SphereShape{{0, 0, -0.3}, 0.3};
    scene.obstacles[0].friction = 0.5;
    RigidMotion& motion = scene.obstacles[0].motion;
    motion.interpolation = Interpolation::smooth;
    motion.keyframes = {{.time = 0.7}, {.time = 2.1, .translation = {0.8, 0, 0}, .angle = 90}};
    Simulation simulation(scene);
    double at_rest = 0, moving = 0;
    for (int frame = 0; frame < 40; ++frame) {
        ASSERT_FALSE(is_failure(simulation.advance_frame().status)) << frame;
        double& largest = simulation.time() < 0.7 ? at_rest : moving;
        if (frame > 10) largest = std::max(largest, simulation.measure().largest_stretch);
    }
    EXPECT_LT(moving, 1.5 * at_rest);
}

/// An impact has friction too: mu times the impulse that stops the cloth, a step later.
TEST(BarrierContact, AnImpactTakesSpeedAlongTheFloor)
{
    constexpr double friction = 0.3;
    SceneDescription scene;
    scene.simulation.gravity = Vec3::Zero();
    scene.simulation.fps = 60;
    scene.integrator.dt = 1.0 / 60;
    scene.integrator.tolerance = 1e-8;
    scene.contact.method = ContactMethod::barrier;
    ClothDescription cloth;
    cloth.thickness = 0.004;
    cloth.velocity = {2, 0, -1};
    cloth.shape = GridDescription{.size = {0.2, 0.2}, .particles = {6, 6}, .center = {0, 0, 0.02}};
    scene.cloths = {cloth};
    scene.obstacles.push_back({.name = "floor", .shape = PlaneShape{{0, 0, 0}, {0, 0, 1}}, .friction = friction});
    Simulation simulation(scene);
    for (int frame = 0; frame < 3; ++frame) static_cast<void>(simulation.advance_frame());
    for (const Vec3& v : simulation.velocities()) {
        const double along = cloth.velocity.x() - v.x(), normal = v.z() - cloth.velocity.z();
        EXPECT_GT(normal, 0.9);  // it has been stopped
        EXPECT_NEAR(along, friction * normal, 0.1 * friction * normal);
    }
}

/// A cloth lies on a slope of `part` of the steepest that its friction holds it on.
SceneDescription on_a_slope(double part)
{
    constexpr double friction = 0.5;
    const double angle = part * std::atan(friction);
    SceneDescription scene;
    scene.simulation.fps = 20;
    scene.simulation.duration = 1;
    // Down along the slope instead of a slope.
    scene.simulation.gravity = 9.81 * Vec3(std::sin(angle), 0, -std::cos(angle));
    scene.integrator.dt = 0.01;
    scene.contact.method = ContactMethod::barrier;
    ClothDescription cloth;
    cloth.thickness = 0.01;
    // Where its barrier bears its weight, per kg.
    const BarrierPotential barrier{barrier_stiffness / (0.01 * 0.01), cloth.thickness,
                                   smooth_separation * cloth.thickness};
    const double height = barrier.distance(9.81 * std::cos(angle));
    cloth.shape = GridDescription{.size = {0.2, 0.2}, .particles = {8, 8}, .center = {0, 0, height}};
    scene.cloths = {cloth};
    scene.obstacles.push_back({.name = "slope", .shape = PlaneShape{{0, 0, 0}, {0, 0, 1}}, .friction = friction});
    return scene;
}

double mean_place(const Simulation& simulation)
{
    double sum = 0;
    for (const Vec3& x : simulation.positions()) sum += x.x();
    return sum / static_cast<double>(simulation.positions().size());
}

TEST(BarrierContact, FrictionHoldsWithoutCreeping)
{
    SceneDescription scene = on_a_slope(0.9);
    scene.integrator.tolerance = 1e-6;  // usual steps let it slip by a fifth of a millimetre before it sticks
    Simulation simulation(scene);
    const double start = mean_place(simulation);
    for (int frame = 0; frame < 4; ++frame) static_cast<void>(simulation.advance_frame());
    const double settled = mean_place(simulation);
    EXPECT_LT(std::abs(settled - start), 1e-4) << "m";
    for (int frame = 4; frame < 20; ++frame) static_cast<void>(simulation.advance_frame());
    EXPECT_LT(std::abs(mean_place(simulation) - settled), 1e-7) << "m in 0.8 s";
}

TEST(BarrierContact, SlidesWhereFrictionCannotHold)
{
    constexpr double steep = 1.3;
    SceneDescription scene = on_a_slope(steep);
    Simulation simulation(scene);
    for (int frame = 0; frame < 20; ++frame) static_cast<void>(simulation.advance_frame());
    const Vec3 g = scene.simulation.gravity;
    const double expected = g.x() + 0.5 * g.z();  // m/s^2
    double speed = 0;
    for (const Vec3& v : simulation.velocities()) speed += v.x() / 64;
    EXPECT_NEAR(speed, expected, 0.02 * expected) << "after a second";
}

/// With cloth on cloth, where both kinds of barriers limit motion.
TEST(BarrierContact, ThreadsAndResumingChangeNoBit)
{
    SceneDescription scene = on_a_ball(16);
    scene.cloths[0].thickness = 0.004;
    ClothDescription second = scene.cloths[0];
    second.name = "second";
    std::get<GridDescription>(second.shape).center = {-0.02, 0.01, 0.03};
    scene.cloths.push_back(second);
    scene.self_contact.emplace();
    testing::expect_threads_and_resume_change_no_bit(scene, 5, 5);
}

TEST(BarrierContact, SaysWhatItCannotDo)
{
    SceneDescription scene = on_a_ball();
    EXPECT_TRUE(check(scene).empty());
    scene.obstacles[0].restitution = 0.5;
    scene.integrator.method = "rk4";
    scene.cloths[0].thickness = 0;
    const std::vector<Problem> problems = check(scene);
    ASSERT_EQ(problems.size(), 4u);
    EXPECT_EQ(problems[0].key, "contact.method");
    EXPECT_NE(problems[0].message.find("imex-euler"), std::string::npos);
    EXPECT_EQ(problems[1].key, "obstacle[0].restitution");
    EXPECT_NE(problems[1].message.find("velocity-constraint"), std::string::npos);
    EXPECT_EQ(problems[2].key, "cloth[0].thickness");
}

}  // namespace
}  // namespace tulle
