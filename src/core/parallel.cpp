#include "core/parallel.hpp"

#ifdef TULLE_HAS_TBB
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>
#endif
#ifdef TULLE_THREAD_SANITIZER
#include <sanitizer/tsan_interface.h>
#endif

namespace tulle {

#ifdef TULLE_HAS_TBB

// oneTBB identifies a global_control by its address, so that it must be built in place and never copied.
struct ThreadLimit::Control {
    explicit Control(int threads)
        : limit(oneapi::tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads))
    {}
    oneapi::tbb::global_control limit;
};

ThreadLimit::ThreadLimit(int threads)
{
    if (threads <= 0) return;
    control_ = std::make_unique<Control>(threads);
}

int thread_count()
{
    const auto allowed =
        oneapi::tbb::global_control::active_value(oneapi::tbb::global_control::max_allowed_parallelism);
    return std::min(static_cast<int>(allowed), oneapi::tbb::this_task_arena::max_concurrency());
}

namespace {

// oneTBB is not instrumented. The thread sanitizer therefore does not see that blocks start after the code before the
// loop and end before the code after it. These calls declare this order to the sanitizer. It still sees every race
// between blocks.
class ForkJoin {
public:
#ifdef TULLE_THREAD_SANITIZER
    void fork() { __tsan_release(&fork_); }
    void block_begins() { __tsan_acquire(&fork_); }
    void block_ends() { __tsan_release(&join_); }
    void join() { __tsan_acquire(&join_); }

private:
    char fork_ = 0, join_ = 0;
#else
    void fork() {}
    void block_begins() {}
    void block_ends() {}
    void join() {}
#endif
};

}  // namespace

void detail::run_blocks(std::size_t blocks, BlockFunction call, const void* body)
{
    if (blocks < 2 || thread_count() < 2) {
        for (std::size_t block = 0; block < blocks; ++block) call(body, block);
        return;
    }
    ForkJoin order;
    order.fork();
    oneapi::tbb::parallel_for(std::size_t{0}, blocks, [&](std::size_t block) {
        order.block_begins();
        call(body, block);
        order.block_ends();
    });
    order.join();
}

#else

struct ThreadLimit::Control {};

ThreadLimit::ThreadLimit(int) {}

int thread_count() { return 1; }

void detail::run_blocks(std::size_t blocks, BlockFunction call, const void* body)
{
    for (std::size_t block = 0; block < blocks; ++block) call(body, block);
}

#endif

ThreadLimit::~ThreadLimit() = default;

}  // namespace tulle
