// Runs of scenes that a program describes, and the shipped scenes as descriptions.

#include "run/run_fixture.hpp"
#include "run/scene_hash.hpp"
#include "run/shipped_scenes.hpp"

#include <tulle/error.hpp>
#include <tulle/run.hpp>
#include <tulle/simulation.hpp>
#include <tulle/solid.hpp>

#include <atomic>
#include <memory>

namespace tulle {
namespace {

namespace fs = std::filesystem;

/// The hash of all data that a scene names; the text has the other values.
std::uint64_t data_hash(SceneFile file)
{
    file.text.clear();
    return hash_of(file);
}

class ShippedScene : public ::testing::TestWithParam<std::string> {};

TEST_P(ShippedScene, IsTheSameAfterItIsWrittenAsADescription)
{
    const SceneFile shipped = shipped_scene(GetParam());
    const SceneFile made = make_scene_file(shipped.scene, GetParam(), shipped.formats);
    const TemporaryFolder folder;
    const fs::path file = folder / (GetParam() + ".toml");
    write_scene(file, made);
    const SceneFile read = read_scene(file);
    EXPECT_EQ(read.formats, shipped.formats);
    EXPECT_EQ(data_hash(read), data_hash(shipped));
    // Both descriptions have the same text, which has the other values.
    EXPECT_EQ(make_scene_file(read.scene, GetParam(), read.formats).text, made.text);
}

INSTANTIATE_TEST_SUITE_P(All, ShippedScene, ::testing::ValuesIn(shipped_scene_names()),
                         [](const auto& scene) { return scene.param; });

/// A cloth of a mesh falls on a rigid body that lies on a moving obstacle, beside an elastic block.
SceneDescription described_scene()
{
    TriangleMesh mesh;
    constexpr int across = 6;
    for (int b = 0; b < across; ++b)
        for (int a = 0; a < across; ++a) mesh.positions.emplace_back(a / 15.0 - 1.0 / 6, b / 15.0 - 1.0 / 6, 0.31);
    for (int b = 0; b + 1 < across; ++b)
        for (int a = 0; a + 1 < across; ++a) {
            const int i = a + across * b;
            mesh.faces.push_back({i, i + 1, i + across + 1});
            mesh.faces.push_back({i, i + across + 1, i + across});
        }
    ClothDescription cloth;
    cloth.shape = MeshDescription{.mesh = mesh, .file = "", .placement = {}};
    cloth.pins = {{.where = PinIndices{{0}}}};
    SceneDescription scene;
    scene.simulation.duration = 0.2;
    scene.cloths = {cloth};
    scene.bodies = {{.name = "ball",
                     .kind = RigidBodyDescription{.shape = SphereShape{{0, 0, 0.2}, 0.1}, .mass = 0.2},
                     .thickness = 0.001},
                    {.name = "jelly",
                     .kind = make_elastic_solid(LatticeDescription{.size = {0.1, 0.1, 0.1}, .particles = {3, 3, 3}},
                                                {.density = 300}),
                     .placement = {.translation = {1, 0, 0.2}}}};
    scene.obstacles = {{.name = "table",
                        .shape = BoxShape{{0, 0, 0}, {3, 1, 0.19}},
                        .motion = {.keyframes = {{.time = 0}, {.time = 1, .translation = {0.1, 0, 0}}}}}};
    return scene;
}

TEST(DescribedScene, AStoppedRunGoesOnToTheSameBytes)
{
    const TemporaryFolder folder;
    const SceneDescription scene = described_scene();
    EXPECT_EQ(Runner(scene, {.directory = folder / "whole"}).run().record.status, RunStatus::finished);

    std::atomic<bool> stop{false};
    Runner stopped(scene, {.directory = folder / "stopped"});
    stopped.stop = &stop;
    stopped.on_progress = [&](const RunProgress& progress) { stop = progress.frame >= 2; };
    EXPECT_EQ(stopped.run().record.status, RunStatus::stopped);
    fs::copy(folder / "stopped", folder / "copy", fs::copy_options::recursive);

    // From the directory alone, which may have moved, and from the description.
    Runner resumed(read_run_scene(folder / "copy"), {.directory = folder / "copy", .resume = true});
    EXPECT_EQ(resumed.run().record.status, RunStatus::finished);
    expect_same_run(folder / "whole", folder / "copy");
    Runner described(scene, {.directory = folder / "stopped", .resume = true});
    EXPECT_EQ(described.run().record.status, RunStatus::finished);
    expect_same_run(folder / "whole", folder / "stopped");

    SceneDescription other = scene;
    other.simulation.gravity.z() = -1.6;
    EXPECT_THROW((void)Runner(other, {.directory = folder / "stopped", .resume = true}).run(), InputError);
}

TEST(DescribedScene, ARunHasTheDataOfItsSceneAndItsFrames)
{
    const TemporaryFolder folder;
    const fs::path run = folder / "run";
    fs::create_directory(run);  // an existing empty directory is filled
    const SceneFile scene = make_scene_file(described_scene(), "fall", {"ply"});
    EXPECT_EQ(Runner(scene, {.directory = run}).run().record.status, RunStatus::finished);
    const auto files = files_in(run);
    EXPECT_EQ(files.at("scene.toml"), scene.text);
    EXPECT_TRUE(files.contains("fall_files/cloth_cloth.obj"));
    EXPECT_TRUE(files.contains("fall_files/body_jelly.toml"));
    EXPECT_TRUE(files.contains("frame_0005.ply"));
    EXPECT_EQ(read_run_scene(run).name, "fall");
    EXPECT_EQ(hash_of(read_run_scene(run)), hash_of(scene));

    // Another run from the scene of this run has the data as well.
    EXPECT_EQ(Runner(read_run_scene(run), {.directory = folder / "again"}).run().record.status, RunStatus::finished);
    expect_same_run(run, folder / "again");

    const std::unique_ptr<RunFrames> frames = open_run(run);
    EXPECT_EQ(frames->count(), 6);
    Simulation simulation(scene.scene);
    while (simulation.frame() < 5) ASSERT_FALSE(is_failure(simulation.advance_frame().status));
    const FrameData& last = frames->read(5);
    const FrameData now = current_frame(simulation);
    ASSERT_EQ(last.positions.size(), now.positions.size());
    for (std::size_t i = 0; i < now.positions.size(); ++i)  // frames.cache has 32-bit numbers
        EXPECT_EQ(last.positions[i].cast<float>(), now.positions[i].cast<float>());
}

TEST(DescribedScene, IsRefusedBeforeAnythingIsWritten)
{
    const TemporaryFolder folder;
    SceneDescription scene = described_scene();
    scene.air.emplace().field = [](const Vec3& x, double) { return x; };
    try {
        (void)Runner(scene, {.directory = folder / "run"}).run();
        ADD_FAILURE() << "nothing was thrown";
    } catch (const InputError& error) {
        EXPECT_EQ(error.problems()[0].key, "air.field");
    }
    EXPECT_FALSE(fs::exists(folder / "run"));
}

}  // namespace
}  // namespace tulle
