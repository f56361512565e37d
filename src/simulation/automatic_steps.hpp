#pragma once
// dt = "auto": the steps of a frame, from what is stable at its start (docs/theory/stability.md).

#include "analysis/step_growth.hpp"
#include "core/archive.hpp"

#include <algorithm>
#include <string>
#include <string_view>

namespace tulle {

/// Whether the method takes dt = "auto": explicit ones whose steps have a limit.
[[nodiscard]] bool has_automatic_steps(std::string_view method);

class AutomaticSteps {
public:
    /// `start` is the net at its start, with its filter. No step is longer than `longest` [s]. Throws InputError where
    /// the filter makes vibrations grow at any step.
    AutomaticSteps(const NetAtRest& start, std::string method, double longest);

    /// The longest step [s] that is stable at x and v.
    [[nodiscard]] double limit(const NetAtRest& net, std::span<const Vec3> v) const;
    /// How many steps, with some reserve, make a frame [s].
    [[nodiscard]] int count(double frame_time, double limit) const;
    /// Steps of that reserve have failed: it is doubled from now on. False where it has been, too often to go on.
    [[nodiscard]] bool shorten();

    /// Nothing has failed for a frame: the reserve goes back to what it was at first, slowly.
    void recover() { share_ = std::min(usual_share, 1.1 * share_); }

    void save(ArchiveWriter& out) const { out.value(share_); }
    void restore(ArchiveReader& in) { in.value(share_); }

private:
    std::string method_;
    double longest_;          // s
    double filter_gain_ = 1;  // by which the filter of the start changes the limit
    static constexpr double usual_share = 0.8;
    double share_ = usual_share;  // of the limit that is taken
};

}  // namespace tulle
