#pragma once
// What the tests of runs share: a folder that goes away, a small scene, and run directories as maps of bytes.

#include <tulle/frame_writer.hpp>

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <string_view>

#include <unistd.h>

namespace tulle {

/// A folder of its own for a test, removed with everything in it.
class TemporaryFolder {
public:
    TemporaryFolder()
    {
        // Runs make every frame durable; in memory that takes no time.
        const bool has_memory = access("/dev/shm", W_OK) == 0;
        const std::filesystem::path parent = has_memory ? "/dev/shm" : std::filesystem::temp_directory_path();
        std::string name = (parent / "tulle-test-XXXXXX").string();
        if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
        path_ = name;
    }
    ~TemporaryFolder()
    {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    [[nodiscard]] std::filesystem::path operator/(std::string_view name) const { return path_ / name; }

private:
    std::filesystem::path path_;
};

inline void write_text(const std::filesystem::path& file, std::string_view text)
{
    std::ofstream out(file, std::ios::binary);
    out << text;
    ASSERT_TRUE(out.flush()) << file;
}

inline std::string read_text(const std::filesystem::path& file)
{
    std::ifstream in(file, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return std::move(text).str();
}

/// Every file below a folder, hidden ones included, with its bytes.
inline std::map<std::string, std::string> files_in(const std::filesystem::path& folder)
{
    std::map<std::string, std::string> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        if (!entry.is_regular_file()) continue;
        files[std::filesystem::relative(entry.path(), folder).string()] = read_text(entry.path());
    }
    return files;
}

/// The run directories hold the same files with the same bytes, run.json aside, which holds times.
inline void expect_same_run(const std::filesystem::path& a, const std::filesystem::path& b)
{
    auto files_a = files_in(a);
    auto files_b = files_in(b);
    files_a.erase("run.json");
    files_b.erase("run.json");
    for (const auto& [name, bytes] : files_a) {
        ASSERT_TRUE(files_b.contains(name)) << name << " is missing in " << b;
        EXPECT_TRUE(bytes == files_b[name]) << name << " differs";
    }
    for (const auto& [name, bytes] : files_b) EXPECT_TRUE(files_a.contains(name)) << name << " is too much in " << b;
}

/// The line of a scene that asks for every format that is written frame by frame: formats = ["obj", ...].
inline std::string all_frame_formats()
{
    std::string names;
    for (const Choice& format : frame_formats())
        if (format.name != "cache") names += (names.empty() ? "\"" : ", \"") + std::string(format.name) + '"';
    return "formats = [" + names + "]\n";
}

/// A cloth that hangs from a corner and swings into a ball: 10 frames of 2 steps, all formats.
inline const std::string small_scene = R"(# A small cloth that swings.
[simulation]
duration = 0.4
fps = 25

[integrator]
method = "imex-euler"
dt = 0.02

[[cloth]]
name = "cloth"
grid = { size = [0.4, 0.4], particles = [8, 8] }
areal_density = 0.2
stretch_stiffness = 50
pin = [{ corner = "min-min" }]

[[obstacle]]
shape = "sphere"
center = [0, 0, -0.15]
radius = 0.1

[output]
)" + all_frame_formats();

}  // namespace tulle
