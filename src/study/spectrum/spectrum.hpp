#pragma once
// Power spectra (Fourier) of the velocity of a grid cloth: over spatial frequencies in every frame, and over temporal
// frequencies (ATG07 section 5).

#include "study/common/study_progress.hpp"

#include <tulle/description.hpp>
#include <tulle/run_frames.hpp>

#include <array>
#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tulle {

/// Velocities of one grid cloth in every frame.
struct GridMotion {
    std::string scene{}, cloth{};
    std::array<int, 2> particles{0, 0};           // along the two sides; (a, b) is number a + b particles[0]
    std::array<double, 2> spacing{0, 0};          // m, between them at rest
    double fps = 25;                              // frames per second
    std::vector<int> frames{};                    // frame numbers
    std::vector<double> times{};                  // s
    std::vector<std::vector<Vec3>> velocities{};  // m/s, of all particles
    bool was_interrupted = false;                 // the remaining frames are missing

    [[nodiscard]] std::size_t particle_count() const
    {
        return static_cast<std::size_t>(particles[0]) * static_cast<std::size_t>(particles[1]);
    }
};

struct MotionOptions {
    std::string cloth{};                 // name; empty: the only cloth
    std::optional<double> from{}, to{};  // s; the run's start and end when not given
    std::function<void(const StudyProgress&)> on_progress{};
    const std::atomic<bool>* stop = nullptr;
};

/// Reads the velocities of a grid cloth from a run. `scene` must be the scene of the run. Throws InputError when the
/// cloth does not exist, is not a grid, or is one of several and not named, or when the time interval has fewer than
/// two frames.
[[nodiscard]] GridMotion read_grid_motion(RunFrames& run, const SceneDescription& scene,
                                          const MotionOptions& options = {});

/// Continuation of the velocities beyond the borders of the cloth, and before and after the frames. `repeated` is
/// periodic, as in a plain Fourier transform and in ATG07. `mirrored` continues with the mirror image, so that a
/// difference between opposite borders makes no high frequencies.
enum class Beyond { repeated, mirrored };

struct SpectrumOptions {
    Beyond beyond = Beyond::repeated;
    std::optional<std::size_t> frame{};  // index into motion.frames, for `plane`; default: mean of all frames
};

/// Power spectra of the velocity [m^2/s^2]. The sum over all frequencies is the mean square of the velocity over
/// particles (and frames).
struct VelocitySpectrum {
    /// Power over both spatial frequencies, with frequency zero in the middle: entry i + j size[0] belongs to
    /// i - size[0]/2 steps along the first side and j - size[1]/2 steps along the second.
    std::array<int, 2> size{0, 0};
    std::array<double, 2> step{0, 0};  // 1/m, between frequencies
    std::vector<double> plane{};
    /// Power over the magnitude of the spatial frequency: entry r sums the frequencies of all directions whose
    /// magnitude is nearest to r ring_step.
    double ring_step = 0;                      // 1/m
    std::vector<std::vector<double>> rings{};  // of every frame
    std::vector<double> mean_rings{};          // of all frames
    /// Power over temporal frequency: entry k belongs to k time_step, with both signs added.
    double time_step = 0;  // 1/s
    std::vector<double> times{};

    double mean_square = 0;  // m^2/s^2, over all particles and frames
    /// Fractions of the power: of the mean velocity of all particles, of waves of at least four spacings, and of
    /// shorter waves.
    double rigid_part = 0, long_part = 0, short_part = 0;
};

/// Computes all spectra of a motion.
[[nodiscard]] VelocitySpectrum velocity_spectrum(const GridMotion& motion, const SpectrumOptions& options = {});

}  // namespace tulle
