#pragma once
// Runs several tests in sequence as one study. Each test has a cost; the queue reports the progress of the whole study
// and can be stopped.

#include "study/common/study_progress.hpp"

#include <algorithm>
#include <atomic>
#include <functional>
#include <string>

namespace tulle {

struct StudyWatch {
    std::function<void(const StudyProgress& progress)> on_progress = nullptr;
    const std::atomic<bool>* stop = nullptr;  // true stops the tests
};

class TestQueue {
public:
    TestQueue(const StudyWatch& watch, double whole_cost) : watch_(watch), whole_cost_(whole_cost) {}

    [[nodiscard]] bool is_stopped() const { return watch_.stop != nullptr && watch_.stop->load(); }

    /// Returns the progress callback of the current test: it reports the progress of the whole study and returns false
    /// when the study is stopped. A fraction below zero only updates the elapsed time.
    std::function<bool(double)> watch(const std::string& what, double cost)
    {
        return [this, what, cost](double fraction) {
            if (fraction >= 0) done_ = std::max(done_, before_ + fraction * cost);
            if (watch_.on_progress) watch_.on_progress(clock_.at(std::min(done_ / whole_cost_, 1.0), what));
            return !is_stopped();
        };
    }
    void finish(double cost) { done_ = before_ += cost; }

private:
    const StudyWatch& watch_;
    double whole_cost_;
    StudyClock clock_{};
    double before_ = 0, done_ = 0;
};

}  // namespace tulle
