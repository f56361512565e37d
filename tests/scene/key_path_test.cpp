#include "scene/key_path.hpp"

#include <gtest/gtest.h>

namespace tulle {
namespace {

std::string joined(const KeyPath& path)
{
    std::string text;
    for (const KeyStep& step : path)
        text = std::holds_alternative<std::string>(step) ? join_key(text, std::get<std::string>(step))
                                                         : join_index(text, std::get<std::size_t>(step));
    return text;
}

TEST(KeyPath, JoiningTheStepsGivesBackTheText)
{
    for (const std::string text : {"dt", "integrator.dt", "cloth[0].pin[12].box.min[2]", "a[1][2].b", "a-b_c.0"}) {
        const auto path = parse_key_path(text);
        ASSERT_TRUE(path) << text;
        EXPECT_EQ(joined(*path), text);
    }
}

TEST(KeyPath, TellsKeysFromIndices)
{
    const auto path = parse_key_path("cloth[3].name");
    ASSERT_TRUE(path);
    EXPECT_EQ(*path, (KeyPath{std::string("cloth"), std::size_t{3}, std::string("name")}));
}

TEST(KeyPath, RefusesWhatIsNoPath)
{
    for (const std::string text : {"", ".", "a.", ".a", "a..b", "[0]", "a[", "a[]", "a[x]", "a[-1]", "a[1", "a[1]b",
                                   "a]", "a[99999999999999999999999]"})
        EXPECT_FALSE(parse_key_path(text)) << text;
}

}  // namespace
}  // namespace tulle
