#include "scene_sample.hpp"

namespace tulle {
namespace {

using ReadCloth = SceneFolder;

/// A scene of one cloth that hangs from nothing, with `keys` added to it.
std::string grid_cloth(const std::string& keys)
{
    return "[[cloth]]\ngrid = { size = [1, 1], particles = [3, 3] }\nareal_density = 0.2\n" + keys + "\n";
}

std::string mesh_cloth(const std::string& keys)
{
    return "[[cloth]]\nmesh = \"square.obj\"\nareal_density = 0.2\n" + keys + "\n";
}

TEST_F(ReadCloth, SpreadsAMassOverTheArea)
{
    const SceneFile grid = read("[[cloth]]\ngrid = { size = [2, 3], particles = [4, 9] }\nmass = 1.5\n");
    EXPECT_DOUBLE_EQ(grid.scene.cloths[0].areal_density, 1.5 / 6.0);

    write("square.obj", square_obj);
    const SceneFile mesh = read("[[cloth]]\nmesh = \"square.obj\"\nscale = 2\nmass = 1\n");
    EXPECT_DOUBLE_EQ(mesh.scene.cloths[0].areal_density, 1.0 / 4.0);
}

TEST_F(ReadCloth, WantsOneWeightAndOneShape)
{
    EXPECT_EQ(problems("[[cloth]]\ngrid = { size = [1, 1], particles = [3, 3] }\n"),
              Lines{"s.toml:1:1: cloth[0]: missing; expected one of areal_density, mass"});
    EXPECT_EQ(problems(grid_cloth("mass = 1")),
              Lines{"s.toml:4:8: cloth[0].mass: expected only one of areal_density, mass"});
    EXPECT_EQ(problems("[[cloth]]\nmass = 1\npin = [{ indices = [99] }]"),
              Lines{"s.toml:1:1: cloth[0]: missing; expected one of grid, mesh"});
    write("square.obj", square_obj);
    EXPECT_EQ(problems(grid_cloth("mesh = \"square.obj\"\npin = [{ corner = \"min-min\" }]")),
              Lines{"s.toml:4:8: cloth[0].mesh: expected only one of grid, mesh"});
    EXPECT_EQ(problems("[[cloth]]\ngird = { size = [1, 1], particles = [3, 3] }\nmass = 1\npin = [{ indices = [8] }]"),
              Lines{"s.toml:2:1: cloth[0].gird: unknown key, did you mean grid?"});
}

TEST_F(ReadCloth, HoldsGridsToTheirRanges)
{
    EXPECT_EQ(problems("[[cloth]]\nmass = 1\ngrid = { size = [0, 1], particles = [1, 3], plane = \"zx\" }"),
              (Lines{"s.toml:3:17: cloth[0].grid.size: expected 2 numbers > 0 m, found [0, 1]",
                     "s.toml:3:37: cloth[0].grid.particles: expected 2 integers from 2 to 10000, found [1, 3]",
                     "s.toml:3:53: cloth[0].grid.plane: expected one of \"xy\", \"xz\", \"yz\", found \"zx\"; did you "
                     "mean \"xz\"?"}));
    EXPECT_EQ(problems("[[cloth]]\nmass = 1\ngrid = { center = [0, 0, 0] }"),
              (Lines{"s.toml:3:8: cloth[0].grid.size: missing; expected 2 numbers > 0 m",
                     "s.toml:3:8: cloth[0].grid.particles: missing; expected 2 integers from 2 to 10000"}));
    EXPECT_EQ(
        problems(grid_cloth("scale = 2\nrotation = { angle = 90 }")),
        (Lines{"s.toml:4:9: cloth[0].scale: only a mesh is placed by this key; a grid has center and plane",
               "s.toml:5:12: cloth[0].rotation: only a mesh is placed by this key; a grid has center and plane"}));
}

TEST_F(ReadCloth, PlacesMeshes)
{
    write("square.obj", square_obj);
    const SceneFile file =
        read(mesh_cloth("scale = 2\nrotation = { axis = [0, 2, 0], angle = 90 }\ntranslation = [1, 2, 3]"));
    const auto& mesh = std::get<MeshDescription>(file.scene.cloths[0].shape);
    EXPECT_EQ(mesh.mesh.positions.size(), 4);
    EXPECT_EQ(mesh.mesh.faces.size(), 2);
    EXPECT_EQ(mesh.placement.scale, 2);
    EXPECT_EQ(mesh.placement.axis, Vec3(0, 2, 0));
    EXPECT_EQ(mesh.placement.angle, 90);
    EXPECT_EQ(mesh.placement.translation, Vec3(1, 2, 3));
    EXPECT_EQ(
        problems(mesh_cloth("rotation = { axis = [0, 0, 0] }")),
        (Lines{"s.toml:4:12: cloth[0].rotation.angle: missing; expected a number in degrees",
               "s.toml:4:21: cloth[0].rotation.axis: expected a direction, 3 numbers that are not all zero, found "
               "[0, 0, 0]"}));
}

TEST_F(ReadCloth, ReportsMeshesThatAreMissingOrMalformed)
{
    EXPECT_EQ(problems(mesh_cloth("pin = [{ indices = [77] }]")),
              Lines{"s.toml:2:8: cloth[0].mesh: expected a mesh file, found none at square.obj"});
    EXPECT_EQ(problems("[[cloth]]\nmass = 1\nmesh = 3"),
              Lines{"s.toml:3:8: cloth[0].mesh: expected the name of a mesh file (.obj, .ply), found 3"});

    write("square.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n");
    const Lines lines = problems(mesh_cloth("pin = [{ indices = [77] }]"));
    ASSERT_EQ(lines.size(), 1);
    EXPECT_TRUE(lines[0].starts_with("square.obj:4")) << lines[0];
    EXPECT_NE(lines[0].find("cloth[0].mesh: "), std::string::npos) << lines[0];
}

TEST_F(ReadCloth, ReportsSpringsWithoutLength)
{
    // Folded flat: the tips of the two triangles lie on one point, and the spring between them bends nothing.
    write("square.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 1 0\nf 1 2 3\nf 2 1 4\n");
    const Lines lines = problems(mesh_cloth(""));
    ASSERT_EQ(lines.size(), 1);
    EXPECT_TRUE(lines[0].find("cloth[0].mesh: vertices 2 and 3") != std::string::npos) << lines[0];
}

TEST_F(ReadCloth, KnowsOneModel)
{
    EXPECT_EQ(problems(grid_cloth("model = \"spring\"")),
              Lines{"s.toml:4:9: cloth[0].model: expected one of \"springs\", \"choi-ko\", \"membrane\", found "
                    "\"spring\"; did you mean \"springs\"?"});
}

TEST_F(ReadCloth, SpringsMayStiffen)
{
    const auto springs = [&](const std::string& more) { return read(grid_cloth(more)).scene.cloths[0].springs; };
    EXPECT_EQ(springs("").law, TensionLaw::linear);
    EXPECT_EQ(springs("law = \"stvk\"").law, TensionLaw::stvk);
    const SpringSettings cubic =
        springs("law = \"cubic\"\nbending_law = \"linear\"\ncubic = { stretched = 1.04, compressed = 0.95 }");
    EXPECT_EQ(cubic.law, TensionLaw::cubic);
    EXPECT_FALSE(cubic.stretch_law);
    EXPECT_EQ(cubic.bending_law, TensionLaw::linear);
    EXPECT_EQ(cubic.cubic.stretched, 1.04);
    EXPECT_EQ(cubic.cubic.compressed, 0.95);
    EXPECT_EQ(cubic.cubic.compressed_factor, 2);
    EXPECT_EQ(
        problems(grid_cloth("cubic = { stretched = 1.04 }")),
        Lines{"s.toml:4:9: cloth[0].cubic: no spring of the cloth has this law: law = \"cubic\" gives it to all of "
              "them"});
    EXPECT_EQ(
        problems(grid_cloth("law = \"cubic\"\ncubic = { stretched_factor = 90 }")),
        Lines{"s.toml:5:9: cloth[0].cubic: the tension would fall from 0.9046 to 0.9977 times the rest length, where a "
              "spring gives way instead of resisting; bring the two stiffnesses nearer to the one at rest, or the two "
              "lengths farther from it"});
    EXPECT_EQ(problems(grid_cloth("stretch_law = \"stvk\"\nstretch_curve = [[-0.1, -1], [0, 0], [0.1, 1]]")).size(),
              1U);
    EXPECT_EQ(problems(grid_cloth("model = \"choi-ko\"\nlaw = \"stvk\"")).size(), 1U);
}

TEST_F(ReadCloth, AMembraneHasModuliInsteadOfSprings)
{
    const ClothDescription cloth =
        read(grid_cloth(
                 "model = \"membrane\"\nmembrane = { modulus = 300, weft_modulus = 200 }\nbending_rigidity = 2e-5\n"
                 "damping_time = 0.01"))
            .scene.cloths[0];
    EXPECT_EQ(cloth.springs.model, SpringModel::membrane);
    EXPECT_EQ(cloth.springs.membrane.modulus, 300);
    EXPECT_EQ(cloth.springs.membrane.weft_modulus, 200);
    EXPECT_FALSE(cloth.springs.membrane.shear_modulus);
    EXPECT_EQ(cloth.damping_time, 0.01);
    EXPECT_EQ(
        problems(grid_cloth("model = \"membrane\"\nstretch_stiffness = 1\nlaw = \"cubic\"\nshear_damping = 1")).size(),
        3U);
    EXPECT_EQ(problems(grid_cloth("membrane = { modulus = 300 }")).size(), 1U);
    // Poisson's ratio across the weft would be 2.
    EXPECT_EQ(
        problems(
            grid_cloth("model = \"membrane\"\nmembrane = { modulus = 300, weft_modulus = 3000, poisson_ratio = 0.5 }"))
            .size(),
        1U);
}

constexpr const char* woven = "[[cloth]]\ngrid = { size = [1, 1], particles = [3, 3] }\nfabric = \"wool_tropical\"\n";

TEST_F(ReadCloth, AFabricBringsItsDensity)
{
    const ClothDescription cloth = read(woven).scene.cloths[0];
    ASSERT_TRUE(cloth.fabric);
    EXPECT_DOUBLE_EQ(cloth.areal_density, 0.1629);
    EXPECT_DOUBLE_EQ(cloth.fabric->areal_density, 0.1629);
    EXPECT_DOUBLE_EQ(read(woven + std::string("areal_density = 0.3")).scene.cloths[0].areal_density, 0.3);
    EXPECT_DOUBLE_EQ(read(woven + std::string("mass = 2")).scene.cloths[0].areal_density, 2);
    EXPECT_EQ(read(woven + std::string("warp = \"second\"")).scene.cloths[0].warp, WarpAxis::second);
}

TEST_F(ReadCloth, AFabricTakesNoSpringsAndSpringsNoFabricKeys)
{
    const Lines lines = problems(woven + std::string("stretch_stiffness = 5\nmodel = \"springs\""));
    ASSERT_EQ(lines.size(), 2U);
    EXPECT_EQ(lines[0],
              "s.toml:4:21: cloth[0].stretch_stiffness: the fabric says how it resists; springs have this key");
    EXPECT_EQ(lines[1], "s.toml:5:9: cloth[0].model: the fabric says what it is; give one of the two");
    EXPECT_EQ(
        problems(grid_cloth("damping_time = 0.1")),
        Lines{"s.toml:4:16: cloth[0].damping_time: only a measured fabric and model = \"membrane\" have this key"});
    EXPECT_EQ(problems(woven + std::string("areal_density = 0.1\nmass = 1")),
              Lines{"s.toml:5:8: cloth[0].mass: expected only one of areal_density, mass"});
}

TEST_F(ReadCloth, AFabricThatIsNotThereSuggestsAnother)
{
    const Lines lines =
        problems("[[cloth]]\ngrid = { size = [1, 1], particles = [3, 3] }\nfabric = \"wool_tropicl\"\n");
    EXPECT_EQ(lines, Lines{"s.toml:3:10: cloth[0].fabric: no fabric of this name; did you mean wool_tropical?"});
}

TEST_F(ReadCloth, ReadsEveryKindOfPin)
{
    const SceneFile file = read(grid_cloth(R"(pin = [
    { corner = "min-max" },
    { edge = "max-second", axis = [0, 3, 0], pivot = [1, 2, 3], keyframes = [
        { time = -1 }, { time = 2, translation = [4, 5, 6], angle = 30 }] },
    { box = { min = [-1, -1, -1], max = [0, 0, 0] } },
    { indices = [8, 0] },
]
)"));
    const std::vector<PinDescription>& pins = file.scene.cloths[0].pins;
    ASSERT_EQ(pins.size(), 4);
    EXPECT_FALSE(std::get<PinCorner>(pins[0].where).max_first);
    EXPECT_TRUE(std::get<PinCorner>(pins[0].where).max_second);
    EXPECT_EQ(std::get<PinEdge>(pins[1].where).axis, 1);
    EXPECT_TRUE(std::get<PinEdge>(pins[1].where).max);
    EXPECT_EQ(pins[1].motion.axis, Vec3(0, 3, 0));
    EXPECT_EQ(pins[1].motion.pivot, Vec3(1, 2, 3));
    ASSERT_EQ(pins[1].motion.keyframes.size(), 2);
    EXPECT_EQ(pins[1].motion.keyframes[0].time, -1);
    EXPECT_EQ(pins[1].motion.keyframes[1].time, 2);
    EXPECT_EQ(pins[1].motion.keyframes[1].translation, Vec3(4, 5, 6));
    EXPECT_EQ(pins[1].motion.keyframes[1].angle, 30);
    EXPECT_EQ(std::get<PinBox>(pins[2].where).min, Vec3(-1, -1, -1));
    EXPECT_EQ(std::get<PinBox>(pins[2].where).max, Vec3(0, 0, 0));
    EXPECT_EQ(std::get<PinIndices>(pins[3].where).indices, (std::vector<int>{8, 0}));
}

TEST_F(ReadCloth, ReadsCreases)
{
    const std::vector<CreaseDescription> creases =
        read(woven + std::string("[[cloth.crease]]\nfrom = [0.5, 0]\nto = [0.5, 1]\nangle = -120\n"))
            .scene.cloths[0]
            .creases;
    ASSERT_EQ(creases.size(), 1U);
    EXPECT_EQ(creases[0].from, Vec2(0.5, 0));
    EXPECT_EQ(creases[0].to, Vec2(0.5, 1));
    EXPECT_EQ(creases[0].angle, -120);
}

TEST_F(ReadCloth, ReportsCreasesWithTheirPlaces)
{
    EXPECT_EQ(problems(woven + std::string("crease = [{ from = [0.5, 0], to = [0.5, 1], angle = 180 }]")),
              Lines{"s.toml:4:53: cloth[0].crease[0].angle: expected a number from -170 to 170 degrees, found 180"});
    EXPECT_EQ(problems(woven + std::string("crease = [{ from = [0.5, 0], to = [0.5, 0], angle = 90 }]")),
              Lines{"s.toml:4:35: cloth[0].crease[0].to: expected another point than from, found [0.5, 0]"});
    EXPECT_EQ(
        problems(woven + std::string("crease = [{ from = [-1, 0], to = [0.5, 0], angle = 90 }]")),
        Lines{"s.toml:4:20: cloth[0].crease[0].from: expected a point of the cloth, 2 numbers from 0 to 1 along its "
              "axes, found [-1, 0]"});
    EXPECT_EQ(problems(woven + std::string("crease = [{ from = [0, 0], to = [0.5, 0] }]")),
              Lines{"s.toml:4:11: cloth[0].crease[0].angle: missing; expected a number from -170 to 170 degrees"});
    EXPECT_EQ(
        problems(grid_cloth("crease = [{ from = [0.5, 0], to = [0.5, 1], angle = 90 }]")),
        Lines{"s.toml:4:10: cloth[0].crease: only a measured fabric keeps a crease: give the cloth a fabric instead "
              "of springs"});
}

TEST_F(ReadCloth, CornersAndEdgesAreNamedFirstAxisFirst)
{
    const SceneFile file = read(grid_cloth("pin = [{ corner = \"max-min\" }, { edge = \"min-first\" }]"));
    const std::vector<PinDescription>& pins = file.scene.cloths[0].pins;
    EXPECT_TRUE(std::get<PinCorner>(pins[0].where).max_first);
    EXPECT_FALSE(std::get<PinCorner>(pins[0].where).max_second);
    EXPECT_EQ(std::get<PinEdge>(pins[1].where).axis, 0);
    EXPECT_FALSE(std::get<PinEdge>(pins[1].where).max);
}

TEST_F(ReadCloth, ReportsPinsThatHoldNothing)
{
    EXPECT_EQ(problems(grid_cloth("pin = [{ box = { min = [0, 0, 1], max = [1, 1, 2] } }]")),
              Lines{"s.toml:4:16: cloth[0].pin[0].box: selects no particle; the cloth reaches from [-0.5, -0.5, 0] to "
                    "[0.5, 0.5, 0]"});
    EXPECT_EQ(
        problems(grid_cloth("pin = [{ box = { min = [0, 0, 1], max = [1, 1, 0] } }]")),
        Lines{"s.toml:4:16: cloth[0].pin[0].box: expected min <= max in every coordinate, found min [0, 0, 1] and "
              "max [1, 1, 0]"});
    EXPECT_EQ(problems(grid_cloth("pin = [{ indices = [] }]")),
              Lines{"s.toml:4:20: cloth[0].pin[0].indices: selects no particle"});
    EXPECT_EQ(problems(grid_cloth("pin = [{ indices = [8, 9] }]")),
              Lines{"s.toml:4:24: cloth[0].pin[0].indices[1]: expected a particle's index from 0 to 8, found 9"});
    EXPECT_EQ(problems(grid_cloth("pin = [{}]")),
              Lines{"s.toml:4:8: cloth[0].pin[0]: missing; expected one of corner, edge, box, indices"});
    EXPECT_EQ(problems(grid_cloth("pin = [{ corner = \"min-min\", indices = [0] }]")),
              Lines{"s.toml:4:40: cloth[0].pin[0].indices: expected only one of corner, indices"});
    EXPECT_EQ(problems(grid_cloth("pin = { corner = \"min-min\" }")),
              Lines{"s.toml:4:7: cloth[0].pin: expected a list of tables, pin = [{ ... }], found a table"});
}

TEST_F(ReadCloth, ReportsCornersAndEdgesOfMeshes)
{
    write("square.obj", square_obj);
    EXPECT_EQ(
        problems(mesh_cloth("pin = [{ corner = \"min-min\" }, { edge = \"min-first\" }, { edge = \"nim-first\" }, "
                            "{ indices = [4] }, { box = { min = [0, 0, 0], max = [0, 0, 0] } }]")),
        (Lines{"s.toml:4:19: cloth[0].pin[0].corner: only a grid has corners; choose the particles of a mesh by box or "
               "indices",
               "s.toml:4:41: cloth[0].pin[1].edge: only a grid has edges; choose the particles of a mesh by box or "
               "indices",
               "s.toml:4:65: cloth[0].pin[2].edge: expected one of \"min-first\", \"max-first\", \"min-second\", "
               "\"max-second\", found \"nim-first\"; did you mean \"min-first\"?",
               "s.toml:4:93: cloth[0].pin[3].indices[0]: expected a particle's index from 0 to 3, found 4"}));
}

TEST_F(ReadCloth, ReportsKeyframesOutOfOrder)
{
    EXPECT_EQ(
        problems(grid_cloth("pin = [{ corner = \"min-min\", axis = [0, 0, 0], keyframes = [{ time = 1 }, "
                            "{ time = 1 }, { time = 0.5 }, { time = \"x\" }, { time = 0.1 }] }]")),
        (Lines{"s.toml:4:37: cloth[0].pin[0].axis: expected a direction, 3 numbers that are not all zero, found "
               "[0, 0, 0]",
               "s.toml:4:84: cloth[0].pin[0].keyframes[1].time: expected a time after the keyframe before, > 1 s, "
               "found 1",
               "s.toml:4:98: cloth[0].pin[0].keyframes[2].time: expected a time after the keyframe before, > 1 s, "
               "found 0.5",
               "s.toml:4:114: cloth[0].pin[0].keyframes[3].time: expected a number in s, found \"x\""}));
}

}  // namespace
}  // namespace tulle
