#pragma once
// Creates, finds and locks run directories. A run directory is created atomically, is never overwritten, and belongs to
// one process at a time.

#include <tulle/scene_file.hpp>

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tulle {

/// Names of the files inside.
inline constexpr std::string_view scene_file_name = "scene.toml";
inline constexpr std::string_view run_file_name = "run.json";
inline constexpr std::string_view metrics_file_name = "metrics.csv";
inline constexpr std::string_view checkpoint_file_name = "checkpoint";

/// The files that a run directory has from the start.
struct StartFiles {
    std::string scene;                      // scene.toml
    std::string run;                        // run.json
    std::span<const SceneDataFile> data{};  // files that the scene names
};

/// Writes the data files of a scene into the directory of the scene file, each atomically. Throws OutputError.
void write_data_files(const std::filesystem::path& directory, std::span<const SceneDataFile> files);

/// Throws InputError unless `directory` is missing or an empty directory.
void require_free(const std::filesystem::path& directory);

/// Creates a temporary directory with the files and renames it to `directory`. An existing empty directory is filled
/// instead. Throws InputError if the name is taken or the directory cannot be written. Then everything that was created
/// is removed, also missing parents.
void create_run_directory(const std::filesystem::path& directory, const StartFiles& files);

/// Creates the first free one of parent/name, parent/name-2, parent/name-3, ... as a run directory, and returns it.
[[nodiscard]] std::filesystem::path create_numbered_run_directory(const std::filesystem::path& parent,
                                                                  const std::string& name, const StartFiles& files);

/// Returns the last directory of the series parent/name, parent/name-2, ... before the first free name, if any.
[[nodiscard]] std::optional<std::filesystem::path> last_run_directory(const std::filesystem::path& parent,
                                                                      const std::string& name);

/// Locks a run directory against other processes during the lifetime of this object. The system releases the lock if
/// the process is killed.
class RunLock {
public:
    /// Throws InputError if another process has the lock.
    explicit RunLock(const std::filesystem::path& directory);
    ~RunLock();
    RunLock(const RunLock&) = delete;
    RunLock& operator=(const RunLock&) = delete;

private:
    int file_ = -1;
};

}  // namespace tulle
