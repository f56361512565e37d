#pragma once
// metrics.csv: a row per frame. No wall times here, so that two runs of one scene write the same bytes.
// The columns, with their units, are described in docs/outputs.md.

#include <tulle/report.hpp>

#include <filesystem>
#include <memory>

namespace tulle {

/// What a frame has in addition where frames are checked for cloth that passes through cloth.
struct CertificateColumns {
    long intersections = 0;
    double smallest_gap = 0;      // m
    double deepest_crossing = 0;  // m
};

enum class MetricsKind { plain, certified };

class MetricsWriter {
public:
    /// Touches nothing yet: the first `write` starts the file anew, unless `resume_after` took it up.
    explicit MetricsWriter(const std::filesystem::path& file, MetricsKind kind = MetricsKind::plain);
    ~MetricsWriter();
    MetricsWriter(const MetricsWriter&) = delete;
    MetricsWriter& operator=(const MetricsWriter&) = delete;

    /// Appends the row of a frame and makes it durable. `frame.frame` counts from 0. Throws OutputError when it
    /// cannot be written; the rows before are kept and nothing of this one is left.
    /// `certificate` is written to certified files alone.
    void write(const Measurements& measurements, const FrameReport& frame, const CertificateColumns& certificate = {});
    /// Keeps the header and the rows of the first `frames` frames, whatever follows, half a row included. Throws
    /// OutputError when there are fewer rows or the columns are others.
    void resume_after(int frames);

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// By the header of a file; plain where there is none.
[[nodiscard]] MetricsKind metrics_kind_of(const std::filesystem::path& file);

}  // namespace tulle
