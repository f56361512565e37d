#include "interrupt.hpp"

#include "commands.hpp"

#include <csignal>

#include <unistd.h>

namespace tulle {
namespace {

std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may only touch lock-free atomics");

extern "C" void handle_signal(int)
{
    if (interrupted.exchange(true)) _exit(exit_interrupted);
}

}  // namespace

const std::atomic<bool>& watch_for_interrupt()
{
    struct sigaction action {};
    action.sa_handler = handle_signal;
    action.sa_flags = SA_RESTART;  // a write that was under way goes on
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
    // A file that may not grow further is an error of the write, which says so in words.
    std::signal(SIGXFSZ, SIG_IGN);
    return interrupted;
}

}  // namespace tulle
