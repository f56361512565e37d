#pragma once
// Number of threads that Tulle uses. Results never depend on this number.
// Thread safety: limits may begin and end in any thread at any time, also while other threads take steps.

#include <memory>

namespace tulle {

/// Limits the number of threads of all parallel work in Tulle during the lifetime of the object; 0 means all cores.
/// The limit holds for all threads of the program. Of several limits at the same time the smallest counts.
class ThreadLimit {
public:
    explicit ThreadLimit(int threads);
    ~ThreadLimit();
    ThreadLimit(const ThreadLimit&) = delete;
    ThreadLimit& operator=(const ThreadLimit&) = delete;

private:
    struct Control;
    std::unique_ptr<Control> control_;
};

/// Returns the number of threads that parallel work of the calling thread uses now; 1 in a build without oneTBB.
[[nodiscard]] int thread_count();

}  // namespace tulle
