#pragma once
// Contact pairs of rigid bodies with obstacles and with each other: which points meet which shapes. Points of a body
// meet obstacles and other bodies. The contact points of a body are its centre if it is a ball, or else its corners and
// points on its sides and edges. Points of obstacles also meet bodies: for example, the side of a large box may come
// down on a small ball. Forces (BodyContact) and continuous collision detection (BodyCcd) use the same pairs.

#include "bodies/rigid_body.hpp"
#include "contact/active_set/active_set.hpp"
#include "contact/rigid/body_resistance.hpp"

#include <span>
#include <vector>

namespace tulle {

class BodyShapes {
public:
    /// `stiffness` [N/m] is that of a point, per kg of the geometric mean of two masses. An obstacle counts as the mass
    /// of all bodies, because all bodies may rest on the body that touches the obstacle. Without barriers, the force
    /// laws are springs alone. `contacts` has the obstacles and must outlive this object.
    BodyShapes(std::vector<RigidBody> bodies, double stiffness, bool has_barriers, const ActiveSet& contacts);

    [[nodiscard]] std::size_t size() const { return bodies_.size(); }
    [[nodiscard]] const RigidBody& body(std::size_t b) const { return bodies_[b]; }
    [[nodiscard]] std::span<const RigidBody> bodies() const { return bodies_; }
    [[nodiscard]] std::span<const BodyPoint> points(std::size_t b) const { return points_[b]; }
    /// Returns a ball that contains the whole body.
    [[nodiscard]] const BodyPoint& ball(std::size_t b) const { return balls_[b]; }
    [[nodiscard]] const ActiveSet& contacts() const { return contacts_; }

    /// Calls visit(start, end, radius) for the points of an obstacle that may meet body b within `ball` [m]. `start`
    /// and `end` [m] are the places of a point at the start and at the end of the step. `ball`, `start` and `end` are
    /// in the coordinates of the obstacle. `radius` [m] is that of a ball about the point that belongs to the obstacle.
    template <class Visit>
    void for_each_point(int obstacle, std::size_t b, const SphereShape& ball, const Visit& visit) const;

    /// Returns the force law between an obstacle and a point of a body with a ball of a radius [m] about it.
    [[nodiscard]] BodyResistance beside_obstacle(std::size_t b, int obstacle, double radius) const;
    /// Returns the force law between a point of an obstacle and a body.
    [[nodiscard]] BodyResistance beside_corner(std::size_t b, int obstacle) const;
    [[nodiscard]] BodyResistance between_bodies(std::size_t b, std::size_t other) const;
    /// Returns whether both bodies are balls. Each of two balls would find the other, so one search is left out.
    [[nodiscard]] bool are_balls(std::size_t b, std::size_t other) const { return is_ball(b) && is_ball(other); }

private:
    [[nodiscard]] bool is_ball(std::size_t b) const { return std::holds_alternative<SphereShape>(bodies_[b].shape); }
    [[nodiscard]] BodyResistance spring_beside(std::size_t b, int obstacle) const;
    /// Adds a barrier that ends at the depth `give` [m].
    void add_barrier(double give, BodyResistance& spring) const;

    std::vector<RigidBody> bodies_;
    double stiffness_;
    bool has_barriers_;
    const ActiveSet& contacts_;
    double mass_of_all_ = 0;                        // kg
    std::vector<std::vector<BodyPoint>> points_;    // per body
    std::vector<BodyPoint> balls_;                  // per body
    std::vector<double> give_;                      // m, per body
    std::vector<std::vector<ShapePoint>> corners_;  // per obstacle; empty for meshes
    std::vector<double> thinnest_;                  // m, per obstacle: half its smallest thickness
};

template <class Visit>
void BodyShapes::for_each_point(int obstacle, std::size_t b, const SphereShape& ball, const Visit& visit) const
{
    if (is_ball(b)) return;  // the centre of a ball shows its distance from every shape
    const double reach = ball.radius + bodies_[b].thickness + contacts_.obstacle(obstacle).thickness;  // m
    const MeshObstacle* mesh = contacts_.obstacle(obstacle).mesh();
    if (mesh == nullptr) {
        const double apart = std::visit([&](const auto& shape) { return nearest_surface(shape, ball.center).distance; },
                                        *contacts_.obstacle(obstacle).convex());
        if (apart > reach) return;
        for (const ShapePoint& point : corners_[obstacle]) visit(point.place, point.place, point.radius);
        return;
    }
    if (mesh->bounds().squaredExteriorDistance(ball.center) > reach * reach) return;
    for (std::size_t k = 0; k < mesh->end().size(); ++k) {
        const MovingPoint motion = mesh->motion_of_vertex(static_cast<int>(k));
        if ((motion.end - ball.center).squaredNorm() <= reach * reach) visit(motion.start, motion.end, 0.0);
    }
}

}  // namespace tulle
