#include "apps/process.hpp"

#include <array>
#include <csignal>
#include <stdexcept>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tulle {
namespace {

struct Pipe {
    std::array<int, 2> ends{-1, -1};
    Pipe()
    {
        if (pipe2(ends.data(), O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
    }
};

[[noreturn]] void become_tulle(const Launch& launch, std::vector<char*>& argv, int out, int err)
{
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    if (!launch.directory.empty() && chdir(launch.directory.c_str()) != 0) _exit(127);
    if (launch.file_size_limit) {
        const rlimit limit{*launch.file_size_limit, *launch.file_size_limit};
        if (setrlimit(RLIMIT_FSIZE, &limit) != 0) _exit(127);
    }
    execv(TULLE_PROGRAM, argv.data());
    _exit(127);
}

int exit_code_of(int status) { return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status); }

/// Appends what the pipe holds; false at its end.
bool take(int pipe_end, std::string& text)
{
    std::array<char, 4096> buffer{};
    const ssize_t count = read(pipe_end, buffer.data(), buffer.size());
    if (count > 0) text.append(buffer.data(), static_cast<std::size_t>(count));
    return count > 0;
}

}  // namespace

Process::Process(const Launch& launch)
{
    std::vector<std::string> words{TULLE_PROGRAM};
    words.insert(words.end(), launch.arguments.begin(), launch.arguments.end());
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);

    const Pipe out;
    const Pipe err;
    pid_ = fork();
    if (pid_ < 0) throw std::runtime_error("cannot fork");
    if (pid_ == 0) become_tulle(launch, argv, out.ends[1], err.ends[1]);
    close(out.ends[1]);
    close(err.ends[1]);
    out_ = out.ends[0];
    err_ = err.ends[0];
}

Process::~Process()
{
    if (is_running()) {
        send(SIGKILL);
        waitpid(pid_, nullptr, 0);
    }
    close(out_);
    close(err_);
}

void Process::send(int signal) const { kill(pid_, signal); }

bool Process::is_running()
{
    if (status_) return false;
    int status = 0;
    if (waitpid(pid_, &status, WNOHANG) != pid_) return true;
    status_ = status;
    return false;
}

Outcome Process::wait()
{
    Outcome outcome;
    std::array<pollfd, 2> ends{pollfd{out_, POLLIN, 0}, pollfd{err_, POLLIN, 0}};
    std::array<std::string*, 2> texts{&outcome.out, &outcome.err};
    for (int open = 2; open > 0;) {
        poll(ends.data(), ends.size(), -1);
        for (std::size_t i = 0; i < ends.size(); ++i) {
            if (ends[i].revents == 0 || take(ends[i].fd, *texts[i])) continue;
            ends[i].fd = -1;  // poll passes over it
            --open;
        }
    }
    if (!status_) {
        int status = 0;
        waitpid(pid_, &status, 0);
        status_ = status;
    }
    outcome.exit_code = exit_code_of(*status_);
    return outcome;
}

bool Process::wait_for(const std::filesystem::path& file)
{
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (!std::filesystem::exists(file)) {
        if (!is_running() || std::chrono::steady_clock::now() > end) return false;
        std::this_thread::sleep_for(std::chrono::microseconds(100));
    }
    return true;
}

Outcome run_tulle(const std::filesystem::path& directory, std::vector<std::string> arguments)
{
    return Process({.arguments = std::move(arguments), .directory = directory, .file_size_limit = {}}).wait();
}

}  // namespace tulle
