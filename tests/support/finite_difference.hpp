#pragma once
// Central differences: error h^2 f'''/6 + eps |f| / h, smallest near h = cbrt(eps) for values of order one.

#include <tulle/math.hpp>

#include <functional>
#include <vector>

namespace tulle::testing {

inline constexpr double difference_step = 6e-6;

/// d f / d x as a matrix: column c is the derivative by x[c].
inline Mat3 derivative(const std::function<Vec3(const Vec3&)>& f, const Vec3& x, double h = difference_step)
{
    Mat3 J;
    for (int c = 0; c < 3; ++c) {
        const Vec3 e = h * Vec3::Unit(c);
        J.col(c) = (f(x + e) - f(x - e)) / (2 * h);
    }
    return J;
}

inline Vec3 gradient(const std::function<double(const Vec3&)>& f, const Vec3& x, double h = difference_step)
{
    Vec3 g;
    for (int c = 0; c < 3; ++c) {
        const Vec3 e = h * Vec3::Unit(c);
        g[c] = (f(x + e) - f(x - e)) / (2 * h);
    }
    return g;
}

/// x + by d
inline std::vector<Vec3> shifted(std::vector<Vec3> x, double by, const std::vector<Vec3>& d)
{
    for (std::size_t i = 0; i < x.size(); ++i) x[i] += by * d[i];
    return x;
}

}  // namespace tulle::testing
