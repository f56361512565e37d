// Mistakes in what the user gives: all are told, with their positions, and nothing is written.

#include "apps/app_fixture.hpp"

namespace tulle {
namespace {

class WrongInput : public AppTest {};

TEST_F(WrongInput, SixMistakesAreToldAtOnceWithTheirPositions)
{
    write_text(folder_ / "six.toml", R"([simulation]
duration = -1
fps = "fast"
[integrator]
method = "imex-oiler"
dt = 0
[[cloth]]
grid = { size = [1, 1], particles = [4, 4] }
areal_density = nan
stretch_stiffnes = 100
)");
    const auto before = entries();
    const Outcome outcome = tulle({"run", "six.toml"});
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_EQ(entries(), before);
    const std::vector<std::string> lines = lines_of(outcome.err);
    ASSERT_EQ(lines.size(), 7U) << outcome.err;
    EXPECT_TRUE(lines[0].starts_with("six.toml:2:")) << lines[0];
    EXPECT_TRUE(lines[1].starts_with("six.toml:3:")) << lines[1];
    EXPECT_TRUE(lines[2].starts_with("six.toml:5:")) << lines[2];
    EXPECT_TRUE(lines[3].starts_with("six.toml:6:")) << lines[3];
    EXPECT_TRUE(lines[4].starts_with("six.toml:9:")) << lines[4];
    EXPECT_TRUE(lines[5].starts_with("six.toml:10:")) << lines[5];
    EXPECT_NE(lines[2].find("imex-euler"), std::string::npos) << lines[2];
    EXPECT_NE(lines[5].find("stretch_stiffness"), std::string::npos) << lines[5];
    EXPECT_NE(lines[6].find("6 problems"), std::string::npos) << lines[6];
}

TEST_F(WrongInput, ValuesOutOfRange)
{
    expect_refused({"run", "swing.toml", "--set", "cloth[0].areal_density=-0.2"}, "areal_density");
    expect_refused({"run", "swing.toml", "--set", "integrator.dt=0"}, "integrator.dt");
    expect_refused({"run", "swing.toml", "--set", "integrator.dt=nan"}, "integrator.dt");
    expect_refused({"run", "swing.toml", "--set", "simulation.gravity=[0, nan, 0]"}, "gravity");
    expect_refused({"check", "swing.toml", "--set", "cloth[0].areal_density=-0.2"}, "areal_density");
}

TEST_F(WrongInput, NegativeMassAndNanInTheFile)
{
    std::string scene(swing_scene);
    scene.replace(scene.find("areal_density = 0.2"), 19, "mass = -0.1");
    write_text(folder_ / "negative.toml", scene);
    expect_refused({"run", "negative.toml"}, "negative.toml:13:");
    scene.replace(scene.find("mass = -0.1"), 11, "areal_density = nan");
    write_text(folder_ / "nan.toml", scene);
    expect_refused({"run", "nan.toml"}, "nan.toml:13:");
}

TEST_F(WrongInput, OverridesAreNamedAsTheyWereGiven)
{
    expect_refused({"run", "swing.toml", "--set", "integrator.dt=0"}, "--set integrator.dt=0");
    expect_refused({"run", "swing.toml", "--set", "integrator.dd=1"}, "--set integrator.dd=1");
    expect_refused({"run", "swing.toml", "--set", "nonsense"}, "--set nonsense");
}

TEST_F(WrongInput, MeshesThatAreMissingTruncatedOrHaveSpringsWithoutLength)
{
    const auto with_mesh = [&](std::string_view mesh) {
        std::string scene(swing_scene);
        const std::string_view grid = "grid = { size = [0.4, 0.4], particles = [12, 12] }";
        scene.replace(scene.find(grid), grid.size(), "mesh = '" + std::string(mesh) + "'");
        const std::string_view pin = R"(pin = [{ corner = "min-min" }])";
        scene.replace(scene.find(pin), pin.size(), "");
        write_text(folder_ / "mesh.toml", scene);
    };
    with_mesh("missing.obj");
    expect_refused({"run", "mesh.toml"}, "missing.obj");

    with_mesh("cut.obj");
    write_text(folder_ / "cut.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2");
    expect_refused({"run", "mesh.toml"}, "cut.obj:4");

    with_mesh("cut.ply");
    write_text(folder_ / "cut.ply",
               "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
               "element face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n");
    expect_refused({"run", "mesh.toml"}, "cut.ply");

    with_mesh("point.obj");
    write_text(folder_ / "point.obj", "v 0 0 0\nv 1 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nf 1 3 4\n");
    expect_refused({"run", "mesh.toml"}, "point.obj");
}

TEST_F(WrongInput, ScenesThatDoNotExist)
{
    std::filesystem::create_directory(folder_ / "scenes");
    write_text(folder_ / "scenes/pendulum.toml", swing_scene);
    expect_refused({"run", "pendulun"}, "did you mean pendulum?");
    expect_refused({"check", "no/such/scene.toml"}, "no such file");
}

TEST_F(WrongInput, CommandLines)
{
    expect_refused(std::vector<std::string>{}, "");
    expect_refused({"run"}, "SCENE");
    expect_refused({"run", "--resume"}, "-o DIR");
    expect_refused({"run", "swing.toml", "--threads", "none"}, "--threads");
    expect_refused({"run", "swing.toml", "--threads", "0"}, "--threads");
    expect_refused({"run", "swing.toml", "--no-such-flag"}, "--no-such-flag");
    expect_refused({"walk", "swing.toml"}, "");
    expect_refused({"list", "nonsense"}, "nonsense");
}

TEST_F(WrongInput, DirectoriesThatCannotBeMadeOrAreTaken)
{
    write_text(folder_ / "file", "");
    expect_refused({"run", "swing.toml", "-o", "file/run"}, "file");
    expect_refused({"run", "swing.toml", "-o", "file"}, "file");
    expect_refused({"run", "swing.toml", "-o", "/proc/tulle/run"}, "/proc/tulle");
    std::filesystem::create_directory(folder_ / "taken");
    write_text(folder_ / "taken/notes", "mine");
    expect_refused({"run", "swing.toml", "-o", "taken"}, "--resume");
    expect_refused({"run", "-o", "taken", "--resume"}, "is no run directory");
    expect_refused({"run", "swing.toml", "--resume"}, "no run to resume");
}

TEST_F(WrongInput, ARunThatCannotFitOnTheDisk)
{
    expect_refused({"run", "swing.toml", "-o", "new/run", "--set", "simulation.duration=1e7", "--set",
                    "cloth[0].grid.particles=[100, 100]"},
                   "are free there");
}

}  // namespace
}  // namespace tulle
