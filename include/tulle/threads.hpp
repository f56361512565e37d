#pragma once
// How many threads Tulle may use. Results never depend on it.

#include <memory>

namespace tulle {

/// Limits the threads used by everything Tulle does while it lives; 0 means all cores.
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

/// Threads that parallel work uses now: 1 in a build without oneTBB.
[[nodiscard]] int thread_count();

}  // namespace tulle
