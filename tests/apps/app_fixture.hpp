#pragma once
// A folder with a scene in it, and the program run there.

#include "apps/process.hpp"
#include "run/run_fixture.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace tulle {

/// 30 frames of a cloth that hangs from a corner and swings into a ball.
inline const std::string swing_scene = R"(# A cloth that swings.
[simulation]
duration = 1.2
fps = 25

[integrator]
method = "imex-euler"
dt = 0.02

[[cloth]]
name = "cloth"
grid = { size = [0.4, 0.4], particles = [12, 12] }
areal_density = 0.2
pin = [{ corner = "min-min" }]

[[obstacle]]
shape = "sphere"
center = [0, 0, -0.15]
radius = 0.1

[output]
)" + all_frame_formats();

class AppTest : public ::testing::Test {
protected:
    AppTest() { write_text(folder_ / "swing.toml", swing_scene); }

    [[nodiscard]] Outcome tulle(std::vector<std::string> arguments) const
    {
        return run_tulle(folder_.path(), std::move(arguments));
    }

    /// The arguments are refused: exit code 2, nothing written, `expected` among the words on standard error.
    void expect_refused(const std::vector<std::string>& arguments, std::string_view expected) const
    {
        expect_refused({.arguments = arguments, .directory = folder_.path(), .file_size_limit = {}}, expected);
    }

    void expect_refused(const Launch& launch, std::string_view expected) const
    {
        const auto before = entries();
        const Outcome outcome = Process(launch).wait();
        EXPECT_EQ(outcome.exit_code, 2) << outcome.err;
        EXPECT_NE(outcome.err.find(expected), std::string::npos) << outcome.err;
        EXPECT_EQ(outcome.out, "");
        EXPECT_EQ(entries(), before);
    }

    /// Every name below the folder, directories included.
    [[nodiscard]] std::vector<std::string> entries() const
    {
        std::vector<std::string> names;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(folder_.path())) {
            names.push_back(entry.path().string());
        }
        std::ranges::sort(names);
        return names;
    }

    /// A run that nothing disturbed, to compare others with.
    [[nodiscard]] std::filesystem::path whole_run(const std::vector<std::string>& more = {}) const
    {
        std::vector<std::string> arguments{"run", "swing.toml", "-o", "whole", "--quiet"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const Outcome outcome = tulle(arguments);
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        return folder_ / "whole";
    }

    TemporaryFolder folder_;
};

inline std::vector<std::string> lines_of(const std::string& text)
{
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

}  // namespace tulle
