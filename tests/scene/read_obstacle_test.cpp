#include "scene_sample.hpp"

namespace tulle {
namespace {

using ReadObstacle = SceneFolder;

std::string scene_with(const std::string& obstacle) { return small_scene_and("[[obstacle]]\n" + obstacle + "\n"); }

/// Open, with a face twice, one without area, three faces at an edge, and a vertex that no face has.
constexpr std::string_view rubble_obj =
    "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nv 9 9 9\nf 1 2 3\nf 1 2 3\nf 1 1 2\nf 2 1 4\nf 3 2 1\n";

TEST_F(ReadObstacle, ReadsCapsules)
{
    const SceneFile file =
        read(scene_with("shape = \"capsule\"\ncenter = [1, 2, 3]\naxis = [0, 2, 0]\nradius = 0.25\nheight = 2"));
    const auto& capsule = std::get<CapsuleShape>(file.scene.obstacles[0].shape);
    EXPECT_EQ(capsule.center, Vec3(1, 2, 3));
    EXPECT_EQ(capsule.axis, Vec3(0, 2, 0));
    EXPECT_EQ(capsule.radius, 0.25);
    EXPECT_EQ(capsule.height, 2);
    EXPECT_EQ(problems(scene_with("shape = \"capsule\"\nradius = 0\nsize = [1, 1, 1]")),
              (Lines{"s.toml:4:1: obstacle[0].height: missing; expected a number > 0 m",
                     "s.toml:6:10: obstacle[0].radius: expected a number > 0 m, found 0",
                     "s.toml:7:8: obstacle[0].size: size is for shape = \"box\", and this is a capsule; known here: "
                     "center, axis, radius, height"}));
}

TEST_F(ReadObstacle, ReadsAndPlacesAnyTriangles)
{
    write("meshes/rubble.obj", rubble_obj);
    const SceneFile file =
        read(scene_with("shape = \"mesh\"\nmesh = \"meshes/rubble.obj\"\nscale = 2\n"
                        "rotation = { axis = [0, 2, 0], angle = 90 }\ntranslation = [1, 2, 3]\n"
                        "friction = 0.7\nthickness = 0.002"));
    const ObstacleDescription& obstacle = file.scene.obstacles[0];
    EXPECT_EQ(obstacle.friction, 0.7);
    EXPECT_EQ(obstacle.thickness, 0.002);
    const auto& mesh = std::get<MeshDescription>(obstacle.shape);
    EXPECT_EQ(mesh.mesh.positions.size(), 5);
    EXPECT_EQ(mesh.mesh.faces.size(), 5);
    EXPECT_EQ(mesh.placement.scale, 2);
    EXPECT_EQ(mesh.placement.axis, Vec3(0, 2, 0));
    EXPECT_EQ(mesh.placement.angle, 90);
    EXPECT_EQ(mesh.placement.translation, Vec3(1, 2, 3));
}

TEST_F(ReadObstacle, ReportsMeshesThatAreMissingOrMalformed)
{
    EXPECT_EQ(problems(scene_with("shape = \"mesh\"\nscale = 0\nmesh = \"castle.obj\"")),
              (Lines{"s.toml:6:9: obstacle[0].scale: expected a number > 0, found 0",
                     "s.toml:7:8: obstacle[0].mesh: expected a mesh file, found none at castle.obj"}));
    EXPECT_EQ(problems(scene_with("shape = \"mesh\"")),
              Lines{"s.toml:4:1: obstacle[0]: missing; expected one of mesh, sequence"});
    EXPECT_EQ(problems(scene_with("mesh = \"castle.obj\"")),
              Lines{"s.toml:4:1: obstacle[0].shape: missing; expected one of \"plane\", \"box\", \"sphere\", "
                    "\"cylinder\", \"capsule\", \"mesh\"; did you forget shape = \"mesh\"?"});
    EXPECT_EQ(problems(scene_with("shape = \"sphere\"\nradius = 1\nmesh = \"castle.obj\"")),
              Lines{"s.toml:7:8: obstacle[0].mesh: mesh is for shape = \"mesh\", and this is a sphere; known here: "
                    "center, radius"});

    write("castle.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n");
    EXPECT_EQ(problems(scene_with("shape = \"mesh\"\nmesh = \"castle.obj\"")),
              Lines{"castle.obj:4:7: obstacle[0].mesh: vertex '9' does not exist, the file has 3"});
    write("castle.obj", "v 0 0 0\n");
    EXPECT_EQ(problems(scene_with("shape = \"mesh\"\nmesh = \"castle.obj\"")),
              Lines{"castle.obj: obstacle[0].mesh: the mesh has no faces (vertices and faces count from 0)"});
}

TEST_F(ReadObstacle, GuessesTheShapeThatWasForgotten)
{
    const auto ending_of = [&](const std::string& keys) {
        const Lines found = problems(scene_with(keys));
        EXPECT_EQ(found.size(), 1U) << keys;
        const std::size_t at = found[0].find("\"mesh\"");
        return at == std::string::npos ? found[0] : found[0].substr(at + 6);
    };
    EXPECT_EQ(ending_of("mesh = \"a.obj\"\nscale = 0.01"), "; did you forget shape = \"mesh\"?");
    EXPECT_EQ(ending_of("size = [1, 1, 1]\ncenter = [0, 0, 1]"), "; did you forget shape = \"box\"?");
    EXPECT_EQ(ending_of("radius = 1"), "; did you forget shape = \"sphere\"?");
    EXPECT_EQ(ending_of("radius = 1\nheight = 2"), "; did you forget shape = \"cylinder\" or \"capsule\"?");
    EXPECT_EQ(ending_of("radius = 1\nmesh = \"a.obj\""), "") << "the keys do not agree on a shape";
    EXPECT_EQ(ending_of("friction = 1"), "");
}

TEST_F(ReadObstacle, WantsADistanceBetweenAMeshAndEveryCloth)
{
    write("castle.obj", rubble_obj);
    const auto scene = [](const std::string& cloth, const std::string& obstacle) {
        return small_scene_and("thickness = " + cloth + "\n[[obstacle]]\nshape = \"mesh\"\nmesh = \"castle.obj\"\n" +
                               obstacle);
    };
    EXPECT_EQ(problems(scene("0", "")),
              Lines{"s.toml:5:1: obstacle[0].thickness: expected at least 1e-4 m between a mesh and a cloth, found 0: "
                    "cloth[0].thickness (0) and obstacle[0].thickness (0) add up; raise one of them"});
    EXPECT_EQ(problems(scene("0", "thickness = 9e-5")),
              Lines{"s.toml:8:13: obstacle[0].thickness: expected at least 1e-4 m between a mesh and a cloth, found "
                    "9e-5: cloth[0].thickness (0) and obstacle[0].thickness (9e-5) add up; raise one of them"});
    EXPECT_EQ(problems(scene("1e-4", "")), Lines{});
    EXPECT_EQ(problems(scene("0", "thickness = 1e-4")), Lines{});
    EXPECT_EQ(problems(scene("3e-5", "thickness = 7e-5")), Lines{});
    // Of an unsound thickness nothing more is said.
    EXPECT_EQ(problems(scene("0", "thickness = -1")),
              Lines{"s.toml:8:13: obstacle[0].thickness: expected a number >= 0 m, found -1"});
    EXPECT_EQ(problems(scene("\"x\"", "")),
              Lines{"s.toml:4:13: cloth[0].thickness: expected a number >= 0 m, found \"x\""});
    // Solids of another kind have an inside, and need none.
    EXPECT_EQ(problems(small_scene_and("thickness = 0\n[[obstacle]]\nshape = \"sphere\"\nradius = 1")), Lines{});
}

TEST_F(ReadObstacle, TextFindsItsMeshFromAnywhere)
{
    write("scenes/meshes/rubble.obj", rubble_obj);
    const auto file = write("scenes/a.toml", scene_with("shape = \"mesh\"\nmesh = \"meshes/rubble.obj\""));
    const SceneFile first = read_scene(file);
    const SceneFile second = read_scene(write("runs/1/scene.toml", first.text));
    EXPECT_EQ(std::get<MeshDescription>(first.scene.obstacles[0].shape).mesh.positions,
              std::get<MeshDescription>(second.scene.obstacles[0].shape).mesh.positions);
    EXPECT_EQ(second.text, first.text);
    EXPECT_NE(first.text.find((folder / "scenes/meshes/rubble.obj").string()), std::string::npos) << first.text;
}

TEST_F(ReadObstacle, ReadsMotion)
{
    const SceneFile file =
        read(scene_with("shape = \"sphere\"\nradius = 1\n[obstacle.motion]\naxis = [1, 0, 0]\n"
                        "pivot = [0, 0, 2]\ninterpolation = \"smooth\"\n"
                        "keyframes = [{ time = 1 }, { time = 2, translation = [3, 0, 0], angle = 90 }]"));
    const RigidMotion& motion = file.scene.obstacles[0].motion;
    EXPECT_EQ(motion.axis, Vec3::UnitX());
    EXPECT_EQ(motion.pivot, Vec3(0, 0, 2));
    EXPECT_EQ(motion.interpolation, Interpolation::smooth);
    ASSERT_EQ(motion.keyframes.size(), 2);
    EXPECT_EQ(motion.keyframes[1].translation, Vec3(3, 0, 0));
    EXPECT_EQ(motion.keyframes[1].angle, 90);
    EXPECT_EQ(
        problems(scene_with("shape = \"sphere\"\nradius = 1\nmotion = { keyframes = [{ time = 2 }, { time = 1 }], "
                            "axis = [0, 0, 0], speed = 1 }")),
        (Lines{"s.toml:7:48: obstacle[0].motion.keyframes[1].time: expected a time after the keyframe before, > 2 s, "
               "found 1",
               "s.toml:7:61: obstacle[0].motion.axis: expected a direction, 3 numbers that are not all zero, "
               "found [0, 0, 0]",
               "s.toml:7:72: obstacle[0].motion.speed: unknown key; known here: keyframes, axis, pivot, "
               "interpolation"}));
}

TEST_F(ReadObstacle, ReadsSequencesInTheOrderOfTheirNumbers)
{
    const auto triangle = [](int x) { return "v " + std::to_string(x) + " 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"; };
    for (const int k : {10, 9, 2}) write("walk/w" + std::to_string(k) + ".obj", triangle(k));
    write("walk/other.obj", triangle(0));
    const SceneFile file =
        read(scene_with("shape = \"mesh\"\nscale = 2\n"
                        "sequence = { meshes = \"walk/w*.obj\", fps = 10, start = 1, at_end = \"loop\" }"));
    const ObstacleDescription& obstacle = file.scene.obstacles[0];
    ASSERT_EQ(obstacle.sequence.frames.size(), 3);
    EXPECT_EQ(obstacle.sequence.frames[0][0].x(), 2);
    EXPECT_EQ(obstacle.sequence.frames[1][0].x(), 9);
    EXPECT_EQ(obstacle.sequence.frames[2][0].x(), 10);
    EXPECT_EQ(obstacle.sequence.fps, 10);
    EXPECT_EQ(obstacle.sequence.start, 1);
    EXPECT_EQ(obstacle.sequence.at_end, SequenceEnd::loop);
    EXPECT_EQ(std::get<MeshDescription>(obstacle.shape).mesh.positions[0].x(), 2) << "the first frame, not yet placed";
    EXPECT_NE(file.text.find("/walk/w*.obj"), std::string::npos) << "found from anywhere";

    write("walk/w11.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 3 2\n");
    const Lines others = problems(scene_with("shape = \"mesh\"\nsequence = { meshes = \"walk/w*.obj\" }"));
    ASSERT_EQ(others.size(), 1);
    EXPECT_NE(others[0].find("w11.obj: expected the 1 faces of"), std::string::npos) << others[0];
    EXPECT_EQ(problems(scene_with("shape = \"mesh\"\nsequence = { meshes = \"walk/none_*.obj\" }")),
              Lines{"s.toml:6:23: obstacle[0].sequence.meshes: expected files like walk/none_*.obj, found none"});
    EXPECT_EQ(problems(scene_with("shape = \"mesh\"\nmesh = \"walk/w2.obj\"\nsequence = { meshes = \"walk/w*.obj\" }"))
                  .size(),
              2)
        << "one or the other, and the faces again";
}

TEST_F(ReadObstacle, ReadsPairs)
{
    const std::string obstacle = "name = \"ball\"\nshape = \"sphere\"\nradius = 1\n";
    const SceneFile file =
        read(scene_with(obstacle + "[[contact_pair]]\ncloth = \"cloth\"\nobstacle = \"ball\"\nfriction = 0.1\n"));
    ASSERT_EQ(file.scene.contact_pairs.size(), 1);
    EXPECT_EQ(file.scene.contact_pairs[0].friction, 0.1);
    EXPECT_EQ(file.scene.contact_pairs[0].thickness, std::nullopt);
    EXPECT_EQ(
        problems(scene_with(obstacle + "[[contact_pair]]\ncloth = \"silk\"\nobstacle = \"ball\"\nthickness = -1\n")),
        (Lines{"s.toml:9:9: contact_pair[0].cloth: expected the name of a cloth, one of cloth, found \"silk\"",
               "s.toml:11:13: contact_pair[0].thickness: expected a number >= 0 m, found -1"}));
    EXPECT_EQ(problems(scene_with(obstacle + "[[contact_pair]]\ncloth = \"cloth\"\nobstacle = \"ball\"\n")),
              Lines{"s.toml:8:1: contact_pair[0]: says nothing about the two: give friction, thickness or both"});
}

}  // namespace
}  // namespace tulle
