#pragma once
// Files of a run that could not be written, or not taken up again.

#include <filesystem>
#include <stdexcept>
#include <string>

namespace tulle {

/// what() is "path: reason"; reasons from the operating system end in its own words ("No space left on device").
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
