#pragma once
// Interface to the frames of a simulated run, read one at a time and in any order. Pictures, view pages and exports of
// a whole run use it, so they do not depend on where the frames are stored.

#include "analysis/particle_fields.hpp"
#include "output/frame_writer.hpp"

#include <tulle/description.hpp>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tulle {

/// metrics.csv as numbers: a row per frame.
struct MetricsTable {
    std::vector<std::string> columns;       // as in the header of the file
    std::vector<std::vector<double>> rows;  // each as long as columns
};

class RunFrames {
public:
    virtual ~RunFrames() = default;

    [[nodiscard]] virtual std::string_view name() const = 0;  // of the scene
    [[nodiscard]] virtual double fps() const = 0;
    [[nodiscard]] virtual int count() const = 0;  // number of frames, the start included
    [[nodiscard]] virtual double time(int index) const { return index / fps(); }  // s, of a frame
    /// The cloths with all faces of the start. The cloths of a frame (FrameData) have only the faces intact in it.
    [[nodiscard]] virtual std::span<const ClothView> cloths() const = 0;
    [[nodiscard]] virtual std::span<const ObstacleDescription> obstacles() const = 0;
    [[nodiscard]] virtual const MetricsTable& metrics() const = 0;

    /// Reads frame `index`, from 0. The result is valid until the next call. Throws InputError when it cannot be read.
    [[nodiscard]] virtual const FrameData& read(int index) = 0;

    [[nodiscard]] virtual std::span<const FieldInfo> fields() const = 0;
    /// Returns fields()[field] in the frame read last, one value per particle; valid until the next call.
    [[nodiscard]] virtual std::span<const double> values(std::size_t field) = 0;
};

}  // namespace tulle
