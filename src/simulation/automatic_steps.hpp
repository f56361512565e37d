#pragma once
// Automatic steps of explicit methods, dt = "auto": the number of steps in a frame follows from the stability limit at
// its start (docs/theory/stability.md).

#include "analysis/step_growth.hpp"
#include "core/archive.hpp"

#include <algorithm>
#include <string>
#include <string_view>

namespace tulle {

/// Whether the method takes dt = "auto": explicit methods whose steps have a stability limit do.
[[nodiscard]] bool has_automatic_steps(std::string_view method);

class AutomaticSteps {
public:
    /// `start`: the meshes at the start of the simulation, with the filter. No step is longer than `longest` [s].
    /// Throws InputError if the filter makes vibrations grow at any step.
    AutomaticSteps(const SystemAtRest& start, std::string method, double longest);

    /// Returns the longest step [s] that is stable at the positions of `system` and the velocities v [m/s].
    [[nodiscard]] double limit(const SystemAtRest& system, std::span<const Vec3> v) const;
    /// Returns the number of steps in a frame of `frame_time` [s], with some reserve to the stability `limit` [s].
    [[nodiscard]] int count(double frame_time, double limit) const;
    /// Halves the part of the limit that steps take, after steps have failed. Returns false if this part has become so
    /// small that the step size is not the cause.
    [[nodiscard]] bool shorten();

    /// Raises this part by a tenth, up to its usual value, after a frame without failures.
    void recover() { share_ = std::min(usual_share, 1.1 * share_); }

    void save(ArchiveWriter& out) const { out.value(share_); }
    void restore(ArchiveReader& in) { in.value(share_); }

private:
    std::string method_;
    double longest_;          // s
    double filter_gain_ = 1;  // factor by which the filter changes the limit at the start
    static constexpr double usual_share = 0.8;
    double share_ = usual_share;  // part of the limit that steps take
};

}  // namespace tulle
