// docs/fabrics.md against the program: its table lists exactly the keys that are read, its examples are fabrics.
#include "fabric_sample.hpp"

#include <algorithm>
#include <map>
#include <sstream>

namespace tulle {
namespace {

Lines fabric_page()
{
    std::ifstream in(std::filesystem::path(TULLE_SOURCE_DIR) / "docs/fabrics.md");
    EXPECT_TRUE(in) << "no docs/fabrics.md";
    Lines lines;
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

/// Cells of the rows that begin with a key, without the marks of code.
std::map<std::string, Lines> fabric_rows()
{
    std::map<std::string, Lines> rows;
    for (std::string line : fabric_page()) {
        if (!line.starts_with("| `")) continue;
        std::erase(line, '`');
        Lines cells;
        std::istringstream in(line.substr(1));
        for (std::string cell; std::getline(in, cell, '|');) {
            const std::size_t begin = cell.find_first_not_of(' ');
            cells.push_back(begin == std::string::npos ? ""
                                                       : cell.substr(begin, cell.find_last_not_of(' ') - begin + 1));
        }
        EXPECT_EQ(cells.size(), 7U) << line;
        EXPECT_TRUE(rows.emplace(cells[0], cells).second) << cells[0] << " stands twice";
    }
    return rows;
}

TEST(FabricFormat, DocumentsEveryKeyAsItIsRead)
{
    auto rows = fabric_rows();
    const std::vector<SceneKey> kes = fabric_keys(UnitSystem::kes);
    const std::vector<SceneKey> si = fabric_keys(UnitSystem::si);
    ASSERT_EQ(kes.size(), si.size());
    for (std::size_t i = 0; i < kes.size(); ++i) {
        const SceneKey& key = kes[i];
        ASSERT_EQ(key.path, si[i].path);
        // The weft has the keys of the warp, and same_as.
        if (key.path.starts_with("weft.") && key.path != "weft.same_as") {
            const auto warp = std::ranges::find(kes, "warp" + key.path.substr(4), &SceneKey::path);
            ASSERT_NE(warp, kes.end()) << key.path;
            EXPECT_EQ(key.unit + key.range + key.default_value, warp->unit + warp->range + warp->default_value);
            continue;
        }
        const auto row = rows.find(key.path);
        ASSERT_NE(row, rows.end()) << key.path << " is not documented";
        const Lines expected{key.path, key.type, key.unit, si[i].unit, key.range, key.default_value};
        EXPECT_EQ(Lines(row->second.begin(), row->second.end() - 1), expected);
        EXPECT_FALSE(row->second.back().empty()) << key.path << " has no meaning";
        rows.erase(row);
    }
    for (const auto& [path, row] : rows) ADD_FAILURE() << path << " is documented, but no key";
}

using FabricPage = FabricFolder;

TEST_F(FabricPage, ExamplesAreReadWithoutAProblem)
{
    int examples = 0;
    std::string text;
    bool inside = false;
    for (const std::string& line : fabric_page()) {
        if (inside && line == "```") {
            EXPECT_EQ(fabric_problems(text), Lines{}) << text;
            inside = false;
            ++examples;
        } else if (line == "```toml fabric") {
            inside = true;
            text.clear();
        } else if (inside) {
            text += line + '\n';
        }
    }
    EXPECT_GE(examples, 2);
}

}  // namespace
}  // namespace tulle
