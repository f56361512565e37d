// integrator.dt = "auto": steps that are stable, whatever the net.

#include "analysis/stability.hpp"
#include "simulation/saved_bytes.hpp"
#include "support/random_state.hpp"
#include "support/scenes.hpp"

#include <tulle/error.hpp>
#include <tulle/simulation.hpp>
#include <tulle/threads.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace tulle {
namespace {

using testing::RandomVectors;

SceneDescription automatic_hanging(int side = 10)
{
    SceneDescription scene = testing::hanging(side);
    scene.integrator.method = "symplectic-euler";
    scene.integrator.automatic = true;
    return scene;
}

/// Ten raised to something between the two.
double decade(RandomVectors& random, double low, double high) { return std::pow(10.0, random.number(low, high)); }

/// Nodes at random places, each with springs to a few others, whose rest lengths are up to a tenth off, so that the
/// whole vibrates from its start. Stiffness over six decades, masses over three.
SpringNetDescription random_net(RandomVectors& random, bool has_equal_masses)
{
    SpringNetDescription net;
    const int nodes = static_cast<int>(random.number(5, 30));
    net.nodes = random.vectors(static_cast<std::size_t>(nodes));
    for (int i = 0; i < nodes; ++i) net.masses.push_back(has_equal_masses ? 0.03 : decade(random, -3, 0));
    const bool is_damped = random.number() > 0;
    constexpr int groups = 5;
    for (int g = 0; g < groups; ++g) {
        NetSprings springs{.name = "group-" + std::to_string(g), .stiffness = decade(random, 0, 6)};
        // From hardly any damping to far beyond what stops a typical node within one vibration.
        if (is_damped) springs.damping = decade(random, -3, 0.5) * std::sqrt(springs.stiffness * 0.03);
        for (int i = 0; i < nodes; ++i) {
            const int j = static_cast<int>(random.number(0, nodes - 1e-9));
            if (i == j) continue;
            springs.between.push_back({i, j});
            springs.rest_lengths.push_back((net.nodes[i] - net.nodes[j]).norm() * random.number(0.9, 1.1));
        }
        net.springs.push_back(std::move(springs));
    }
    return net;
}

SceneDescription random_scene(unsigned seed)
{
    RandomVectors random(seed);
    SceneDescription scene;
    scene.simulation.gravity.setZero();
    scene.simulation.duration = 0.1;
    scene.simulation.fps = 50;
    // Light nodes that stiff springs let go stretch soft ones to many times their length, as they should.
    scene.simulation.max_stretch = 1e6;
    constexpr std::array methods{"symplectic-euler", "verlet", "rk4"};
    scene.integrator.method = methods[static_cast<std::size_t>(random.number(0, 2.999))];
    scene.integrator.automatic = true;
    BodyDescription body;
    const auto kind = static_cast<FilterKind>(static_cast<int>(random.number(0, 2.999)));
    const bool is_filtered = random.number() > -0.3;
    // Filters that conserve no momentum are refused where masses differ much.
    body.kind = random_net(random, is_filtered && kind != FilterKind::momentum && random.number() > -0.7);
    if (random.number() > 0.3) body.pins.push_back({PinIndices{{0, 1}}, {}});
    scene.bodies = {body};
    if (is_filtered)
        scene.filter =
            FilterSettings{.kind = kind,
                           .kernel = random.number() > 0 ? FilterKernel::gaussian : FilterKernel::exponential,
                           .lambda = random.number(0, 3)};
    return scene;
}

TEST(AutomaticSteps, TwoHundredRandomNetsDoNotExplode)
{
    int refused = 0, filtered = 0, undone = 0;
    for (unsigned seed = 1; seed <= 200; ++seed) {
        const SceneDescription scene = random_scene(seed);
        std::optional<Simulation> simulation;
        try {
            simulation.emplace(scene);
        } catch (const InputError& error) {
            // Filters that are no exchange of momentum may leave no step at all, which is said before the first.
            ASSERT_TRUE(scene.filter && scene.filter->kind != FilterKind::momentum) << seed << error.what();
            ASSERT_EQ(error.problems()[0].key, "filter.kind") << error.what();
            ++refused;
            continue;
        }
        filtered += scene.filter ? 1 : 0;
        const double start = simulation->measure().energies.total();
        ASSERT_GT(start, 0);
        while (simulation->frame() < simulation->frame_count()) {
            const FrameReport report = simulation->advance_frame();
            ASSERT_EQ(report.status, StepStatus::ok) << seed << simulation->explain(report.last);
            undone += report.rejected_steps;
            // Near its limit symplectic Euler lets energy swing to a few times what it is; more is growth.
            ASSERT_LT(simulation->measure().energies.total(), 10 * start) << seed;
        }
    }
    // Mostly plain and averaged filters on masses over three decades; all others ran.
    EXPECT_LT(refused, 40);
    EXPECT_GT(filtered, 80);
    RecordProperty("refused", refused);
    RecordProperty("undone_steps", undone);
}

TEST(AutomaticSteps, AreFourFifthsOfTheLimitWhereNothingIsDamped)
{
    for (const auto& [method, longer] : {std::pair{"symplectic-euler", 1.0}, {"verlet", 1.0}, {"rk4", 2.61 / 2}}) {
        SceneDescription scene = automatic_hanging();
        scene.integrator.method = method;
        SpringSettings& springs = scene.cloths[0].springs;
        springs.stretch_damping = springs.shear_damping = springs.bending_damping = 0;
        springs.stretch_stiffness = 1e6;
        const Simulation simulation(scene);
        const double wanted = 0.8 * longer * simulation.stable_step_limit();
        EXPECT_LE(simulation.dt(), 1.001 * wanted) << method;
        EXPECT_GT(simulation.dt(), 0.99 * wanted) << method;
    }
}

TEST(AutomaticSteps, AreNotLongerThanAHundredthOfASecond)
{
    SceneDescription scene = automatic_hanging(3);
    SpringSettings& springs = scene.cloths[0].springs;
    springs.stretch_stiffness = springs.shear_stiffness = springs.bending_stiffness = 1e-3;
    springs.stretch_damping = springs.shear_damping = springs.bending_damping = 0;
    EXPECT_NEAR(Simulation(scene).dt(), 0.01, 1e-12);
}

TEST(AutomaticSteps, FollowClothThatStiffens)
{
    // Slack until it has fallen by a tenth, then a thousand times as stiff: steps of the start would explode.
    SceneDescription scene = automatic_hanging(6);
    scene.simulation.duration = 1;
    SpringSettings& springs = scene.cloths[0].springs;
    springs.stretch_curve = {{-0.1, -0.05}, {0, 0}, {0.1, 0.05}, {0.11, 50}};
    springs.shear_stiffness = 0.1;
    springs.bending_stiffness = 0.1;
    Simulation simulation(scene);
    const double first = simulation.dt();
    double shortest = first;
    while (simulation.frame() < simulation.frame_count()) {
        const FrameReport report = simulation.advance_frame();
        ASSERT_EQ(report.status, StepStatus::ok) << simulation.explain(report.last);
        shortest = std::min(shortest, report.smallest_dt);
    }
    EXPECT_LT(shortest, 0.1 * first);

    scene.integrator.automatic = false;
    scene.integrator.dt = first;
    Simulation fixed(scene);
    bool has_failed = false;
    while (!has_failed && fixed.frame() < fixed.frame_count()) has_failed = is_failure(fixed.advance_frame().status);
    EXPECT_TRUE(has_failed);
}

TEST(AutomaticSteps, ResumeAndThreadsChangeNoBit)
{
    SceneDescription scene = automatic_hanging(6);
    SpringSettings& springs = scene.cloths[0].springs;
    springs.stretch_curve = {{-0.1, -0.05}, {0, 0}, {0.1, 0.05}, {0.11, 50}};
    scene.filter.emplace();
    constexpr int frames = 14;
    Simulation whole(scene);
    for (int frame = 0; frame < frames; ++frame) (void)whole.advance_frame();

    const ThreadLimit two(2);
    Simulation first(scene);
    for (int frame = 0; frame < 7; ++frame) (void)first.advance_frame();
    (void)first.step();  // in the middle of a frame
    Simulation second(scene);
    restore(second, saved(first));
    while (second.frame() < frames) (void)second.advance_frame();
    // A frame that was begun by hand is not undone; none needs to be here.
    EXPECT_EQ(saved(second), saved(whole));
}

TEST(AutomaticSteps, AreForExplicitMethodsThatHaveALimit)
{
    for (const IntegratorChoice& choice : integrator_choices()) {
        SceneDescription scene = automatic_hanging(4);
        scene.integrator.method = choice.name;
        const std::vector<Problem> problems = check(scene);
        ASSERT_EQ(problems.empty(), choice.can.stable_steps) << choice.name;
        if (choice.can.stable_steps) {
            EXPECT_EQ(Simulation(scene).advance_frame().status, StepStatus::ok) << choice.name;
            continue;
        }
        EXPECT_EQ(problems[0].key, "integrator.dt");
        EXPECT_NE(problems[0].message.find("is for symplectic-euler, verlet and rk4; " + std::string(choice.name)),
                  std::string::npos)
            << problems[0].message;
    }
}

TEST(AutomaticSteps, DoNotDependOnWhereHeightIsCountedFrom)
{
    // Wind drives it from rest, so that energy grows, and gravity's part of it has any sign.
    std::vector<int> steps;
    for (const double height : {-100.0, 0.0, 100.0}) {
        SceneDescription scene = automatic_hanging(6);
        scene.air.emplace().wind = {0, 0, 8};
        std::get<GridDescription>(scene.cloths[0].shape).center.z() += height;
        Simulation simulation(scene);
        int all = 0;
        for (int frame = 0; frame < 10; ++frame) {
            const FrameReport report = simulation.advance_frame();
            ASSERT_EQ(report.status, StepStatus::ok);
            all += report.steps + report.rejected_steps;
        }
        steps.push_back(all);
    }
    EXPECT_EQ(steps[0], steps[1]);
    EXPECT_EQ(steps[2], steps[1]);
}

TEST(AutomaticSteps, EndSoonWhereNotTheStepIsTheReason)
{
    // Two masses on a soft spring fly apart, faster than max_stretch allows.
    SceneDescription scene;
    scene.simulation.gravity.setZero();
    scene.integrator.method = "symplectic-euler";
    scene.integrator.automatic = true;
    SpringNetDescription net;
    net.nodes = {{0, 0, 0}, {0.1, 0, 0}};
    net.masses = {1, 1};
    net.springs = {{.name = "link", .stiffness = 1, .between = {{0, 1}}, .rest_lengths = {0.02}}};
    BodyDescription body;
    body.kind = net;
    scene.bodies = {body};
    Simulation simulation(scene);
    const FrameReport report = simulation.advance_frame();
    EXPECT_TRUE(is_failure(report.status));
    EXPECT_LT(report.steps + report.rejected_steps, 200);
    EXPECT_NE(simulation.explain(report.last).find("not the step is the reason"), std::string::npos)
        << simulation.explain(report.last);
}

TEST(AutomaticSteps, DragCountsAsDamping)
{
    // A light plate in a storm: the drag of air at its velocity, not its springs, limits the step.
    SceneDescription scene = automatic_hanging(6);
    SpringSettings& springs = scene.cloths[0].springs;
    springs.stretch_stiffness = springs.shear_stiffness = springs.bending_stiffness = 1e-3;
    springs.stretch_damping = springs.shear_damping = springs.bending_damping = 0;
    scene.air.emplace().wind = {0, 0, 60};
    scene.cloths[0].areal_density = 0.02;
    Simulation simulation(scene);
    const double before = simulation.dt();
    scene.air->wind.setZero();
    EXPECT_LT(before, 0.9 * Simulation(scene).dt());
}

}  // namespace
}  // namespace tulle
