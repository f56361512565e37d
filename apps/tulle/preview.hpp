#pragma once
// Pictures while a run goes on: an image viewer that reloads shows how it gets along.

#include <chrono>
#include <filesystem>

namespace tulle {

class Preview {
public:
    explicit Preview(std::filesystem::path run) : run_(std::move(run)) {}

    /// Replaces preview.png in the run directory by a picture of the latest frame, unless that would take more than
    /// its share of the time. A picture that cannot be made is no reason to stop: there are none from then on.
    void show();

private:
    using Clock = std::chrono::steady_clock;

    std::filesystem::path run_;
    bool is_broken_ = false;
    Clock::time_point last_ = Clock::now();
    std::chrono::duration<double> cost_{0.3};  // of the last picture; a guess before the first
};

}  // namespace tulle
