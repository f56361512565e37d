// Every integrator runs every scene that comes with Tulle, in small.

#include "mesh/cloth_or_body.hpp"
#include "run/shipped_scenes.hpp"
#include "support/methods.hpp"

#include <tulle/error.hpp>
#include <tulle/simulation.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <span>
#include <string>
#include <tuple>

namespace tulle {
namespace {

bool has_meshes(const SceneDescription& scene)
{
    return std::any_of(scene.obstacles.begin(), scene.obstacles.end(), [](const ObstacleDescription& obstacle) {
        return std::holds_alternative<MeshDescription>(obstacle.shape);
    });
}

/// Meshes have parts that are small beside the cells of the coarsest cloth.
SceneDescription coarse_scene(const std::string& name)
{
    SceneDescription scene = shipped_scene(name).scene;
    for (ClothDescription& cloth : scene.cloths)
        if (auto* grid = std::get_if<GridDescription>(&cloth.shape))
            grid->particles = has_meshes(scene) ? std::array{20, 18} : std::array{9, 8};
    return scene;
}

/// Which no number of particles makes coarser.
bool is_fabric_mesh(const SceneDescription& scene)
{
    if (scene.cloths.empty()) return false;
    return scene.cloths[0].fabric && std::holds_alternative<MeshDescription>(scene.cloths[0].shape);
}

/// A part of the largest step that symplectic Euler takes at the start: explicit methods, and IMEX formulas of high
/// order, which are little better, need it.
bool needs_small_steps(const IntegratorSettings& settings)
{
    const auto choices = integrator_choices();
    const auto choice =
        std::find_if(choices.begin(), choices.end(), [&](const auto& c) { return c.name == settings.method; });
    if (choice->controls_error) return false;
    return choice->family == IntegratorFamily::explicit_method ||
           (choice->family == IntegratorFamily::imex_method && choice->order > 2);
}

bool takes_rigid_bodies(const IntegratorSettings& settings)
{
    const bool is_converged = settings.method == "bdf2" ||
                              (settings.method == "backward-euler" && settings.newton == NewtonKind::converged) ||
                              (settings.method == "imex-euler" && settings.update == UpdateKind::automatic);
    return is_converged && !settings.adaptive && !settings.automatic;
}

class MethodAndScene : public ::testing::TestWithParam<std::tuple<testing::NamedMethod, std::string>> {};

TEST_P(MethodAndScene, RunWithoutTrouble)
{
    const auto& [method, name] = GetParam();
    SceneDescription scene = coarse_scene(name);
    scene.integrator = method.settings;
    if (needs_small_steps(scene.integrator) && !has_rigid_bodies(scene)) {
        const double limit = Simulation(scene).stable_step_limit();
        const double part = scene.integrator.method == "forward-euler" ? 0.01 : 0.2;
        scene.integrator.dt = std::min(0.01, part * limit);
        const double steps = is_fabric_mesh(scene) ? 20 : 100;  // per frame
        scene.simulation.fps = std::max(scene.simulation.fps, 1 / (steps * scene.integrator.dt));
    }
    if (scene.integrator.adaptive && method.label.starts_with("sbdf")) {  // or steps become very many
        scene.integrator.relative_tolerance = 0.1;
        scene.integrator.absolute_tolerance = 1e-3;
    }
    if (has_meshes(scene)) {
        // A step that brings contacts is not judged by its error, and the midpoint rule damps nothing of what it
        // brings.
        if (method.label == "implicit_midpoint_adaptive") scene.simulation.fps = 100;
        if (method.label == "sbdf1") scene.integrator.dt = 0.005;
    }
    if (is_fabric_mesh(scene)) {
        const bool is_explicit = method.label.starts_with("cash") || method.label.starts_with("bulirsch");
        scene.simulation.fps = std::max(scene.simulation.fps, is_explicit ? 5000.0 : 250.0);
    }
    const bool is_refused =
        (has_rigid_bodies(scene) && !takes_rigid_bodies(scene.integrator)) ||
        (scene.self_contact && (scene.integrator.adaptive || scene.integrator.update == UpdateKind::limited));
    if (is_refused) {
        const std::vector<Problem> problems = check(scene);
        ASSERT_FALSE(problems.empty());
        EXPECT_TRUE(problems[0].key.starts_with("integrator.")) << problems[0].key;
        return;
    }
    Simulation simulation(scene);
    for (int frame = 0; frame < 3; ++frame) {
        const FrameReport report = simulation.advance_frame();
        ASSERT_TRUE(testing::is_well(report.status, scene.integrator))
            << "frame " << frame << ": " << simulation.explain(report.last);
        EXPECT_GE(report.steps, 1);
    }
    const Measurements m = simulation.measure();
    EXPECT_LT(m.largest_stretch, 0.2);
    EXPECT_LT(m.deepest_penetration, 1e-9);
    // Three frames of forward Euler, at a hundred steps each or fewer, end before anything has fallen so far; so do
    // those of others above meshes, and of all that need the small steps of a stiff fabric. Scenes of cloth on cloth
    // begin higher.
    const bool is_too_slow = !scene.cloths.empty() && scene.cloths[0].fabric && needs_small_steps(scene.integrator);
    if (!scene.obstacles.empty() && !has_meshes(scene) && scene.integrator.method != "forward-euler" && !is_too_slow &&
        !scene.self_contact) {
        EXPECT_GT(m.contacts, 0);
    }
    const Simulation start(scene);
    const std::span<const Vec3> before = start.positions();
    const std::span<const Vec3> after = simulation.positions();
    int moved = 0;
    for (std::size_t i = 0; i < before.size(); ++i) moved += before[i] != after[i] ? 1 : 0;
    EXPECT_GT(moved, simulation.particle_count() / 2);
}

INSTANTIATE_TEST_SUITE_P(All, MethodAndScene,
                         ::testing::Combine(::testing::ValuesIn(testing::every_method()),
                                            ::testing::ValuesIn(shipped_scene_names())),
                         [](const auto& both) {
                             return std::get<0>(both.param).label + "_" + std::get<1>(both.param);
                         });

}  // namespace
}  // namespace tulle
