#include "scene/named_files.hpp"

#include "scene/suggestion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <fstream>
#include <system_error>
#include <utility>

namespace tulle {
namespace {

/// Returns the first sentence of the comment at the start of a file. The sentence may have several lines.
std::string first_comment(const std::filesystem::path& file)
{
    std::ifstream in(file);
    std::string text;
    for (std::string line; std::getline(in, line) && line.starts_with('#');) {
        line.erase(0, line.find_first_not_of("# "));
        text += (text.empty() ? "" : " ") + line;
        const std::size_t end = text.find(". ");
        if (end != std::string::npos) return text.substr(0, end + 1);
        if (text.ends_with('.')) break;
    }
    return text;
}

std::filesystem::path& own_data_folder()
{
    static std::filesystem::path folder;
    return folder;
}

}  // namespace

void set_data_folder(std::filesystem::path folder) { own_data_folder() = std::move(folder); }

std::vector<std::filesystem::path> data_folders(std::string_view kind)
{
    std::vector<std::filesystem::path> folders{kind};
    std::string variable = "TULLE_";
    for (const char c : kind) variable += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    if (const char* folder = std::getenv(variable.c_str()); folder != nullptr && *folder != '\0')
        folders.emplace_back(folder);
    if (!own_data_folder().empty()) folders.push_back(own_data_folder() / kind);
    std::error_code error;
    const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
    if (!error) folders.push_back(program.parent_path().parent_path() / "share" / "tulle" / kind);
    folders.push_back(std::filesystem::path(TULLE_INSTALLED_DATA) / kind);
    folders.push_back(std::filesystem::path(TULLE_SOURCE_DATA) / kind);
    return folders;
}

std::vector<NamedFile> named_files(std::span<const std::filesystem::path> folders)
{
    std::vector<NamedFile> files;
    for (const std::filesystem::path& folder : folders) {
        std::error_code error;
        for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
            const std::filesystem::path& file = entry.path();
            if (file.extension() != ".toml") continue;
            const std::string name = file.stem().string();
            if (std::ranges::find(files, name, &NamedFile::name) != files.end()) continue;
            files.push_back({name, file, first_comment(file)});
        }
    }
    std::ranges::sort(files, {}, &NamedFile::name);
    return files;
}

std::string name_advice(std::string_view wanted, std::span<const NamedFile> files, std::string_view otherwise)
{
    std::vector<std::string_view> names;
    for (const NamedFile& file : files) names.push_back(file.name);
    const auto nearest = suggest(wanted, names);
    return nearest ? fmt::format("did you mean {}?", *nearest) : std::string(otherwise);
}

}  // namespace tulle
