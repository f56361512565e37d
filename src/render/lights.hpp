#pragma once
// Distant lights: the key light and the sky, which is also the light of a ray without a hit.

#include "render/render_scene.hpp"
#include "render/surface.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tulle {

/// Computes two unit vectors that form a right-handed system with the unit vector `n`. The result depends only on n.
inline void tangents(const Vec3f& n, Vec3f& first, Vec3f& second)
{
    const Vec3f hint = std::abs(n.x()) < 0.7F ? Vec3f(Vec3f::UnitX()) : Vec3f(Vec3f::UnitY());
    first = n.cross(hint).normalized();
    second = n.cross(first);
}

/// Returns a cosine-weighted direction about `n` from two numbers in [0, 1).
[[nodiscard]] inline Vec3f cosine_direction(const Vec3f& n, const Vec2f& pair)
{
    const float radius = std::sqrt(pair.x());
    const float angle = 2 * std::numbers::pi_v<float> * pair.y();
    Vec3f first, second;
    tangents(n, first, second);
    return radius * std::cos(angle) * first + radius * std::sin(angle) * second +
           std::sqrt(std::max(0.0F, 1 - pair.x())) * n;
}

class Lights {
public:
    explicit Lights(const Lighting& lighting)
        : key(lighting.key),
          key_axis_(lighting.key_direction.normalized().cast<float>()),
          key_spread_(1 - static_cast<float>(std::cos(lighting.key_half_angle * std::numbers::pi / 180))),
          zenith_(lighting.zenith),
          horizon_(lighting.horizon)
    {
        tangents(key_axis_, first_, second_);
    }

    Colour key;

    /// Returns a direction to the key light, uniformly distributed over its disc.
    [[nodiscard]] Vec3f key_direction(const Vec2f& pair) const
    {
        const float cosine = 1 - key_spread_ * pair.x();
        const float sine = std::sqrt(std::max(0.0F, 1 - cosine * cosine));
        const float angle = 2 * std::numbers::pi_v<float> * pair.y();
        return sine * (std::cos(angle) * first_ + std::sin(angle) * second_) + cosine * key_axis_;
    }

    [[nodiscard]] Colour sky(const Vec3f& direction) const
    {
        const float height = std::max(direction.z(), 0.0F);
        return (1 - height) * horizon_ + height * zenith_;
    }

    /// Returns the brightness of a white, horizontal surface without shadow.
    [[nodiscard]] Colour level_white() const
    {
        return std::max(key_axis_.z(), 0.0F) * key + horizon_ / 3.0F + zenith_ * (2.0F / 3);
    }

private:
    Vec3f key_axis_, first_, second_;
    float key_spread_;  // 1 - cosine of the half angle
    Colour zenith_, horizon_;
};

}  // namespace tulle
