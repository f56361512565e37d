#pragma once
// The parts of a scene file that is being written: the data files beside it, and what a scene file cannot express.

#include <tulle/error.hpp>
#include <tulle/scene_file.hpp>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tulle {

/// The folder of the data files of a scene NAME is NAME_files.
inline constexpr std::string_view data_folder_ending = "_files";

class SceneParts {
public:
    /// `folder` is the folder of the data files, relative to the scene file.
    explicit SceneParts(std::string folder) : folder_(std::move(folder)) {}

    /// Adds a data file and returns its name as a scene gives it. Files with the same bytes are one file. `key` is the
    /// key of the scene that names the file.
    std::string add_file(const std::string& name, const std::string& key, std::string bytes)
    {
        for (const SceneDataFile& file : files_)
            if (file.bytes == bytes) return file.name;
        keys_.push_back(key);
        return files_.emplace_back(SceneDataFile{folder_ + '/' + name, std::move(bytes)}).name;
    }
    /// Adds a data file that must have this name.
    void add_named_file(const std::string& name, const std::string& key, std::string bytes)
    {
        keys_.push_back(key);
        files_.push_back({folder_ + '/' + name, std::move(bytes)});
    }

    void report(std::string key, std::string message)
    {
        problems_.push_back({.key = std::move(key), .message = std::move(message)});
    }

    [[nodiscard]] const std::string& folder() const { return folder_; }
    [[nodiscard]] std::vector<SceneDataFile>& files() { return files_; }
    [[nodiscard]] const std::vector<std::string>& keys() const { return keys_; }  // one per file
    [[nodiscard]] std::vector<Problem>& problems() { return problems_; }

private:
    std::string folder_;
    std::vector<SceneDataFile> files_;
    std::vector<std::string> keys_;
    std::vector<Problem> problems_;
};

}  // namespace tulle
