#pragma once
// When obstacles that press on cloth have come as far as they will: in iteration after iteration they come nearer to
// their places as barriers push the cloth away, slowly where it is taut, until there is no room for it.

#include <limits>

namespace tulle {

class StalledAdvance {
public:
    /// Before an iteration; `left` [m/s] is the longest way that a vertex of an obstacle has left.
    [[nodiscard]] bool ends(double left)
    {
        constexpr double hardly_less = 0.99;  // taut cloth lets them go a twentieth of their way in an iteration
        constexpr int max_iterations = 100, most_stalled = 3;
        stalled_ = left > hardly_less * before_ ? stalled_ + 1 : 0;
        before_ = left;
        return ++iterations_ > max_iterations || stalled_ >= most_stalled;
    }

private:
    double before_ = std::numeric_limits<double>::infinity();
    int iterations_ = 0, stalled_ = 0;  // of which one after the other
};

}  // namespace tulle
