#pragma once
// Scenes on disk for the tests, and their problems as lines of text.

#include <tulle/error.hpp>
#include <tulle/scene_file.hpp>

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace tulle {

class SceneFolder : public ::testing::Test {
protected:
    SceneFolder()
    {
        const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
        folder = std::filesystem::path(::testing::TempDir()) /
                 (std::string("tulle-") + test->name() + '-' + std::to_string(getpid()));
        std::filesystem::create_directories(folder);
    }
    ~SceneFolder() override { std::filesystem::remove_all(folder); }
    SceneFolder(const SceneFolder&) = delete;
    SceneFolder& operator=(const SceneFolder&) = delete;

    std::filesystem::path write(const std::string& name, std::string_view text) const
    {
        std::filesystem::create_directories((folder / name).parent_path());
        std::ofstream(folder / name) << text;
        return folder / name;
    }

    SceneFile read(std::string_view text, const std::vector<std::string>& overrides = {}) const
    {
        return read_scene(write("s.toml", text), overrides);
    }

    /// One line each, without the folder: "s.toml:3:1: integrator.dt: expected ...".
    std::vector<std::string> problems(std::string_view text, const std::vector<std::string>& overrides = {}) const
    {
        std::vector<std::string> lines;
        try {
            read(text, overrides);
        } catch (const InputError& error) {
            const std::string prefix = (folder / "").string();
            for (const Problem& problem : error.problems()) {
                std::string line = problem.text();
                for (auto at = line.find(prefix); at != std::string::npos; at = line.find(prefix))
                    line.erase(at, prefix.size());
                lines.push_back(line);
            }
        }
        return lines;
    }

    std::filesystem::path folder;
};

using Lines = std::vector<std::string>;

inline constexpr std::string_view small_scene = R"([[cloth]]
grid = { size = [1, 1], particles = [3, 3] }
areal_density = 0.2
)";

/// The small scene and then `more`. (Appended: g++ 12 sees overflows in sums of strings that are none.)
inline std::string small_scene_and(std::string_view more) { return std::string(small_scene).append(more); }

/// A square of two triangles in the xy plane, one metre wide, its lower left corner in the origin.
inline constexpr std::string_view square_obj = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3\nf 1 3 4\n";

}  // namespace tulle
