#include "scene/scene_reader.hpp"

#include <gtest/gtest.h>

#include <functional>

namespace tulle {
namespace {

using Lines = std::vector<std::string>;

/// What a reader of the whole text reports after `read` has asked for its keys.
Lines problems(const std::string& text, const std::function<void(SceneReader&)>& read)
{
    const SceneDocument document(text, "s");
    SceneFindings findings;
    SceneReader in(document, findings);
    read(in);
    in.finish();
    document.sort(findings.problems);
    Lines lines;
    for (const Problem& problem : findings.problems) lines.push_back(problem.text());
    return lines;
}

TEST(SceneReaderTables, ReportsUnreadKeysWithTheLikelyOneAndItsUnit)
{
    const auto read = [](SceneReader& in) {
        double x = 0;
        in.number("stretch_stiffness", x, "N/m", any_number);
        in.number("friction", x, "", any_number);
    };
    EXPECT_EQ(problems("  stretch_stiffnes = 1\nfricton = 2\nwhatever = 3\nfriction = 1", read),
              (Lines{"s:1:3: stretch_stiffnes: unknown key, did you mean stretch_stiffness (N/m)?",
                     "s:2:1: fricton: unknown key, did you mean friction?",
                     "s:3:1: whatever: unknown key; known here: stretch_stiffness, friction"}));
}

TEST(SceneReaderTables, ReportsMissingKeysAtTheirTable)
{
    const auto read = [](SceneReader& in) {
        in.section("table", Need::required, [](SceneReader& below) {
            double x = 0;
            below.number("radius", x, "m", greater_than(0), Need::required);
        });
    };
    EXPECT_EQ(problems("\n[table]\n", read), Lines{"s:2:1: table.radius: missing; expected a number > 0 m"});
    EXPECT_EQ(problems("table = {}", read), Lines{"s:1:9: table.radius: missing; expected a number > 0 m"});
    EXPECT_EQ(problems("", read), Lines{"s:1:1: table: missing; expected a table, [table]"});
    EXPECT_EQ(problems("table = 3", read), Lines{"s:1:9: table: expected a table, [table], found 3"});
    // Misspelt is one mistake, not two.
    EXPECT_EQ(problems("[table]\nradus = 1", read), Lines{"s:2:1: table.radus: unknown key, did you mean radius (m)?"});
}

TEST(SceneReaderTables, WantsExactlyOneOfSeveral)
{
    const auto read = [](SceneReader& in) {
        double x = 0;
        in.number("mass", x, "kg", any_number, Need::alternative);
        in.number("density", x, "kg/m^2", any_number, Need::alternative);
        in.exactly_one({"mass", "density"});
    };
    EXPECT_EQ(problems("mass = 1", read), Lines{});
    EXPECT_EQ(problems("", read), Lines{"s:1:1: missing; expected one of mass, density"});
    EXPECT_EQ(problems("mass = 1\ndensity = 2", read), Lines{"s:2:11: density: expected only one of mass, density"});
    EXPECT_EQ(problems("mas = 1", read), Lines{"s:1:1: mas: unknown key, did you mean mass (kg)?"});
}

TEST(SceneReaderTables, KeepsTheIndicesOfAListWithWrongMembers)
{
    std::vector<double> items;
    const auto read = [&](SceneReader& in) {
        items.clear();
        in.each("item", items, [](SceneReader& below, double& x) { below.number("x", x, "", any_number); });
    };
    EXPECT_EQ(
        problems("item = [{ x = 1 }, 5, { x = 3 }, { x = \"\" }]", read),
        (Lines{"s:1:20: item[1]: expected a table, found 5", "s:1:40: item[3].x: expected a number, found \"\""}));
    EXPECT_EQ(items, (std::vector<double>{1, 0, 3, 0}));
    EXPECT_EQ(problems("[item]\nx = 1", read),
              Lines{"s:1:1: item: expected a list of tables, [[item]], found a table"});
}

TEST(SceneReaderTables, ReadsTheKeysOfTheAlternativeThatIsNamed)
{
    std::variant<PlaneShape, BoxShape, SphereShape, CylinderShape> shape;
    const std::array<std::string_view, 4> names{"plane", "box", "sphere", "cylinder"};
    const auto read = [&](SceneReader& in) {
        in.alternative("shape", shape, names, [&](auto& chosen) { visit_fields(in, chosen); });
    };
    EXPECT_EQ(problems("shape = \"sphere\"\nradius = 2", read), Lines{});
    EXPECT_EQ(std::get<SphereShape>(shape).radius, 2);
    EXPECT_EQ(problems("shape = \"sphere\"\nradius = 2\nheight = 1", read),
              Lines{"s:3:1: height: unknown key; known here: shape, center, radius"});
    // Without a shape nothing can be said about the other keys.
    EXPECT_EQ(problems("radius = 2", read),
              Lines{"s:1:1: shape: missing; expected one of \"plane\", \"box\", \"sphere\", \"cylinder\""});
    EXPECT_EQ(problems("shap = \"sphere\"\nradius = 2", read), Lines{"s:1:1: shap: unknown key, did you mean shape?"});
}

TEST(SceneReaderTables, RefusedKeysAreNotUnknownAsWell)
{
    const auto read = [](SceneReader& in) { in.refuse("fabric", "not yet"); };
    EXPECT_EQ(problems("fabric = 1", read), Lines{"s:1:10: fabric: not yet"});
    EXPECT_EQ(problems("", read), Lines{});
}

}  // namespace
}  // namespace tulle
