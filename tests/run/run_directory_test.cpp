#include "run/run_directory.hpp"

#include "run/run_fixture.hpp"

#include <tulle/error.hpp>
#include <tulle/run.hpp>

namespace tulle {
namespace {

namespace fs = std::filesystem;

const StartFiles start_files{"# scene\n", "{}\n"};

std::string message_of(const auto& action)
{
    try {
        action();
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

TEST(RunDirectory, IsMadeWithItsFilesAndMissingParents)
{
    const TemporaryFolder folder;
    create_run_directory(folder / "a/b/run", start_files);
    const std::map<std::string, std::string> expected{{"a/b/run/scene.toml", "# scene\n"},
                                                      {"a/b/run/run.json", "{}\n"}};
    EXPECT_EQ(files_in(folder.path()), expected);
}

TEST(RunDirectory, MayBeAnEmptyDirectoryThatIsThere)
{
    const TemporaryFolder folder;
    fs::create_directory(folder / "run");
    create_run_directory(folder / "run/", start_files);
    EXPECT_EQ(read_text(folder / "run/scene.toml"), "# scene\n");
}

TEST(RunDirectory, IsNeverWrittenOver)
{
    const TemporaryFolder folder;
    create_run_directory(folder / "run", start_files);
    write_text(folder / "file", "mine");
    fs::create_directory(folder / "other");
    write_text(folder / "other/notes", "mine");
    const auto before = files_in(folder.path());
    const StartFiles others{"# other\n", "{}\n"};
    EXPECT_NE(message_of([&] { create_run_directory(folder / "run", others); }).find("--resume"), std::string::npos);
    EXPECT_NE(message_of([&] { create_run_directory(folder / "other", others); }), "");
    EXPECT_NE(message_of([&] { create_run_directory(folder / "file", others); }), "");
    EXPECT_EQ(files_in(folder.path()), before);
}

TEST(RunDirectory, LeavesNothingBehindWhereItCannotBeMade)
{
    const TemporaryFolder folder;
    write_text(folder / "file", "mine");
    EXPECT_NE(message_of([&] { create_run_directory(folder / "file/run", start_files); }), "");
    EXPECT_NE(message_of([&] { create_run_directory(folder / "file/a/b/run", start_files); }), "");
    // The name is too long for any file system, its parents are not: they must go again.
    const std::string too_long(300, 'x');
    EXPECT_NE(message_of([&] { create_run_directory(folder / ("new/parents/" + too_long), start_files); }), "");
    EXPECT_FALSE(fs::exists(folder / "new"));
    EXPECT_EQ(files_in(folder.path()).size(), 1U);
}

TEST(RunDirectory, NumbersTakeTheFirstFreeName)
{
    const TemporaryFolder folder;
    EXPECT_EQ(last_run_directory(folder / "runs", "flag"), std::nullopt);
    EXPECT_EQ(create_numbered_run_directory(folder / "runs", "flag", start_files), folder / "runs/flag");
    EXPECT_EQ(create_numbered_run_directory(folder / "runs", "flag", start_files), folder / "runs/flag-2");
    EXPECT_EQ(create_numbered_run_directory(folder / "runs", "flag", start_files), folder / "runs/flag-3");
    EXPECT_EQ(last_run_directory(folder / "runs", "flag"), folder / "runs/flag-3");
    EXPECT_EQ(files_in(folder.path()).size(), 6U);
}

TEST(RunDirectory, WithoutASceneThereIsNoRun)
{
    const TemporaryFolder folder;
    EXPECT_NE(message_of([&] { (void)read_run_scene(folder.path()); }), "");
    EXPECT_NE(message_of([&] { (void)read_run_scene(folder / "nothing"); }), "");
}

TEST(RunDirectory, KeepsTheNameOfItsScene)
{
    const TemporaryFolder folder;
    create_run_directory(folder / "run", {std::string(small_scene), R"({"scene": "swing"})"});
    const SceneFile scene = read_run_scene(folder / "run");
    EXPECT_EQ(scene.name, "swing");
    EXPECT_EQ(scene.text, small_scene);
}

TEST(RunDirectory, BelongsToOneAtATime)
{
    const TemporaryFolder folder;
    create_run_directory(folder / "run", start_files);
    {
        const RunLock lock(folder / "run");
        EXPECT_THROW(RunLock(folder / "run"), InputError);
    }
    EXPECT_NO_THROW(RunLock(folder / "run"));
}

}  // namespace
}  // namespace tulle
