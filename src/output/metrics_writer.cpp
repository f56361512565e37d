#include "output/metrics_writer.hpp"

#include "output/encode.hpp"
#include "output/growing_file.hpp"

#include <tulle/output_error.hpp>

#include <array>
#include <fstream>
#include <optional>

namespace tulle {
namespace {

struct Row {
    const Measurements& at_end;  // the state at the end of the frame
    const FrameReport& frame;    // the steps of the frame
    const CertificateColumns& certificate;
};

struct Column {
    std::string_view name;  // ends in the unit, if there is one
    void (*append)(std::string& text, const Row& row);
};

constexpr std::array columns{
    Column{"frame", [](std::string& t, const Row& r) { append_number(t, r.frame.frame); }},
    Column{"time_s", [](std::string& t, const Row& r) { append_number(t, r.at_end.time); }},
    Column{"energy_kinetic_J", [](std::string& t, const Row& r) { append_number(t, r.at_end.energies.kinetic); }},
    Column{"energy_gravity_J", [](std::string& t, const Row& r) { append_number(t, r.at_end.energies.gravity); }},
    Column{"energy_stretch_J", [](std::string& t, const Row& r) { append_number(t, r.at_end.energies.stretch); }},
    Column{"energy_shear_J", [](std::string& t, const Row& r) { append_number(t, r.at_end.energies.shear); }},
    Column{"energy_bending_J", [](std::string& t, const Row& r) { append_number(t, r.at_end.energies.bending); }},
    Column{"energy_total_J", [](std::string& t, const Row& r) { append_number(t, r.at_end.energies.total()); }},
    Column{"steps", [](std::string& t, const Row& r) { append_number(t, r.frame.steps); }},
    Column{"not_converged_steps", [](std::string& t, const Row& r) { append_number(t, r.frame.not_converged_steps); }},
    Column{"speed_left_m_per_s", [](std::string& t, const Row& r) { append_number(t, r.frame.speed_left); }},
    Column{"nonlinear_iterations",
           [](std::string& t, const Row& r) { append_number(t, r.frame.nonlinear_iterations); }},
    Column{"linear_iterations", [](std::string& t, const Row& r) { append_number(t, r.frame.linear_iterations); }},
    Column{"residual", [](std::string& t, const Row& r) { append_number(t, r.frame.residual); }},
    Column{"largest_stretch", [](std::string& t, const Row& r) { append_number(t, r.at_end.largest_stretch); }},
    Column{"mean_stretch", [](std::string& t, const Row& r) { append_number(t, r.at_end.mean_stretch); }},
    Column{"contacts", [](std::string& t, const Row& r) { append_number(t, r.at_end.contacts); }},
    Column{"deepest_penetration_m",
           [](std::string& t, const Row& r) { append_number(t, r.at_end.deepest_penetration); }},
    Column{"smallest_gap_m", [](std::string& t, const Row& r) { append_number(t, r.at_end.smallest_gap); }},
    Column{"momentum_x_kg_m_per_s", [](std::string& t, const Row& r) { append_number(t, r.at_end.momentum.x()); }},
    Column{"momentum_y_kg_m_per_s", [](std::string& t, const Row& r) { append_number(t, r.at_end.momentum.y()); }},
    Column{"momentum_z_kg_m_per_s", [](std::string& t, const Row& r) { append_number(t, r.at_end.momentum.z()); }},
    Column{"largest_tension_N_per_m", [](std::string& t, const Row& r) { append_number(t, r.at_end.largest_tension); }},
    Column{"torn_faces", [](std::string& t, const Row& r) { append_number(t, r.at_end.torn_faces); }},
    Column{"energy_torn_J", [](std::string& t, const Row& r) { append_number(t, r.at_end.torn_energy); }},
};

constexpr std::array certificate_columns{
    Column{"intersections", [](std::string& t, const Row& r) { append_number(t, r.certificate.intersections); }},
    Column{"smallest_cloth_gap_m", [](std::string& t, const Row& r) { append_number(t, r.certificate.smallest_gap); }},
    Column{"deepest_crossing_m",
           [](std::string& t, const Row& r) { append_number(t, r.certificate.deepest_crossing); }},
};

/// Calls visit(column) for all columns from left to right.
void for_each_column(MetricsKind kind, const auto& visit)
{
    for (const Column& column : columns) visit(column);
    if (kind == MetricsKind::certified)
        for (const Column& column : certificate_columns) visit(column);
}

std::string header_line(MetricsKind kind)
{
    std::string line;
    for_each_column(kind, [&](const Column& column) { line.append(column.name) += ','; });
    line.back() = '\n';
    return line;
}

}  // namespace

struct MetricsWriter::State {
    std::filesystem::path path;
    MetricsKind kind = MetricsKind::plain;
    std::optional<GrowingFile> file{};
};

MetricsWriter::MetricsWriter(const std::filesystem::path& file, MetricsKind kind)
    : state_(std::make_unique<State>(State{.path = file, .kind = kind}))
{}

MetricsWriter::~MetricsWriter() = default;

void MetricsWriter::write(const Measurements& measurements, const FrameReport& frame,
                          const CertificateColumns& certificate)
{
    if (!state_->file) state_->file = GrowingFile::create(state_->path, header_line(state_->kind));
    std::string line;
    for_each_column(state_->kind, [&](const Column& column) {
        column.append(line, {measurements, frame, certificate});
        line += ',';
    });
    line.back() = '\n';
    state_->file->append(line);
}

void MetricsWriter::resume_after(int frames)
{
    if (frames == 0) {
        state_->file = GrowingFile::create(state_->path, header_line(state_->kind));
        return;
    }
    GrowingFile file = GrowingFile::open(state_->path);
    const std::string text = file.read_at(0, file.length());
    const std::string header = header_line(state_->kind);
    if (!text.starts_with(header)) throw OutputError(state_->path, "has other columns than this version writes");
    // A row is complete if its line has ended.
    std::size_t good_length = header.size();
    for (int row = 0; row < frames; ++row) {
        const std::size_t line_end = text.find('\n', good_length);
        if (line_end == std::string::npos)
            throw OutputError(state_->path, "has " + std::to_string(row) + " rows, but " + std::to_string(frames) +
                                                " frames were written");
        good_length = line_end + 1;
    }
    file.truncate(good_length);
    state_->file = std::move(file);
}

MetricsKind metrics_kind_of(const std::filesystem::path& file)
{
    std::ifstream in(file);
    std::string line;
    std::getline(in, line);
    return line.ends_with(certificate_columns.back().name) ? MetricsKind::certified : MetricsKind::plain;
}

}  // namespace tulle
