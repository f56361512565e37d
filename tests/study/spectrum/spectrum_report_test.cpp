#include "study/spectrum/spectrum_report.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace tulle {
namespace {

GridMotion small_motion()
{
    GridMotion motion{.scene = "flag", .cloth = "sail", .particles = {3, 2}, .spacing = {0.5, 0.5}, .fps = 10};
    for (int k = 0; k < 4; ++k) {
        motion.frames.push_back(k);
        motion.times.push_back(k / motion.fps);
        motion.velocities.emplace_back(6, Vec3(0.5 * k, 0, -1));
    }
    return motion;
}

TEST(SpectrumReport, TablesHaveARowForEverything)
{
    const GridMotion motion = small_motion();
    const VelocitySpectrum spectrum = velocity_spectrum(motion);
    const auto rows = [](const std::string& text) { return std::ranges::count(text, '\n') - 1; };
    EXPECT_EQ(rows(space_time_csv(motion)), 4 * 6);
    EXPECT_EQ(rows(plane_csv(spectrum)), 6);
    EXPECT_EQ(rows(rings_csv(motion, spectrum)), 4 * static_cast<long>(spectrum.mean_rings.size()));
    EXPECT_EQ(rows(times_csv(spectrum)), 3);
    EXPECT_NE(space_time_csv(motion).find("\n3,0.3,5,1.5,0,-1\n"), std::string::npos) << space_time_csv(motion);
    for (const char* part : {"flag, sail: 3 x 2 particles", "4 frames from 0 s to 0.3 s", "100 %", "up to 5 Hz"})
        EXPECT_NE(to_text(motion, spectrum).find(part), std::string::npos) << to_text(motion, spectrum);
    EXPECT_NEAR(to_json(motion, spectrum)["parts"]["whole"].get<double>(), 1, 1e-12);
}

TEST(SpectrumReport, ColoursAreVelocities)
{
    using Colour = std::array<std::uint8_t, 3>;
    const std::vector<Vec3> velocities{{0, 0, 0}, {2, -2, 1}, {9, -9, 0}};
    const auto colours = velocity_colours(velocities, 2);
    EXPECT_EQ(colours[0], (Colour{128, 128, 128}));
    EXPECT_EQ(colours[1], (Colour{255, 0, 191}));
    EXPECT_EQ(colours[2], (Colour{255, 0, 128}));
    EXPECT_EQ(fastest_shown(small_motion()), 1.5);
}

TEST(SpectrumReport, CurvesEndAboveRounding)
{
    VelocitySpectrum spectrum;
    spectrum.mean_rings = {1, 1e-15, 1e-33};
    const Series series = rings_series(spectrum);
    EXPECT_EQ(series.ys[1], 1e-15);
    EXPECT_TRUE(std::isnan(series.ys[2]));
}

/// Time runs to the right, the first particle is below.
TEST(SpectrumReport, ThePictureHasARowPerParticle)
{
    GridMotion motion = small_motion();
    motion.velocities[3][0] = {0, 1, 0};
    const Plot plot = space_time_plot(motion, 1);
    ASSERT_TRUE(plot.image.has_value());
    EXPECT_EQ(plot.image->columns, 4);
    EXPECT_EQ(plot.image->rows, 6);
    EXPECT_EQ(plot.image->colours[3], (std::array<std::uint8_t, 3>{128, 255, 128}));
    EXPECT_NEAR(*plot.x.min, -0.05, 1e-12);
    EXPECT_NEAR(*plot.x.max, 0.35, 1e-12);
}

}  // namespace
}  // namespace tulle
