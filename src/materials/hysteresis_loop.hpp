#pragma once
// Force with a memory (docs/theory/fabric.md#a-force-with-one-number-of-history; EWS96 section 3): between the loading
// branch up(q) and the unloading branch down(q) of a measured loop lie the middle f = (up + down)/2 and the half width
// r = (up - down)/2 >= 0. The force is
//     f(q) + s,    s <- clamp(s + k dq, -r(q), r(q)),
// with one number of history, s, and the steep slope k of reversals. Driven as in the test it retraces the loop; minor
// loops close; nothing depends on speed; and since s is a spring of stiffness k in line with a slider that holds up to
// r, no cycle yields energy. q is a strain, an angle or a curvature, whatever the loop is of.

#include <tulle/fabric.hpp>

#include <span>
#include <string>
#include <vector>

namespace tulle {

/// What an element remembers of its past: where it was, and how far from the middle its force.
struct LoopHistory {
    double at = 0;
    double offset = 0;
};

struct LoopResponse {
    double value;   // f + s
    double slope;   // of it, on the way that led here
    double offset;  // s
};

class HysteresisLoop {
public:
    /// Points as loop_problem allows them. Where they do not say how steep reversals are, these are `assumed_reversal`
    /// times as steep as the loop is on the whole.
    explicit HysteresisLoop(const MeasuredLoop& measured);

    static constexpr double assumed_reversal = 10;

    /// After going from the history straight to q. The way is followed from point to point of the table, so that one
    /// long step and many short ones agree.
    [[nodiscard]] LoopResponse respond(double q, const LoopHistory& from) const;
    [[nodiscard]] LoopHistory advanced(double q, const LoopHistory& from) const { return {q, respond(q, from).offset}; }

    /// Where the first rise from rest reaches a force; at most 16.
    [[nodiscard]] double first_reaching(double value) const;
    [[nodiscard]] double middle(double q) const;
    [[nodiscard]] double half_width(double q) const;
    /// Energy stored: integral of the middle from zero, and what bends s, s^2/(2k). The rest of the work is lost.
    [[nodiscard]] double energy(double q, double offset) const;
    [[nodiscard]] double reversal() const { return reversal_; }
    /// The greatest slope there is, reversals included.
    [[nodiscard]] double steepest() const { return steepest_ + (has_width_ ? reversal_ : 0.0); }
    /// Of the middle at zero.
    [[nodiscard]] double slope_at_zero() const { return pieces_[piece_at(0)].slope; }

private:
    /// From a point of the table to the next; the first reaches down, the last up without end.
    struct Piece {
        double at;
        double middle, slope;       // there, and of the middle
        double width, width_slope;  // r there, and its slope
        double work;                // integral of the middle from zero to there
    };
    [[nodiscard]] int piece_at(double q) const;
    [[nodiscard]] double width_in(const Piece& piece, double q) const;

    std::vector<Piece> pieces_;
    double reversal_ = 0;
    double steepest_ = 0;
    bool has_width_ = false;
};

/// Of a branch: linear between its points, and on beyond its ends.
[[nodiscard]] double branch_value(std::span<const LoopPoint> points, double at);

/// Why points are no loop, or an empty text.
[[nodiscard]] std::string loop_problem(const MeasuredLoop& loop);

}  // namespace tulle
