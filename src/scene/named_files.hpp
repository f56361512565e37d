#pragma once
// Finds scenes and fabrics by name: files NAME.toml in several folders, which are searched in order.

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tulle {

struct NamedFile {
    std::string name;
    std::filesystem::path file;
    std::string description;  // the first sentence of the file's first comment
};

/// Sets a folder of the user, with subfolders scenes and fabrics. It is searched before the folders of the program.
/// Call this before reading any file.
void set_data_folder(std::filesystem::path folder);

/// Returns the folders that are searched for a kind of files, "scenes" or "fabrics", in order: the folder of this name
/// in the working directory, the folder in the environment variable (TULLE_SCENES, TULLE_FABRICS), the
/// subfolder of the folder from set_data_folder, the folder of the installed program, the folder of the source tree.
[[nodiscard]] std::vector<std::filesystem::path> data_folders(std::string_view kind);

/// Returns all files NAME.toml, sorted by name. If two files have the same name, the file of the earlier folder is
/// used.
[[nodiscard]] std::vector<NamedFile> named_files(std::span<const std::filesystem::path> folders);

/// Returns "did you mean silk?", or `otherwise` if no name is similar.
[[nodiscard]] std::string name_advice(std::string_view wanted, std::span<const NamedFile> files,
                                      std::string_view otherwise);

}  // namespace tulle
