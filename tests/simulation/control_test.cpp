#include <tulle/simulation.hpp>

#include "simulation/saved_bytes.hpp"
#include "support/message_of.hpp"
#include "support/scenes.hpp"

#include <tulle/error.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>

namespace tulle {
namespace {

using testing::message_of;

constexpr int cloth_side = 7;
constexpr std::array controlled_methods{"imex-euler", "backward-euler", "bdf2", "sbdf2", "symplectic-euler", "rk4"};

SceneDescription hanging_by(const std::string& method)
{
    SceneDescription scene = testing::hanging(cloth_side);
    scene.integrator.method = method;
    scene.integrator.dt = method == "symplectic-euler" || method == "rk4" ? 1e-3 : 0.01;
    return scene;
}

std::vector<Vec3> copied(std::span<const Vec3> values) { return {values.begin(), values.end()}; }

void take_steps(Simulation& simulation, int steps)
{
    for (int k = 0; k < steps; ++k) ASSERT_FALSE(is_failure(simulation.step().status));
}

double largest_difference(std::span<const Vec3> a, std::span<const Vec3> b)
{
    double largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, (a[i] - b[i]).norm());
    return largest;
}

TEST(Control, AForceThatIsTheWeightTakesGravityAway)
{
    for (const char* method : controlled_methods) {
        SCOPED_TRACE(method);
        SceneDescription scene = hanging_by(method);
        scene.cloths[0].pins.clear();
        Simulation simulation(scene);
        std::vector<Vec3> up;
        for (const double mass : simulation.masses()) up.push_back(-mass * scene.simulation.gravity);
        simulation.set_external_forces(up);
        const std::vector<Vec3> start = copied(simulation.positions());
        take_steps(simulation, 20);
        EXPECT_LT(largest_difference(simulation.positions(), start), 1e-12);
        simulation.set_external_forces({});
        for (const Vec3& force : simulation.external_forces()) EXPECT_EQ(force, Vec3::Zero());
        take_steps(simulation, 20);
        // s = g t^2/2, and up to g t dt more or less of it with methods of first order.
        const double t = 20 * simulation.dt(), g = -scene.simulation.gravity.z();
        const double fallen = start[0].z() - simulation.positions()[0].z();
        EXPECT_NEAR(fallen, 0.5 * g * t * t, 0.51 * g * t * simulation.dt());
    }
}

TEST(Control, PinsTakeParticlesEvenlyToTheirTargetsAndKeepThemThere)
{
    for (const char* method : controlled_methods) {
        SCOPED_TRACE(method);
        Simulation simulation(hanging_by(method));
        const std::vector<int> middle{cloth_side * cloth_side / 2};
        const Vec3 target = simulation.positions()[middle[0]] + 0.1 * simulation.dt() * Vec3(1, 2, 3);
        simulation.pin(middle, std::vector{target});
        EXPECT_EQ(simulation.pinned().size(), 3U);
        take_steps(simulation, 1);
        EXPECT_LT((simulation.positions()[middle[0]] - target).norm(), 1e-14);
        EXPECT_LT((simulation.velocities()[middle[0]] - 0.1 * Vec3(1, 2, 3)).norm(), 1e-11);
        take_steps(simulation, 5);
        EXPECT_LT((simulation.positions()[middle[0]] - target).norm(), 1e-14);
        simulation.unpin(middle);
        EXPECT_EQ(simulation.pinned().size(), 2U);
        take_steps(simulation, 5);
        EXPECT_LT(simulation.positions()[middle[0]].z(), target.z() - 1e-6) << "it falls again";
    }
}

TEST(Control, PinsOfTheSceneCanBeLetGo)
{
    for (const char* method : controlled_methods) {
        SCOPED_TRACE(method);
        SceneDescription scene = hanging_by(method);
        scene.integrator.tolerance = scene.solver.tolerance = 1e-9;
        Simulation simulation(scene);
        const std::vector<int> held = simulation.pinned();
        simulation.unpin(held);
        EXPECT_TRUE(simulation.pinned().empty());
        take_steps(simulation, 30);
        const double t = 30 * simulation.dt();
        for (const Vec3& x : simulation.positions())
            EXPECT_NEAR(x.z(), -0.5 * 9.81 * t * t, 0.51 * 9.81 * t * simulation.dt());
    }
}

TEST(Control, APinnedParticleIsNoLongerHeldByAnObstacle)
{
    Simulation simulation(testing::table(cloth_side));
    take_steps(simulation, 30);
    const std::vector<int> middle{cloth_side * cloth_side / 2};
    const Vec3 below = simulation.positions()[middle[0]] - Vec3(0, 0, 0.001);
    simulation.pin(middle, std::vector{below});
    take_steps(simulation, 2);
    EXPECT_LT((simulation.positions()[middle[0]] - below).norm(), 1e-14);
}

TEST(Control, PositionsAndVelocitiesBeginAnew)
{
    // What is set is where a scene could have begun: the same steps follow, also of methods that remember some.
    for (const char* method : controlled_methods) {
        SCOPED_TRACE(method);
        SceneDescription scene = hanging_by(method);
        scene.cloths[0].pins.clear();
        Simulation fresh(scene), used(scene);
        const std::vector<Vec3> x = copied(used.positions()), v = copied(used.velocities());
        used.set_velocities(std::vector(v.size(), Vec3(0.3, -0.2, 0.1)));
        take_steps(used, 7);
        used.set_positions(x);
        used.set_velocities(v);
        take_steps(fresh, 3);
        take_steps(used, 3);
        EXPECT_LT(largest_difference(fresh.positions(), used.positions()), 1e-12);
    }
}

TEST(Control, RestLengthsOfSpringsArePulledTo)
{
    SceneDescription scene = hanging_by("backward-euler");
    scene.simulation.gravity.setZero();
    scene.cloths[0].pins.clear();
    scene.cloths[0].springs.stretch_damping = 1;
    Simulation simulation(scene);
    std::vector<double> shorter(simulation.rest_lengths().begin(), simulation.rest_lengths().end());
    ASSERT_EQ(shorter.size(), simulation.springs().size());
    for (double& length : shorter) length *= 0.9;
    simulation.set_rest_lengths(shorter);
    take_steps(simulation, 300);
    const std::vector<std::array<int, 2>> ends = simulation.springs();
    for (std::size_t s = 0; s < ends.size(); ++s) {
        const double length = (simulation.positions()[ends[s][0]] - simulation.positions()[ends[s][1]]).norm();
        EXPECT_NEAR(length / shorter[s], 1, 1e-3);
    }
}

TEST(Control, WindIsThatOfASceneThatHasItFromTheStart)
{
    SceneDescription scene = testing::in_gusts(cloth_side), still = scene;
    still.air->wind = {0.5, 0, 0};
    Simulation windy(scene), changed(still);
    changed.set_wind(scene.air->wind);
    EXPECT_EQ(changed.wind(), scene.air->wind);
    take_steps(windy, 10);
    take_steps(changed, 10);
    EXPECT_EQ(largest_difference(windy.positions(), changed.positions()), 0);
}

TEST(Control, IsSavedAndRestoredToTheBit)
{
    for (const char* method : controlled_methods) {
        SCOPED_TRACE(method);
        SceneDescription scene = testing::in_gusts(cloth_side);
        scene.integrator = hanging_by(method).integrator;
        Simulation first(scene), second(scene);
        const std::string untouched = saved(first);
        take_steps(first, 3);
        std::vector<double> lengths(first.rest_lengths().begin(), first.rest_lengths().end());
        lengths[3] *= 1.1;
        first.set_rest_lengths(lengths);
        first.set_wind({0, 4, 0});
        first.set_external_forces(std::vector(first.positions().size(), Vec3(0, 0, 1e-3)));
        const std::vector<int> corner{cloth_side - 1}, other{cloth_side + 2};
        first.unpin(corner);
        first.pin(other, std::vector<Vec3>{first.positions()[other[0]] + Vec3(0, 0, 1e-4)});
        take_steps(first, 2);
        const std::string state = saved(first);
        take_steps(second, 1);
        restore(second, state);
        EXPECT_EQ(saved(second), state);
        take_steps(first, 5);
        take_steps(second, 5);
        EXPECT_EQ(saved(second), saved(first));
        // And back to where nothing was set.
        restore(second, untouched);
        Simulation fresh(scene);
        take_steps(fresh, 5);
        take_steps(second, 5);
        EXPECT_EQ(saved(second), saved(fresh));
    }
}

TEST(Control, RefusesWhatCannotBeAndChangesNothing)
{
    SceneDescription scene = hanging_by("imex-euler");
    scene.self_contact.emplace();
    Simulation simulation(scene);
    const std::string before = saved(simulation);
    std::vector<Vec3> x = copied(simulation.positions());
    EXPECT_EQ(message_of([&] { simulation.set_positions(std::span(x).first(3)); }),
              "positions: expected 49 values, one per particle; found 3");
    x[5].y() = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(message_of([&] { simulation.set_positions(x); }),
              "positions: expected finite numbers [m]; that of number 5 is not");
    x = copied(simulation.positions());
    x[0].z() += 1;
    EXPECT_EQ(message_of([&] { simulation.set_positions(x); }),
              "positions: particle 0 is pinned, and moved by pin(), or freed by unpin(): leave it as it is");
    x = copied(simulation.positions());
    std::swap(x[cloth_side + 3], x[5 * cloth_side + 3]);
    EXPECT_NE(message_of([&] { simulation.set_positions(x); }).find("cloth would pass through cloth"),
              std::string::npos);
    const std::vector<int> beyond{cloth_side * cloth_side};
    EXPECT_EQ(message_of([&] { simulation.pin(beyond); }), "particles: expected 0 to 48; found 49");
    EXPECT_NE(message_of([&] { simulation.set_wind({1, 0, 0}); }).find("the scene has no air"), std::string::npos);
    std::vector<double> lengths(simulation.rest_lengths().begin(), simulation.rest_lengths().end());
    lengths[2] = 0;
    EXPECT_NE(
        message_of([&] { simulation.set_rest_lengths(lengths); }).find("expected numbers > 0 m; that of spring 2"),
        std::string::npos);
    EXPECT_EQ(saved(simulation), before);
}

TEST(Control, ViewsStayWhereTheyAre)
{
    for (const char* method : controlled_methods) {
        Simulation simulation(hanging_by(method));
        const Vec3* x = simulation.positions().data();
        const Vec3* v = simulation.velocities().data();
        const std::string start = saved(simulation);
        take_steps(simulation, 5);
        restore(simulation, start);
        simulation.set_velocities(copied(simulation.velocities()));
        simulation.set_positions(copied(simulation.positions()));
        take_steps(simulation, 2);
        EXPECT_EQ(simulation.positions().data(), x);
        EXPECT_EQ(simulation.velocities().data(), v);
    }
}

TEST(Control, FramesEndWhenTheyAreToldTo)
{
    SceneDescription scene = hanging_by("backward-euler");
    Simulation simulation(scene), other(scene);
    int asked = 0;
    FrameReport report = simulation.advance_frame([&] { return ++asked < 2; });
    EXPECT_EQ(report.steps, 2);
    EXPECT_EQ(simulation.frame(), 0);
    report = simulation.advance_frame();
    EXPECT_EQ(simulation.frame(), 1);
    (void)other.advance_frame();
    EXPECT_EQ(saved(simulation), saved(other));
}

TEST(Control, JacobiansAreThoseOfTheForces)
{
    SceneDescription scene = testing::in_gusts(4);
    scene.air.reset();  // of which symmetric methods leave a part out
    Simulation simulation(scene);
    take_steps(simulation, 5);
    const std::size_t n = simulation.positions().size();
    for (const auto by : {Simulation::Derivative::by_position, Simulation::Derivative::by_velocity}) {
        const BlockMatrix J = simulation.jacobian(by);
        ASSERT_EQ(J.row_begin.size(), n + 1);
        const double step = 1e-6;
        for (const std::size_t moved : {std::size_t{5}, std::size_t{10}}) {
            for (int axis = 0; axis < 3; ++axis) {
                std::vector<Vec3> x = copied(simulation.positions()), v = copied(simulation.velocities());
                std::vector<Vec3> plus(n), minus(n);
                Vec3& changed = by == Simulation::Derivative::by_position ? x[moved] : v[moved];
                changed[axis] += step;
                simulation.forces(x, v, plus);
                changed[axis] -= 2 * step;
                simulation.forces(x, v, minus);
                for (std::size_t row = 0; row < n; ++row) {
                    Vec3 exact = Vec3::Zero();
                    for (int k = J.row_begin[row]; k < J.row_begin[row + 1]; ++k)
                        if (J.column[k] == static_cast<int>(moved)) exact = J.block[k].col(axis);
                    EXPECT_LT(((plus[row] - minus[row]) / (2 * step) - exact).norm(), 1e-4);
                }
            }
        }
    }
}

}  // namespace
}  // namespace tulle
