// The fish: a body of springs with muscles in water.

#include "run/shipped_scenes.hpp"

#include <tulle/simulation.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace tulle {
namespace {

SpringNetDescription& net_of(SceneDescription& scene) { return std::get<SpringNetDescription>(scene.bodies[0].kind); }

Vec3 center_of(const Simulation& simulation)
{
    Vec3 sum = Vec3::Zero();
    double mass = 0;
    for (std::size_t i = 0; i < simulation.masses().size(); ++i) {
        sum += simulation.masses()[i] * simulation.positions()[i];
        mass += simulation.masses()[i];
    }
    return sum / mass;
}

/// How far it has come along its axis in the last `seconds` of its time [m].
double way_ahead(const SceneDescription& scene, double seconds)
{
    Simulation simulation(scene);
    const int from = simulation.frame_count() - static_cast<int>(seconds * scene.simulation.fps);
    Vec3 start = Vec3::Zero();
    while (simulation.frame() < simulation.frame_count()) {
        if (simulation.frame() == from) start = center_of(simulation);
        const FrameReport report = simulation.advance_frame();
        EXPECT_EQ(report.status, StepStatus::ok) << simulation.explain(report.last);
        if (report.status != StepStatus::ok) return 0;
    }
    return (center_of(simulation) - start).x();
}

TEST(Fish, HasTwentyThreeNodesAndNinetyOneSprings)
{
    const Simulation simulation(shipped_scene("fish").scene);
    EXPECT_EQ(simulation.particle_count(), 23);
    EXPECT_EQ(simulation.spring_count(), 91u);
}

TEST(Fish, SwimsAlongItsAxis)
{
    const SceneDescription scene = shipped_scene("fish").scene;
    EXPECT_GT(way_ahead(scene, 4), 0.4);  // m
}

TEST(Fish, LiesStillWithoutItsMuscles)
{
    SceneDescription scene = shipped_scene("fish").scene;
    net_of(scene).muscles.clear();
    EXPECT_EQ(way_ahead(scene, 4), 0);
}

TEST(Fish, SwimsFasterWithAQuickerBeat)
{
    double before = 0;
    for (const double frequency : {0.5, 1.0, 2.0}) {
        SceneDescription scene = shipped_scene("fish").scene;
        scene.simulation.duration = 12;
        for (MuscleDescription& muscle : net_of(scene).muscles) muscle.frequency = frequency;
        const double way = way_ahead(scene, 8);
        EXPECT_GT(way, 1.25 * before) << frequency;
        before = way;
    }
}

TEST(Fish, OnlyTheWaterChangesItsMomentum)
{
    SceneDescription scene = shipped_scene("fish").scene;
    scene.simulation.duration = 4;
    Simulation simulation(scene);
    std::vector<Vec3> f(23);
    double largest = 0;
    while (simulation.frame() < simulation.frame_count()) {
        const Vec3 before = simulation.measure().momentum;
        simulation.forces(f);  // at the start of the step, where symplectic Euler takes them; inner forces cancel
        Vec3 whole = Vec3::Zero();
        for (const Vec3& force : f) whole += force;
        const StepReport report = simulation.step();
        ASSERT_EQ(report.status, StepStatus::ok);
        const Vec3 gained = simulation.measure().momentum - before;
        EXPECT_LT((gained - report.dt * whole).norm(), 1e-14);
        largest = std::max(largest, gained.norm());
    }
    EXPECT_GT(largest, 1e-5);  // N s

    scene.water.reset();
    Simulation alone(scene);
    while (alone.frame() < alone.frame_count()) (void)alone.advance_frame();
    EXPECT_LT(alone.measure().momentum.norm(), 1e-14);
}

}  // namespace
}  // namespace tulle
