#pragma once
// Rigid bodies against everything: the particles of cloths and solids, obstacles, each other. What is nearer than the
// distance kept is pushed away by a stiff one-sided spring along the normal, and what rubs is braked by Coulomb
// friction with the pressure that the step began with. Both ends of every force are particles, those of a body by
// their weights, so that momentum and angular momentum are kept exactly (docs/theory/rigid-bodies.md).
//
// It is a force like others, of the positions at the end of a step, because bodies may rest on each other, on cloth
// and on the floor at once: where prescribed velocities would contradict each other, springs share the load. Deeper in,
// where light loads do not come, a barrier between bodies, and between them and obstacles, bounds motion
// (body_resistance.hpp, body_ccd.hpp).

#include "contact/rigid/body_ccd.hpp"
#include "contact/rigid/body_shapes.hpp"
#include "forces/barrier.hpp"
#include "forces/force.hpp"
#include "forces/history_force.hpp"
#include "linear/weighted_sum.hpp"

namespace tulle {

/// How hard bodies are where they touch, and whether integrators ask how far they may move.
struct BodyStiffness {
    // N/m, of a point of a body that meets another one, per kg of the geometric mean of their masses. An obstacle
    // counts for the mass of all bodies, as they may rest on the one that touches it.
    double point_per_mass = 0;
    double particle_per_mass = 0;  // N/m, of a particle per kg, at least
    double gravity = 0;  // m/s^2: alone under a body of this weight, a particle gives way by half its distance
    bool bounds_motion = false;
};

class BodyContact final : public Force, public Barrier, public HistoryForce, public LaggedForce {
public:
    /// `thickness` [m] of every particle; negative where it touches no bodies. `attached_to`: the body that it belongs
    /// to anyway, or -1. `mass` [kg] of particles. `contacts` has the obstacles and outlives this. `h` [s] is the step.
    BodyContact(std::vector<RigidBody> bodies, BodyStiffness stiffness, std::vector<double> thickness,
                std::vector<int> attached_to, std::span<const double> mass, const ActiveSet& contacts, double h);

    /// How many touch in x.
    [[nodiscard]] int count(std::span<const Vec3> x);
    /// The deepest that a particle or a point is in a bare body or obstacle [m]; 0 when none is.
    [[nodiscard]] double deepest(std::span<const Vec3> x);

    [[nodiscard]] std::string_view name() const override { return "body contact"; }
    [[nodiscard]] double energy(std::span<const Vec3> x) override;
    void add_force(std::span<const Vec3> x, std::span<const Vec3> v, std::span<Vec3> f) override;
    /// What presses.
    [[nodiscard]] double balanced_force(std::span<const Vec3> x) override;
    void add_couplings(std::vector<std::pair<int, int>>& couplings) const override;
    void bind(const SparsityPattern& pattern) override { pattern_ = &pattern; }
    /// Leaves out how normals turn, which is of the size of what is pressed in over the size of the body and would make
    /// A indefinite.
    void add_jacobian(std::span<const Vec3> x, std::span<const Vec3> v, JacobianTreatment treatment, double scale_x,
                      double scale_v, Csr<Mat3>& A) override;
    /// Friction goes by what pressed when the step began.

    /// Where there is something that bodies may meet.
    [[nodiscard]] bool has_barrier() const override { return has_barrier_; }
    [[nodiscard]] bool bounds_relative_motion() const override { return has_barrier_; }
    [[nodiscard]] double max_collision_free_step(std::span<const Vec3> from, std::span<const Vec3> to) override
    {
        return has_barrier_ ? ccd_.max_collision_free_step(from, to) : 1;
    }
    void limit_motion(std::span<const Vec3> from, std::span<Vec3> to) override
    {
        if (has_barrier_) ccd_.limit(from, to);
    }
    void enter_step(std::span<const Vec3> x, std::span<Vec3> to) override
    {
        if (has_barrier_) ccd_.enter_step(x, to);
    }

    /// Friction of the step is by what presses in x; by less where bodies part.
    void begin_step(std::span<const Vec3> x) override;
    void predict_lagged(std::span<const Vec3> v) override;
    [[nodiscard]] bool update_lagged(std::span<const Vec3> x) override;

    void add_measurements(std::span<const Vec3> x, Measurements& measurements) override
    {
        measurements.contacts += count(x);
        measurements.deepest_penetration = std::max(measurements.deepest_penetration, deepest(x));
    }

private:
    /// Two things that press, and the way between the two.
    struct Touch {
        WeightedSum way;
        Vec3 normal = Vec3::Zero();  // unit, from the second thing to the first
        BodyResistance resistance;
        double depth = 0;  // m, by which the two surfaces are nearer than the distance they keep
        double friction = 0;
        Vec3 drift = Vec3::Zero();  // m/s, of an obstacle

        [[nodiscard]] double pressure() const { return resistance.force(depth); }  // N
        [[nodiscard]] double limit() const { return friction * pressure(); }       // N, the most that friction can do
        void add(const RigidBody& body, const FrameWeights& weights, double sign);
        [[nodiscard]] Vec3 relative(std::span<const Vec3> v) const { return way.of(v, -drift); }  // m/s
    };

    /// Where the forces of a touch act: at the point whose distance is kept, which may be the middle of a ball, or at
    /// the surface, where it rubs.
    enum class Where { point, surface };

    /// visit(touch), in an order that depends on nothing but x.
    template <class Visit>
    void for_each_touch(std::span<const Vec3> x, const Visit& visit, Where where = Where::point);
    template <class Visit>
    void touch_particles(std::size_t b, std::span<const Vec3> x, const Visit& visit);
    template <class Visit>
    void touch_obstacles(std::size_t b, std::span<const Vec3> x, Where where, const Visit& visit) const;
    /// Points of obstacles in the body.
    template <class Visit>
    void touch_corners(std::size_t b, std::span<const Vec3> x, Where where, const Visit& visit) const;
    template <class Visit>
    void touch_bodies(std::size_t b, std::size_t other, std::span<const Vec3> x, Where where, const Visit& visit) const;

    BodyShapes shapes_;
    BodyCcd ccd_;
    BodyStiffness stiffness_;
    bool has_barrier_;
    std::vector<double> thickness_;  // m, per particle
    std::vector<int> attached_to_;   // per particle
    std::vector<double> least_;      // N/m, per particle
    double h_;                       // s
    const SparsityPattern* pattern_ = nullptr;
    std::vector<BodyPose> poses_;         // scratch
    std::vector<unsigned char> is_near_;  // scratch: per particle
    std::vector<Touch> rubbing_;          // those that pressed when the step began
};

}  // namespace tulle
