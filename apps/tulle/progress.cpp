#include "progress.hpp"

#include "print.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

namespace tulle {
namespace {

constexpr double redraw_interval = 0.1;  // s; more often only flickers
constexpr double line_interval = 2.0;    // s; a log of a long run stays short, and a short run prints none
constexpr int bar_width = 20;

double fraction(const RunProgress& progress)
{
    return progress.frame_count > 0 ? static_cast<double>(progress.frame) / progress.frame_count : 1.0;
}

std::string bar(double done)
{
    const int filled = std::clamp(static_cast<int>(done * bar_width), 0, bar_width);
    return fmt::format("[{:=<{}}{: <{}}]", "", filled, "", bar_width - filled);
}

}  // namespace

std::string progress_text(const RunProgress& progress)
{
    return fmt::format("frame {}/{}  {:.0f} %  {:.3f} s simulated  {} left  {} contacts", progress.frame,
                       progress.frame_count, 100 * fraction(progress), progress.time,
                       readable_duration(progress.remaining), progress.contacts);
}

void ProgressDisplay::show(const RunProgress& progress)
{
    const bool is_last = progress.frame == progress.frame_count;
    if (progress.elapsed - last_ < (is_terminal_ ? redraw_interval : line_interval) || is_last) return;
    last_ = progress.elapsed;
    if (is_terminal_) {
        std::fputs(fmt::format("\r{} {}\x1b[K", bar(fraction(progress)), progress_text(progress)).c_str(), stderr);
        is_drawn_ = true;
    } else {
        std::fputs((progress_text(progress) + '\n').c_str(), stderr);
    }
}

void ProgressDisplay::clear()
{
    if (is_drawn_) std::fputs("\r\x1b[K", stderr);
    is_drawn_ = false;
}

}  // namespace tulle
