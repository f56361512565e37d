#include "scene_sample.hpp"
#include "simulation/scene_fields.hpp"

#include <tulle/choices.hpp>

namespace tulle {
namespace {

using ReadScene = SceneFolder;

constexpr std::string_view full_scene = R"([simulation]
duration = 3
fps = 30.0
gravity = [0, 1, -2.5]
max_stretch = 2

[integrator]
method = "backward-euler"
dt = 1e-3
tolerance = 1e-5
max_iterations = 17
newton = "once"
jacobian = "damped"

[solver]
method = "cg"
preconditioner = "jacobi"
tolerance = 1e-6
max_iterations = 123

[[cloth]]
name = "flag"
grid = { size = [2, 3], particles = [4, 5], center = [1, 2, 3], plane = "yz" }
model = "springs"
areal_density = 0.3
thickness = 0.001
velocity = [1, 2, 3]
stretch_stiffness = 1
shear_stiffness = 2
bending_stiffness = 3
stretch_damping = 4
shear_damping = 5
bending_damping = 6
damping_kind = "projected"

[[obstacle]]
shape = "plane"
point = [0, 0, -1]
normal = [0, 1, 1]

[[obstacle]]
name = "table"
shape = "box"
center = [1, 1, 1]
size = [1, 2, 3]
friction = 0

[[obstacle]]
shape = "sphere"
center = [2, 2, 2]
radius = 4

[[obstacle]]
shape = "cylinder"
center = [3, 3, 3]
axis = [1, 0, 0]
radius = 5
height = 6

[air]
density = 1
drag_coefficient = 2
wind = [3, 4, 5]

[output]
formats = ["vtk", "obj"]
)";

void expect_full_scene(const SceneFile& file)
{
    const SceneDescription& scene = file.scene;
    EXPECT_EQ(scene.simulation.duration, 3);
    EXPECT_EQ(scene.simulation.fps, 30);
    EXPECT_EQ(scene.simulation.gravity, Vec3(0, 1, -2.5));
    EXPECT_EQ(scene.simulation.max_stretch, 2);
    EXPECT_EQ(scene.integrator.method, "backward-euler");
    EXPECT_EQ(scene.integrator.dt, 1e-3);
    EXPECT_EQ(scene.integrator.tolerance, 1e-5);
    EXPECT_EQ(scene.integrator.max_iterations, 17);
    EXPECT_EQ(scene.integrator.newton, NewtonKind::once);
    EXPECT_EQ(scene.integrator.update, UpdateKind::automatic);
    EXPECT_EQ(scene.integrator.jacobian, JacobianTreatment::damped);
    EXPECT_EQ(scene.solver.method, SolverMethod::cg);
    EXPECT_EQ(scene.solver.preconditioner, PreconditionerKind::jacobi);
    EXPECT_EQ(scene.solver.tolerance, 1e-6);
    EXPECT_EQ(scene.solver.max_iterations, 123);

    ASSERT_EQ(scene.cloths.size(), 1);
    const ClothDescription& cloth = scene.cloths[0];
    EXPECT_EQ(cloth.name, "flag");
    const auto& grid = std::get<GridDescription>(cloth.shape);
    EXPECT_EQ(grid.size, Vec2(2, 3));
    EXPECT_EQ(grid.particles, (std::array{4, 5}));
    EXPECT_EQ(grid.center, Vec3(1, 2, 3));
    EXPECT_EQ(grid.plane, GridDescription::Plane::yz);
    EXPECT_EQ(cloth.areal_density, 0.3);
    EXPECT_EQ(cloth.thickness, 0.001);
    EXPECT_EQ(cloth.velocity, Vec3(1, 2, 3));
    EXPECT_EQ(cloth.springs.stretch_stiffness, 1);
    EXPECT_EQ(cloth.springs.shear_stiffness, 2);
    EXPECT_EQ(cloth.springs.bending_stiffness, 3);
    EXPECT_EQ(cloth.springs.stretch_damping, 4);
    EXPECT_EQ(cloth.springs.shear_damping, 5);
    EXPECT_EQ(cloth.springs.bending_damping, 6);
    EXPECT_EQ(cloth.springs.damping_kind, DampingKind::projected);

    ASSERT_EQ(scene.obstacles.size(), 4);
    EXPECT_EQ(std::get<PlaneShape>(scene.obstacles[0].shape).point, Vec3(0, 0, -1));
    EXPECT_EQ(std::get<PlaneShape>(scene.obstacles[0].shape).normal, Vec3(0, 1, 1));
    EXPECT_EQ(scene.obstacles[0].name, "obstacle");
    EXPECT_EQ(scene.obstacles[0].friction, ObstacleDescription().friction);
    EXPECT_EQ(std::get<BoxShape>(scene.obstacles[1].shape).center, Vec3(1, 1, 1));
    EXPECT_EQ(std::get<BoxShape>(scene.obstacles[1].shape).size, Vec3(1, 2, 3));
    EXPECT_EQ(scene.obstacles[1].name, "table");
    EXPECT_EQ(scene.obstacles[1].friction, 0);
    EXPECT_EQ(std::get<SphereShape>(scene.obstacles[2].shape).center, Vec3(2, 2, 2));
    EXPECT_EQ(std::get<SphereShape>(scene.obstacles[2].shape).radius, 4);
    EXPECT_EQ(std::get<CylinderShape>(scene.obstacles[3].shape).center, Vec3(3, 3, 3));
    EXPECT_EQ(std::get<CylinderShape>(scene.obstacles[3].shape).axis, Vec3(1, 0, 0));
    EXPECT_EQ(std::get<CylinderShape>(scene.obstacles[3].shape).radius, 5);
    EXPECT_EQ(std::get<CylinderShape>(scene.obstacles[3].shape).height, 6);

    ASSERT_TRUE(scene.air);
    EXPECT_EQ(scene.air->density, 1);
    EXPECT_EQ(scene.air->drag_coefficient, 2);
    EXPECT_EQ(scene.air->wind, Vec3(3, 4, 5));
    EXPECT_EQ(file.formats, (std::vector<std::string>{"vtk", "obj"}));
}

TEST_F(ReadScene, EveryValueLandsInTheDescription)
{
    const SceneFile file = read(full_scene);
    expect_full_scene(file);
    EXPECT_EQ(file.name, "s");
    EXPECT_EQ(file.text, full_scene);
}

TEST_F(ReadScene, WhatIsLeftOutHasTheDefaultsOfTheDescription)
{
    const SceneFile file = read(small_scene);
    EXPECT_EQ(file.scene.simulation.gravity, SimulationSettings().gravity);
    EXPECT_EQ(file.scene.integrator.method, IntegratorSettings().method);
    EXPECT_EQ(file.scene.solver.max_iterations, SolverSettings().max_iterations);
    EXPECT_EQ(file.scene.cloths[0].name, ClothDescription().name);
    EXPECT_FALSE(file.scene.air);
    EXPECT_TRUE(file.scene.obstacles.empty());
    EXPECT_EQ(file.formats, std::vector<std::string>{"obj"});
    // A table of air makes air, even an empty one.
    EXPECT_TRUE(read(small_scene_and("[air]\n")).scene.air);
}

TEST_F(ReadScene, SixMistakesGiveSixProblemsInTheirPlaces)
{
    EXPECT_EQ(problems(R"(# A flag with six mistakes.
[simulation]
gravity = [0, 0]

[integrator]
method = "imx-euler"
dt = 0

[[cloth]]
grid = { size = [1.0, 1.0], particles = [3, 3] }
areal_density = -0.15
  stretch_stiffnes = 500
pin = [{ corner = "min-min" }, { indices = [1, 9] }]
)"),
              (Lines{"s.toml:3:11: simulation.gravity: expected 3 numbers in m/s^2, found [0, 0]",
                     "s.toml:6:10: integrator.method: " + expected_word(integrator_names()) +
                         ", found \"imx-euler\"; did you mean \"imex-euler\"?",
                     "s.toml:7:6: integrator.dt: expected a number > 0 s, or one of \"auto\", \"adaptive\", found 0",
                     "s.toml:11:17: cloth[0].areal_density: expected a number > 0 kg/m^2, found -0.15",
                     "s.toml:12:3: cloth[0].stretch_stiffnes: unknown key, did you mean stretch_stiffness (N/m)?",
                     "s.toml:13:48: cloth[0].pin[1].indices[1]: expected a particle's index from 0 to 8, found 9"}));
}

TEST_F(ReadScene, ReportsWhatIsWrongBetweenTheTables)
{
    EXPECT_EQ(problems(""), Lines{"s.toml:1:1: cloth: a scene needs at least one cloth or body"});
    EXPECT_EQ(problems("[[clot]]\n"), Lines{"s.toml:1:3: clot: unknown key, did you mean cloth?"});
    EXPECT_EQ(problems("[cloth]\n"), Lines{"s.toml:1:1: cloth: expected a list of tables, [[cloth]], found a table"});
    EXPECT_EQ(problems(small_scene_and(small_scene)),
              Lines{"s.toml:4:1: cloth[1].name: expected a name of its own, found \"cloth\", the name of cloth[0]"});
    EXPECT_EQ(problems(small_scene_and("[simulation]\nfps = 1e6\nduration = 1e6\n[integrator]\ndt = 1e-300")),
              (Lines{"s.toml:6:12: simulation.duration: expected at most 1000 s (1e9 frames at this fps), found 1e+6",
                     "s.toml:8:6: integrator.dt: expected at least 1e-15 s (1e9 steps in a frame), found 1e-300"}));
    std::string formats;
    for (const Choice& format : output_choices()) formats += '"' + std::string(format.name) + "\", ";
    EXPECT_EQ(
        problems(small_scene_and("[output]\nformats = [\"vtx\"]")),
        Lines{"s.toml:5:12: output.formats[0]: expected one of " + formats + "found \"vtx\"; did you mean \"vtk\"?"});
    EXPECT_EQ(problems(small_scene_and("[[obstacle]]\nshape = \"plane\"\nnormal = [0, 0, 0]")),
              Lines{"s.toml:6:10: obstacle[0].normal: expected a direction, 3 numbers that are not all zero, found "
                    "[0, 0, 0]"});
}

TEST_F(ReadScene, ReadsGustsJetsAndDrag)
{
    const SceneFile file = read(small_scene_and(R"([air]
wind = [5, 0, 0]
drag_coefficients = [1, 1.5, 2]

[air.gust]
strength = 0.4
period = 3
seed = 7

[[air.jet]]
from = [1, 2, 3]
direction = [0, 1, 0]
speed = 6
radius = 0.2
spread = 0.3

[[air.jet]]
speed = 1
radius = 2
)"));
    ASSERT_TRUE(file.scene.air);
    const AirDescription& air = *file.scene.air;
    EXPECT_EQ(air.drag_coefficients, (std::array{1.0, 1.5, 2.0}));
    ASSERT_TRUE(air.gust);
    EXPECT_EQ(air.gust->strength, 0.4);
    EXPECT_EQ(air.gust->period, 3);
    EXPECT_EQ(air.gust->seed, 7);
    ASSERT_EQ(air.jets.size(), 2U);
    EXPECT_EQ(air.jets[0].from, Vec3(1, 2, 3));
    EXPECT_EQ(air.jets[0].direction, Vec3(0, 1, 0));
    EXPECT_EQ(air.jets[0].speed, 6);
    EXPECT_EQ(air.jets[0].radius, 0.2);
    EXPECT_EQ(air.jets[0].spread, 0.3);
    EXPECT_EQ(air.jets[1].direction, JetDescription().direction);
    // A table of gusts makes gusts, even an empty one.
    const SceneFile plain = read(small_scene_and("[air]\nwind = [1, 0, 0]\ngust = {}\n"));
    ASSERT_TRUE(plain.scene.air->gust);
    EXPECT_EQ(plain.scene.air->gust->period, GustDescription().period);
    EXPECT_FALSE(plain.scene.air->drag_coefficients);
}

TEST_F(ReadScene, RefusesAirThatCannotBe)
{
    EXPECT_EQ(problems(small_scene_and("[air]\ndrag_coefficient = 1\ndrag_coefficients = [1, 1, 1]")),
              Lines{"s.toml:6:21: air.drag_coefficients: drag_coefficient says it of all particles: give one of the "
                    "two"});
    EXPECT_EQ(problems(small_scene_and("[air]\ndrag_coefficients = [1, 1]\ngust = { strength = -1, period = 0, seed "
                                       "= 0.5, phase = 1 }\n[[air.jet]]\ndirection = [0, 0, 0]\nspeed = -1")),
              (Lines{"s.toml:5:21: air.drag_coefficients: expected 3 numbers >= 0, found [1, 1]",
                     "s.toml:6:21: air.gust.strength: expected a number >= 0, found -1",
                     "s.toml:6:34: air.gust.period: expected a number > 0 s, found 0",
                     "s.toml:6:44: air.gust.seed: expected an integer >= 0, found 0.5",
                     "s.toml:6:49: air.gust.phase: unknown key; known here: strength, period, seed",
                     "s.toml:7:1: air.jet[0].radius: missing; expected a number > 0 m",
                     "s.toml:8:13: air.jet[0].direction: expected a direction, 3 numbers that are not all zero, found "
                     "[0, 0, 0]",
                     "s.toml:9:9: air.jet[0].speed: expected a number >= 0 m/s, found -1"}));
}

TEST_F(ReadScene, AStepLongerThanAFrameIsFine)
{
    EXPECT_EQ(read(small_scene_and("[integrator]\ndt = 100")).scene.integrator.dt, 100);
}

TEST_F(ReadScene, ReportsFilesThatCannotBeRead)
{
    EXPECT_THROW((void)read_scene(folder / "missing.toml"), InputError);
    EXPECT_THROW((void)read_scene(folder), InputError);
    try {
        (void)read_scene("no/such/scene.toml");
    } catch (const InputError& error) {
        EXPECT_STREQ(error.what(), "no/such/scene.toml: cannot be read: No such file or directory");
    }
    const Lines lines = problems("[simulation\nfps = 3");
    ASSERT_EQ(lines.size(), 1);
    EXPECT_TRUE(lines[0].starts_with("s.toml:1:12: ")) << lines[0];
}

TEST_F(ReadScene, OverridesChangeTheSceneAndItsText)
{
    const std::vector<std::string> overrides{"integrator.dt=0.002", "solver.method=direct", "cloth.cloth.thickness=0.1",
                                             "cloth[0].grid.particles[1]=7", "air.wind=[0, 1, 0]"};
    const SceneFile file = read(small_scene, overrides);
    for (const SceneFile& same : {file, read(file.text)}) {
        EXPECT_EQ(same.scene.integrator.dt, 0.002);
        EXPECT_EQ(same.scene.solver.method, SolverMethod::direct);
        EXPECT_EQ(same.scene.cloths[0].thickness, 0.1);
        EXPECT_EQ(std::get<GridDescription>(same.scene.cloths[0].shape).particles, (std::array{3, 7}));
        ASSERT_TRUE(same.scene.air);
        EXPECT_EQ(same.scene.air->wind, Vec3(0, 1, 0));
    }
}

TEST_F(ReadScene, ReportsOverridesByTheirOwnText)
{
    EXPECT_EQ(
        problems(small_scene_and("what = 1\n"),
                 {"integrator.dt=0", "solvr.method=cg", "cloth.cloth.thicknes=1", "cloth.clot.thickness=1",
                  "cloth[0].pin=[{ indices = [9] }]", "solver.method=gc"}),
        (Lines{
            "s.toml:4:1: cloth[0].what: unknown key; known here: name, areal_density, thickness, velocity, warp, "
            "damping_time, model, bending_rigidity, stretch_stiffness, shear_stiffness, bending_stiffness, "
            "stretch_damping, shear_damping, "
            "bending_damping, damping_kind, law, stretch_law, shear_law, bending_law, stretch_curve, shear_curve, "
            "bending_curve, fabric, cubic, membrane, grid, mesh, scale, translation, rotation, mass, pin, crease",
            "--set cloth.clot.thickness=1: cloth.clot: no cloth has this name, did you mean cloth.cloth?",
            "--set integrator.dt=0: integrator.dt: expected a number > 0 s, or one of \"auto\", \"adaptive\", found 0",
            "--set solver.method=gc: solver.method: expected one of \"auto\", \"cg\", \"direct\", found "
            "\"gc\"; did you "
            "mean \"cg\"?",
            "--set cloth.cloth.thicknes=1: cloth[0].thicknes: unknown key, did you mean thickness (m)?",
            "--set solvr.method=cg: solvr: unknown key, did you mean solver?",
            "--set cloth[0].pin=[{ indices = [9] }]: cloth[0].pin[0].indices[0]: expected a particle's index "
            "from 0 to 8, found 9"}));
}

TEST_F(ReadScene, TextOfAFullSceneReadsBackToTheSameScene)
{
    const SceneFile rewritten = read(full_scene, {"simulation.fps=30"});
    EXPECT_NE(rewritten.text, full_scene);
    expect_full_scene(rewritten);
    expect_full_scene(read(rewritten.text));
    EXPECT_EQ(read(rewritten.text).text, rewritten.text);
}

/// Two cloths in one place.
TEST_F(ReadScene, UntanglesWhereAskedFor)
{
    const std::string cloths =
        "[[cloth]]\nname = \"a\"\ngrid = { size = [1, 1], particles = [6, 6] }\nareal_density = 0.2\n"
        "[[cloth]]\nname = \"b\"\ngrid = { size = [1, 1], particles = [6, 6] }\nareal_density = 0.2\n[self_contact]\n";
    const std::vector<std::string> refused = problems(cloths);
    ASSERT_EQ(refused.size(), 1U);
    EXPECT_TRUE(refused[0].starts_with("s.toml:9:1: self_contact: cloth starts through cloth in ")) << refused[0];
    EXPECT_NE(refused[0].find("untangle = true"), std::string::npos) << refused[0];

    const SceneFile file = read(cloths + "untangle = true\n");
    EXPECT_TRUE(file.scene.self_contact->untangle);
    ASSERT_EQ(file.warnings.size(), 1U);
    EXPECT_EQ(file.warnings[0].key, "self_contact.untangle");
    EXPECT_EQ(file.warnings[0].line, 10);
    EXPECT_EQ(problems(cloths + "untangle = 1\n"),
              std::vector<std::string>{"s.toml:10:12: self_contact.untangle: expected true or false, found 1"});
}

TEST_F(ReadScene, TextFindsItsMeshFromAnywhere)
{
    write("scenes/meshes/square.obj", square_obj);
    const auto file = write("scenes/a.toml", "[[cloth]]\nmesh = \"../scenes/meshes/square.obj\"\nmass = 0.1\n");
    const SceneFile first = read_scene(file);
    const SceneFile second = read_scene(write("runs/1/scene.toml", first.text));
    const auto& a = std::get<MeshDescription>(first.scene.cloths[0].shape);
    const auto& b = std::get<MeshDescription>(second.scene.cloths[0].shape);
    EXPECT_EQ(a.mesh.positions, b.mesh.positions);
    EXPECT_EQ(first.scene.cloths[0].areal_density, second.scene.cloths[0].areal_density);
    EXPECT_EQ(second.text, first.text);
    EXPECT_NE(first.text.find((folder / "scenes/meshes/square.obj").string()), std::string::npos) << first.text;
}

}  // namespace
}  // namespace tulle
