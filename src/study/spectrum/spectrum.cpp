#include "study/spectrum/spectrum.hpp"

#include "core/counted.hpp"
#include "core/refuse.hpp"
#include "mesh/cloth_or_body.hpp"
#include "study/spectrum/fourier.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tulle {
namespace {

std::string quoted_names(std::span<const ClothView> cloths)
{
    std::string text;
    for (const ClothView& cloth : cloths) text += fmt::format("{}'{}'", text.empty() ? "" : ", ", cloth.name);
    return text;
}

/// Returns the index of the requested cloth.
std::size_t find_cloth(const RunFrames& run, const std::string& name)
{
    const std::span<const ClothView> cloths = run.cloths();
    if (name.empty()) {
        if (cloths.size() == 1) return 0;
        refuse(run.name(),
               fmt::format("has {} cloths; name one with --cloth: {}", cloths.size(), quoted_names(cloths)));
    }
    const auto found = std::ranges::find(cloths, name, &ClothView::name);
    if (found == cloths.end())
        refuse(run.name(), fmt::format("has no cloth '{}'; it has {}", name, quoted_names(cloths)));
    return static_cast<std::size_t>(found - cloths.begin());
}

/// Values of one component on a grid of nx x ny points. With Beyond::mirrored they are continued by their mirror image
/// along both sides.
class Samples {
public:
    Samples(int nx, int ny, Beyond beyond) : nx_(nx), ny_(ny), fold_(beyond == Beyond::mirrored ? 2 : 1) {}

    /// A side with one point is not mirrored.
    [[nodiscard]] int width() const { return nx_ > 1 ? fold_ * nx_ : 1; }
    [[nodiscard]] int height() const { return ny_ > 1 ? fold_ * ny_ : 1; }
    template <class Value>
    [[nodiscard]] std::span<const double> of(const Value& value)
    {
        values_.clear();
        for (int j = 0; j < height(); ++j)
            for (int i = 0; i < width(); ++i)
                values_.push_back(value(std::min(i, 2 * nx_ - 1 - i), std::min(j, 2 * ny_ - 1 - j)));
        return values_;
    }

private:
    int nx_, ny_, fold_;
    std::vector<double> values_;
};

/// Computes the spatial spectra: plane, rings and fractions of the power.
class PlaneSpectrum {
public:
    PlaneSpectrum(const GridMotion& motion, const SpectrumOptions& options, VelocitySpectrum& result)
        : motion_(motion),
          samples_(motion.particles[0], motion.particles[1], options.beyond),
          transform_(samples_.width(), samples_.height()),
          result_(result)
    {
        result.size = {samples_.width(), samples_.height()};
        for (std::size_t side = 0; side < 2; ++side) result.step[side] = 1 / (result.size[side] * motion.spacing[side]);
        result.ring_step = std::min(result.step[0], result.step[1]);
        power_.resize(static_cast<std::size_t>(result.size[0]) * static_cast<std::size_t>(result.size[1]));
        result.plane.assign(power_.size(), 0);
        result.mean_rings.assign(ring_of(result.size[0] / 2, result.size[1] / 2) + 1, 0);
    }

    /// Adds one frame; `weight` is its weight in the plane.
    void add(std::size_t frame, double weight)
    {
        const std::vector<Vec3>& velocities = motion_.velocities[frame];
        std::ranges::fill(power_, 0);
        for (int axis = 0; axis < 3; ++axis)
            transform_.add(samples_.of([&](int a, int b) {
                return velocities[static_cast<std::size_t>(a) +
                                  static_cast<std::size_t>(b) * static_cast<std::size_t>(motion_.particles[0])][axis];
            }),
                           power_);
        const auto [nx, ny] = result_.size;
        std::vector<double>& rings = result_.rings.emplace_back(result_.mean_rings.size(), 0);
        const double share = 1 / static_cast<double>(motion_.velocities.size());
        for (int j = 0; j < ny; ++j)
            for (int i = 0; i < nx; ++i) {
                const double power = power_[static_cast<std::size_t>(i) + static_cast<std::size_t>(j) * nx];
                const int across = waves_of(i, nx), along = waves_of(j, ny);
                rings[ring_of(across, along)] += power;
                part_of(across, along) += share * power;
                result_.plane[static_cast<std::size_t>(across + nx / 2) +
                              static_cast<std::size_t>(along + ny / 2) * static_cast<std::size_t>(nx)] +=
                    weight * power;
            }
        for (std::size_t r = 0; r < rings.size(); ++r) result_.mean_rings[r] += share * rings[r];
    }

private:
    [[nodiscard]] std::size_t ring_of(int across, int along) const
    {
        const double frequency = std::hypot(across * result_.step[0], along * result_.step[1]);
        return static_cast<std::size_t>(std::lround(frequency / result_.ring_step));
    }
    [[nodiscard]] double& part_of(int across, int along) const
    {
        if (across == 0 && along == 0) return result_.rigid_part;
        // Waves per spacing: 0.25 is half of the highest frequency of a grid along a side.
        const double fineness = std::max(std::abs(across) / static_cast<double>(result_.size[0]),
                                         std::abs(along) / static_cast<double>(result_.size[1]));
        return fineness <= 0.25 ? result_.long_part : result_.short_part;
    }

