#pragma once
// Wall time by stage, for the run's report.

#include <tulle/report.hpp>

#include <chrono>

namespace tulle {

/// Adds the duration of its own lifetime to one entry of StageTimes.
class StageTimer {
public:
    explicit StageTimer(double& seconds) : seconds_(seconds), start_(std::chrono::steady_clock::now()) {}
    ~StageTimer() { seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }
    StageTimer(const StageTimer&) = delete;
    StageTimer& operator=(const StageTimer&) = delete;

private:
    double& seconds_;
    std::chrono::steady_clock::time_point start_;
};

}  // namespace tulle
