#include "run/run_directory.hpp"

#include "core/refuse.hpp"
#include "output/atomic_file.hpp"
#include "run/run_json.hpp"
#include "scene/scene_parts.hpp"

#include <tulle/output_error.hpp>
#include <tulle/run.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>
#include <system_error>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace tulle {
namespace {

namespace fs = std::filesystem;

/// Returns an error's message without the file name, because this may be the name of a temporary file.
std::string reason_of(const OutputError& error)
{
    return std::string(error.what()).substr(error.path().string().size() + 2);
}

/// Creates missing parent directories, and removes them again unless the caller keeps them.
class Parents {
public:
    explicit Parents(const fs::path& directory)
    {
        std::vector<fs::path> missing;
        for (fs::path at = directory; !at.empty(); at = at.parent_path()) {
            std::error_code error;
            if (fs::exists(at, error) || at == at.parent_path()) break;
            missing.push_back(at);
        }
        for (auto path = missing.rbegin(); path != missing.rend(); ++path) {
            std::error_code error;
            if (fs::create_directory(*path, error)) made_.push_back(*path);
            if (error) {
                remove();
                refuse(*path, "cannot be made: " + error.message());
            }
        }
    }
    ~Parents() { remove(); }
    Parents(const Parents&) = delete;
    Parents& operator=(const Parents&) = delete;

    void keep() { made_.clear(); }

private:
    void remove()
    {
        std::error_code ignored;  // a directory that is no longer empty stays
        for (auto path = made_.rbegin(); path != made_.rend(); ++path) fs::remove(*path, ignored);
        made_.clear();
    }

    std::vector<fs::path> made_;
};

/// Returns the absolute path without a slash at its end, so that the path has a parent and a file name.
fs::path full_path(const fs::path& directory)
{
    fs::path path = fs::absolute(directory).lexically_normal();
    return path.has_filename() ? path : path.parent_path();
}

void write_start_files(const fs::path& directory, const StartFiles& files)
{
    write_data_files(directory, files.data);
    write_file_atomically(directory / scene_file_name, files.scene);
    write_file_atomically(directory / run_file_name, files.run);
}

bool is_empty_directory(const fs::path& path)
{
    std::error_code error;
    return fs::is_directory(path, error) && fs::is_empty(path, error) && !error;
}

/// Writes the files into an existing empty directory. The directory is not replaced, because it may be a link, a mount
/// point or the working directory of a shell.
void fill_empty_directory(const fs::path& directory, const StartFiles& files)
{
    try {
        write_start_files(directory, files);
    } catch (const OutputError& error) {
        std::error_code ignored;
        for (const auto& entry : fs::directory_iterator(directory, ignored)) fs::remove_all(entry, ignored);
        refuse(directory, reason_of(error));
    }
}

enum class Placed { yes, taken };

Placed place_directory(const fs::path& directory, const StartFiles& files)
{
    Parents parents(directory.parent_path());
    const fs::path aside = directory.parent_path() / fmt::format(".{}.new-{}", directory.filename().string(), getpid());
    std::error_code ignored;
    std::error_code error;
    fs::remove_all(aside, ignored);
    if (!fs::create_directory(aside, error)) refuse(directory, "cannot be made: " + error.message());
    try {
        write_start_files(aside, files);
        fs::rename(aside, directory);
    } catch (const OutputError& failed) {
        fs::remove_all(aside, ignored);
        refuse(directory, reason_of(failed));
    } catch (const fs::filesystem_error& failed) {
        fs::remove_all(aside, ignored);
        // Nothing is overwritten: the rename fails if the name is a file or a directory that is not empty.
        if (fs::exists(fs::symlink_status(directory, ignored))) return Placed::taken;
        refuse(directory, "cannot be made: " + failed.code().message());
    }
    parents.keep();
    return Placed::yes;
}

fs::path numbered(const fs::path& parent, const std::string& name, int number)
{
    return parent / (number == 1 ? name : fmt::format("{}-{}", name, number));
}

bool is_taken(const fs::path& path)
{
    std::error_code ignored;
    return fs::exists(fs::symlink_status(path, ignored));
}

/// Returns the data files of a scene that a program has described, in the order of their names.
std::vector<SceneDataFile> read_data_files(const fs::path& directory)
{
    std::vector<SceneDataFile> files;
    std::error_code ignored;
    for (const auto& folder : fs::directory_iterator(directory, ignored)) {
        if (!folder.is_directory(ignored) || !folder.path().filename().string().ends_with(data_folder_ending)) continue;
        for (const auto& entry : fs::recursive_directory_iterator(folder.path(), ignored)) {
            if (!entry.is_regular_file(ignored)) continue;
            std::ifstream in(entry.path(), std::ios::binary);
            std::ostringstream bytes;
            bytes << in.rdbuf();
            files.push_back({fs::relative(entry.path(), directory, ignored).string(), std::move(bytes).str()});
        }
    }
    std::ranges::sort(files, {}, &SceneDataFile::name);
    return files;
}

}  // namespace

