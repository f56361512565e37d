#pragma once
// The progress of a run on standard error: a line that is redrawn on a terminal, now and then a plain line elsewhere.

#include "run/runner.hpp"
#include "study/common/study_progress.hpp"

#include <string>

namespace tulle {

class ProgressDisplay {
public:
    explicit ProgressDisplay(bool is_terminal) : is_terminal_(is_terminal) {}

    void show(const RunProgress& progress);
    void show(const StudyProgress& progress);
    /// Likewise for anything else: the part done, the line, and the seconds since it began.
    void show(double fraction, const std::string& text, double elapsed);
    /// Clears the line, so that what is printed next starts on a clean one.
    void clear();

private:
    bool is_terminal_;
    bool is_drawn_ = false;
    double last_ = 0;  // s, elapsed time when last shown
};

/// "frame 12/50  24 %  0.480 s simulated  3.1 s left  17 contacts"
[[nodiscard]] std::string progress_text(const RunProgress& progress);

}  // namespace tulle
