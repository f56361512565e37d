#pragma once
// Runs the tulle program as a user's shell would, and keeps what it says.

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace tulle {

struct Outcome {
    int exit_code = -1;  // 128 + signal when one ended it
    std::string out;     // standard output
    std::string err;     // standard error
};

struct Launch {
    std::vector<std::string> arguments;
    std::filesystem::path directory;               // where it runs
    std::optional<unsigned long> file_size_limit;  // bytes; writing beyond fails as it does on a full disk
};

/// A running tulle. Output is read while waiting, so it may be of any length that a pipe takes in between.
class Process {
public:
    explicit Process(const Launch& launch);
    ~Process();  // kills what still runs
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;

    void send(int signal) const;
    [[nodiscard]] bool is_running();
    [[nodiscard]] Outcome wait();

    /// Until `file` exists; false when the process ended before, or after a minute.
    [[nodiscard]] bool wait_for(const std::filesystem::path& file);

private:
    pid_t pid_ = -1;
    int out_ = -1;
    int err_ = -1;
    std::optional<int> status_;
};

[[nodiscard]] Outcome run_tulle(const std::filesystem::path& directory, std::vector<std::string> arguments);

}  // namespace tulle
