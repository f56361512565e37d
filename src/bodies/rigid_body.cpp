#include "bodies/rigid_body.hpp"

#include "core/parallel.hpp"

#include <Eigen/Geometry>
#include <Eigen/LU>

namespace tulle {
namespace {

Mat3 edges_from_first(const std::array<Vec3, 4>& x)
{
    Mat3 edges;
    for (int k = 0; k < 3; ++k) edges.col(k) = x[static_cast<std::size_t>(k) + 1] - x[0];
    return edges;
}

FrameWeights with_first(const Vec3& others) { return {1 - others.sum(), others[0], others[1], others[2]}; }

}  // namespace

FrameWeights RigidBody::weights(const Vec3& local) const
{
    return with_first(edges_from_first(rest).inverse() * (local - rest[0]));
}

BodyPose::BodyPose(const RigidBody& body, std::span<const Vec3> x) : origin_(x[body.first]), local_origin_(body.rest[0])
{
    const auto at = [&](int k) { return x[body.first + k]; };
    inverse_ = edges_from_first({at(0), at(1), at(2), at(3)}).inverse();
    to_local_ = edges_from_first(body.rest) * inverse_;
}

FrameWeights BodyPose::weights(const Vec3& x) const { return with_first(inverse_ * (x - origin_)); }

std::vector<BodyPoint> touching_points(const RigidBody& body)
{
    std::vector<BodyPoint> points;
    for (const ShapePoint& point : touching_points(body.shape))
        points.push_back({body.weights(point.place), point.radius});
    return points;
}

void CarriedParticles::follow(std::span<Vec3> x, std::span<Vec3> v) const
{
    parallel_for(weights.size(), [&](std::size_t k) {
        x[first + k] = place_of(body, weights[k], x);
        v[first + k] = place_of(body, weights[k], v);
    });
}

}  // namespace tulle
