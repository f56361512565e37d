#pragma once
// Shows the progress of a run on standard error: a redrawn line on a terminal, and occasional plain lines elsewhere.

#include "study/common/study_progress.hpp"

#include <tulle/run.hpp>

#include <string>

namespace tulle {

class ProgressDisplay {
public:
    explicit ProgressDisplay(bool is_terminal) : is_terminal_(is_terminal) {}

    void show(const RunProgress& progress);
    void show(const StudyProgress& progress);
    /// Shows the progress of any work: the completed fraction, the text of the line, and the elapsed time [s].
    void show(double fraction, const std::string& text, double elapsed);
    /// Clears the line, so that later output starts on an empty line.
    void clear();

private:
    bool is_terminal_;
    bool is_drawn_ = false;
    double last_ = 0;  // s, elapsed time when last shown
};

/// Returns a text such as "frame 12/50  24 %  0.480 s simulated  3.1 s left  17 contacts"
[[nodiscard]] std::string progress_text(const RunProgress& progress);

}  // namespace tulle
