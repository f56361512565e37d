#include "output/usd_text.hpp"

#include <gtest/gtest.h>

#include <cctype>
#include <set>

namespace tulle {
namespace {

TEST(UsdText, FindsANameForEveryName)
{
    const std::vector<std::string_view> names{"shirt", "shirt", "my shirt", "my_shirt", "2nd", "", "größe", "a\"b\n"};
    const std::vector<std::string> found = usd_names(names);
    ASSERT_EQ(found.size(), names.size());
    EXPECT_EQ(found[0], "shirt");
    EXPECT_EQ(std::set<std::string>(found.begin(), found.end()).size(), found.size());
    for (const std::string& name : found) {
        ASSERT_FALSE(name.empty());
        EXPECT_FALSE(std::isdigit(static_cast<unsigned char>(name[0])));
        EXPECT_EQ(name.find_first_not_of("abcdefghijklmnopqrstuvwxyz_0123456789"), std::string::npos) << name;
    }
}

TEST(UsdText, QuotesStrings)
{
    EXPECT_EQ(usd_string("a \"b\" \\ c\n"), R"("a \"b\" \\ c\x0a")");
    EXPECT_EQ(usd_string("größe"), "\"größe\"");
}

}  // namespace
}  // namespace tulle
