#include "preview.hpp"

#include "core/log.hpp"
#include "render/png_writer.hpp"
#include "render/render_run.hpp"

#include <tulle/run.hpp>

#include <exception>
#include <memory>
#include <string>

namespace tulle {
namespace {

constexpr double time_share = 0.1;  // of the run time
constexpr int preview_samples = 8;  // low quality suffices

}  // namespace

void Preview::show()
{
    const Clock::time_point start = Clock::now();
    if (is_broken_ || start - last_ < cost_ / time_share) return;
    try {
        const std::unique_ptr<RunFrames> frames = open_run(run_);
        RenderOptions options;
        options.width = 640;
        options.height = 360;
        options.samples = preview_samples;
        write_png(run_ / "preview.png", render_frame(*frames, frames->count() - 1, options));
    } catch (const std::exception& error) {
        is_broken_ = true;
        log(LogLevel::warning, std::string("preview.png is not updated any more: ") + error.what());
    }
    last_ = Clock::now();
    cost_ = last_ - start;
}

}  // namespace tulle
