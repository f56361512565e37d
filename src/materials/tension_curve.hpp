#pragma once
// Piecewise linear spring law (EEH00 section 5, "piecewise linear springs"): the tension is a function of the strain
// that is linear between given points. Within a piece of the curve a spring is linear, so IMEX methods keep their
// matrix until the strain of some spring moves to another piece.

#include <tulle/description.hpp>

#include <span>
#include <vector>

namespace tulle {

class TensionCurve {
public:
    /// The strains of the points must rise, the tensions must not fall, and (0, 0) must be one of the points (see
    /// curve_problem). The first and the last piece continue beyond the first and the last point.
    explicit TensionCurve(std::span<const CurvePoint> points);

    struct Piece {
        double strain;   // at the first point of the piece; piece 0 also covers all smaller strains
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
