#pragma once
// Metrics writer (metrics.csv): one row of measurements per frame. The file has no wall-clock times, so that two runs
// of one scene write the same bytes. docs/outputs.md describes the columns and their units.

#include <tulle/report.hpp>

#include <filesystem>
#include <memory>

namespace tulle {

/// Additional columns of a certified run, whose frames are checked for cloth that intersects cloth.
struct CertificateColumns {
    long intersections = 0;
    double smallest_gap = 0;      // m
    double deepest_crossing = 0;  // m
};

enum class MetricsKind { plain, certified };

class MetricsWriter {
public:
    /// Does not touch the file yet: the first `write` creates it, unless `resume_after` has opened it.
    explicit MetricsWriter(const std::filesystem::path& file, MetricsKind kind = MetricsKind::plain);
    ~MetricsWriter();
    MetricsWriter(const MetricsWriter&) = delete;
    MetricsWriter& operator=(const MetricsWriter&) = delete;

    /// Appends the row of a frame; `frame.frame` counts from 0. `certificate` is written only to certified files.
    /// Throws OutputError when the row cannot be written. Then earlier rows are kept, and no part of this row remains.
    void write(const Measurements& measurements, const FrameReport& frame, const CertificateColumns& certificate = {});
    /// Keeps the header and the rows of the first `frames` frames, and removes everything after them, such as half a
    /// row. Throws OutputError when there are fewer rows or the columns differ.
    void resume_after(int frames);

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// Returns the kind of a metrics file by its header; plain if there is no file.
[[nodiscard]] MetricsKind metrics_kind_of(const std::filesystem::path& file);

}  // namespace tulle
