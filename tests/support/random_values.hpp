#pragma once
// More kinds of random values, as repeatable as the vectors they add to.

#include "support/random_state.hpp"

namespace tulle::testing {

class RandomValues : public RandomVectors {
public:
    using RandomVectors::RandomVectors;

    /// Whole numbers from `low` to `high`, both included.
    [[nodiscard]] int integer(int low, int high) { return low + static_cast<int>(number(0, high - low + 1.0)); }

    /// Every direction alike.
    [[nodiscard]] Vec3 unit_vector()
    {
        for (;;) {
            const Vec3 v = vector();
            const double length = v.norm();
            if (length > 0.1 && length < 1) return v / length;
        }
    }

    [[nodiscard]] Mat3 matrix(double size = 1.0)
    {
        Mat3 m;
        for (int column = 0; column < 3; ++column) m.col(column) = vector(size);
        return m;
    }
};

}  // namespace tulle::testing
