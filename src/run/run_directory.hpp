#pragma once
// A run directory: made whole or not at all, never written over, owned by one process at a time.

#include <tulle/scene_file.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace tulle {

/// Names of the files inside.
inline constexpr std::string_view scene_file_name = "scene.toml";
inline constexpr std::string_view run_file_name = "run.json";
inline constexpr std::string_view metrics_file_name = "metrics.csv";
inline constexpr std::string_view checkpoint_file_name = "checkpoint";

/// What a run directory holds from its first moment on.
struct StartFiles {
    std::string scene;  // scene.toml
    std::string run;    // run.json
};

/// Throws InputError unless `directory` is free: missing, or an empty directory.
void require_free(const std::filesystem::path& directory);

/// Makes the directory aside, files included, and moves it into place. Throws InputError when it is taken or cannot be
/// written; nothing is left behind then, missing parents that were made included.
void create_run_directory(const std::filesystem::path& directory, const StartFiles& files);

/// Likewise for the first free one of parent/name, parent/name-2, parent/name-3, ...; returns it.
[[nodiscard]] std::filesystem::path create_numbered_run_directory(const std::filesystem::path& parent,
                                                                  const std::string& name, const StartFiles& files);

/// The last one that exists of parent/name, parent/name-2, ...; none when the first is free.
[[nodiscard]] std::optional<std::filesystem::path> last_run_directory(const std::filesystem::path& parent,
                                                                      const std::string& name);

/// The scene of a run that was started in `directory`. Throws InputError when there is none.
[[nodiscard]] SceneFile read_run_scene(const std::filesystem::path& directory);

/// Holds a run directory against other processes while it lives; the system lets go when the process dies.
class RunLock {
public:
    /// Throws InputError when another process holds it.
    explicit RunLock(const std::filesystem::path& directory);
    ~RunLock();
    RunLock(const RunLock&) = delete;
    RunLock& operator=(const RunLock&) = delete;

private:
    int file_ = -1;
};

}  // namespace tulle
