#include "progress.hpp"

#include "print.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

namespace tulle {
namespace {

constexpr double redraw_interval = 0.1;  // s; shorter intervals would flicker
constexpr double line_interval = 2.0;    // s; keeps the log of a long run short, and a short run prints no line
constexpr int progress_bar_width = 20;

double part_done(const RunProgress& progress)
{
    return progress.frame_count > 0 ? static_cast<double>(progress.frame) / progress.frame_count : 1.0;
}

std::string bar(double done)
{
    const int filled = std::clamp(static_cast<int>(done * progress_bar_width), 0, progress_bar_width);
    return fmt::format("[{:=<{}}{: <{}}]", "", filled, "", progress_bar_width - filled);
}

}  // namespace

std::string progress_text(const RunProgress& progress)
{
    return fmt::format("frame {}/{}  {:.0f} %  {:.3f} s simulated  {} left  {} contacts", progress.frame,
                       progress.frame_count, 100 * part_done(progress), progress.time,
                       readable_duration(progress.remaining), progress.contacts);
}

void ProgressDisplay::show(const RunProgress& progress)
{
    if (progress.frame != progress.frame_count) show(part_done(progress), progress_text(progress), progress.elapsed);
}

void ProgressDisplay::show(const StudyProgress& progress)
{
    show(progress.fraction,
         fmt::format("{:.0f} %  about {} left  {}", 100 * progress.fraction, readable_duration(progress.remaining),
                     progress.what),
         progress.elapsed);
}

void ProgressDisplay::show(double fraction, const std::string& text, double elapsed)
{
    if (elapsed - last_ < (is_terminal_ ? redraw_interval : line_interval)) return;
    last_ = elapsed;
    if (is_terminal_) {
        std::fputs(fmt::format("\r{} {}\x1b[K", bar(fraction), text).c_str(), stderr);
        is_drawn_ = true;
    } else {
        std::fputs((text + '\n').c_str(), stderr);
    }
}

void ProgressDisplay::clear()
{
    if (is_drawn_) std::fputs("\r\x1b[K", stderr);
    is_drawn_ = false;
}

}  // namespace tulle
