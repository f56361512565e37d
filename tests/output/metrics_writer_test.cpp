#include "output/metrics_writer.hpp"

#include "output/test_files.hpp"

#include <tulle/output_error.hpp>

#include <gtest/gtest.h>

#include <charconv>
#include <sstream>

namespace tulle {
namespace {

Measurements measured(int frame)
{
    Measurements m;
    m.time = frame / 25.0;
    m.energies = {0.1 * frame, 1.0 / 3, 2e-9, 0.3, 1e5};
    m.largest_stretch = 0.02;
    m.mean_stretch = 0.001;
    m.contacts = 17;
    m.deepest_penetration = 1e-4;
    m.smallest_gap = 2e-3;
    m.momentum = {1, -2, 0.5};
    m.largest_tension = 320;
    m.torn_faces = 6;
    m.torn_energy = 0.25;
    return m;
}

FrameReport report(int frame)
{
    FrameReport r;
    r.frame = frame;
    r.steps = 4;
    r.not_converged_steps = 1;
    r.speed_left = 0.03;
    r.nonlinear_iterations = 12;
    r.linear_iterations = 100000;
    r.residual = 9.5e-4;
    return r;
}

void write(MetricsWriter& writer, int first, int end)
{
    for (int frame = first; frame < end; ++frame) writer.write(measured(frame), report(frame));
}

std::vector<std::string> split(const std::string& text, char separator)
{
    std::vector<std::string> parts;
    std::istringstream in(text);
    for (std::string part; std::getline(in, part, separator);) parts.push_back(part);
    return parts;
}

TEST(MetricsWriter, ARowHoldsTheNumbersUnderTheirNames)
{
    const TemporaryDirectory directory;
    MetricsWriter writer(directory / "metrics.csv");
    write(writer, 0, 3);
    const std::vector<std::string> lines = split(read_bytes(directory / "metrics.csv"), '\n');
    ASSERT_EQ(lines.size(), 4U);
    const std::vector<std::string> names = split(lines[0], ','), values = split(lines[3], ',');
    ASSERT_EQ(names.size(), values.size());
    std::map<std::string, double> row;
    for (std::size_t i = 0; i < names.size(); ++i)
        std::from_chars(values[i].data(), values[i].data() + values[i].size(), row[names[i]]);

    const Measurements m = measured(2);
    const std::map<std::string, double> expected{
        {"frame", 2},
        {"time_s", m.time},
        {"energy_kinetic_J", m.energies.kinetic},
        {"energy_gravity_J", m.energies.gravity},
        {"energy_stretch_J", m.energies.stretch},
        {"energy_shear_J", m.energies.shear},
        {"energy_bending_J", m.energies.bending},
        {"energy_total_J", m.energies.total()},
        {"steps", 4},
        {"not_converged_steps", 1},
        {"speed_left_m_per_s", 0.03},
        {"nonlinear_iterations", 12},
        {"linear_iterations", 100000},
        {"residual", 9.5e-4},
        {"largest_stretch", 0.02},
        {"mean_stretch", 0.001},
        {"contacts", 17},
        {"deepest_penetration_m", 1e-4},
        {"smallest_gap_m", 2e-3},
        {"momentum_x_kg_m_per_s", 1},
        {"momentum_y_kg_m_per_s", -2},
        {"momentum_z_kg_m_per_s", 0.5},
        {"largest_tension_N_per_m", 320},
        {"torn_faces", 6},
        {"energy_torn_J", 0.25},
    };
    EXPECT_EQ(row, expected);
    EXPECT_NE(lines[3].find(",100000,"), std::string::npos) << "counts are written without exponents";
}

TEST(MetricsWriter, AKillAtAnyByteOfARowResumesToTheSameBytes)
{
    const TemporaryDirectory directory;
    const std::filesystem::path file = directory / "metrics.csv";
    std::vector<std::string> after;
    MetricsWriter undisturbed(file);
    for (int frame = 0; frame < 3; ++frame) {
        write(undisturbed, frame, frame + 1);
        after.push_back(read_bytes(file));
    }
    for (std::size_t cut = after[1].size(); cut <= after[2].size(); ++cut) {
        write_bytes(file, after[2].substr(0, cut));
        MetricsWriter resumed(file);
        resumed.resume_after(2);
        ASSERT_EQ(read_bytes(file), after[1]) << cut;
        write(resumed, 2, 3);
        ASSERT_EQ(read_bytes(file), after[2]) << cut;
    }
}

TEST(MetricsWriter, ResumingAfterNothingStartsAnew)
{
    const TemporaryDirectory directory;
    write_bytes(directory / "metrics.csv", "something else");
    MetricsWriter resumed(directory / "metrics.csv");
    resumed.resume_after(0);
    write(resumed, 0, 1);
    const std::string text = read_bytes(directory / "metrics.csv");
    MetricsWriter fresh(directory / "other.csv");
    write(fresh, 0, 1);
    EXPECT_EQ(text, read_bytes(directory / "other.csv"));
}

TEST(MetricsWriter, RefusesToGoOnWithMissingRowsOrOtherColumns)
{
    const TemporaryDirectory directory;
    const std::filesystem::path file = directory / "metrics.csv";
    {
        MetricsWriter writer(file);
        write(writer, 0, 2);
    }
    const std::string text = read_bytes(file);
    EXPECT_THROW(MetricsWriter(file).resume_after(3), OutputError);
    EXPECT_EQ(read_bytes(file), text) << "a refusal changes nothing";
    write_bytes(file, text.substr(0, text.size() - 1));
    EXPECT_THROW(MetricsWriter(file).resume_after(2), OutputError) << "a row without its end is not whole";
    write_bytes(file, "frame,time\n0,0\n");
    EXPECT_THROW(MetricsWriter(file).resume_after(1), OutputError);
    EXPECT_THROW(MetricsWriter(directory / "missing.csv").resume_after(1), OutputError);
}

TEST(MetricsWriter, ACertifiedRowHasThreeMoreColumns)
{
    const TemporaryDirectory directory;
    const std::filesystem::path plain = directory / "plain.csv", certified = directory / "metrics.csv";
    MetricsWriter(plain).write(measured(0), report(0));
    MetricsWriter(certified, MetricsKind::certified).write(measured(0), report(0), {7, 0.25, 1e-3});
    const std::vector<std::string> before = split(read_bytes(plain), '\n'), after = split(read_bytes(certified), '\n');
    EXPECT_EQ(after[0], before[0] + ",intersections,smallest_cloth_gap_m,deepest_crossing_m");
    EXPECT_EQ(after[1], before[1] + ",7,0.25,0.001");
    EXPECT_EQ(metrics_kind_of(certified), MetricsKind::certified);
    EXPECT_EQ(metrics_kind_of(plain), MetricsKind::plain);
    EXPECT_EQ(metrics_kind_of(directory / "missing.csv"), MetricsKind::plain);
    EXPECT_THROW(MetricsWriter(certified).resume_after(1), OutputError);
    EXPECT_THROW(MetricsWriter(plain, MetricsKind::certified).resume_after(1), OutputError);
    EXPECT_NO_THROW(MetricsWriter(certified, MetricsKind::certified).resume_after(1));
}

TEST(MetricsWriter, AFullDiskKeepsWholeRows)
{
    const TemporaryDirectory directory;
    const std::filesystem::path file = directory / "metrics.csv";
    MetricsWriter writer(file);
    write(writer, 0, 2);
    const std::string before = read_bytes(file);
    for (std::size_t room = before.size(); room < before.size() + 50; ++room) {
        const FileSizeLimit limit(room);
        ASSERT_THROW(write(writer, 2, 3), OutputError);
        ASSERT_EQ(read_bytes(file), before);
    }
    write(writer, 2, 3);
    EXPECT_EQ(split(read_bytes(file), '\n').size(), 4U);
}

}  // namespace
}  // namespace tulle