void write_data_files(const fs::path& directory, std::span<const SceneDataFile> files)
{
    for (const SceneDataFile& file : files) {
        const fs::path path = directory / file.name;
        std::error_code error;
        fs::create_directories(path.parent_path(), error);
        if (error) throw OutputError(path.parent_path(), "cannot be made: " + error.message());
        write_file_atomically(path, file.bytes);
    }
}

void require_free(const fs::path& directory)
{
    const fs::path path = full_path(directory);
    if (!is_taken(path) || is_empty_directory(path)) return;
    std::error_code ignored;
    if (!fs::is_directory(path, ignored)) refuse(directory, "exists and is not a directory; give another name");
    if (fs::exists(path / scene_file_name, ignored)) {
        refuse(directory,
               "holds a run already, and runs are never written over; go on with it by --resume, or give "
               "another name");
    }
    refuse(directory, "exists and is not empty; give another name (--resume goes on with a run)");
}

void create_run_directory(const fs::path& directory, const StartFiles& files)
{
    require_free(directory);
    const fs::path path = full_path(directory);
    if (is_taken(path)) {
        fill_empty_directory(path, files);
    } else if (place_directory(path, files) == Placed::taken) {
        refuse(directory, "has just been created by another program; give another name");
    }
}

fs::path create_numbered_run_directory(const fs::path& parent, const std::string& name, const StartFiles& files)
{
    for (int number = 1;; ++number) {
        const fs::path directory = numbered(parent, name, number);
        if (!is_taken(directory) && place_directory(full_path(directory), files) == Placed::yes) return directory;
    }
}

std::optional<fs::path> last_run_directory(const fs::path& parent, const std::string& name)
{
    int number = 1;
    while (is_taken(numbered(parent, name, number))) ++number;
    if (number == 1) return std::nullopt;
    return numbered(parent, name, number - 1);
}

SceneFile read_run_scene(const fs::path& directory)
{
    const fs::path file = directory / scene_file_name;
    std::error_code ignored;
    if (!fs::is_regular_file(file, ignored)) {
        refuse(directory, fmt::format("is no run directory: there is no {} in it", scene_file_name));
    }
    SceneFile scene = read_scene(file);
    // Use the exact bytes of this file as text, because the hash in checkpoints is a hash of these bytes.
    std::ifstream in(file, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    scene.text = std::move(text).str();
    scene.data = read_data_files(directory);  // so that another run can be made from the scene
    const RunRecord record = read_run_json(directory / run_file_name);
    if (!record.scene.empty()) scene.name = record.scene;
    return scene;
}

RunLock::RunLock(const fs::path& directory)
{
    file_ = open((directory / scene_file_name).c_str(), O_RDONLY | O_CLOEXEC);
    if (file_ < 0) refuse(directory, std::string("cannot be opened: ") + std::strerror(errno));
    // If the file system has no locks (some network mounts), the run goes on without a lock.
    if (flock(file_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
        close(file_);
        refuse(directory, "another process is running here");
    }
}

RunLock::~RunLock() { close(file_); }

}  // namespace tulle
