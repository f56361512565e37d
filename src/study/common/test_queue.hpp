#pragma once
// Many tests one after the other, each with a cost, as one study that tells how far it is and can be ended.

#include "study/common/study_progress.hpp"

#include <algorithm>
#include <atomic>
#include <functional>
#include <string>

namespace tulle {

struct StudyWatch {
    std::function<void(const StudyProgress& progress)> on_progress = nullptr;
    const std::atomic<bool>* stop = nullptr;  // true ends the tests
};

class TestQueue {
public:
    TestQueue(const StudyWatch& watch, double whole_cost) : watch_(watch), whole_cost_(whole_cost) {}

    [[nodiscard]] bool is_stopped() const { return watch_.stop != nullptr && watch_.stop->load(); }

    /// For the test at hand: tells how far everything is. A fraction below zero tells that time goes on.
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
