#include "output/checked_file.hpp"

#include "output/test_files.hpp"

#include <tulle/output_error.hpp>

#include <gtest/gtest.h>

#include <utility>

namespace tulle {
namespace {

TEST(CheckedFile, ReadsBackWhatWasWrittenAtAnOffset)
{
    const TemporaryDirectory directory;
    CheckedFile file = CheckedFile::create(directory / "a", directory / "a");
    file.write_at(0, "hello world");
    file.write_at(6, "there");
    file.sync();
    EXPECT_EQ(file.size(), 11U);
    EXPECT_EQ(file.read_at(6, 5), "there");
    EXPECT_EQ(file.read_at(9, 100), "re") << "reading past the end gives what there is";
    file.truncate(5);
    file.close();
    EXPECT_EQ(read_bytes(directory / "a"), "hello");
}

TEST(CheckedFile, OpenKeepsWhatIsThere)
{
    const TemporaryDirectory directory;
    write_bytes(directory / "a", "12345");
    CheckedFile file = CheckedFile::open(directory / "a");
    CheckedFile moved = std::move(file);
    moved.write_at(5, "6");
    EXPECT_EQ(read_bytes(directory / "a"), "123456");
}

TEST(CheckedFile, ErrorsNameThePathAndTheReason)
{
    const TemporaryDirectory directory;
    try {
        (void)CheckedFile::open(directory / "missing");
        FAIL() << "opened a file that is not there";
    } catch (const OutputError& error) {
        EXPECT_EQ(error.path(), directory / "missing");
        EXPECT_EQ(error.what(), (directory / "missing").string() + ": cannot open: No such file or directory");
    }
}

TEST(CheckedFile, AWriteThatFitsOnlyInPartThrows)
{
    const TemporaryDirectory directory;
    CheckedFile file = CheckedFile::create(directory / "a", directory / "shown");
    const FileSizeLimit limit(4);
    try {
        file.write_at(0, "123456");
        FAIL() << "wrote beyond the limit";
    } catch (const OutputError& error) {
        EXPECT_EQ(error.what(), (directory / "shown").string() + ": cannot write: File too large");
    }
}

// /dev/full takes nothing: a full disk as the kernel tells it.
TEST(CheckedFile, AFullDiskThrows)
{
    if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full on this system";
    CheckedFile file = CheckedFile::open("/dev/full");
    try {
        file.write_at(0, "x");
        FAIL() << "wrote to a full device";
    } catch (const OutputError& error) {
        EXPECT_STREQ(error.what(), "/dev/full: cannot write: No space left on device");
    }
}

}  // namespace
}  // namespace tulle
