#pragma once
// Cloth against obstacles of simple shape: a barrier between every particle and every obstacle, at the contact distance
// that both keep (barrier.hpp), with Coulomb friction. Friction goes by the normals and the pressure at the start of a
// step (it is lagged) against the velocity at its end: it can stop but not drive.
//
// Obstacles that move do so between the two ends of a step. Barriers see them where they are at its end, and
// `enter_step` takes particles along that an obstacle has moved towards, so that the end is reached without passing.
//
// A particle that begins a step in an obstacle, or very near to its surface, is pushed out by a constant force: a
// barrier would throw it away.

#include "contact/contacts.hpp"
#include "core/reduce.hpp"
#include "forces/force.hpp"

namespace tulle {

class ObstacleBarrier final : public Force {
public:
    /// `contacts`, which outlive this, have the obstacles, all of them convex, and where they are; `mass` [kg] of
    /// particles; `h` [s], the usual step, decides how stiff barriers are.
    ObstacleBarrier(const Contacts& contacts, std::span<const double> mass, double h);

    /// Particles that press on an obstacle.
    [[nodiscard]] int count(std::span<const Vec3> x);

    [[nodiscard]] std::string_view name() const override { return "obstacles"; }
    [[nodiscard]] double energy(std::span<const Vec3> x) override;
    void add_force(std::span<const Vec3> x, std::span<const Vec3> v, std::span<Vec3> f) override;
    /// Without the turning of normals, which would make it indefinite.
    void add_jacobian(std::span<const Vec3> x, std::span<const Vec3> v, JacobianTreatment treatment, double scale_x,
                      double scale_v, Csr<Mat3>& A) override;
    [[nodiscard]] bool is_of_springs() const override { return true; }

    [[nodiscard]] bool has_barrier() const override { return true; }
    [[nodiscard]] double max_collision_free_step(std::span<const Vec3> from, std::span<const Vec3> to) override;
    void limit_motion(std::span<const Vec3> from, std::span<Vec3> to) override;
    void enter_step(std::span<const Vec3> x, std::span<Vec3> to) override;

private:
    /// A particle that rubs on an obstacle in this step.
    struct Friction {
        Vec3 normal;
        Vec3 drift;    // m/s, of the obstacle where it touches
        double limit;  // N, coefficient times pressure
    };
    /// A particle and an obstacle that push each other away.
    struct Touch {
        double energy, force, curvature;  // J, N, N/m
        Vec3 normal;
    };

    /// visit(Touch) for every obstacle that particle p presses on at x [m].
    template <class Visit>
    void for_each_touch(std::size_t p, const Vec3& x, const Visit& visit) const;
    /// The part of the motion of p, both ends as obstacle o sees them, that leads near to it but not too near.
    [[nodiscard]] double free_part(std::size_t p, int o, const Vec3& from, const Vec3& to) const;
    [[nodiscard]] bool is_let_out(std::size_t p, int o) const
    {
        return let_out_[p * static_cast<std::size_t>(contacts_.obstacle_count()) + static_cast<std::size_t>(o)] != 0;
    }

    const Contacts& contacts_;
    std::vector<double> stiffness_;       // N/m, per particle
    std::vector<double> push_;            // N/m, per particle: force over contact distance of what is let out
    std::vector<unsigned char> let_out_;  // per particle and obstacle
    std::vector<int> friction_begin_;     // per particle
    std::vector<Friction> frictions_;
    BlockReducer<double> sum_;
};

}  // namespace tulle
