#pragma once
// Number of threads that Tulle uses. Results never depend on this number.

#include <memory>

namespace tulle {

/// Limits the number of threads of all parallel work in Tulle during the lifetime of the object; 0 means all cores.
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

/// Returns the number of threads that parallel work uses now; 1 in a build without oneTBB.
[[nodiscard]] int thread_count();

}  // namespace tulle
