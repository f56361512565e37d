#pragma once
// Force with a memory (docs/theory/fabric.md#a-force-with-one-number-of-history; EWS96 section 3): between the loading
// branch up(q) and the unloading branch down(q) of a measured loop lie the middle f = (up + down)/2 and the half width
// r = (up - down)/2 >= 0. The force is
//     f(q) + s,    s <- clamp(s + k dq, -r(q), r(q)),
// with one number of history, s, and the steep slope k of reversals. Driven as in the test it retraces the loop; minor
// loops close; nothing depends on speed; and since s is a spring of stiffness k in line with a slider that holds up to
// r, no cycle yields energy. q is a strain, an angle or a curvature, whatever the loop is of.

#include <tulle/fabric.hpp>

#include <algorithm>
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
    bool slides;    // s is at an end of its range, +-r
};

class HysteresisLoop {
public:
    /// Points as loop_problem allows them. Where they do not say how steep reversals are, these are everywhere
    /// `assumed_reversal` times as steep as the middle is there, and steep enough that one is over within
    /// `longest_reversal` of the way from zero to the table's end.
    explicit HysteresisLoop(const MeasuredLoop& measured);

    static constexpr double assumed_reversal = 10;
    static constexpr double longest_reversal = 0.1;

    /// After going from the history straight to q. The way is followed from point to point of the table, so that one
    /// long step and many short ones agree.
    [[nodiscard]] LoopResponse respond(double q, const LoopHistory& from) const
    {
        return respond(q, from, piece_at(from.at));
    }
    /// The same for callers that remember in which piece of the table the history lies: `there` is piece_at(from.at).
    [[nodiscard]] LoopResponse respond(double q, const LoopHistory& from, int there) const
    {
        // Most steps end in the piece where they began.
        if (!is_in(there, q)) return respond_across(q, from, there);
        const Piece& piece = pieces_[there];
        const double middle = piece.middle + piece.slope * (q - piece.at);
        if (!has_width_) return {middle, piece.slope, 0, false};
        return slide(piece, q, middle, from.at, from.offset);
    }
    [[nodiscard]] int piece_at(double q) const;
    /// The same, looking at one of them first.
    [[nodiscard]] int piece_at(double q, int near) const { return is_in(near, q) ? near : piece_at(q); }
    [[nodiscard]] LoopHistory advanced(double q, const LoopHistory& from) const { return {q, respond(q, from).offset}; }

    /// Where the way from the history reaches a force; infinitely far where it does not.
    [[nodiscard]] double reaching(double value, const LoopHistory& from) const
    {
        return reaching(value, from, piece_at(from.at));
    }
    [[nodiscard]] double reaching(double value, const LoopHistory& from, int there) const;
    /// Where the first rise from rest reaches a force; at most 16.
    [[nodiscard]] double first_reaching(double value) const;
    [[nodiscard]] double middle(double q) const { return middle(q, piece_at(q)); }
    /// The same for callers that remember piece_at(q).
    [[nodiscard]] double middle(double q, int there) const
    {
        const Piece& piece = pieces_[there];
        return piece.middle + piece.slope * (q - piece.at);
    }
    [[nodiscard]] double half_width(double q) const;
    /// Energy stored: integral of the middle from zero, and of s on the way on which it sticks from where it is zero,
    /// s^2/(2k) where k is the same all the way. The rest of the work is lost.
    [[nodiscard]] double energy(double q, double offset) const;
    /// k at q.
    [[nodiscard]] double reversal(double q) const { return pieces_[piece_at(q)].reversal; }
    /// The greatest slope there is, reversals included.
    [[nodiscard]] double steepest() const { return steepest_; }
    /// Whether loading and unloading differ anywhere.
    [[nodiscard]] bool has_width() const { return has_width_; }
    /// Of the middle at zero.
    [[nodiscard]] double slope_at_zero() const { return pieces_[piece_at(0)].slope; }

private:
    /// From a point of the table to the next; the first reaches down, the last up without end.
    struct Piece {
        double at;
        double middle, slope;       // there, and of the middle
        double width, width_slope;  // r there, and its slope
        double work;                // integral of the middle from zero to there
        double reversal = 0;        // k
    };
    void set_reversals(const MeasuredLoop& measured);
    [[nodiscard]] double energy_of_offset(double q, double offset) const;
    [[nodiscard]] LoopResponse respond_across(double q, const LoopHistory& from, int there) const;
    /// Within a piece, from `at` with the offset s to q.
    [[nodiscard]] static LoopResponse slide(const Piece& piece, double q, double middle, double at, double s)
    {
        const double tried = s + piece.reversal * (q - at), width = width_in(piece, q);
        const double offset = std::min(std::max(tried, -width), width);
        // Without a width s cannot but slide, also where the way has no length.
        const bool slides = offset != tried || width == 0;
        // Choices are numbers, 0 or 1: which of them it is changes from element to element, and branches would miss.
        const double free = slides, side = 1 - 2 * static_cast<double>(offset < 0);
        const double slope = free * side * piece.width_slope + (1 - free) * piece.reversal;
        return {middle + offset, piece.slope + slope, offset, slides};
    }
    /// Whether q lies in a piece; the first one ends where the second begins and has no other end, nor has the last.
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

/// Of a branch: linear between its points, and on beyond its ends.
[[nodiscard]] double branch_value(std::span<const LoopPoint> points, double at);

/// Why points are no loop, or an empty text.
[[nodiscard]] std::string loop_problem(const MeasuredLoop& loop);

}  // namespace tulle
