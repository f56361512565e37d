#include "fabric_sample.hpp"

namespace tulle {
namespace {

class FabricSources : public FabricFolder {
protected:
    /// The sample with these sources, and one for all that they leave out.
    [[nodiscard]] static std::string with_sources(const std::string& more)
    {
        return std::string(sample_fabric).append(more);
    }
};

TEST_F(FabricSources, EveryNumberNeedsOne)
{
    expect_problem("\"friction\", ", "",
                   "f.toml:6:12: friction: no [[source]] names it: where does it come from? Add it to the keys of one");
    expect_problem(
        "\"weft\", ", "\"weft.bending\", \"weft.strength\", \"weft.tension.EMT\", \"weft.tension.RT\", ",
        "f.toml:23:6: weft.tension.WT: no [[source]] names it: where does it come from? Add it to the keys of "
        "one");
    std::string text(sample_fabric);
    text.resize(text.find("[[source]]"));
    EXPECT_EQ(fabric_problems(text), Lines{"f.toml:1:1: source: missing; every number needs a source: [[source]] with "
                                           "keys, text and certainty (docs/fabrics.md)"});
}

TEST_F(FabricSources, AreNoTopicWhereThereAreNoNumbers)
{
    for (const std::string& problem : fabric_problems("name = \"x\"\nunits = \"SI\"\n"))
        EXPECT_EQ(problem.find("source"), std::string::npos) << problem;
}

TEST_F(FabricSources, NamesWhatIsThere)
{
    expect_problem("\"shear\"]", "\"shear\", \"weave\"]",
                   "f.toml:36:76: source[0].keys[6]: \"weave\" names no number of this file");
    // One mistake, not two: what was meant counts as covered.
    expect_problem("\"warp\"", "\"wrap\"",
                   "f.toml:36:51: source[0].keys[3]: \"wrap\" names no number of this file; did you mean \"warp\"?");
    // Nor is it named twice when it is named as well.
    expect_problem("\"warp\"", "\"wrap\", \"warp\"",
                   "f.toml:36:51: source[0].keys[3]: \"wrap\" names no number of this file; did you mean \"warp\"?");
    expect_problem("\"shear\"]", "\"shear\", \"drag_coefficients\"]",
                   "f.toml:36:76: source[0].keys[6]: \"drag_coefficients\" names no number of this file");
    expect_problem("\"shear\"]", "\"shear\", \"warp\"]",
                   "f.toml:36:76: source[0].keys[6]: \"warp\" has a source already");
    expect_problem(
        "certainty = \"measured\"", "certainty = \"guessed\"",
        "f.toml:38:13: source[0].certainty: expected one of \"measured\", \"quoted\", \"derived\", \"assumed\", "
        "found \"guessed\"");
}

TEST_F(FabricSources, MayNameWhatIsMissingOrTheSameAsSomethingElse)
{
    // The missing table is the mistake, not its source.
    std::string text(sample_fabric);
    text.erase(text.find("[weft.bending]"), text.find("[shear]") - text.find("[weft.bending]"));
    text.replace(text.find("\"weft\""), 6, "\"weft.tension\", \"weft.strength\", \"weft.bending.B\"");
    EXPECT_EQ(fabric_problems(text), Lines{"f.toml:18:1: weft.bending: missing; expected a table, bending = { ... }"});
    const std::size_t weft = sample_fabric.find("[weft]");
    text = sample_fabric;
    text.replace(weft, sample_fabric.find("[shear]") - weft, "[weft]\nsame_as = \"warp\"\n");
    EXPECT_TRUE(fabric_problems(text).empty());
}

TEST_F(FabricSources, AssumedNumbersLieInARange)
{
    const std::string head = "[[source]]\nkeys = [\"warp.tension.LT\"]\ntext = \"-\"\ncertainty = \"assumed\"\n";
    EXPECT_EQ(
        fabric_problems(with_sources(head)),
        Lines{"f.toml:39:1: source[1].range: missing; what is assumed needs the range that it was taken from, range = "
              "[lowest, highest]"});
    EXPECT_EQ(fabric_problems(with_sources(head + "range = [0.7, 0.8]\n")),
              Lines{"f.toml:43:9: source[1].range: does not contain warp.tension.LT, which is 0.6"});
    EXPECT_EQ(fabric_problems(with_sources(head + "range = [0.8, 0.5]\n")),
              Lines{"f.toml:43:9: source[1].range: expected a range [lowest, highest] in the unit of the file's plain "
                    "numbers, found [0.8, 0.5]"});
    const FabricDescription read = fabric(with_sources(head + "range = [0.5, 0.6]\n"));
    ASSERT_EQ(read.sources.size(), 7U);
    EXPECT_EQ(read.sources.back().key, "warp.tension.LT");
    EXPECT_EQ(read.sources.back().certainty, Certainty::assumed);
    EXPECT_EQ(read.sources.back().range, (std::array{0.5, 0.6}));
}

TEST_F(FabricSources, ARangeIsOfOneQuantity)
{
    const std::string more =
        "[[source]]\nkeys = [\"warp.bending\"]\ntext = \"-\"\ncertainty = \"assumed\"\nrange = [0, 1]\n";
    std::string text = sample_with("\"warp\"", "\"warp.tension\"");
    EXPECT_EQ(fabric_problems(text.append(more)),
              Lines{"f.toml:43:9: source[1].range: is of one quantity, and keys name bending rigidity and width of the "
                    "bending loop; give each a source of its own"});
}

TEST_F(FabricSources, ARangeIsInTheUnitOfTheFile)
{
    // 120 g/m^2 are 12 of the file's mg/cm^2.
    std::string text = sample_with("areal_density = 12", "areal_density = \"120 g/m^2\"");
    text.replace(text.find("\"areal_density\", "), 17, "");
    text += "[[source]]\nkeys = [\"areal_density\"]\ntext = \"-\"\ncertainty = \"assumed\"\nrange = [12, 12]\n";
    EXPECT_TRUE(fabric_problems(text).empty());
}

}  // namespace
}  // namespace tulle
