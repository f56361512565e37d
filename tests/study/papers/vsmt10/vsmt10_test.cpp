#include "study/papers/vsmt10/vsmt10.hpp"

#include "materials/cubic_tension.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tulle {
namespace {

TEST(Vsmt10Curves, AreThoseOfThePaper)
{
    const std::vector<Vsmt10Curve> curves = vsmt10_curves({2, 6}, 201);
    ASSERT_EQ(curves.size(), 4U);
    const auto at = [](double length) { return static_cast<std::size_t>(std::lround(100 * length)); };
    for (const Vsmt10Curve& curve : curves) {
        EXPECT_DOUBLE_EQ(curve.lengths[at(1)], 1);
        EXPECT_NEAR(curve.tensions[at(1)], 0, 1e-12) << curve.name();
        EXPECT_NEAR(curve.stiffness[at(1)], 1, 1e-12) << curve.name();
    }
    // a l^3 + b l^2 + c l + d with (100, -290, 281, -91): docs/theory/springs.md#springs-that-stiffen.
    EXPECT_EQ(curves[3].name(), "cubic, K1 = 6 K");
    for (std::size_t k = 0; k < 201; ++k) {
        const double l = curves[3].lengths[k];
        EXPECT_NEAR(curves[3].tensions[k], 100 * l * l * l - 290 * l * l + 281 * l - 91, 1e-10);
        EXPECT_NEAR(curves[3].stiffness[k], 300 * l * l - 580 * l + 281, 1e-10);
    }
    EXPECT_NEAR(curves[3].stiffness[at(0.9)], 2, 1e-10);
    EXPECT_NEAR(curves[2].stiffness[at(1.1)], 2, 1e-10);
    // StVK gives way below 1/sqrt(3); a cubic law never does.
    EXPECT_LT(curves[1].stiffness[at(0.57)], 0);
    EXPECT_GT(curves[1].stiffness[at(0.58)], 0);
    EXPECT_GT(*std::ranges::min_element(curves[3].stiffness), 0);
}

TEST(Vsmt10Hanging, ThreadsAloneAreChainsOfSprings)
{
    // Without springs across cells every thread hangs for itself: spring k from below carries what is under it.
    Vsmt10Choices choices;
    choices.shear_part = choices.bending_part = 0;
    Vsmt10HangingOptions options;
    options.side = 5;
    const Vsmt10Hung law{.stiffness = 20, .stretched = 1.1, .factor = 6};
    const Vsmt10Hung hung = vsmt10_hang(choices, options, law, {});
    EXPECT_EQ(hung.status, SweepRunStatus::ok);

    const double L = choices.spacing;
    const CubicTension spring = CubicTension::through(law.stiffness, vsmt10_usual_cubic);
    const double cell = choices.areal_density * L * L * 9.81;  // N, that a cell weighs
    double sum = 0, largest = 0;
    for (int thread = 0; thread < options.side; ++thread)
        for (int k = 0; k < options.side - 1; ++k) {
            const double width = thread == 0 || thread == options.side - 1 ? 0.5 : 1;
            const double load = width * (k + 0.5) * cell;
            double low = L, high = 2 * L;
            for (int halving = 0; halving < 60; ++halving)
                (spring.tension(0.5 * (low + high), L) < load ? low : high) = 0.5 * (low + high);
            sum += low / L - 1;
            largest = std::max(largest, low / L - 1);
        }
    const double springs = 2.0 * options.side * (options.side - 1);  // those across are not stretched
    EXPECT_NEAR(hung.mean_stretch, sum / springs, 2e-3 * sum / springs);
    EXPECT_NEAR(hung.largest_stretch, largest, 2e-3 * largest);
}

TEST(Vsmt10Lattice, IsPulledFlatAndSwingsOnlyWhereItIsNotSolved)
{
    Vsmt10LatticeOptions options;
    options.rest = 0.3;
    options.pull = 0.3;
    options.duration = 2;
    const auto pulled = [&](JacobianTreatment treatment, const Vsmt10Solve& solve) {
        return vsmt10_pulled({}, options, {.side = 7, .treatment = treatment, .solve = solve}, {});
    };
    const Vsmt10Pull solved = pulled(JacobianTreatment::exact, {});
    ASSERT_EQ(solved.status, SweepRunStatus::ok);
    EXPECT_EQ(solved.times.size(), 20U);
    EXPECT_GT(solved.sag, 1e-3);
    EXPECT_LT(solved.last_amplitude, 1e-4);
    ASSERT_EQ(solved.at_end.size(), 1U);
    for (const double stretch : solved.at_end[0].stretch) EXPECT_NEAR(stretch, 0.4, 0.01);

    // The paper's two iterations, with and without its damping.
    const Vsmt10Pull damped = pulled(JacobianTreatment::damped, {.iterations = 2});
    const Vsmt10Pull exact = pulled(JacobianTreatment::exact, {.iterations = 2});
    ASSERT_EQ(damped.status, SweepRunStatus::ok);
    EXPECT_LT(damped.last_amplitude, 1e-4);
    EXPECT_GT(exact.last_amplitude, 100 * damped.last_amplitude);
    EXPECT_LT(damped.sag, 0.5 * solved.sag);  // it holds back what should fall
}

TEST(Vsmt10Loads, CubicSpringsAreStretchedLess)
{
    Vsmt10LoadOptions options;
    options.side = 10;
    options.duration = 0.8;
    for (const Vsmt10Experiment experiment : options.experiments) {
        const auto carried = [&](Vsmt10Material material) {
            return vsmt10_carry({}, options, experiment, material, {});
        };
        const Vsmt10Load linear = carried(Vsmt10Material::linear), cubic = carried(Vsmt10Material::cubic);
        ASSERT_EQ(linear.status, SweepRunStatus::ok);
        ASSERT_EQ(cubic.status, SweepRunStatus::ok);
        EXPECT_EQ(cubic.times.size(), 40U);
        EXPECT_LT(cubic.peak_stretch(), 0.8 * linear.peak_stretch()) << name_of(experiment);
        EXPECT_LT(cubic.end_stretch(), linear.end_stretch()) << name_of(experiment);
        EXPECT_GT(linear.sunk, cubic.sunk) << name_of(experiment);
        EXPECT_GT(cubic.sunk, 0) << name_of(experiment);
        // The load is drawn without colours.
        ASSERT_EQ(cubic.at_end.size(), 2U);
        EXPECT_FALSE(cubic.at_end[0].stretch.empty());
        EXPECT_TRUE(cubic.at_end[1].stretch.empty());
        EXPECT_FALSE(cubic.at_end[1].faces.empty());
    }
}

TEST(Vsmt10Loads, ACubeOnAnEdgePullsWithItsWeight)
{
    Vsmt10Choices choices;
    choices.shear_part = choices.bending_part = 0;
    Vsmt10LoadOptions options;
    options.side = 6;
    options.duration = 3;
    const Vsmt10Load load = vsmt10_carry(choices, options, Vsmt10Experiment::cube_on_edge, Vsmt10Material::linear, {});
    ASSERT_EQ(load.status, SweepRunStatus::ok);
    const double L = choices.spacing, K = stiffness_of(Vsmt10Experiment::cube_on_edge);
    const int cells = options.side - 1;
    const double cloth = choices.areal_density * L * L * cells * cells * 9.81, cube = 5 * cloth;  // N
    // Threads alone; the cube keeps the edge straight, so that all are equally long. On the mean they carry the cube
    // and half the cloth.
    const double mean = (cube + 0.5 * cloth) / options.side / (K * L);
    EXPECT_NEAR(load.sunk, mean * cells * L, 0.01 * mean * cells * L);
    EXPECT_NEAR(load.end_mean(), 0.5 * mean, 0.01 * mean);  // springs across are not stretched
}

TEST(Vsmt10Press, CubicSpringsKeepMoreOfTheHeight)
{
    Vsmt10PressOptions options;
    options.side = 4;
    options.duration = 0.3;
    const auto pressed = [&](Vsmt10Material material, double speed) {
        return vsmt10_pressed({}, options, {.material = material, .speed = speed}, {});
    };
    const Vsmt10Press linear = pressed(Vsmt10Material::linear, 4), cubic = pressed(Vsmt10Material::cubic, 4);
    ASSERT_EQ(linear.status, SweepRunStatus::ok);
    ASSERT_EQ(cubic.status, SweepRunStatus::ok);
    EXPECT_EQ(cubic.heights.size(), 30U);
    EXPECT_LT(linear.least_height(), 0.85);
    EXPECT_GT(cubic.least_height(), linear.least_height() + 0.05);

    // Seven times its mass, as the paper has it: a cube, or in the topmost layer.
    const double mass = 5.0 / 7 * 27 / 512;  // kg, of 27 of the paper's 512 cells
    const SceneDescription under_cube = vsmt10_press_scene({}, options, {});
    ASSERT_EQ(under_cube.bodies.size(), 2U);
    EXPECT_NEAR(std::get<RigidBodyDescription>(under_cube.bodies[1].kind).mass, 7 * mass, 1e-12);
    const SceneDescription weighed = vsmt10_press_scene({}, options, {.weight = Vsmt10Weight::layer});
    ASSERT_EQ(weighed.bodies.size(), 1U);
    const std::vector<double>& masses = std::get<SpringNetDescription>(weighed.bodies[0].kind).masses;
    EXPECT_NEAR(std::accumulate(masses.begin(), masses.end(), 0.0), 8 * mass, 1e-12);
    EXPECT_GT(masses.back(), 10 * masses.front());
    // Laid on it, no law gives way by much.
    EXPECT_GT(pressed(Vsmt10Material::linear, 0).least_height(), 0.95);
}

TEST(Vsmt10Study, FindsEveryFigure)
{
    Vsmt10Study study(vsmt10_quick_options());
    double last = 0;
    int calls = 0;
    study.on_progress = [&](const StudyProgress& progress) {
        EXPECT_GE(progress.fraction, last);
        EXPECT_LE(progress.fraction, 1);
        last = progress.fraction;
    };
    study.on_result = [&](const Vsmt10Result&) { ++calls; };
    const Vsmt10Result result = study.run();
    EXPECT_FALSE(result.was_interrupted);
    EXPECT_EQ(calls, 6);
    EXPECT_EQ(result.curves.size(), 5U);
    EXPECT_EQ(result.pulls.size(), 2U * 3 + 2);
    EXPECT_EQ(result.loads.size(), 4U * 4);
    EXPECT_EQ(result.pressed.size(), 3U + 9 + 3);
    ASSERT_EQ(result.times.size(), 1U);
    EXPECT_EQ(result.times[0].particles(), 64);
    EXPECT_EQ(result.times[0].materials.size(), vsmt10_materials.size());

    // Two linear cloths, four cubic ones of one stiffness and two of the other.
    ASSERT_EQ(result.hung.size(), 8U);
    for (const Vsmt10Hung& one : result.hung) {
        EXPECT_EQ(one.status, SweepRunStatus::ok);
        EXPECT_GT(one.mean_stretch, 0);
        EXPECT_GT(one.largest_stretch, one.mean_stretch);
        if (one.material != Vsmt10Material::cubic) continue;
        const auto linear = std::ranges::find(result.hung, one.stiffness, &Vsmt10Hung::stiffness);
        EXPECT_LT(one.largest_stretch, linear->largest_stretch) << one.stretched << ' ' << one.factor;
    }
}

TEST(Vsmt10Study, AStopKeepsWhatIsFinished)
{
    Vsmt10Study study(vsmt10_quick_options());
    std::atomic<bool> stop = false;
    study.stop = &stop;
    study.on_result = [&](const Vsmt10Result& result) { stop = !result.pulls.empty(); };
    const Vsmt10Result result = study.run();
    EXPECT_TRUE(result.was_interrupted);
    EXPECT_FALSE(result.curves.empty());
    EXPECT_FALSE(result.pulls.empty());
    EXPECT_TRUE(result.times.empty());
    EXPECT_TRUE(result.hung.empty());

    study.on_result = [](const Vsmt10Result&) { ADD_FAILURE(); };
    stop = true;
    EXPECT_TRUE(study.run().was_interrupted);
}

}  // namespace
}  // namespace tulle
