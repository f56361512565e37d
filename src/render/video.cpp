#include "render/video.hpp"

#include "core/assert.hpp"
#include "output/atomic_file.hpp"

#include <tulle/error.hpp>
#include <tulle/output_error.hpp>

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tulle {
namespace {

namespace fs = std::filesystem;

std::string find_in_path(std::string_view program)
{
    const char* path = std::getenv("PATH");
    for (std::string_view rest = path != nullptr ? path : ""; !rest.empty();) {
        const std::size_t end = std::min(rest.find(':'), rest.size());
        const fs::path candidate = fs::path(rest.substr(0, end)) / program;
        if (end > 0 && access(candidate.c_str(), X_OK) == 0 && fs::is_regular_file(candidate))
            return candidate.string();
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return {};
}

class Descriptor {
public:
    Descriptor() = default;
    explicit Descriptor(int number) : number_(number) {}
    Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept
    {
        std::swap(number_, other.number_);
        return *this;
    }
    ~Descriptor() { close(); }
    void close()
    {
        if (number_ >= 0) ::close(std::exchange(number_, -1));
    }
    [[nodiscard]] int number() const { return number_; }

private:
    int number_ = -1;
};

/// Child process. Its arguments do not pass through a shell.
class Child {
public:
    /// Starts the program with the given descriptors as standard input, output and error.
    Child(std::vector<std::string> arguments, int in, int out, int error)
    {
        std::vector<char*> words;
        words.reserve(arguments.size() + 1);
        for (std::string& argument : arguments) words.push_back(argument.data());
        words.push_back(nullptr);
        posix_spawn_file_actions_t actions;
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
        posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
        posix_spawn_file_actions_adddup2(&actions, error, STDERR_FILENO);
        // A separate process group, so that Ctrl-C reaches only this program, which decides about the film.
        posix_spawnattr_t attributes;
        posix_spawnattr_init(&attributes);
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
        posix_spawnattr_setpgroup(&attributes, 0);
        const int failure = posix_spawn(&id_, words[0], &actions, &attributes, words.data(), environ);
        posix_spawnattr_destroy(&attributes);
        posix_spawn_file_actions_destroy(&actions);
        if (failure != 0) throw std::system_error(failure, std::generic_category(), words[0]);
    }
    ~Child()
    {
        if (id_ <= 0) return;
        kill(id_, SIGKILL);
        static_cast<void>(wait());
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    /// Waits for the end of the program. Returns whether it succeeded.
    [[nodiscard]] bool wait()
    {
        int status = 0;
        while (waitpid(id_, &status, 0) < 0 && errno == EINTR) {
        }
        id_ = -1;
        return WIFEXITED(status) && WEXITSTATUS(status) == 0;
    }

private:
    pid_t id_ = -1;
};

/// Unnamed temporary file for the output of a program. Unlike a pipe, it does not fill up and block the program.
class Scratch {
public:
    Scratch() : file_(std::tmpfile())
    {
        if (file_ == nullptr) throw std::system_error(errno, std::generic_category(), "temporary file");
        fcntl(fileno(file_), F_SETFD, FD_CLOEXEC);
    }
    ~Scratch() { std::fclose(file_); }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    [[nodiscard]] int number() const { return fileno(file_); }
    [[nodiscard]] std::string text() const
    {
        std::string text;
        std::array<char, 4096> part{};
        for (ssize_t n = 0; (n = pread(number(), part.data(), part.size(), static_cast<off_t>(text.size()))) > 0;)
            text.append(part.data(), static_cast<std::size_t>(n));
        return text;
    }

private:
    std::FILE* file_;
};

/// Returns the codec options: H.264 if this ffmpeg has it, otherwise MPEG-4 part 2, which every ffmpeg has.
std::vector<std::string> codec(const std::string& ffmpeg)
{
    const Scratch printed;
    const Descriptor nothing(open("/dev/null", O_RDWR | O_CLOEXEC));
    Child list({ffmpeg, "-hide_banner", "-encoders"}, nothing.number(), printed.number(), nothing.number());
    if (list.wait() && printed.text().find("libx264") != std::string::npos)
        return {"-c:v", "libx264", "-preset", "medium", "-crf", "18"};
    return {"-c:v", "mpeg4", "-q:v", "3"};
}

std::vector<std::string> arguments(const std::string& ffmpeg, int width, int height, double fps, const fs::path& file)
{
    std::vector<std::string> words{ffmpeg, "-hide_banner", "-loglevel", "error", "-nostdin", "-y"};
    const auto add = [&](std::initializer_list<std::string> more) { words.insert(words.end(), more); };
    add({"-f", "rawvideo", "-pix_fmt", "rgb24", "-s", fmt::format("{}x{}", width, height), "-r", fmt::format("{}", fps),
         "-i", "pipe:0", "-an"});
    // Players need even sizes and the colours of television (BT.709). Tags name these colours.
    add({"-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2,scale=out_color_matrix=bt709:out_range=tv", "-pix_fmt", "yuv420p",
         "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "iec61966-2-1", "-color_range", "tv"});
    for (std::string& word : codec(ffmpeg)) words.push_back(std::move(word));
    // Fixed number of threads and no dates, so that the same pictures give the same film.
    add({"-threads", "2", "-fflags", "+bitexact", "-flags:v", "+bitexact", "-map_metadata", "-1", "-movflags",
         "+faststart", "-f", "mp4", "file:" + file.string()});
    return words;
}

}  // namespace

bool is_ffmpeg_present() { return !find_in_path("ffmpeg").empty(); }

struct VideoWriter::Process {
    fs::path aside;
    std::size_t picture_bytes = 0;
    Descriptor input;
    Scratch messages;
    std::unique_ptr<Child> child;
};

VideoWriter::VideoWriter(const fs::path& file, int width, int height, double fps)
    : file_(file), process_(std::make_unique<Process>())
{
    const std::string ffmpeg = find_in_path("ffmpeg");
    if (ffmpeg.empty()) {
        throw InputError(Problem{.file = "ffmpeg",
                                 .message =
                                     "this program makes the films, and it is not in PATH; install it (on Debian: "
                                     "apt install ffmpeg) or render single frames"});
    }
    process_->aside = aside_path(file);
    process_->picture_bytes = 3 * static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
    // A socket pair in place of a pipe: if the reader has ended, a write returns an error and causes no signal.
    std::array<int, 2> ends{};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
        throw std::system_error(errno, std::generic_category(), "socketpair");
    process_->input = Descriptor(ends[0]);
    const Descriptor other(ends[1]);
    const Descriptor nothing(open("/dev/null", O_WRONLY | O_CLOEXEC));
    process_->child = std::make_unique<Child>(arguments(ffmpeg, width, height, fps, process_->aside), other.number(),
                                              nothing.number(), process_->messages.number());
}

VideoWriter::~VideoWriter()
{
    if (process_ == nullptr) return;
    const fs::path aside = process_->aside;
    process_.reset();  // ends ffmpeg first
    std::error_code ignored;
    fs::remove(aside, ignored);
}

void VideoWriter::add(const Picture& picture)
{
    TULLE_ASSERT(process_ != nullptr && picture.rgb.size() == process_->picture_bytes, picture.width, picture.height);
    for (std::size_t sent = 0; sent < picture.rgb.size();) {
        const ssize_t n =
            send(process_->input.number(), picture.rgb.data() + sent, picture.rgb.size() - sent, MSG_NOSIGNAL);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) {
            static_cast<void>(process_->child->wait());
            throw OutputError(file_, "ffmpeg gave up: " + process_->messages.text());
        }
        sent += static_cast<std::size_t>(n);
    }
}

void VideoWriter::finish()
{
    process_->input.close();
    if (!process_->child->wait()) throw OutputError(file_, "ffmpeg failed: " + process_->messages.text());
    std::error_code failure;
    fs::rename(process_->aside, file_, failure);
    if (failure) throw OutputError(file_, failure.message());
    process_.reset();
}

}  // namespace tulle