    const GridMotion& motion_;
    Samples samples_;
    PowerSpectrum transform_;
    VelocitySpectrum& result_;
    std::vector<double> power_;
};

void add_temporal(const GridMotion& motion, Beyond beyond, VelocitySpectrum& result)
{
    Samples samples(static_cast<int>(motion.velocities.size()), 1, beyond);
    const int count = samples.width();
    PowerSpectrum transform(count);
    std::vector<double> power(static_cast<std::size_t>(count), 0);
    for (std::size_t particle = 0; particle < motion.particle_count(); ++particle)
        for (int axis = 0; axis < 3; ++axis)
            transform.add(
                samples.of([&](int k, int) { return motion.velocities[static_cast<std::size_t>(k)][particle][axis]; }),
                power);
    result.time_step = motion.fps / count;
    result.times.assign(static_cast<std::size_t>(count / 2) + 1, 0);
    for (int k = 0; k < count; ++k)
        result.times[static_cast<std::size_t>(std::abs(waves_of(k, count)))] +=
            power[static_cast<std::size_t>(k)] / static_cast<double>(motion.particle_count());
}

}  // namespace

GridMotion read_grid_motion(RunFrames& run, const SceneDescription& scene, const MotionOptions& options)
{
    const std::size_t which = find_cloth(run, options.cloth);
    const ClothView& cloth = run.cloths()[which];
    const ClothOrBody described = cloth_or_body(scene, which);
    const GridDescription* grid = described.grid();
    if (grid == nullptr) refuse(run.name(), fmt::format("'{}' is no grid, and spectra are of grids", cloth.name));
    GridMotion motion{.scene = std::string(run.name()), .cloth = std::string(cloth.name), .particles = grid->particles};
    motion.fps = run.fps();
    for (int side = 0; side < 2; ++side)
        motion.spacing[static_cast<std::size_t>(side)] =
            grid->size[side] / (grid->particles[static_cast<std::size_t>(side)] - 1);
    constexpr double rounding = 1e-6;  // frames
    const int first = options.from ? static_cast<int>(std::ceil(*options.from * run.fps() - rounding)) : 0;
    const int last = options.to ? static_cast<int>(std::floor(*options.to * run.fps() + rounding)) : run.count();
    const int begin = std::max(first, 0), end = std::min(last + 1, run.count());
    if (end - begin < 2)
        refuse(run.name(),
               fmt::format("has {}{}; spectra need two at least", counted(std::max(end - begin, 0), "frame"),
                           options.from || options.to ? " in the time that was named" : ""));
    const StudyClock clock;
    for (int index = begin; index < end; ++index) {
        const FrameData& frame = run.read(index);
        const auto seen = frame.velocities.subspan(static_cast<std::size_t>(cloth.first_particle),
                                                   static_cast<std::size_t>(cloth.particle_count));
        motion.frames.push_back(frame.frame);
        motion.times.push_back(frame.time);
        motion.velocities.emplace_back(seen.begin(), seen.end());
        if (options.on_progress)
            options.on_progress(clock.at((index + 1.0 - begin) / (end - begin),
                                         fmt::format("frame {} of {}", index + 1 - begin, end - begin)));
        motion.was_interrupted = options.stop != nullptr && *options.stop && index + 1 < end;
        if (motion.was_interrupted) break;
    }
    return motion;
}

VelocitySpectrum velocity_spectrum(const GridMotion& motion, const SpectrumOptions& options)
{
    VelocitySpectrum result;
    PlaneSpectrum plane(motion, options, result);
    const std::size_t count = motion.velocities.size();
    for (std::size_t frame = 0; frame < count; ++frame)
        plane.add(frame, options.frame ? (frame == *options.frame ? 1.0 : 0.0) : 1 / static_cast<double>(count));
    for (const double power : result.mean_rings) result.mean_square += power;
    if (result.mean_square > 0)
        for (double* part : {&result.rigid_part, &result.long_part, &result.short_part}) *part /= result.mean_square;
    add_temporal(motion, options.beyond, result);
    return result;
}

}  // namespace tulle
