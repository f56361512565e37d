#pragma once
// Preview pictures during a run, for image viewers that reload a changed file.

#include <chrono>
#include <filesystem>

namespace tulle {

class Preview {
public:
    explicit Preview(std::filesystem::path run) : run_(std::move(run)) {}

    /// Replaces preview.png in the run directory by a picture of the latest frame, unless the previews would exceed
    /// their share of the time. If a picture fails, the run continues without further previews.
    void show();

private:
    using Clock = std::chrono::steady_clock;

    std::filesystem::path run_;
    bool is_broken_ = false;
    Clock::time_point last_ = Clock::now();
    std::chrono::duration<double> cost_{0.3};  // of the last picture; a guess before the first one
};

}  // namespace tulle
