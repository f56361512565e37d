#pragma once
// Which points meet which shapes where rigid bodies touch obstacles and each other: points of a body (the centre of a
// ball, else corners and points on sides and edges) meet obstacles and other bodies, and points of obstacles meet
// bodies, as the side of a large box may come down on a small ball. Forces (BodyContact) and continuous collision
// detection (BodyCcd) go by the same pairs.

#include "bodies/rigid_body.hpp"
#include "contact/active_set/active_set.hpp"
#include "contact/rigid/body_resistance.hpp"

#include <span>
#include <vector>

namespace tulle {

class BodyShapes {
public:
    /// `stiffness` [N/m] is that of a point per kg of mass, the geometric mean of two. Obstacles count for the mass of
    /// all bodies, as they may rest on the one that touches it. Without barriers there are springs alone. `contacts`
    /// has the obstacles and outlives this.
    BodyShapes(std::vector<RigidBody> bodies, double stiffness, bool has_barriers, const ActiveSet& contacts);

    [[nodiscard]] std::size_t size() const { return bodies_.size(); }
    [[nodiscard]] const RigidBody& body(std::size_t b) const { return bodies_[b]; }
    [[nodiscard]] std::span<const RigidBody> bodies() const { return bodies_; }
    [[nodiscard]] std::span<const BodyPoint> points(std::size_t b) const { return points_[b]; }
    /// One that holds all of a body.
    [[nodiscard]] const BodyPoint& ball(std::size_t b) const { return balls_[b]; }
    [[nodiscard]] const ActiveSet& contacts() const { return contacts_; }

    /// visit(start, end, radius) for the points of an obstacle that may meet a body in `ball` [m], as the obstacle sees
    /// it: where it sees them itself at the start and at the end of the step, and what belongs to it about them [m].
    template <class Visit>
    void for_each_point(int obstacle, std::size_t b, const SphereShape& ball, const Visit& visit) const;

    /// Between a point of a body, with a ball of a radius [m] about it, and an obstacle.
    [[nodiscard]] BodyResistance beside_obstacle(std::size_t b, int obstacle, double radius) const;
    /// Between a point of an obstacle and a body.
    [[nodiscard]] BodyResistance beside_corner(std::size_t b, int obstacle) const;
    [[nodiscard]] BodyResistance between_bodies(std::size_t b, std::size_t other) const;
    /// Two balls would find each other twice.
    [[nodiscard]] bool are_balls(std::size_t b, std::size_t other) const { return is_ball(b) && is_ball(other); }

private:
    [[nodiscard]] bool is_ball(std::size_t b) const { return std::holds_alternative<SphereShape>(bodies_[b].shape); }
    [[nodiscard]] BodyResistance spring_beside(std::size_t b, int obstacle) const;
    /// Adds a barrier that ends at a depth [m].
    void add_barrier(double give, BodyResistance& spring) const;

    std::vector<RigidBody> bodies_;
    double stiffness_;
    bool has_barriers_;
    const ActiveSet& contacts_;
    double mass_of_all_ = 0;                        // kg
    std::vector<std::vector<BodyPoint>> points_;    // per body
    std::vector<BodyPoint> balls_;                  // per body
    std::vector<double> give_;                      // m, per body
    std::vector<std::vector<ShapePoint>> corners_;  // per obstacle that is no mesh
    std::vector<double> thinnest_;                  // m, per obstacle: half of what is between its sides
};

template <class Visit>
void BodyShapes::for_each_point(int obstacle, std::size_t b, const SphereShape& ball, const Visit& visit) const
{
    if (is_ball(b)) return;  // its centre knows how far it is from every shape
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
        const MovingPoint way = mesh->way_of_vertex(static_cast<int>(k));
        if ((way.end - ball.center).squaredNorm() <= reach * reach) visit(way.start, way.end, 0.0);
    }
}

}  // namespace tulle
