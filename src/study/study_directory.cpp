#include "study/study_directory.hpp"

#include "core/refuse.hpp"
#include "run/run_directory.hpp"

#include <system_error>

namespace tulle {

namespace fs = std::filesystem;

fs::path free_study_directory(const fs::path& given, const std::string& name)
{
    if (!given.empty()) {
        require_free(given);
        return given;
    }
    const fs::path parent = "studies";
    fs::path directory = parent / name;
    std::error_code error;
    for (int number = 2; fs::exists(directory, error) && !fs::is_empty(directory, error); ++number)
        directory = parent / (name + '-' + std::to_string(number));
    return directory;
}

void make_study_directory(const fs::path& directory)
{
    std::error_code error;
    fs::create_directories(directory, error);
    if (error) refuse(directory, "cannot be made: " + error.message());
}

}  // namespace tulle
