#include "study/papers/eeh00/eeh00_rows.hpp"

#include <tulle/error.hpp>
#include <tulle/simulation.hpp>

#include <gtest/gtest.h>

#include <algorithm>

namespace tulle {
namespace {

TEST(Eeh00Rows, AreThoseOfThePaper)
{
    ASSERT_EQ(eeh00_rows().size(), 6U);
    int iterations = 0;
    double seconds = 0;
    for (const Eeh00Row& row : eeh00_rows()) {
        iterations += row.iterations;
        seconds += row.solver_seconds;
        EXPECT_EQ(row.damping_per_mass, 40);
        EXPECT_GT(row.solver_seconds, row.cg_seconds + row.setup_seconds);
    }
    EXPECT_EQ(iterations, 192 + 233 + 2601 + 1344 + 58 + 614);
    EXPECT_NEAR(seconds, 3.34 + 2.16 + 12.47 + 49.64 + 2.7 + 27.02, 1e-12);
    EXPECT_EQ(eeh00_rows()[3].particles(), 2704);
}

TEST(Eeh00Rows, ScenesHaveTheStiffnessPerMassThatTheRowAsksFor)
{
    for (const Eeh00Row& row : eeh00_rows()) {
        const SceneDescription scene = eeh00_scene(row, {});
        EXPECT_TRUE(check(scene).empty());
        const Simulation simulation(scene);
        EXPECT_EQ(simulation.particle_count(), row.particles());
        EXPECT_NEAR(simulation.dt(), row.h, 1e-12);
        const SpringSettings& springs = scene.cloths[0].springs;
        const double mass = *std::ranges::max_element(simulation.masses());  // of a particle inside
        EXPECT_NEAR(springs.stretch_stiffness / mass, row.stiffness_per_mass, 1e-9 * row.stiffness_per_mass);
        EXPECT_NEAR(springs.stretch_damping / mass, row.damping_per_mass, 1e-9 * row.damping_per_mass);
    }
}

TEST(Eeh00Rows, OnlyTheHangingTextileIsHeldAndOnlyTheOtherHasATable)
{
    for (const Eeh00Row& row : eeh00_rows()) {
        const SceneDescription scene = eeh00_scene(row, {});
        const bool hangs = row.example == Eeh00Example::hanging;
        EXPECT_EQ(scene.cloths[0].pins.size(), hangs ? 2U : 0U);
        EXPECT_EQ(scene.obstacles.size(), hangs ? 0U : 1U);
    }
}

}  // namespace
}  // namespace tulle
