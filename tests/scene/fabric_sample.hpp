#pragma once
// Fabrics on disk for the tests, and their problems as lines of text.

#include "scene/read_fabric.hpp"
#include "scene_sample.hpp"

#include <string>
#include <string_view>

namespace tulle {

/// Nothing wrong with it; the tests change a line.
inline constexpr std::string_view sample_fabric = R"(# A sample.
name = "sample"
units = "KES"
areal_density = 12
thickness = 0.5
friction = 0.4

[warp.tension]
EMT = 4.5
LT = 0.6
RT = 60
force = 400

[warp.bending]
B = 0.1
2HB = 0.05

[weft]
strength = 5000

[weft.tension]
EMT = 9
WT = 12
RT = 70

[weft.bending]
B = 0.06
2HB = 0.04

[shear]
G = 1.0
2HG = 1.2
2HG5 = 2.5

[[source]]
keys = ["areal_density", "thickness", "friction", "warp", "weft", "shear"]
text = "a test"
certainty = "measured"
)";

/// The sample with one text in place of another.
inline std::string sample_with(std::string_view old_text, std::string_view new_text)
{
    std::string text(sample_fabric);
    const std::size_t at = text.find(old_text);
    EXPECT_NE(at, std::string::npos) << old_text;
    return text.replace(at, old_text.size(), new_text);
}

class FabricFolder : public SceneFolder {
protected:
    [[nodiscard]] FabricDescription fabric(std::string_view text) const { return read_fabric(write("f.toml", text)); }

    /// One line each, without the folder: "f.toml:3:1: warp.bending.B: expected ...".
    [[nodiscard]] Lines fabric_problems(std::string_view text) const
    {
        Lines lines;
        try {
            (void)fabric(text);
        } catch (const InputError& error) {
            for (const Problem& problem : error.problems())
                lines.push_back(problem.text().substr((folder / "").string().size()));
        }
        return lines;
    }

    /// The sample with another line has this problem and no other.
    void expect_problem(std::string_view old_text, std::string_view new_text, const std::string& problem) const
    {
        EXPECT_EQ(fabric_problems(sample_with(old_text, new_text)), Lines{problem});
    }
};

}  // namespace tulle
