#include "output/glb_builder.hpp"

#include "output/glb_reader.hpp"

#include <gtest/gtest.h>

namespace tulle {
namespace {

TEST(GlbBuilder, GivesBackWhatWasPutIn)
{
    GlbBuilder glb;
    glb.json()["asset"] = {{"version", "2.0"}};
    const std::vector<Vec3> positions{{1, -2, 3.5}, {0.1, 5, -0.0}};
    const std::vector<Vec2> uvs{{0.25, 1}};
    const std::vector<float> times{0, 0.04F};
    const int faces = glb.add_indices(std::vector<Face>{{0, 1, 70000}});
    const int points = glb.add_positions(positions);
    const int coordinates = glb.add_texture_coordinates(uvs);
    const int scalars = glb.add_scalars(times);

    const GlbReader back(glb.bytes());
    EXPECT_EQ(back.json["asset"]["version"], "2.0");
    EXPECT_EQ(back.indices(faces), (std::vector<std::uint32_t>{0, 1, 70000}));
    EXPECT_EQ(back.floats(points), (std::vector<float>{1, -2, 3.5, 0.1F, 5, 0}));
    EXPECT_EQ(back.floats(coordinates), (std::vector<float>{0.25, 1}));
    EXPECT_EQ(back.floats(scalars), times);
    EXPECT_TRUE(back.json["accessors"][points].contains("min"));
    EXPECT_EQ(back.json["bufferViews"][faces]["target"], 34963);
    EXPECT_EQ(back.json["bufferViews"][points]["target"], 34962);
    EXPECT_FALSE(back.json["bufferViews"][scalars].contains("target"));
}

TEST(GlbBuilder, IsPaddedForTextOfAnyLength)
{
    for (std::size_t length = 0; length < 5; ++length) {
        GlbBuilder glb;
        glb.json()["name"] = std::string(length, 'x');
        const int scalars = glb.add_scalars(std::vector<float>{7});
        EXPECT_EQ(GlbReader(glb.bytes()).floats(scalars), std::vector<float>{7});
    }
}

TEST(GlbBuilder, MendsTextThatIsNoUnicode)
{
    GlbBuilder glb;
    glb.json()["name"] = "caf\xE9";
    EXPECT_EQ(GlbReader(glb.bytes()).json["name"], "caf\uFFFD");
}

}  // namespace
}  // namespace tulle
