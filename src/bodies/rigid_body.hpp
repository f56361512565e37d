#pragma once
// A rigid body as the solvers see it: four particles of equal mass, the corners of a stiff elastic tetrahedron. Points
// of the body are weighted sums of the four, so a force on one is shared out by the same weights; that keeps momentum
// and angular momentum whatever the point (docs/theory/rigid-bodies.md).

#include "bodies/rigid_shape.hpp"

#include <tulle/math.hpp>

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace tulle {

/// Of the four particles; they sum to 1.
using FrameWeights = std::array<double, 4>;

struct RigidBody {
    int first = 0;               // of the four particles
    std::array<Vec3, 4> rest{};  // m, where they are in the body's own coordinates
    RigidShape shape;            // in those
    double mass = 1;             // kg
    double friction = 0;
    double thickness = 0;  // m

    [[nodiscard]] FrameWeights weights(const Vec3& local) const;
};

/// Where the four particles have taken a body.
class BodyPose {
public:
    BodyPose(const RigidBody& body, std::span<const Vec3> x);

    /// Of a point of the world [m].
    [[nodiscard]] FrameWeights weights(const Vec3& x) const;
    /// The same in the body's coordinates.
    [[nodiscard]] Vec3 local(const Vec3& x) const { return to_local_ * (x - origin_) + local_origin_; }
    /// The change of a function of local coordinates with the place in the world, from that with the local ones.
    [[nodiscard]] Vec3 gradient(const Vec3& of_local) const { return to_local_.transpose() * of_local; }

private:
    Vec3 origin_, local_origin_;  // m, of the first particle
    Mat3 inverse_;                // of its edges to the other three, 1/m
    Mat3 to_local_;
};

/// A point on a body, as a weighted sum; some have a radius about them that belongs to the body.
struct BodyPoint {
    FrameWeights weights{};
    double radius = 0;  // m
};

/// m
[[nodiscard]] inline Vec3 place_of(const RigidBody& body, const FrameWeights& weights, std::span<const Vec3> x)
{
    Vec3 place = Vec3::Zero();
    for (std::size_t k = 0; k < 4; ++k) place += weights[k] * x[body.first + k];
    return place;
}

/// Points by which a body touches what is not made of particles: the centre of a ball, else corners, points on the
/// sides beside them, and points along the edges so close to each other that two edges do not slip past each other far.
[[nodiscard]] std::vector<BodyPoint> touching_points(const RigidBody& body);

/// Particles that a body carries along: its surface, for all who look at it.
struct CarriedParticles {
    RigidBody body;
    int first = 0;                      // of the particles carried
    std::vector<FrameWeights> weights;  // one each

    /// Puts them where the body is, with its velocity.
    void follow(std::span<Vec3> x, std::span<Vec3> v) const;
};

}  // namespace tulle
