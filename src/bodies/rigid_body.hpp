#pragma once
// Rigid bodies as the solvers handle them: four particles of equal mass, the corners of a stiff elastic tetrahedron.
// Points of the body are weighted sums of the four particles. A force on a point is distributed by the same weights,
// which conserves linear and angular momentum for every point (docs/theory/rigid-bodies.md).

#include "bodies/rigid_shape.hpp"

#include <tulle/math.hpp>

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace tulle {

/// Weights of the four particles in a point of the body; they sum to 1.
using FrameWeights = std::array<double, 4>;

struct RigidBody {
    int first = 0;               // index of the first of the four particles
    std::array<Vec3, 4> rest{};  // m, the four particles in the body's own coordinates
    RigidShape shape;            // in the body's own coordinates
    double mass = 1;             // kg
    double friction = 0;
    double thickness = 0;  // m

    /// Returns the weights of a point given in the body's own coordinates [m].
    [[nodiscard]] FrameWeights weights(const Vec3& local) const;
};

/// Pose of a body, from the positions of its four particles.
class BodyPose {
public:
    BodyPose(const RigidBody& body, std::span<const Vec3> x);

    /// Returns the weights of a point given in world coordinates [m].
    [[nodiscard]] FrameWeights weights(const Vec3& x) const;
    /// Returns the point in the body's own coordinates [m].
    [[nodiscard]] Vec3 local(const Vec3& x) const { return to_local_ * (x - origin_) + local_origin_; }
    /// Returns the gradient of a function by world coordinates, from its gradient by the body's own coordinates.
    [[nodiscard]] Vec3 gradient(const Vec3& of_local) const { return to_local_.transpose() * of_local; }

private:
    Vec3 origin_, local_origin_;  // m, the first particle in both coordinates
    Mat3 inverse_;                // 1/m, of the matrix of edges from the first particle to the others
    Mat3 to_local_;
};

/// A contact point of a body, as a weighted sum of its particles. A point with a radius r > 0 is the centre of a
/// ball of radius r, and contact is at the surface of this ball.
struct BodyPoint {
    FrameWeights weights{};
    double radius = 0;  // m
};

/// Returns the position [m] of a point of the body.
[[nodiscard]] inline Vec3 place_of(const RigidBody& body, const FrameWeights& weights, std::span<const Vec3> x)
{
    Vec3 place = Vec3::Zero();
    for (std::size_t k = 0; k < 4; ++k) place += weights[k] * x[body.first + k];
    return place;
}

/// Returns the points at which a body is in contact with obstacles and other bodies. A ball has a single such point,
/// its centre. The contact points of other shapes are the corners, points on the sides near the corners, and points
/// along the edges. The points along the edges are so dense that crossing edges cannot penetrate each other far.
[[nodiscard]] std::vector<BodyPoint> touching_points(const RigidBody& body);

/// Carried particles: the surface of a body for drawing and for contact. Carried particles follow the motion of the
/// body.
struct CarriedParticles {
    RigidBody body;
    int first = 0;                      // index of the first carried particle
    std::vector<FrameWeights> weights;  // per carried particle

    /// Sets positions x [m] and velocities v [m/s] of the carried particles from those of the body.
    void follow(std::span<Vec3> x, std::span<Vec3> v) const;
};

}  // namespace tulle
