#include "apps/app_fixture.hpp"

#include <nlohmann/json.hpp>

namespace tulle {
namespace {

class ExportCommand : public AppTest {};

TEST_F(ExportCommand, WritesEveryFormatThatARunCouldHaveWritten)
{
    const auto run = whole_run({"--set", R"(output.formats=["usd", "gltf", "vtk"])"});
    const Outcome outcome = tulle({"export", "whole", "usd", "gltf", "vtk", "obj", "-o", "out"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("31 frames of swing in out"), std::string::npos) << outcome.out;
    auto made = files_in(run);
    auto exported = files_in(folder_ / "out");
    for (const char* name : {"swing.usda", "swing.glb"}) {
        ASSERT_TRUE(exported.contains(name)) << name;
        EXPECT_TRUE(exported[name] == made[name]) << name << " differs";
    }
    for (const char* name : {"frames.pvd", "frame_0030.vtp", "frame_0000.obj", "frame_0030.obj"})
        EXPECT_TRUE(exported.contains(name)) << name;
}

#ifdef TULLE_HAS_VIEWER
TEST_F(ExportCommand, MakesTheSamePageAsTheRun)
{
    const auto run = whole_run();
    const std::string page = read_text(run / "view.html");
    EXPECT_NE(page.find("</html>"), std::string::npos);
    write_text(run / "view.html", "damaged");
    EXPECT_EQ(tulle({"export", "whole", "view"}).exit_code, 0);
    EXPECT_TRUE(read_text(run / "view.html") == page);
    EXPECT_EQ(tulle({"export", "whole", "view", "-o", "elsewhere"}).exit_code, 0);
    EXPECT_TRUE(read_text(folder_ / "elsewhere/view.html") == page);
}
#endif

TEST_F(ExportCommand, RefusesWhatItCannotDoAndWritesNothing)
{
    (void)whole_run();
    expect_refused({"export", "whole", "fbx", "usd", "abc"}, "2 problems");
    expect_refused({"export", "nowhere", "usd"}, "nowhere");
    expect_refused({"export", "whole", "usd", "-o", "whole"}, "not empty");
}

TEST_F(ExportCommand, JsonTellsWhatWasWritten)
{
    (void)whole_run();
    const auto json = nlohmann::json::parse(tulle({"export", "whole", "gltf", "--json"}).out);
    EXPECT_EQ(json["frames"], 31);
    EXPECT_EQ(json["directory"], "whole/export");
}

}  // namespace
}  // namespace tulle
