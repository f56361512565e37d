#pragma once
// Hysteresis law: a force that depends on the history of its strain (EWS96 section 3;
// docs/theory/fabric.md#a-force-with-one-number-of-history). A measured loop has a loading branch up(q) and an
// unloading branch down(q). The middle of the two branches is f = (up + down)/2, and their half width is r =
// (up - down)/2 >= 0. The force is
//     f(q) + s,    s <- clamp(s + k dq, -r(q), r(q)),
// where the offset s is the only number of history, and k is the steep slope of reversals. When the strain follows that
// of the measurement, the law retraces the measured loop. Minor loops close, and the force does not depend on speed.
// The offset s is a spring of stiffness k in series with a slider that yields at r, so no cycle produces energy. q is
// the strain, the angle or the curvature of the loop.

#include <tulle/fabric.hpp>

#include <algorithm>
#include <span>
#include <string>
#include <vector>

namespace tulle {

/// History of an element: its last q, and the offset s of its force from the middle.
struct LoopHistory {
    double at = 0;
    double offset = 0;
};

struct LoopResponse {
    double value;   // f + s
    double slope;   // of the value, in the direction of the motion
    double offset;  // s
    bool slides;    // s is at an end of its range, +-r
};

class HysteresisLoop {
public:
    /// `measured` must pass loop_problem. Without a measured reversal slope, k at each q is `assumed_reversal` times
    /// the slope of the middle there. k is also large enough that a reversal ends within `longest_reversal` of the
    /// distance from zero to the table's end.
    explicit HysteresisLoop(const MeasuredLoop& measured);

    static constexpr double assumed_reversal = 10;
    static constexpr double longest_reversal = 0.1;

    /// Returns the response after a monotonic motion from the history to q. The motion is followed from point to point
    /// of the table, so that one long step and many short ones agree.
    [[nodiscard]] LoopResponse respond(double q, const LoopHistory& from) const
    {
        return respond(q, from, piece_at(from.at));
    }
    /// Returns the response when the piece of the history is known: `there` is piece_at(from.at).
    [[nodiscard]] LoopResponse respond(double q, const LoopHistory& from, int there) const
    {
        // Most steps end in the piece where they began.
        if (!is_in(there, q)) return respond_across(q, from, there);
        const Piece& piece = pieces_[there];
        const double middle = piece.middle + piece.slope * (q - piece.at);
        if (!has_width_) return {middle, piece.slope, 0, false};
        return slide(piece, q, middle, from.at, from.offset);
    }
    /// Returns the index of the piece that contains q, by binary search.
    [[nodiscard]] int piece_at(double q) const;
    /// Returns the index of the piece that contains q; tries the piece `near` first.
    [[nodiscard]] int piece_at(double q, int near) const { return is_in(near, q) ? near : piece_at(q); }
    [[nodiscard]] LoopHistory advanced(double q, const LoopHistory& from) const { return {q, respond(q, from).offset}; }

    /// Returns the q at which a monotonic motion from the history reaches the force `value`; infinite if it never does.
    [[nodiscard]] double reaching(double value, const LoopHistory& from) const
    {
        return reaching(value, from, piece_at(from.at));
    }
    [[nodiscard]] double reaching(double value, const LoopHistory& from, int there) const;
    /// Returns the q at which the first loading from rest reaches the force `value`; at most 16.
    [[nodiscard]] double first_reaching(double value) const;
    [[nodiscard]] double middle(double q) const { return middle(q, piece_at(q)); }
    /// Returns middle(q) when the piece is known: `there` is piece_at(q).
    [[nodiscard]] double middle(double q, int there) const
    {
        const Piece& piece = pieces_[there];
        return piece.middle + piece.slope * (q - piece.at);
    }
    [[nodiscard]] double half_width(double q) const;
    /// Returns the stored energy: the integral of the middle from zero to q, plus the energy of the offset spring. The
    /// energy of the offset spring is the integral of s over the sticking motion from s = 0; for a constant k it is
    /// s^2/(2k). The rest of the work is dissipated.
    [[nodiscard]] double energy(double q, double offset) const;
    /// Returns the reversal slope k at q.
    [[nodiscard]] double reversal(double q) const { return pieces_[piece_at(q)].reversal; }
    /// The largest slope of the force, reversals included.
    [[nodiscard]] double steepest() const { return steepest_; }
    /// Whether the loading and unloading branches differ anywhere.
    [[nodiscard]] bool has_width() const { return has_width_; }
    /// Slope of the middle at q = 0.
    [[nodiscard]] double slope_at_zero() const { return pieces_[piece_at(0)].slope; }

private:
    /// Linear piece from a point of the table to the next. The first piece extends to -infinity, the last to +infinity.
    struct Piece {
        double at;                  // q of its first point; of the first piece, its end
        double middle, slope;       // middle at `at`, and slope of the middle
        double width, width_slope;  // r at `at`, and slope of r
        double work;                // integral of the middle from zero to `at`
        double reversal = 0;        // k
    };
    void set_reversals(const MeasuredLoop& measured);
    [[nodiscard]] double energy_of_offset(double q, double offset) const;
    [[nodiscard]] LoopResponse respond_across(double q, const LoopHistory& from, int there) const;
    /// Returns the response after a motion within one piece, from `at` with the offset s to q.
    [[nodiscard]] static LoopResponse slide(const Piece& piece, double q, double middle, double at, double s)
    {
        const double tried = s + piece.reversal * (q - at), width = width_in(piece, q);
        const double offset = std::min(std::max(tried, -width), width);
        // Where the width is zero, s always slides, even over a distance of zero.
        const bool slides = offset != tried || width == 0;
        // Choices are multiplied as numbers 0 or 1 instead of branches: choices change from element to element, so the
        // branch predictor would often fail.
        const double free = slides, side = 1 - 2 * static_cast<double>(offset < 0);
        const double slope = free * side * piece.width_slope + (1 - free) * piece.reversal;
        return {middle + offset, piece.slope + slope, offset, slides};
    }
    /// Whether q lies in a piece. The first piece has no lower end, the last has no upper end.
    [[nodiscard]] bool is_in(int piece, double q) const
    {
        const int last = static_cast<int>(pieces_.size()) - 1;
        return (piece == 0 || q >= pieces_[piece].at) && (piece == last || q < pieces_[piece + 1].at);
    }
    [[nodiscard]] static double width_in(const Piece& piece, double q)
    {
        return std::max(piece.width + piece.width_slope * (q - piece.at), 0.0);
    }

    std::vector<Piece> pieces_;
    double steepest_ = 0;
    bool has_width_ = false;
};

/// Returns the value of a branch at `at`: linear between its points, extrapolated linearly beyond its ends.
[[nodiscard]] double branch_value(std::span<const LoopPoint> points, double at);

/// Returns the reason why the points are no valid loop, or an empty text.
[[nodiscard]] std::string loop_problem(const MeasuredLoop& loop);

}  // namespace tulle
