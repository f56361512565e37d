#pragma once
// How far a study is, for those who wait.

#include <atomic>
#include <chrono>
#include <functional>
#include <string>

namespace tulle {

struct StudyProgress {
    std::string what;      // "reference", "bdf2 at dt = 0.0025 s"
    double fraction = 0;   // of everything, roughly
    double elapsed = 0;    // s of wall time
    double remaining = 0;  // s of wall time, roughly
};

/// Who waits for one part of a study: hears how much of it is done and what is under way, and may end it.
struct StudyListener {
    std::function<void(double part, const std::string& what)> tell{};
    const std::atomic<bool>* stop = nullptr;

    [[nodiscard]] bool keep_going() const { return stop == nullptr || !stop->load(); }
    void hear(double part, const std::string& what) const
    {
        if (tell) tell(part, what);
    }
};

/// Runs from when it is made.
class StudyClock {
public:
    /// `fraction` of everything is done, `what` is under way.
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
