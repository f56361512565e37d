#include "study/common/study_directory.hpp"

#include "output/test_files.hpp"

#include <tulle/error.hpp>

#include <gtest/gtest.h>

namespace tulle {
namespace {

namespace fs = std::filesystem;

TEST(StudyDirectory, NamesTheFirstFreeOneAndMakesNothingYet)
{
    const TemporaryDirectory folder;
    const fs::path before = fs::current_path();
    fs::current_path(folder.path());
    EXPECT_EQ(free_study_directory("", "sample"), fs::path("studies/sample"));
    EXPECT_FALSE(fs::exists("studies"));
    make_study_directory("studies/sample");
    EXPECT_EQ(free_study_directory("", "sample"), fs::path("studies/sample"));  // empty: free
    write_bytes("studies/sample/table.csv", "mine");
    EXPECT_EQ(free_study_directory("", "sample"), fs::path("studies/sample-2"));
    try {
        static_cast<void>(free_study_directory("studies/sample", "sample"));
        ADD_FAILURE() << "takes what is taken";
    } catch (const InputError& error) {
        const std::string message = error.what();
        EXPECT_NE(message.find("leave it out"), std::string::npos) << message;
        EXPECT_EQ(message.find("--resume"), std::string::npos) << message;
    }
    EXPECT_THROW((void)free_study_directory("studies/sample/table.csv", "sample"), InputError);
    EXPECT_EQ(free_study_directory("elsewhere", "sample"), fs::path("elsewhere"));
    EXPECT_THROW(make_study_directory("studies/sample/table.csv/deeper"), InputError);
    fs::current_path(before);
}

}  // namespace
}  // namespace tulle
