#pragma once
// Contact of rigid bodies with the particles of cloths and solids, with obstacles and with each other. Parts nearer
// than their contact distance are pushed apart by a stiff one-sided spring along the normal (penalty force). Coulomb
// friction brakes sliding. The pressure of friction is lagged: at first, friction uses the pressure at the start of the
// step. Both ends of every force are particles; a force on a body goes to the body's four particles by their weights.
// Contact forces therefore keep momentum and angular momentum exactly (docs/theory/rigid-bodies.md).
//
// Body contact is a force of the positions at the end of a step, not a prescribed velocity, because bodies may rest on
// each other, on cloth and on the floor at once. The prescribed velocities of such contacts would contradict each
// other, but springs share the load. At depths that light loads do not reach, a barrier bounds motion between bodies,
// and between bodies and obstacles (body_resistance.hpp, body_ccd.hpp).

#include "contact/rigid/body_ccd.hpp"
#include "contact/rigid/body_shapes.hpp"
#include "forces/barrier.hpp"
#include "forces/force.hpp"
#include "forces/history_force.hpp"
#include "linear/weighted_sum.hpp"

namespace tulle {

/// Contact stiffness of bodies, and whether continuous detection bounds their motion.
struct BodyStiffness {
    // N/m, at a point of a body that meets another body, per kg of the geometric mean of their masses. An obstacle
    // counts as the mass of all bodies, because all bodies may rest on the body that touches the obstacle.
    double point_per_mass = 0;
    double particle_per_mass = 0;  // N/m, least stiffness at a particle, per kg of the particle
    double gravity = 0;            // m/s^2; a particle alone under a body gives way by half its contact distance
    bool bounds_motion = false;
};

class BodyContact final : public Force, public Barrier, public HistoryForce, public LaggedForce {
public:
    /// `thickness` [m] of every particle; negative if the particle touches no bodies. `attached_to`: the body that a
    /// particle is attached to and does not touch, or -1. `mass` [kg] of the particles. `contacts` has the obstacles
    /// and must outlive this object. `h` [s] is the step.
    BodyContact(std::vector<RigidBody> bodies, BodyStiffness stiffness, std::vector<double> thickness,
                std::vector<int> attached_to, std::span<const double> mass, const ActiveSet& contacts, double h);

    /// Returns the number of contacts at x.
    [[nodiscard]] int count(std::span<const Vec3> x);
    /// Returns the largest depth [m] of a particle or a point in a bare body or obstacle; 0 if none is inside.
    [[nodiscard]] double deepest(std::span<const Vec3> x);

    [[nodiscard]] std::string_view name() const override { return "body contact"; }
    [[nodiscard]] double energy(std::span<const Vec3> x) override;
    void add_force(std::span<const Vec3> x, std::span<const Vec3> v, std::span<Vec3> f) override;
    /// Returns the norm [N] of all normal forces.
    [[nodiscard]] double balanced_force(std::span<const Vec3> x) override;
    void add_couplings(std::vector<std::pair<int, int>>& couplings) const override;
    void bind(const SparsityPattern& pattern) override { pattern_ = &pattern; }
    /// Leaves out the rotation of normals, a term of the size of the depth over the size of the body, which would make
    /// A indefinite.
    void add_jacobian(std::span<const Vec3> x, std::span<const Vec3> v, JacobianTreatment treatment, double scale_x,
                      double scale_v, Csr<Mat3>& A) override;

    /// Returns whether motion is bounded and there is an obstacle, or a second body, with which a body can collide.
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

    /// Starts a step whose friction has the pressure at x. `predict_lagged` lowers this pressure where bodies part.
    void begin_step(std::span<const Vec3> x) override;
    void predict_lagged(std::span<const Vec3> v) override;
    [[nodiscard]] bool update_lagged(std::span<const Vec3> x) override;

    void add_measurements(std::span<const Vec3> x, Measurements& measurements) override
    {
        measurements.contacts += count(x);
        measurements.deepest_penetration = std::max(measurements.deepest_penetration, deepest(x));
    }

private:
    /// Two parts that press on each other. `relative_motion` is the vector between the two parts, as a weighted sum.
    struct Touch {
        WeightedSum relative_motion;
        Vec3 normal = Vec3::Zero();  // unit, from the second part to the first
        BodyResistance resistance;
        double depth = 0;  // m, by which the surfaces are nearer than their contact distance
        double friction = 0;
        Vec3 drift = Vec3::Zero();  // m/s, of an obstacle at the contact

        [[nodiscard]] double pressure() const { return resistance.force(depth); }  // N
        [[nodiscard]] double limit() const { return friction * pressure(); }       // N, largest friction
        void add(const RigidBody& body, const FrameWeights& weights, double sign);
        [[nodiscard]] Vec3 relative(std::span<const Vec3> v) const { return relative_motion.of(v, -drift); }  // m/s
    };

    /// The place where the forces of a contact act: at the point whose distance is measured, which may be the centre of
    /// a ball, or at the surface, where friction acts.
    enum class Where { point, surface };

    /// Calls visit(touch) for all contacts, in an order that depends on x alone.
    template <class Visit>
    void for_each_touch(std::span<const Vec3> x, const Visit& visit, Where where = Where::point);
    template <class Visit>
    void touch_particles(std::size_t b, std::span<const Vec3> x, const Visit& visit);
    template <class Visit>
    void touch_obstacles(std::size_t b, std::span<const Vec3> x, Where where, const Visit& visit) const;
    /// Visits the contacts of points of obstacles with the body.
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
    std::vector<double> least_;      // N/m, per particle: least stiffness
    double h_;                       // s
    const SparsityPattern* pattern_ = nullptr;
    std::vector<BodyPose> poses_;         // scratch
    std::vector<unsigned char> is_near_;  // scratch: per particle
    std::vector<Touch> rubbing_;          // contacts with friction, with the lagged pressure
};

}  // namespace tulle
