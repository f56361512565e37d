#pragma once
// Tension of a spring over its strain, linear between points (EEH00 section 5: "piecewise linear springs"). In each
// piece the spring is a linear one, so that IMEX methods keep their matrix until some spring changes piece.

#include <tulle/description.hpp>

#include <span>
#include <vector>

namespace tulle {

class TensionCurve {
public:
    /// Points with rising strains, tensions that do not fall, and (0, 0) among them (see curve_problem). The first and
    /// last pieces go on beyond the ends.
    explicit TensionCurve(std::span<const CurvePoint> points);

    struct Piece {
        double strain;   // where it begins; for the first one, where it ends
        double tension;  // N, there
        double slope;    // N per unit of strain
        double work;     // N, integral of the tension from zero strain to there
    };

    [[nodiscard]] int piece_at(double strain) const;
    [[nodiscard]] const Piece& piece(int index) const { return pieces_[index]; }
    [[nodiscard]] int size() const { return static_cast<int>(pieces_.size()); }

    /// Integral of the tension over the strain [N]: times the rest length, the energy [J].
    [[nodiscard]] double work(double strain) const;

private:
    std::vector<Piece> pieces_;
};

/// Why points are no curve of a spring, or an empty text.
[[nodiscard]] std::string curve_problem(std::span<const CurvePoint> points);

}  // namespace tulle
