#include "output/growing_file.hpp"

#include "output/test_files.hpp"

#include <tulle/output_error.hpp>

#include <gtest/gtest.h>

namespace tulle {
namespace {

TEST(GrowingFile, GrowsByRecords)
{
    const TemporaryDirectory directory;
    GrowingFile file = GrowingFile::create(directory / "a", "head");
    file.append("one");
    file.append("two");
    file.overwrite(1, "EA");
    EXPECT_EQ(file.length(), 10U);
    EXPECT_EQ(read_bytes(directory / "a"), "hEAdonetwo");
}

TEST(GrowingFile, GoesOnFromAGoodLength)
{
    const TemporaryDirectory directory;
    write_bytes(directory / "a", "headonetw");
    GrowingFile file = GrowingFile::open(directory / "a");
    EXPECT_EQ(file.length(), 9U);
    file.truncate(7);
    file.append("two");
    EXPECT_EQ(read_bytes(directory / "a"), "headonetwo");
}

TEST(GrowingFile, CreateForgetsAnOlderFile)
{
    const TemporaryDirectory directory;
    write_bytes(directory / "a", "something much longer");
    GrowingFile file = GrowingFile::create(directory / "a", "head");
    EXPECT_EQ(contents_of(directory.path()), (Contents{{"a", "head"}}));
}

TEST(GrowingFile, AFullDiskLeavesWholeRecordsAndCanBeTriedAgain)
{
    const TemporaryDirectory directory;
    GrowingFile file = GrowingFile::create(directory / "a", "head");
    file.append("one");
    for (std::uint64_t room = 7; room < 10; ++room) {
        const FileSizeLimit limit(room);
        EXPECT_THROW(file.append("two"), OutputError) << room;
        EXPECT_EQ(file.length(), 7U);
        EXPECT_EQ(read_bytes(directory / "a"), "headone");
    }
    file.append("two");
    EXPECT_EQ(read_bytes(directory / "a"), "headonetwo");
}

}  // namespace
}  // namespace tulle
