#pragma once
// Directories that go away with the test, their contents, and disks that are full.

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <atomic>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>

#include <unistd.h>

namespace tulle {

class TemporaryDirectory {
public:
    TemporaryDirectory()
    {
        // In memory where the system has such a place: these tests make thousands of small files durable.
        const bool in_memory = ::access("/dev/shm", W_OK) == 0;
        static std::atomic<int> made = 0;
        path_ = std::filesystem::path(in_memory ? "/dev/shm" : ::testing::TempDir()) /
                ("tulle_output_" + std::to_string(::getpid()) + "_" + std::to_string(made++));
        std::filesystem::create_directories(path_);
    }
    ~TemporaryDirectory()
    {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    TemporaryDirectory(const TemporaryDirectory&) = delete;
    TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    [[nodiscard]] std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

private:
    std::filesystem::path path_;
};

inline std::string read_bytes(const std::filesystem::path& file)
{
    std::ifstream in(file, std::ios::binary);
    EXPECT_TRUE(in) << file;
    return {std::istreambuf_iterator<char>(in), {}};
}

inline void write_bytes(const std::filesystem::path& file, const std::string& bytes)
{
    std::ofstream(file, std::ios::binary | std::ios::trunc) << bytes;
}

/// Every file of a directory, hidden ones too, with its bytes.
using Contents = std::map<std::string, std::string>;

inline Contents contents_of(const std::filesystem::path& directory)
{
    Contents contents;
    for (const auto& entry : std::filesystem::directory_iterator(directory))
        contents[entry.path().filename().string()] = read_bytes(entry.path());
    return contents;
}

inline void set_contents(const std::filesystem::path& directory, const Contents& contents)
{
    std::filesystem::remove_all(directory);
    std::filesystem::create_directories(directory);
    for (const auto& [name, bytes] : contents) write_bytes(directory / name, bytes);
}

/// While it lives no file of this process grows beyond `bytes`: writes fail as on a full disk, with EFBIG.
class FileSizeLimit {
public:
    explicit FileSizeLimit(std::uint64_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN))
    {
        ::getrlimit(RLIMIT_FSIZE, &before_);
        const rlimit limited{bytes, before_.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &limited);
    }
    ~FileSizeLimit()
    {
        ::setrlimit(RLIMIT_FSIZE, &before_);
        std::signal(SIGXFSZ, handler_);
    }
    FileSizeLimit(const FileSizeLimit&) = delete;
    FileSizeLimit& operator=(const FileSizeLimit&) = delete;

private:
    void (*handler_)(int);
    rlimit before_{};
};

}  // namespace tulle
