#include "study/spectrum/spectrum.hpp"

#include "render/fake_run.hpp"
#include "study/spectrum/fourier.hpp"

#include <tulle/error.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>
#include <numeric>
#include <random>

namespace tulle {
namespace {

constexpr double pi = std::numbers::pi;

/// `velocity` of particle (a, b) in frame k.
GridMotion motion_of(std::array<int, 2> particles, int frames, const std::function<Vec3(int, int, int)>& velocity)
{
    GridMotion motion{.particles = particles, .spacing = {0.1, 0.05}, .fps = 50};
    for (int k = 0; k < frames; ++k) {
        motion.frames.push_back(k);
        motion.times.push_back(k / motion.fps);
        std::vector<Vec3>& all = motion.velocities.emplace_back();
        for (int b = 0; b < particles[1]; ++b)
            for (int a = 0; a < particles[0]; ++a) all.push_back(velocity(a, b, k));
    }
    return motion;
}

GridMotion random_motion(std::array<int, 2> particles, int frames)
{
    std::mt19937 random(7);
    std::uniform_real_distribution<double> number(-1, 2);
    return motion_of(particles, frames,
                     [&](int, int, int) { return Vec3(number(random), number(random), number(random)); });
}

double sum(std::span<const double> values) { return std::accumulate(values.begin(), values.end(), 0.0); }

double mean_square(const std::vector<Vec3>& all)
{
    double total = 0;
    for (const Vec3& v : all) total += v.squaredNorm();
    return total / static_cast<double>(all.size());
}

double plane_at(const VelocitySpectrum& spectrum, int across, int along)
{
    const auto [nx, ny] = spectrum.size;
    return spectrum.plane[static_cast<std::size_t>(across + nx / 2 + (along + ny / 2) * nx)];
}

/// Even and odd numbers of particles and frames, with and without mirror images.
TEST(VelocitySpectrum, AddsToTheMeanSquareOfTheVelocity)
{
    for (const std::array<int, 2> particles : {std::array{12, 7}, std::array{5, 5}, std::array{2, 9}})
        for (const int frames : {2, 9})
            for (const Beyond beyond : {Beyond::repeated, Beyond::mirrored}) {
                const GridMotion motion = random_motion(particles, frames);
                const VelocitySpectrum spectrum = velocity_spectrum(motion, {.beyond = beyond});
                double all = 0;
                for (std::size_t k = 0; k < motion.velocities.size(); ++k) {
                    const double here = mean_square(motion.velocities[k]);
                    EXPECT_NEAR(sum(spectrum.rings[k]), here, 1e-12 * here);
                    all += here / frames;
                }
                for (const double total :
                     {sum(spectrum.plane), sum(spectrum.mean_rings), sum(spectrum.times), spectrum.mean_square})
                    EXPECT_NEAR(total, all, 1e-12 * all);
                EXPECT_NEAR(spectrum.rigid_part + spectrum.long_part + spectrum.short_part, 1, 1e-12);
            }
}

/// cos: half of its power at each sign of its frequency.
TEST(VelocitySpectrum, AWaveIsInItsPlace)
{
    constexpr std::array<int, 2> particles{16, 10};
    for (const auto& waves : {std::pair{3, 0}, std::pair{0, 2}, std::pair{5, -4}, std::pair{2, 3}}) {
        const int across = waves.first, along = waves.second;
        const GridMotion motion = motion_of(particles, 2, [&](int a, int b, int) {
            return Vec3(0, 0, 3 * std::cos(2 * pi * (across * a / 16.0 + along * b / 10.0)));
        });
        const VelocitySpectrum spectrum = velocity_spectrum(motion);
        EXPECT_NEAR(plane_at(spectrum, across, along), 9 / 4.0, 1e-12);
        EXPECT_NEAR(plane_at(spectrum, -across, -along), 9 / 4.0, 1e-12);
        EXPECT_NEAR(sum(spectrum.plane), 9 / 2.0, 1e-12);
        // 16 spacings of 0.1 m, 10 of 0.05 m.
        EXPECT_NEAR(spectrum.step[0], 1 / 1.6, 1e-12);
        EXPECT_NEAR(spectrum.step[1], 1 / 0.5, 1e-12);
        const double frequency = std::hypot(across / 1.6, along / 0.5);
        const auto ring = static_cast<std::size_t>(std::lround(frequency / spectrum.ring_step));
        EXPECT_NEAR(spectrum.mean_rings[ring], 9 / 2.0, 1e-12);
        const bool is_short = std::abs(across) > 4 || std::abs(along) > 2.5;
        EXPECT_NEAR(is_short ? spectrum.short_part : spectrum.long_part, 1, 1e-12);
    }
}

/// Fits into the cloth with its mirror image: nothing is at other frequencies, and steps are half as wide.
TEST(VelocitySpectrum, ABendBetweenFreeBordersIsOneFrequencyWhenMirrored)
{
    const GridMotion motion =
        motion_of({16, 10}, 2, [&](int a, int, int) { return Vec3(std::cos(3 * pi * (a + 0.5) / 16), 0, 0); });
    const VelocitySpectrum spectrum = velocity_spectrum(motion, {.beyond = Beyond::mirrored});
    EXPECT_EQ(spectrum.size, (std::array{32, 20}));
    EXPECT_NEAR(plane_at(spectrum, 3, 0), 0.25, 1e-12);
    EXPECT_NEAR(sum(spectrum.plane), 0.5, 1e-12);
    EXPECT_GT(velocity_spectrum(motion).short_part, 100 * spectrum.short_part);
}

TEST(VelocitySpectrum, ATravellingWaveHasItsFrequencyInTime)
{
    // 4 waves along the first side, 6 periods in 60 frames of 1/50 s: 5 Hz.
    const GridMotion motion = motion_of(
        {16, 3}, 60, [](int a, int, int k) { return Vec3(0, std::cos(2 * pi * (4 * a / 16.0 - 6 * k / 60.0)), 0); });
    const VelocitySpectrum spectrum = velocity_spectrum(motion);
    EXPECT_NEAR(spectrum.time_step, 50 / 60.0, 1e-12);
    for (std::size_t k = 0; k < spectrum.times.size(); ++k) EXPECT_NEAR(spectrum.times[k], k == 6 ? 0.5 : 0, 1e-12);
    EXPECT_NEAR(plane_at(spectrum, 4, 0), 0.25, 1e-12);
}

TEST(VelocitySpectrum, AllTogetherIsNoFrequency)
{
    const GridMotion motion = motion_of({6, 5}, 3, [](int, int, int) { return Vec3(1, -2, 2); });
    for (const Beyond beyond : {Beyond::repeated, Beyond::mirrored}) {
        const VelocitySpectrum spectrum = velocity_spectrum(motion, {.beyond = beyond});
        EXPECT_NEAR(plane_at(spectrum, 0, 0), 9, 1e-12);
        EXPECT_NEAR(spectrum.mean_rings[0], 9, 1e-12);
        EXPECT_NEAR(spectrum.times[0], 9, 1e-12);
        EXPECT_NEAR(spectrum.rigid_part, 1, 1e-12);
    }
    // At rest there is nothing to divide by.
    const VelocitySpectrum still = velocity_spectrum(motion_of({6, 5}, 3, [](int, int, int) { return Vec3(0, 0, 0); }));
    EXPECT_EQ(still.mean_square, 0);
    EXPECT_EQ(still.rigid_part, 0);
}

TEST(VelocitySpectrum, IsOfOneFrameWhenAsked)
{
    const GridMotion motion = motion_of({4, 4}, 3, [](int, int, int k) { return Vec3(static_cast<double>(k), 0, 0); });
    EXPECT_NEAR(plane_at(velocity_spectrum(motion, {.frame = 2}), 0, 0), 4, 1e-12);
    EXPECT_NEAR(plane_at(velocity_spectrum(motion), 0, 0), 5 / 3.0, 1e-12);
}

/// A run of one square grid.
struct GridRun {
    FakeRun run;
    SceneDescription scene;

