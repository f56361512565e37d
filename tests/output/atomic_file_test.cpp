#include "output/atomic_file.hpp"

#include "output/test_files.hpp"

#include <tulle/output_error.hpp>

#include <gtest/gtest.h>

namespace tulle {
namespace {

TEST(AtomicFile, WritesAndReplaces)
{
    const TemporaryDirectory directory;
    write_file_atomically(directory / "a", "first");
    EXPECT_EQ(contents_of(directory.path()), (Contents{{"a", "first"}}));
    write_file_atomically(directory / "a", std::string("\0\n2", 3));
    EXPECT_EQ(contents_of(directory.path()), (Contents{{"a", std::string("\0\n2", 3)}}));
}

TEST(AtomicFile, AFullDiskKeepsTheOldFileAndLeavesNothingAside)
{
    const TemporaryDirectory directory;
    write_file_atomically(directory / "a", "old");
    for (std::uint64_t room = 0; room < 8; ++room) {
        const FileSizeLimit limit(room);
        EXPECT_THROW(write_file_atomically(directory / "a", "12345678"), OutputError) << room;
        EXPECT_THROW(write_file_atomically(directory / "b", "12345678"), OutputError) << room;
    }
    EXPECT_EQ(contents_of(directory.path()), (Contents{{"a", "old"}}));
}

TEST(AtomicFile, OverwritesWhatAKilledRunLeftAside)
{
    const TemporaryDirectory directory;
    write_bytes(aside_path(directory / "a"), "a long half of something");
    write_file_atomically(directory / "a", "new");
    EXPECT_EQ(contents_of(directory.path()), (Contents{{"a", "new"}}));
}

TEST(AtomicFile, ErrorsNameTheFileItselfNotTheOneAside)
{
    const TemporaryDirectory directory;
    const std::filesystem::path file = directory / "missing/a";
    try {
        write_file_atomically(file, "x");
        FAIL() << "wrote into a directory that is not there";
    } catch (const OutputError& error) {
        EXPECT_EQ(error.what(), file.string() + ": cannot create: No such file or directory");
    }
}

// A directory of that name cannot be replaced by a file; the rename is what fails.
TEST(AtomicFile, AFailedRenameLeavesNothingAside)
{
    const TemporaryDirectory directory;
    std::filesystem::create_directory(directory / "a");
    EXPECT_THROW(write_file_atomically(directory / "a", "x"), OutputError);
    EXPECT_FALSE(std::filesystem::exists(aside_path(directory / "a")));
}

TEST(AtomicFile, AsideIsHiddenAndInTheSameDirectory)
{
    EXPECT_EQ(aside_path("runs/flag/frame_0000.obj"), "runs/flag/.frame_0000.obj.part");
    EXPECT_EQ(aside_path("metrics.csv"), ".metrics.csv.part");
}

}  // namespace
}  // namespace tulle
