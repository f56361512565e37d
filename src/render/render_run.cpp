#include "render/render_run.hpp"

#include "core/list_names.hpp"
#include "render/colour_bar.hpp"
#include "render/denoise.hpp"
#include "render/run_models.hpp"
#include "render/tracer.hpp"

#include <tulle/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace tulle {
namespace {

// Pictures with colours of a field have colourless light and a bright ground.
constexpr float neutral_key = 0.80F, neutral_zenith = 0.50F, neutral_horizon = 0.36F;

void light_neutrally(RenderScene& scene)
{
    scene.lighting.key = Colour::Constant(neutral_key);
    scene.lighting.zenith = Colour::Constant(neutral_zenith);
    scene.lighting.horizon = Colour::Constant(neutral_horizon);
    scene.lighting.key_half_angle = 12;
    scene.backdrop = {.ground = from_hex(0xe4e5e7), .horizon = from_hex(0xf1f1f2), .top = from_hex(0xfbfbfb)};
}

void paint_neutrally(std::span<ObstacleModel> obstacles)
{
    for (ObstacleModel& obstacle : obstacles) {
        obstacle.finish = Finish::matte;
        obstacle.colour = from_hex(0xbfc1c5);
    }
}

std::size_t find_field(const RunFrames& run, const std::string& name)
{
    const auto fields = run.fields();
    const auto found = std::ranges::find(fields, name, &FieldDescription::name);
    if (found != fields.end()) return static_cast<std::size_t>(found - fields.begin());
    throw InputError(Problem{
        .key = "--colour",
        .message = fmt::format("expected one of {}, found {}", list_names(fields, &FieldDescription::name), name)});
}

ValueSpread spread_over(RunFrames& run, std::size_t field, std::span<const int> frames)
{
    constexpr std::size_t enough = 1 << 22;  // values for the percentiles
    std::vector<double> sample;
    ValueSpread ends{.min = std::numeric_limits<double>::infinity(), .max = -std::numeric_limits<double>::infinity()};
    for (const int frame : frames) {
        static_cast<void>(run.read(frame));
        const std::span<const double> values = run.values(field);
        const std::size_t stride = 1 + values.size() * frames.size() / enough;
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (!std::isfinite(values[i])) continue;
            ends.min = std::min(ends.min, values[i]);
            ends.max = std::max(ends.max, values[i]);
            if (i % stride == 0) sample.push_back(values[i]);
        }
    }
    ValueSpread spread = spread_of(sample);
    if (ends.min <= ends.max) spread.min = ends.min, spread.max = ends.max;
    return spread;
}

ColourScale scale_of(const FieldDescription& field, const ValueSpread& numbers,
                     const std::optional<std::array<double, 2>>& asked)
{
    if (!asked) return field.is_place ? place_scale(numbers) : amount_scale(numbers);
    const auto [min, max] = *asked;
    return {min, max, !field.is_place && min < 0 && max > 0, numbers.min<min, numbers.max> max};
}

/// Draws the colour bar of a field. Ratios are in percent.
void draw_legend(Picture& picture, ColourScale scale, const FieldDescription& field)
{
    const bool is_ratio = field.unit == "1";
    if (is_ratio) scale.min *= 100, scale.max *= 100;
    draw_colour_bar(picture, scale, std::string(field.name), is_ratio ? "%" : std::string(field.unit));
}

}  // namespace

RunRenderer::RunRenderer(RunFrames& run, RenderOptions options, std::span<const int> frames)
    : run_(run), options_(std::move(options))
{
    for (const int frame : frames) {
        if (frame >= 0 && frame < run.count()) continue;
        throw InputError(Problem{
            .key = "--frame",
            .message = fmt::format("expected 0 to {}, the frames of the run, found {}", run.count() - 1, frame)});
    }
    if (!options_.colour.empty()) field_ = find_field(run, options_.colour);
    rest_ = cloth_rests(run);

    RunExtent extent = extent_of(run, frames);
    base_.center = extent.bounds.center();
    base_.radius = 0.5 * extent.bounds.diagonal().norm();
    stage_ = std::move(extent.stage);
    base_.edges = options_.edges;

    const double azimuth = options_.azimuth.value_or(extent.azimuth);
    const double elevation = options_.elevation.value_or(extent.elevation);
    Margins margins;
    if (field_) {
        light_neutrally(base_);
        base_.colours = scale_of(run.fields()[*field_], spread_over(run, *field_, frames), options_.range);
        margins.right = 0.02 + colour_bar_width(options_.width, options_.height);
    }
    base_.camera = frame_points(extent.points, view_direction(azimuth, elevation),
                                static_cast<double>(options_.width) / options_.height, margins);
    base_.camera.focal_length *= options_.zoom;
    base_.camera.f_number = options_.f_number;
    // Key light from the side of the camera, so that shadows show the folds.
    base_.lighting.key_direction = view_direction(azimuth - 76, 38);
}

RenderScene RunRenderer::scene(int frame)
{
    RenderScene scene = base_;
    const FrameData& data = run_.read(frame);
    const std::span<const double> values = field_ ? run_.values(*field_) : std::span<const double>();
    scene.cloths = cloth_models(data, rest_, values, options_.texture);
    scene.obstacles = stage_.obstacles(frame);
    scene.ground = stage_.ground(frame);
    if (field_) paint_neutrally(scene.obstacles);
    return scene;
}

Picture RunRenderer::picture(int frame, const std::function<bool(double)>& on_progress)
{
    const RenderScene shown = scene(frame);
    const TracedImage traced =
        trace(shown, {.width = options_.width, .height = options_.height, .samples = options_.samples}, on_progress);
    const Image image = denoise(traced);
    if (!field_) return develop(image, ToneCurve::film);
    Picture picture = develop(image, ToneCurve::clip);
    draw_legend(picture, *shown.colours, run_.fields()[*field_]);
    return picture;
}

Picture render_frame(RunFrames& run, int frame, const RenderOptions& options)
{
    return RunRenderer(run, options, std::span(&frame, 1)).picture(frame);
}

}  // namespace tulle
