#pragma once
// Scenes and fabrics by name: the files NAME.toml in a few folders that are looked at one after the other.

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

/// A folder that has scenes and fabrics in folders of these names, for who brings his own; looked at before those of
/// the program. To be called before anything is read.
void set_data_folder(std::filesystem::path folder);

/// Where files of a kind, "scenes" or "fabrics", are looked for: in the folder of this name here, the one that the
/// environment names (TULLE_SCENES, TULLE_FABRICS), that of the installed program and that of the source tree.
[[nodiscard]] std::vector<std::filesystem::path> data_folders(std::string_view kind);

/// All files that names find, sorted by name. Of two with one name the earlier folder's counts.
[[nodiscard]] std::vector<NamedFile> named_files(std::span<const std::filesystem::path> folders);

/// "did you mean silk?", or `otherwise` when no name is near.
[[nodiscard]] std::string name_advice(std::string_view wanted, std::span<const NamedFile> files,
                                      std::string_view otherwise);

}  // namespace tulle
