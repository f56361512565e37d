#pragma once
// What waves the velocity of a grid cloth is made of: over the cloth in every frame, and over time (ATG07 section 5).

#include "output/run_frames.hpp"
#include "study/common/study_progress.hpp"

#include <tulle/description.hpp>

#include <array>
#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tulle {

/// Velocities of one grid cloth, frame by frame.
struct GridMotion {
    std::string scene{}, cloth{};
    std::array<int, 2> particles{0, 0};           // along the two sides; (a, b) is number a + b particles[0]
    std::array<double, 2> spacing{0, 0};          // m, between them at rest
    double fps = 25;                              // frames per second
    std::vector<int> frames{};                    // their numbers
    std::vector<double> times{};                  // s
    std::vector<std::vector<Vec3>> velocities{};  // m/s, of all particles
    bool was_interrupted = false;                 // the rest is missing

    [[nodiscard]] std::size_t particle_count() const
    {
        return static_cast<std::size_t>(particles[0]) * static_cast<std::size_t>(particles[1]);
    }
};

struct MotionOptions {
    std::string cloth{};                 // its name; empty: the only one
    std::optional<double> from{}, to{};  // s; the run's start and end when not given
    std::function<void(const StudyProgress&)> on_progress{};
    const std::atomic<bool>* stop = nullptr;
};

/// `scene` is the run's own. Throws InputError when the cloth is no grid, none or not named, or fewer than two frames
/// are left.
[[nodiscard]] GridMotion read_grid_motion(RunFrames& run, const SceneDescription& scene,
                                          const MotionOptions& options = {});

/// What is taken to lie beyond the borders of the cloth, and before and after the frames: the same again, as Fourier
/// has it and ATG07; or its mirror image, so that what differs between opposite borders makes no high frequencies.
enum class Beyond { repeated, mirrored };

struct SpectrumOptions {
    Beyond beyond = Beyond::repeated;
    std::optional<std::size_t> frame{};  // index into motion.frames that `plane` is of; the mean of all when not given
};

/// Power is that of the velocity, in m^2/s^2: over all frequencies it adds to the mean of its square over particles
/// (and frames).
struct VelocitySpectrum {
    /// Over both sides: centred, number (i, j) at i + j size[0] is that of i - size[0]/2 steps along the first.
    std::array<int, 2> size{0, 0};
    std::array<double, 2> step{0, 0};  // 1/m, between frequencies
    std::vector<double> plane{};
    /// Over their distance from none, whatever their direction: number r counts those next to r ring_step.
    double ring_step = 0;                      // 1/m
    std::vector<std::vector<double>> rings{};  // of every frame
    std::vector<double> mean_rings{};          // of all frames
    /// Over temporal frequency: number k at k time_step, both signs together.
    double time_step = 0;  // 1/s
    std::vector<double> times{};

    double mean_square = 0;  // m^2/s^2, of everything
    /// Parts of the power: of the mean of all particles, of waves of at least four spacings, and of shorter ones.
    double rigid_part = 0, long_part = 0, short_part = 0;
};

[[nodiscard]] VelocitySpectrum velocity_spectrum(const GridMotion& motion, const SpectrumOptions& options = {});

}  // namespace tulle
