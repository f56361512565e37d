#pragma once
// Cloth against obstacles of smooth shape (others are part of ClothContact's surface): a barrier between every particle
// and every obstacle, at the contact distance that both keep (barrier.hpp), with Coulomb friction.
//
// Friction is a spring between a particle and its anchor, a point of the obstacle that stays where the particle began
// to stick (Cundall and Strack 1979): a load below the cone is held for ever and does not creep. The spring gives way
// at mu times the pressure, which it reaches at a displacement of `friction_speed` h; the anchor then slides along
// behind. Pressure and normals are those of the start of the step (they are lagged), the displacement is that at its
// end, so that each step has a potential. What an impact presses with at the end of its step rubs in the next one.
//
// Obstacles that move do so between the two ends of a step. Barriers see them where they are at its end, and
// `enter_step` takes particles along that an obstacle has moved towards, so that the end is reached without passing.
//
// A particle that begins a step in an obstacle, or nearer to it than a barrier lets any, is let out: a spring draws it
// to a place a quarter of the contact distance further out. One that was outside before stays behind its barrier,
// however hard it is pressed: the spring would give way to what the barrier holds.

#include "contact/active_set/active_set.hpp"
#include "contact/barrier/barrier_potential.hpp"
#include "core/reduce.hpp"
#include "forces/barrier.hpp"
#include "forces/force.hpp"
#include "forces/history_force.hpp"

namespace tulle {

class ObstacleBarrier final : public Force, public Barrier, public HistoryForce {
public:
    /// `contacts`, which outlive this, have the obstacles and where they are; `mass` [kg] of particles; `h` [s], the
    /// usual step, decides how stiff barriers are. `load` [N] is what may lie on a particle besides what it weighs.
    ObstacleBarrier(const ActiveSet& contacts, std::span<const double> mass, double h, double load = 0);

    /// m, that any particle keeps from any obstacle; infinite where there is none
    [[nodiscard]] double smallest_contact_distance() const;
    /// Particles that press on an obstacle.
    [[nodiscard]] int count(std::span<const Vec3> x);

    [[nodiscard]] std::string_view name() const override { return "obstacles"; }
    [[nodiscard]] double energy(std::span<const Vec3> x) override;
    void add_force(std::span<const Vec3> x, std::span<const Vec3> v, std::span<Vec3> f) override;
    /// Without the turning of normals, which would make it indefinite.
    void add_jacobian(std::span<const Vec3> x, std::span<const Vec3> v, JacobianTreatment treatment, double scale_x,
                      double scale_v, Csr<Mat3>& A) override;
    [[nodiscard]] bool is_of_springs() const override { return true; }

    [[nodiscard]] double max_collision_free_step(std::span<const Vec3> from, std::span<const Vec3> to) override;
    void limit_motion(std::span<const Vec3> from, std::span<Vec3> to) override;
    void enter_step(std::span<const Vec3> x, std::span<Vec3> to) override;
    void list_contacts(std::span<const Vec3> x, std::vector<ContactPoint>& contacts) override;

    /// Between steps: particles have been put elsewhere, and nothing has rubbed yet.
    void forget_friction();

    /// Anchors last from step to step.
    void add_measurements(std::span<const Vec3> x, Measurements& measurements) override
    {
        measurements.energies.contact += energy(x);
        measurements.contacts += count(x);
    }
    void save(ArchiveWriter& out) const override;
    void restore(ArchiveReader& in) override;

private:
    /// A particle that rubs on an obstacle in this step.
    struct Friction {
        Vec3 normal;       // at the end of the step
        Vec3 anchor;       // m, at the end of the step
        Vec3 anchor_seen;  // m, as the obstacle sees it
        double limit = 0;  // N, coefficient times pressure
        int obstacle = 0;

        /// m, of a particle from its anchor, along the surface
        [[nodiscard]] Vec3 displacement(const Vec3& x) const
        {
            const Vec3 from_anchor = x - anchor;
            return from_anchor - normal.dot(from_anchor) * normal;
        }
    };
    /// Of all particles.
    struct Frictions {
        std::vector<int> begin;  // per particle
        std::vector<Friction> list;

        [[nodiscard]] std::span<const Friction> of(std::size_t p) const
        {
            return std::span(list).subspan(begin[p], begin[p + 1] - begin[p]);
        }
    };
    /// A particle and an obstacle that push each other away.
    struct Touch {
        double energy, force, curvature;  // J, N, N/m
        Vec3 normal;
        int obstacle;
    };

    /// visit(Touch) for every obstacle that particle p presses on at x [m].
    template <class Visit>
    void for_each_touch(std::size_t p, const Vec3& x, const Visit& visit) const;
    [[nodiscard]] FrictionResponse response(const Friction& friction, const Vec3& x) const;
    /// J, in the spring between a particle and its anchor
    [[nodiscard]] double held_energy(const Friction& friction, const Vec3& x) const;
    /// What rubs in a step that begins at x [m], with anchors that were dragged along since the last one.
    void find_frictions(std::span<const Vec3> x);
    /// The same of one particle; also decides whether it is let out.
    void add_frictions(std::size_t p, const Vec3& x, std::vector<Friction>& list);
    /// The part of the motion of p, both ends as obstacle o sees them, that leads near to it but not too near.
    [[nodiscard]] double collision_free_step(std::size_t p, int o, const Vec3& from, const Vec3& to) const;
    /// Of particle p and obstacle o, in lists that have all pairs.
    [[nodiscard]] std::size_t pair(std::size_t p, int o) const
    {
        return p * static_cast<std::size_t>(contacts_.obstacle_count()) + static_cast<std::size_t>(o);
    }

    const ActiveSet& contacts_;
    [[nodiscard]] BarrierPotential barrier_of(std::size_t p, double d_hat) const;
    /// Of a surface at a distance [m] that p presses on; the normal is left open.
    [[nodiscard]] Touch touch_at(std::size_t p, int o, double distance) const;

    std::vector<int> smooth_;                 // obstacles that it holds
    std::vector<double> inertia_;             // N/m, per particle: m/h^2
    double load_;                             // N
    std::vector<double> let_out_to_;          // m, per pair: the distance in this step; infinite where p starts outside
    std::vector<unsigned char> was_outside_;  // per pair: at the start of the last step
    double slip_;                             // m, displacement at which friction has its full size
    Frictions frictions_, before_;            // of this step, and of the last one
    std::vector<std::vector<Friction>> found_;  // scratch: per block of particles
    std::vector<Vec3> entered_;                 // m, where this step began
    BlockReducer<double> sum_;
    BlockReducer<int> count_;
};

}  // namespace tulle
