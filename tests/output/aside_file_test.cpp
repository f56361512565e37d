#include "output/aside_file.hpp"

#include "output/test_files.hpp"

#include <tulle/output_error.hpp>

#include <gtest/gtest.h>

namespace tulle {
namespace {

TEST(AsideFile, AppearsWholeAndNotBefore)
{
    const TemporaryDirectory directory;
    AsideFile file(directory / "long.txt");
    file.append("one ");
    file.append("two");
    EXPECT_FALSE(std::filesystem::exists(directory / "long.txt"));
    file.commit();
    EXPECT_EQ(contents_of(directory.path()), (Contents{{"long.txt", "one two"}}));
}

TEST(AsideFile, LeavesNothingWhenItIsGivenUp)
{
    const TemporaryDirectory directory;
    write_bytes(directory / "long.txt", "before");
    {
        AsideFile file(directory / "long.txt");
        file.append("half of it");
    }
    EXPECT_EQ(contents_of(directory.path()), (Contents{{"long.txt", "before"}}));
}

TEST(AsideFile, NamesTheFileWhenTheDiskIsFull)
{
    const TemporaryDirectory directory;
    const FileSizeLimit limit(10);
    try {
        AsideFile file(directory / "long.txt");
        file.append("12345");
        file.append("1234567890");
        FAIL() << "wrote more than fits";
    } catch (const OutputError& error) {
        EXPECT_EQ(error.path(), directory / "long.txt");
    }
    EXPECT_TRUE(contents_of(directory.path()).empty());
}

TEST(AsideFile, TellsThatItCannotBeRenamed)
{
    const TemporaryDirectory directory;
    std::filesystem::create_directories(directory / "taken" / "by a directory");
    AsideFile file(directory / "taken");
    file.append("text");
    EXPECT_THROW(file.commit(), OutputError);
}

}  // namespace
}  // namespace tulle
