#pragma once
// Progress of a study: fraction done, time elapsed and remaining; and the flag that stops the study.

#include <atomic>
#include <chrono>
#include <functional>
#include <string>

namespace tulle {

struct StudyProgress {
    std::string what;      // "reference", "bdf2 at dt = 0.0025 s"
    double fraction = 0;   // of the whole study, roughly
    double elapsed = 0;    // s of wall time
    double remaining = 0;  // s of wall time, roughly
};

/// Listener of one part of a study. `tell` receives the fraction done and a description of the current work; `stop`
/// ends the part.
struct StudyListener {
    std::function<void(double part, const std::string& what)> tell{};
    const std::atomic<bool>* stop = nullptr;

    [[nodiscard]] bool keep_going() const { return stop == nullptr || !stop->load(); }
    void hear(double part, const std::string& what) const
    {
        if (tell) tell(part, what);
    }
};

/// Measures wall time from its construction and estimates the time that remains.
class StudyClock {
public:
    /// Returns the progress when `fraction` of the study is done and `what` is being computed.
    [[nodiscard]] StudyProgress at(double fraction, std::string what) const
    {
        const double elapsed = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
        return {.what = std::move(what),
                .fraction = fraction,
                .elapsed = elapsed,
                .remaining = fraction > 0 ? elapsed * (1 - fraction) / fraction : 0};
    }

private:
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace tulle
