#include "simulation/scene_fields.hpp"

#include <tulle/tulle.hpp>

#include <gtest/gtest.h>

#include <functional>
#include <limits>

namespace tulle {
namespace {

using Lines = std::vector<std::string>;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

SceneDescription sound_scene()
{
    SceneDescription scene;
    scene.cloths.emplace_back();
    return scene;
}

MeshDescription square()
{
    MeshDescription mesh;
    mesh.mesh.positions = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    mesh.mesh.faces = {{0, 1, 2}, {0, 2, 3}};
    return mesh;
}

Lines problems(const SceneDescription& scene)
{
    Lines lines;
    for (const Problem& problem : check(scene)) lines.push_back(problem.text());
    return lines;
}

/// The keys of what is wrong after `change` was done to a sound scene.
Lines keys_after(const std::function<void(SceneDescription&)>& change)
{
    SceneDescription scene = sound_scene();
    change(scene);
    Lines keys;
    for (const Problem& problem : check(scene)) keys.push_back(problem.key);
    return keys;
}

TEST(Check, FindsNothingWrongWithDefaults)
{
    EXPECT_EQ(problems(sound_scene()), Lines{});
    SceneDescription scene = sound_scene();
    scene.cloths[0].shape = square();
    scene.air.emplace();
    scene.obstacles.resize(4);
    scene.obstacles[1].shape = CylinderShape{};
    scene.obstacles[2].shape = CapsuleShape{};
    scene.obstacles[3].shape = square();
    EXPECT_EQ(problems(scene), Lines{});
}

TEST(Check, SaysWhatWasExpectedAndFound)
{
    SceneDescription scene = sound_scene();
    scene.cloths[0].areal_density = -0.15;
    scene.integrator.method = "runge";
    scene.simulation.gravity = {0, nan, 1};
    scene.cloths[0].name = "a b";
    EXPECT_EQ(problems(scene), (Lines{"simulation.gravity: expected 3 numbers in m/s^2, found [0, nan, 1]",
                                      "integrator.method: " + expected_word(integrator_names()) + ", found \"runge\"",
                                      "cloth[0].name: expected a name of letters, digits, - and _, found \"a b\"",
                                      "cloth[0].areal_density: expected a number > 0 kg/m^2, found -0.15"}));
}

TEST(Check, HoldsEveryNumberToItsRange)
{
    const auto expect = [](const char* key, const std::function<void(SceneDescription&)>& change) {
        EXPECT_EQ(keys_after(change), Lines{key});
    };
    expect("simulation.duration", [](auto& s) { s.simulation.duration = 0; });
    expect("simulation.duration", [](auto& s) { s.simulation.duration = infinity; });
    expect("simulation.fps", [](auto& s) { s.simulation.fps = nan; });
    expect("simulation.max_stretch", [](auto& s) { s.simulation.max_stretch = -1; });
    expect("integrator.dt", [](auto& s) { s.integrator.dt = 0; });
    expect("integrator.tolerance", [](auto& s) { s.integrator.tolerance = 0; });
    expect("integrator.max_iterations", [](auto& s) { s.integrator.max_iterations = 0; });
    expect("integrator.newton", [](auto& s) { s.integrator.newton = static_cast<NewtonKind>(7); });
    expect("solver.tolerance", [](auto& s) { s.solver.tolerance = -1; });
    expect("solver.max_iterations", [](auto& s) { s.solver.max_iterations = -1; });
    expect("filter.lambda", [](auto& s) { s.filter.emplace().lambda = -1; });
    expect("contact.method", [](auto& s) { s.contact.method = static_cast<ContactMethod>(99); });
    expect("self_contact.friction", [](auto& s) { s.self_contact.emplace().friction = nan; });
    expect("cloth[0].thickness", [](auto& s) { s.cloths[0].thickness = -1e-9; });
    expect("cloth[0].velocity", [](auto& s) { s.cloths[0].velocity[2] = infinity; });
    expect("cloth[0].stretch_stiffness", [](auto& s) { s.cloths[0].springs.stretch_stiffness = -1; });
    expect("cloth[0].bending_damping", [](auto& s) { s.cloths[0].springs.bending_damping = nan; });
    expect("cloth[0].grid.size", [](auto& s) { std::get<GridDescription>(s.cloths[0].shape).size[1] = 0; });
    expect("cloth[0].grid.particles", [](auto& s) { std::get<GridDescription>(s.cloths[0].shape).particles[0] = 1; });
    expect("air.density", [](auto& s) { s.air.emplace().density = -1; });
    expect("air.drag_coefficients", [](auto& s) { s.air.emplace().drag_coefficients = {1, -1, 1}; });
    expect("air.gust.strength", [](auto& s) { s.air.emplace().gust = GustDescription{.strength = -1}; });
    expect("air.gust.period", [](auto& s) { s.air.emplace().gust = GustDescription{.period = 0}; });
    expect("air.gust.seed", [](auto& s) { s.air.emplace().gust = GustDescription{.seed = -1}; });
    const auto jet = [](const JetDescription& one) { return [one](auto& s) { s.air.emplace().jets = {one}; }; };
    expect("air.jet[0].from", jet({.from = {0, nan, 0}}));
    expect("air.jet[0].direction", jet({.direction = {0, 0, 0}}));
    expect("air.jet[0].speed", jet({.speed = -1}));
    expect("air.jet[0].radius", jet({.radius = 0}));
    expect("air.jet[0].spread", jet({.spread = infinity}));
    expect("obstacle[0].friction", [](auto& s) { s.obstacles.emplace_back().friction = -0.1; });
    expect("obstacle[0].normal", [](auto& s) { s.obstacles.emplace_back().shape = PlaneShape{{0, 0, 0}, {0, 0, 0}}; });
    expect("obstacle[0].size", [](auto& s) { s.obstacles.emplace_back().shape = BoxShape{{0, 0, 0}, {1, 0, 1}}; });
    expect("obstacle[0].radius", [](auto& s) { s.obstacles.emplace_back().shape = SphereShape{{0, 0, 0}, 0}; });
    expect("obstacle[0].height", [](auto& s) {
        s.obstacles.emplace_back().shape = CylinderShape{{0, 0, 0}, {0, 0, 1}, 1, -1};
    });
    expect("obstacle[0].axis", [](auto& s) { s.obstacles.emplace_back().shape = CapsuleShape{{0, 0, 0}, {0, 0, 0}}; });
    expect("obstacle[0].thickness", [](auto& s) { s.obstacles.emplace_back().thickness = nan; });
    // Water also finds no body to act on.
    EXPECT_EQ(keys_after([](auto& s) { s.water.emplace().density = -1; }), (Lines{"water.density", "water"}));
}

TEST(Check, RefusesSettingsThatCannotBothHold)
{
    SceneDescription scene = sound_scene();
    scene.solver.method = SolverMethod::direct;
    scene.solver.preconditioner = PreconditionerKind::multigrid;
    scene.integrator.method = "rk4";
    scene.integrator.adaptive = true;
    EXPECT_EQ(problems(scene),
              (Lines{"integrator.dt: expected a number: rk4 takes equal steps; \"adaptive\" is for imex-euler, "
                     "backward-euler, bdf2, implicit-midpoint, sbdf1, sbdf2",
                     "solver.preconditioner: solver.method = \"direct\" takes none: leave it out, or take \"cg\""}));
}

TEST(Check, WantsEqualStepsOfALimitedNumberOfUpdates)
{
    SceneDescription scene = sound_scene();
    scene.integrator.update = UpdateKind::limited;
    EXPECT_EQ(problems(scene), Lines{});
    SceneDescription touching = scene;
    touching.self_contact.emplace();
    EXPECT_EQ(problems(touching),
              Lines{"integrator.update: [self_contact] takes update = \"auto\": a limited number of "
                    "updates does not know what touches"});
    scene.integrator.adaptive = true;
    EXPECT_EQ(problems(scene), Lines{"integrator.update: \"limited\" takes equal steps, which cost the same: give "
                                     "integrator.dt as a number, or take \"auto\""});
}

TEST(Check, WantsACloth) { EXPECT_EQ(problems({}), Lines{"cloth: a scene needs at least one cloth or body"}); }

TEST(Check, WantsDifferentNames)
{
    EXPECT_EQ(keys_after([](auto& s) { s.cloths.resize(3); }), (Lines{"cloth[1].name", "cloth[2].name"}));
}

TEST(Check, WantsCountsThatFitAnInt)
{
    EXPECT_EQ(keys_after([](auto& s) { s.simulation.duration = 1e9; }), Lines{"simulation.duration"});
    EXPECT_EQ(keys_after([](auto& s) { s.integrator.dt = 1e-12; }), Lines{"integrator.dt"});
    EXPECT_EQ(keys_after([](auto& s) { s.integrator.dt = 1e12; }), Lines{});
}

TEST(Check, ReportsMeshesThatAreNotSound)
{
    const Lines keys = keys_after([](auto& s) {
        MeshDescription mesh = square();
        mesh.mesh.faces.push_back({0, 1, 4});
        s.cloths[0].shape = mesh;
        s.cloths[0].pins.push_back({.where = PinIndices{{99}}});
    });
    EXPECT_EQ(keys, Lines{"cloth[0].mesh"});
    const Lines of_nothing = keys_after([](auto& s) { s.cloths[0].shape = MeshDescription{}; });
    EXPECT_FALSE(of_nothing.empty());
    for (const std::string& key : of_nothing) EXPECT_EQ(key, "cloth[0].mesh");
    EXPECT_EQ(keys_after([](auto& s) {
                  MeshDescription mesh = square();
                  mesh.placement.axis.setZero();
                  mesh.placement.scale = 0;
                  s.cloths[0].shape = mesh;
              }),
              (Lines{"cloth[0].scale", "cloth[0].rotation.axis"}));
}

TEST(Check, TakesAnyTrianglesForAnObstacleIfTheyAreSome)
{
    const auto keys_of = [](const MeshDescription& mesh) {
        return keys_after([&](auto& s) { s.obstacles.emplace_back().shape = mesh; });
    };
    MeshDescription mesh = square();
    mesh.mesh.faces.insert(mesh.mesh.faces.end(), {{0, 1, 2}, {2, 1, 0}, {3, 3, 3}});
    mesh.mesh.positions.emplace_back(5, 5, 5);
    EXPECT_EQ(keys_of(mesh), Lines{});

    EXPECT_EQ(keys_of({}), (Lines{"obstacle[0].mesh", "obstacle[0].mesh"}));  // no vertices, no faces
    mesh.mesh.faces[0][0] = 5;
    EXPECT_EQ(keys_of(mesh), Lines{"obstacle[0].mesh"});
    mesh = square();
    mesh.placement.scale = 1e308;  // to infinity, but only where it is placed
    mesh.mesh.positions[2] *= 10;
    EXPECT_EQ(keys_of(mesh), Lines{"obstacle[0].mesh"});
    mesh.placement.scale = -1;
    mesh.placement.axis.setZero();
    EXPECT_EQ(keys_of(mesh), (Lines{"obstacle[0].scale", "obstacle[0].rotation.axis"}));
}

TEST(Check, KeepsMeshesAwayFromEveryCloth)
{
    SceneDescription scene = sound_scene();
    scene.cloths.resize(3);
    for (std::size_t i = 0; i < 3; ++i) scene.cloths[i].name = std::string(1, static_cast<char>('a' + i));
    scene.cloths[1].thickness = scene.cloths[2].thickness = 2e-5;
    scene.obstacles.resize(3);
    scene.obstacles[0].shape = SphereShape{};
    for (const std::size_t i : {1, 2}) scene.obstacles[i].shape = square();
    scene.obstacles[1].thickness = 1e-5;
    scene.obstacles[2].thickness = 8e-5;
    const Lines found = problems(scene);
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[0], "obstacle[1].thickness: expected at least 1e-4 m between a mesh and a cloth, found " +
                            number_text(2e-5 + 1e-5) +
                            ": cloth[1].thickness (2e-5) and obstacle[1].thickness (1e-5) add up; raise one of them");
    EXPECT_NE(found[1].find("cloth[2].thickness"), std::string::npos) << found[1];
}

TEST(Check, ReportsPinsThatHoldNothing)
{
    const auto pin_keys = [](const PinDescription& pin, bool on_mesh) {
        return keys_after([&](SceneDescription& scene) {
            if (on_mesh) scene.cloths[0].shape = square();
            scene.cloths[0].pins = {pin};
        });
    };
    EXPECT_EQ(pin_keys({.where = PinCorner{true, true}}, false), Lines{});
    EXPECT_EQ(pin_keys({.where = PinCorner{true, true}}, true), Lines{"cloth[0].pin[0].corner"});
    EXPECT_EQ(pin_keys({.where = PinEdge{1, true}}, true), Lines{"cloth[0].pin[0].edge"});
    EXPECT_EQ(pin_keys({.where = PinEdge{2, true}}, false), Lines{"cloth[0].pin[0].edge"});
    EXPECT_EQ(pin_keys({.where = PinIndices{{3}}}, true), Lines{});
    EXPECT_EQ(pin_keys({.where = PinIndices{{0, -1, 4}}}, true),
              (Lines{"cloth[0].pin[0].indices[1]", "cloth[0].pin[0].indices[2]"}));
    EXPECT_EQ(pin_keys({.where = PinIndices{{}}}, false), Lines{"cloth[0].pin[0].indices"});
    EXPECT_EQ(pin_keys({.where = PinBox{{1, 1, 0}, {1, 1, 0}}}, true), Lines{});
    EXPECT_EQ(pin_keys({.where = PinBox{{2, 2, 0}, {3, 3, 0}}}, true), Lines{"cloth[0].pin[0].box"});
    EXPECT_EQ(pin_keys({.where = PinBox{{0, 0, nan}, {3, 3, 0}}}, true), Lines{"cloth[0].pin[0].box.min"});
    EXPECT_EQ(pin_keys({.where = PinCorner{}, .motion = {.keyframes = {{.time = 1}, {.time = 1}}}}, false),
              Lines{"cloth[0].pin[0].keyframes[1].time"});
}

TEST(Check, DoesNotReportWhatFollowsFromAnotherMistake)
{
    // An unsound grid does not say which indices there are.
    EXPECT_EQ(keys_after([](auto& s) {
                  std::get<GridDescription>(s.cloths[0].shape).particles = {-5, 3};
                  s.cloths[0].pins.push_back({.where = PinIndices{{99}}});
              }),
              Lines{"cloth[0].grid.particles"});
}

}  // namespace
}  // namespace tulle
