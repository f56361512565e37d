#pragma once
// Exception for output files that cannot be written, or cannot be continued. Part of Tulle::scene.

#include <filesystem>
#include <stdexcept>
#include <string>

namespace tulle {

/// what() is "path: reason". A reason from the operating system ends with its message ("No space left on device").
class OutputError : public std::runtime_error {
public:
    OutputError(const std::filesystem::path& path, const std::string& reason)
        : std::runtime_error(path.string() + ": " + reason), path_(path)
    {}

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

}  // namespace tulle
