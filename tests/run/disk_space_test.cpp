#include "run/disk_space.hpp"

#include "output/frame_cache.hpp"
#include "output/output_formats.hpp"
#include "output/run_export.hpp"
#include "output/wavy_run.hpp"
#include "run/run_fixture.hpp"

#include <tulle/error.hpp>
#include <tulle/frame_writer.hpp>
#include <tulle/scene_file.hpp>

#include <limits>
#include <vector>

namespace tulle {
namespace {

TEST(DiskSpace, EstimateIsNearWhatTheFormatsWrite)
{
    const TemporaryFolder folder;
    write_text(folder / "swing.toml", small_scene);
    SceneDescription scene = read_scene(folder / "swing.toml").scene;
    std::get<GridDescription>(scene.cloths[0].shape).particles = {40, 40};  // headers no longer count
    const Simulation simulation(scene);
    std::vector<Vec3> positions(simulation.positions().begin(), simulation.positions().end());
    for (std::size_t i = 0; i < positions.size(); ++i) {
        positions[i] += Vec3::Constant(1.0 / static_cast<double>(i + 3));  // coordinates with all their digits
    }
    const FrameData frame{0, 0, positions, positions, simulation.cloths()};
    const auto always = static_cast<double>(estimate_output_bytes(simulation, {}, 1));
    for (const OutputFormat& row : output_formats) {
        if (row.make_writer == nullptr || row.in_every_run) continue;
        const std::string format(row.name);
        const auto directory = folder / format;
        std::filesystem::create_directory(directory);
        make_frame_writer(format, directory, 25)->write(frame);
        double written = 0;
        for (const auto& [name, bytes] : files_in(directory)) {
            if (format == "pc2" && name.ends_with(".obj")) continue;  // the mesh, once per run
            written += static_cast<double>(bytes.size());
        }
        const auto estimate = static_cast<double>(estimate_output_bytes(simulation, std::vector{format}, 1));
        EXPECT_NEAR((estimate - always) / written, 1, 0.25) << format;
    }
}

TEST(DiskSpace, EstimateIsNearWhatTheFormatsOfWholeRunsWrite)
{
    const TemporaryFolder folder;
    WavyCloths cloths;
    cloths.add("sheet", 40, 40);
    WavyRun run(cloths, 30);
    const auto faces = static_cast<double>(run.cloths()[0].faces.size());
    for (const OutputFormat& row : output_formats) {
        if (row.write_run == nullptr) continue;
        const auto written =
            static_cast<double>(std::filesystem::file_size(write_run_format(row.name, folder.path(), run)));
        const double frame = row.bytes.per_particle * 1600 + row.bytes.per_face * faces + row.bytes.per_frame;
        // As text, the wave has shorter numbers than a simulation.
        EXPECT_GT(30 * frame / written, 0.75) << row.name;
        EXPECT_LT(30 * frame / written, 1.5) << row.name;
    }
}

TEST(DiskSpace, EstimateCountsEveryByteOfTheFrameCache)
{
    const FrameBytes& bytes = find_output_format("cache")->bytes;
    EXPECT_EQ(bytes.per_frame + 100 * bytes.per_particle, static_cast<double>(frame_cache_bytes(100)));
}

TEST(DiskSpace, EstimateGrowsWithFramesAndFormats)
{
    const TemporaryFolder folder;
    write_text(folder / "swing.toml", small_scene);
    const Simulation simulation(read_scene(folder / "swing.toml").scene);
    const std::vector<std::string> one{"pc2"}, two{"pc2", "vtk"};
    EXPECT_EQ(estimate_output_bytes(simulation, one, 10), 10 * estimate_output_bytes(simulation, one, 1));
    EXPECT_GT(estimate_output_bytes(simulation, two, 10), estimate_output_bytes(simulation, one, 10));
    EXPECT_EQ(estimate_output_bytes(simulation, one, 0), 0U);
}

TEST(DiskSpace, RefusesWhatClearlyDoesNotFitAndNamesBothNumbers)
{
    const TemporaryFolder folder;
    EXPECT_NO_THROW(require_space(folder / "not/yet/there", 1));
    const auto available = std::filesystem::space(folder.path()).available;
    try {
        require_space(folder / "not/yet/there", std::uintmax_t{9'000'000'000'000'000'000});
        FAIL() << "9 EB fit";
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find("9.0 EB"), std::string::npos) << error.what();
        // Others may write meanwhile, so only the unit of what is free is certain.
        const std::string unit = readable_bytes(available).substr(readable_bytes(available).find(' '));
        EXPECT_NE(std::string(error.what()).find(unit + " are free"), std::string::npos) << error.what();
    }
}

TEST(DiskSpace, SaysNothingWhereThereIsNoDisk) { EXPECT_NO_THROW(require_space("/proc/run", 1'000'000'000'000'000)); }

TEST(DiskSpace, BytesReadWell)
{
    EXPECT_EQ(readable_bytes(0), "0 bytes");
    EXPECT_EQ(readable_bytes(999), "999 bytes");
    EXPECT_EQ(readable_bytes(1000), "1.0 kB");
    EXPECT_EQ(readable_bytes(14'400), "14 kB");
    EXPECT_EQ(readable_bytes(999'600), "1.0 MB");
    EXPECT_EQ(readable_bytes(2'500'000'000), "2.5 GB");
    EXPECT_EQ(readable_bytes(std::numeric_limits<std::uintmax_t>::max()), "18 EB");
}

}  // namespace
}  // namespace tulle
