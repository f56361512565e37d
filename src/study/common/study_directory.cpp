#include "study/common/study_directory.hpp"

#include "core/refuse.hpp"

#include <system_error>

namespace tulle {

namespace fs = std::filesystem;

fs::path free_study_directory(const fs::path& given, const std::string& name)
{
    if (!given.empty()) {
        std::error_code ignored;
        if (fs::exists(given, ignored) && !fs::is_directory(given, ignored))
            refuse(given, "exists and is not a folder; give another name to -o");
        if (fs::exists(given, ignored) && !fs::is_empty(given, ignored))
            refuse(given,
                   "is not empty, and studies write over nothing; give another name to -o, or leave it out for a new "
                   "folder under studies");
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
