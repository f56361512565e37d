// In no frame of the scenes that come with Tulle is cloth in an obstacle: in small, and from the start until it lies on
// them. tulle analyze crossings says the same of whole runs.

#include "run/run_fixture.hpp"
#include "run/shipped_scenes.hpp"
#include "study/certify/crossings.hpp"
#include "study/certify/crossings_report.hpp"
#include "support/sanitized.hpp"

#include <tulle/run.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <variant>
#include <vector>

namespace tulle {
namespace {

std::vector<std::string> scenes_with_obstacles()
{
    std::vector<std::string> names;
    for (const std::string& name : shipped_scene_names())
        if (!shipped_scene(name).scene.obstacles.empty()) names.push_back(name);
    return names;
}

/// Fewer particles and less time: until the cloth has fallen. The walker, where it walks already when the sheet does.
std::vector<std::string> in_small(const std::string& name)
{
    std::vector<std::string> overrides{"simulation.duration=" + std::string(testing::sanitized ? "0.2" : "0.6"),
                                       "output.formats=[]"};
    // Diagonals of cells must be shorter than 4.8 thicknesses, or they may cut the edge of the table by more than one.
    const bool has_box = name == "tablecloth";
    const std::vector<ClothDescription> cloths = shipped_scene(name).scene.cloths;
    const bool has_grid = !cloths.empty() && std::holds_alternative<GridDescription>(cloths[0].shape);
    if (has_grid)
        overrides.emplace_back(has_box ? "cloth[0].grid.particles=[32, 32]" : "cloth[0].grid.particles=[26, 26]");
    // Of several cloths, those beyond the first make it slow and say little about obstacles.
    for (std::size_t c = 1; has_grid && c < shipped_scene(name).scene.cloths.size(); ++c)
        overrides.push_back("cloth[" + std::to_string(c) + "].grid.particles=[13, 13]");
    if (name == "walker") overrides.emplace_back("obstacle[0].sequence.start=0");
    return overrides;
}

class SceneCrossings : public ::testing::TestWithParam<std::string> {};

TEST_P(SceneCrossings, NoClothIsInAnObstacle)
{
    const TemporaryFolder folder;
    const SceneFile scene = shipped_scene(GetParam(), in_small(GetParam()));
    const RunResult result = Runner(scene, {.directory = folder / "run", .resume = false, .threads = 0}).run();
    const auto run = open_run(folder / "run");
    const Crossings crossings = find_crossings(*run, scene.scene);
    EXPECT_EQ(crossings.frames, scene.scene.simulation.duration * scene.scene.simulation.fps + 1)
        << result.record.message;
    EXPECT_TRUE(crossings.is_free()) << to_text(crossings);
    if (testing::sanitized) return;
    // The test is worth something only where they touch.
    const auto& columns = run->metrics().columns;
    const auto contacts = std::find(columns.begin(), columns.end(), "contacts") - columns.begin();
    double most = 0;
    for (const auto& row : run->metrics().rows) most = std::max(most, row.at(static_cast<std::size_t>(contacts)));
    EXPECT_GT(most, 10);
}

INSTANTIATE_TEST_SUITE_P(Shipped, SceneCrossings, ::testing::ValuesIn(scenes_with_obstacles()),
                         [](const auto& scene) { return scene.param; });

}  // namespace
}  // namespace tulle
