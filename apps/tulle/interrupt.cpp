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
    action.sa_flags = SA_RESTART;  // continues an interrupted write
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
    // If a file reaches the size limit, the write returns an error and the signal does not end the program.
    std::signal(SIGXFSZ, SIG_IGN);
    return interrupted;
}

}  // namespace tulle
