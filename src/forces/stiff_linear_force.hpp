#pragma once
// Interface of forces with a stiff linear part -K x - D v that is the same for each coordinate. IMEX methods treat the
// stiff linear part implicitly, with a matrix of numbers instead of 3 x 3 blocks, and the rest of the force explicitly
// (EEH00 section 4).

#include "linear/csr.hpp"

#include <tulle/math.hpp>

#include <span>

namespace tulle {

class StiffLinearForce {
public:
    virtual ~StiffLinearForce() = default;

    /// A += scale_x K + scale_v D, with K at the positions of the last update_stiff_part.
    virtual void add_stiff_linear(double scale_x, double scale_v, Csr<double>& A) = 0;
    /// Adapts K to the positions x [m]. Returns whether K has changed.
    [[nodiscard]] virtual bool update_stiff_part(std::span<const Vec3> /*x*/) { return false; }
    /// Whether K can change at all.
    [[nodiscard]] virtual bool stiff_part_changes() const { return false; }
};

}  // namespace tulle
