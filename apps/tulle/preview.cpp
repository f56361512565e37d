#include "preview.hpp"

#include "render/png_writer.hpp"
#include "render/render_run.hpp"
#include "run/stored_run.hpp"

#include <memory>

namespace tulle {
namespace {

constexpr double share = 0.1;  // of the time of the run
constexpr int samples = 8;     // a look, not a poster

}  // namespace

void Preview::show()
{
    const Clock::time_point start = Clock::now();
    if (start - last_ < cost_ / share) return;
    const std::unique_ptr<RunFrames> frames = open_run(run_);
    RenderOptions options;
    options.width = 640;
    options.height = 360;
    options.samples = samples;
    write_png(run_ / "preview.png", render_frame(*frames, frames->count() - 1, options));
    last_ = Clock::now();
    cost_ = last_ - start;
}

}  // namespace tulle
