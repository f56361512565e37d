#include "plot/gnuplot_program.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <stdexcept>
#include <system_error>
#include <vector>

namespace tulle {
namespace {

/// An unnamed file in memory. As input or output of another program it needs no thread that fills or empties it
/// meanwhile (a pipe would), and it disappears when it is closed.
class MemoryFile {
public:
    MemoryFile() : descriptor_(::memfd_create("gnuplot", MFD_CLOEXEC))
    {
        if (descriptor_ < 0) throw std::system_error(errno, std::generic_category(), "no memory for gnuplot");
    }
    ~MemoryFile() { ::close(descriptor_); }
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;

    [[nodiscard]] int descriptor() const { return descriptor_; }

    void fill(std::string_view bytes) const
    {
        while (!bytes.empty()) {
            const ssize_t count = ::write(descriptor_, bytes.data(), bytes.size());
            if (count < 0 && errno == EINTR) continue;
            if (count <= 0) throw std::system_error(errno, std::generic_category(), "no memory for gnuplot");
            bytes.remove_prefix(static_cast<std::size_t>(count));
        }
        ::lseek(descriptor_, 0, SEEK_SET);
    }

    [[nodiscard]] std::string contents() const
    {
        ::lseek(descriptor_, 0, SEEK_SET);
        std::string bytes;
        std::array<char, 65536> buffer{};
        for (;;) {
            const ssize_t count = ::read(descriptor_, buffer.data(), buffer.size());
            if (count < 0 && errno == EINTR) continue;
            if (count <= 0) return bytes;
            bytes.append(buffer.data(), static_cast<std::size_t>(count));
        }
    }

private:
    int descriptor_;
};

/// The environment of this process, with a locale that fits the scripts and without gnuplot's variables.
class Environment {
public:
    Environment()
    {
        for (char** entry = environ; *entry != nullptr; ++entry) {
            const std::string_view text = *entry;
            if (!text.starts_with("LC_") && !text.starts_with("LANG") && !text.starts_with("GNUPLOT"))
                entries_.emplace_back(text);
        }
        entries_.emplace_back("LC_ALL=C.UTF-8");
        for (std::string& entry : entries_) pointers_.push_back(entry.data());
        pointers_.push_back(nullptr);
    }
    [[nodiscard]] char* const* pointers() { return pointers_.data(); }

private:
    std::vector<std::string> entries_;
    std::vector<char*> pointers_;
};

/// Runs the program to its end. Returns the status from waitpid.
int run_to_end(const std::string& program, const MemoryFile& in, const MemoryFile& out, const MemoryFile& err)
{
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in.descriptor(), STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, out.descriptor(), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, err.descriptor(), STDERR_FILENO);

    std::array<std::string, 2> words{program, "--default-settings"};
    const std::array<char*, 3> arguments{words[0].data(), words[1].data(), nullptr};
    Environment environment;
    pid_t child = 0;
    const int error =
        ::posix_spawnp(&child, program.c_str(), &actions, nullptr, arguments.data(), environment.pointers());
    posix_spawn_file_actions_destroy(&actions);
    if (error == ENOENT)
        throw std::runtime_error("plots are drawn by the program " + program +
                                 ", which is not installed (Debian: apt install gnuplot-nox)");
    if (error != 0) throw std::system_error(error, std::generic_category(), "cannot start " + program);

    int status = 0;
    while (::waitpid(child, &status, 0) < 0)
        if (errno != EINTR) throw std::system_error(errno, std::generic_category(), "cannot wait for " + program);
    return status;
}

}  // namespace

std::string run_gnuplot(std::string_view script, const std::string& program)
{
    const MemoryFile in;
    const MemoryFile out;
    const MemoryFile err;
    in.fill(script);
    const int status = run_to_end(program, in, out, err);
    std::string picture = out.contents();
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0 || picture.empty())
        throw std::runtime_error(program + " failed: " + err.contents());
    return picture;
}

}  // namespace tulle
