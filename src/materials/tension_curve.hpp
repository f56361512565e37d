#pragma once
// Piecewise linear spring law (EEH00 section 5, "piecewise linear springs"): tension over strain, linear between
// points. Within a piece the spring is linear, so IMEX methods keep their matrix until some spring changes its piece.

#include <tulle/description.hpp>

#include <span>
#include <vector>

namespace tulle {

class TensionCurve {
public:
    /// The points have rising strains and tensions that do not fall, and contain (0, 0) (see curve_problem). The first
    /// and last pieces continue beyond the ends.
    explicit TensionCurve(std::span<const CurvePoint> points);

    struct Piece {
        double strain;   // at its first point; the first piece continues below it
        double tension;  // N, at `strain`
        double slope;    // N per unit of strain
        double work;     // N, integral of the tension from zero strain to `strain`
    };

    [[nodiscard]] int piece_at(double strain) const;
    [[nodiscard]] const Piece& piece(int index) const { return pieces_[index]; }
    [[nodiscard]] int size() const { return static_cast<int>(pieces_.size()); }

    /// Returns the integral of the tension over the strain [N]. The product of this integral and the rest length is the
    /// energy [J].
    [[nodiscard]] double work(double strain) const;

private:
    std::vector<Piece> pieces_;
};

/// Returns the reason why the points are no valid spring curve, or an empty text.
[[nodiscard]] std::string curve_problem(std::span<const CurvePoint> points);

}  // namespace tulle
