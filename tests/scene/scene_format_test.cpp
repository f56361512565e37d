// docs/scene-format.md against the program: its tables list exactly the keys that are read, and its examples run.
#include "scene/read_obstacle.hpp"
#include "scene/scene_keys.hpp"
#include "scene_sample.hpp"

#include <tulle/choices.hpp>

#include <algorithm>
#include <map>
#include <sstream>

namespace tulle {
namespace {

std::vector<std::string> document_lines(const std::filesystem::path& file = "docs/scene-format.md")
{
    std::ifstream in(std::filesystem::path(TULLE_SOURCE_DIR) / file);
    EXPECT_TRUE(in) << "no " << file;
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

/// The cells of a row of a Markdown table, without the marks of code.
std::vector<std::string> cells(std::string row)
{
    std::erase(row, '`');
    std::vector<std::string> result;
    std::istringstream in(row.substr(1));
    for (std::string cell; std::getline(in, cell, '|');) {
        const std::size_t begin = cell.find_first_not_of(' ');
        result.push_back(begin == std::string::npos ? "" : cell.substr(begin, cell.find_last_not_of(' ') - begin + 1));
    }
    return result;
}

std::map<std::string, std::vector<std::string>> documented_keys()
{
    std::map<std::string, std::vector<std::string>> rows;
    for (const std::string& line : document_lines()) {
        if (!line.starts_with("| `")) continue;
        const std::vector<std::string> row = cells(line);
        EXPECT_EQ(row.size(), 6) << line;
        EXPECT_TRUE(rows.emplace(row[0], row).second) << row[0] << " stands twice";
    }
    return rows;
}

TEST(SceneFormat, DocumentsEveryKeyAsItIsRead)
{
    auto rows = documented_keys();
    for (const SceneKey& key : scene_keys()) {
        const auto row = rows.find(key.path);
        ASSERT_NE(row, rows.end()) << key.path << " is not documented";
        EXPECT_EQ(row->second[1], key.type) << key.path;
        EXPECT_EQ(row->second[2], key.unit) << key.path;
        EXPECT_EQ(row->second[3], key.range) << key.path;
        EXPECT_EQ(row->second[4], key.default_value) << key.path;
        EXPECT_FALSE(row->second[5].empty()) << key.path << " has no meaning";
        rows.erase(row);
    }
    for (const auto& [path, row] : rows) ADD_FAILURE() << path << " is documented, but no key";
}

TEST(SceneFormat, SharedKeysOfShapesMeanTheSame)
{
    // The catalogue keeps the first of them, so the others must not differ.
    std::vector<SceneKey> all;
    SceneReader in(all);
    ObstacleDescription obstacle;
    read_obstacle(in, {}, obstacle);
    for (const SceneKey& a : all)
        for (const SceneKey& b : all) {
            if (a.path != b.path) continue;
            EXPECT_EQ(a.type + a.unit + a.range + a.default_value, b.type + b.unit + b.range + b.default_value)
                << a.path;
        }
}

class SceneFormatExamples : public SceneFolder {
protected:
    /// How many scenes a page has; each is read.
    int check_examples(const std::filesystem::path& page)
    {
        int examples = 0;
        std::string text;
        bool inside = false;
        for (const std::string& line : document_lines(page)) {
            if (inside && line == "```") {
                EXPECT_EQ(problems(text), Lines{}) << page << '\n' << text;
                EXPECT_TRUE(read(text).warnings.empty()) << page << '\n' << text;
                inside = false;
                ++examples;
            } else if (line == "```toml") {
                inside = true;
                text.clear();
            } else if (inside) {
                text += line + '\n';
            }
        }
        return examples;
    }
};

TEST_F(SceneFormatExamples, OfAllPagesAreReadWithoutAProblem)
{
    std::vector<std::filesystem::path> pages{TULLE_SOURCE_DIR "/README.md"};
    for (const auto& entry : std::filesystem::directory_iterator(TULLE_SOURCE_DIR "/docs"))
        if (entry.path().extension() == ".md") pages.push_back(entry.path());
    int examples = 0;
    for (const std::filesystem::path& page : pages) examples += check_examples(page);
    EXPECT_GE(examples, 3);
}

TEST(TheoryPage, HasARowForEveryMethod)
{
    const std::vector<std::string> lines = document_lines("docs/theory/integrators.md");
    for (const IntegratorChoice& method : integrator_choices()) {
        const std::string order = method.name == "bulirsch-stoer" ? "varies" : std::to_string(method.order);
        const std::string row =
            "| `" + std::string(method.name) + "` | " + std::string(name_of(method.family)) + " | " + order + " | ";
        const auto found = std::ranges::find_if(lines, [&](const std::string& line) { return line.starts_with(row); });
        ASSERT_NE(found, lines.end()) << row;
        EXPECT_NE(found->find(method.use), std::string::npos) << *found;
        EXPECT_NE(found->find(method.stability), std::string::npos) << *found;
    }
}

}  // namespace
}  // namespace tulle