    explicit GridRun(int frames) : run(5, frames, [](double u, double v, int) { return Vec3(u, v, 0); }), scene()
    {
        ClothDescription cloth;
        cloth.shape = GridDescription{.size = {2, 1}, .particles = {5, 5}};
        scene.cloths = {cloth};
    }
    void expect_refused(const MotionOptions& options, const std::string& words)
    {
        try {
            (void)read_grid_motion(run, scene, options);
            ADD_FAILURE() << words;
        } catch (const InputError& error) {
            EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
        }
    }
};

TEST(ReadGridMotion, ReadsTheFramesThatWereNamed)
{
    GridRun grid(26);  // 25 frames a second
    const GridMotion all = read_grid_motion(grid.run, grid.scene);
    EXPECT_EQ(all.frames.size(), 26U);
    EXPECT_EQ(all.particles, (std::array{5, 5}));
    EXPECT_DOUBLE_EQ(all.spacing[0], 0.5);
    EXPECT_DOUBLE_EQ(all.spacing[1], 0.25);
    EXPECT_EQ(all.velocities.back().size(), 25U);
    const GridMotion some = read_grid_motion(grid.run, grid.scene, {.from = 0.2, .to = 0.4});
    EXPECT_EQ(some.frames, (std::vector{5, 6, 7, 8, 9, 10}));
    EXPECT_DOUBLE_EQ(some.times.front(), 0.2);
}

TEST(ReadGridMotion, SaysWhatItCannotDo)
{
    GridRun one(1), grid(5);
    one.expect_refused({}, "has 1 frame; spectra need two at least");
    grid.expect_refused({.from = 1}, "has 0 frames in the time that was named");
    grid.expect_refused({.cloth = "sail"}, "has no cloth 'sail'; it has 'cloth'");
    grid.scene.cloths[0].shape = MeshDescription{};
    grid.expect_refused({}, "'cloth' is no grid");
}

TEST(ReadGridMotion, CanBeStopped)
{
    GridRun grid(5);
    const std::atomic<bool> stop = true;
    const GridMotion some = read_grid_motion(grid.run, grid.scene, {.stop = &stop});
    EXPECT_TRUE(some.was_interrupted);
    EXPECT_EQ(some.frames.size(), 1U);
}

}  // namespace
}  // namespace tulle
