#include "geometry/exact_orientation.hpp"

#include <Eigen/Geometry>

#include <array>
#include <cmath>
#include <limits>

namespace tulle {
namespace {

constexpr double half_ulp = 0.5 * std::numeric_limits<double>::epsilon();

/// An exact number: value + error, without any rounding.
struct Exact {
    double value, error;
};

Exact exact_sum(double a, double b)
{
    const double sum = a + b;
    const double from_b = sum - a;
    return {sum, (a - (sum - from_b)) + (b - from_b)};
}

Exact exact_difference(double a, double b) { return exact_sum(a, -b); }

Exact exact_product(double a, double b)
{
    const double product = a * b;
    return {product, std::fma(a, b, -product)};
}

/// Exact sum of doubles (floating-point expansion), stored as terms that do not overlap, the smallest first. The last
/// term has the sign of the sum.
class ExactSum {
public:
    void add(double x)
    {
        int kept = 0;
        for (int k = 0; k < count_; ++k) {
            const Exact sum = exact_sum(x, terms_[k]);
            x = sum.value;
            if (sum.error != 0) terms_[kept++] = sum.error;
        }
        if (x != 0) terms_[kept++] = x;
        count_ = kept;
    }
    void add_product(double a, double b)
    {
        const Exact product = exact_product(a, b);
        add(product.error);
        add(product.value);
    }
    /// Adds sign a b c, where a, b and c are each a value with its error.
    void add_product(double sign, const Exact& a, const Exact& b, const Exact& c)
    {
        for (const double x : {a.error, a.value})
            for (const double y : {b.error, b.value}) {
                if (x == 0 || y == 0) continue;
                const Exact xy = exact_product(sign * x, y);
                for (const double z : {c.error, c.value}) {
                    add_product(xy.error, z);
                    add_product(xy.value, z);
                }
            }
    }
    [[nodiscard]] int sign() const { return count_ == 0 ? 0 : (terms_[count_ - 1] > 0 ? 1 : -1); }

private:
    /// Room for six products of three factors. Each product has eight parts of four terms.
    std::array<double, 192> terms_;
    int count_ = 0;
};

int sign_of(double x) { return x > 0 ? 1 : -1; }

using ExactVec = std::array<Exact, 3>;

ExactVec exact_edge(const Vec3& from, const Vec3& to)
{
    return {exact_difference(to.x(), from.x()), exact_difference(to.y(), from.y()), exact_difference(to.z(), from.z())};
}

int exact_orientation(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d)
{
    const ExactVec u = exact_edge(a, b), v = exact_edge(a, c), w = exact_edge(a, d);
    ExactSum sum;
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3;
        const int k = (i + 2) % 3;
        sum.add_product(1, u[i], v[j], w[k]);
        sum.add_product(-1, u[i], v[k], w[j]);
    }
    return sum.sign();
}

int exact_orientation(const Vec2& a, const Vec2& b, const Vec2& c)
{
    constexpr Exact one{1, 0};
    ExactSum sum;
    sum.add_product(1, exact_difference(b.x(), a.x()), exact_difference(c.y(), a.y()), one);
    sum.add_product(-1, exact_difference(b.y(), a.y()), exact_difference(c.x(), a.x()), one);
    return sum.sign();
}

}  // namespace

int orientation(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d)
{
    const Vec3 u = b - a, v = c - a, w = d - a;
    const double determinant = u.cross(v).dot(w);
    // The determinant with every term positive. The rounding error is at most (7 + 56 e) e times this size, where e is
    // half a unit in the last place.
    const Vec3 au = u.cwiseAbs(), av = v.cwiseAbs(), aw = w.cwiseAbs();
    const double size = aw.x() * (au.y() * av.z() + au.z() * av.y()) + aw.y() * (au.z() * av.x() + au.x() * av.z()) +
                        aw.z() * (au.x() * av.y() + au.y() * av.x());
    if (std::abs(determinant) > 8 * half_ulp * size) return sign_of(determinant);
    // Shortcut for flat cloth, which often lies in a coordinate plane. It is exact, because a difference is zero only
    // if both numbers are the same.
    for (int axis = 0; axis < 3; ++axis)
        if (au[axis] == 0 && av[axis] == 0 && aw[axis] == 0) return 0;
    return exact_orientation(a, b, c, d);
}

int orientation(const Vec2& a, const Vec2& b, const Vec2& c)
{
    const Vec2 u = b - a, v = c - a;
    const double left = u.x() * v.y();
    const double right = u.y() * v.x();
    if (std::abs(left - right) > 4 * half_ulp * (std::abs(left) + std::abs(right))) return sign_of(left - right);
    if ((u.x() == 0 && v.x() == 0) || (u.y() == 0 && v.y() == 0)) return 0;
    return exact_orientation(a, b, c);
}

}  // namespace tulle
