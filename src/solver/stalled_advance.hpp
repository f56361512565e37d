#pragma once
// Decides when obstacles that press on cloth have stalled. In each iteration such obstacles come nearer to their
// prescribed places, because barriers push the cloth away. Where the cloth is taut, the obstacles advance slowly, until
// there is no room left.

#include <limits>

namespace tulle {

class StalledAdvance {
public:
    /// Must be called before each iteration. Returns whether the obstacles have stalled. `left` [m/s] is the longest
    /// remaining motion of a vertex of an obstacle.
    [[nodiscard]] bool ends(double left)
    {
        constexpr double hardly_less = 0.99;  // taut cloth lets obstacles go a twentieth of `left` in an iteration
        constexpr int max_iterations = 100, most_stalled = 3;
        stalled_ = left > hardly_less * before_ ? stalled_ + 1 : 0;
        before_ = left;
        return ++iterations_ > max_iterations || stalled_ >= most_stalled;
    }

private:
    double before_ = std::numeric_limits<double>::infinity();
    int iterations_ = 0, stalled_ = 0;  // stalled_: in succession
};

}  // namespace tulle
