#pragma once
// Self-contact by barriers: a potential keeps the surfaces of cloths from meeting each other and the meshes of
// obstacles (docs/theory/self-contact.md).
//
// The pairs are a vertex and a face, or two edges. Let d be the distance of a pair and d_hat its contact distance.
// Below d_hat the pair has the energy
//     phi(d) = k d_hat^2/2 (1 - s)^2/s,   s = d/d_hat:   a force of k d_hat/2 (1/s^2 - 1), a stiffness of k/s^3.
// The barrier begins as a spring of stiffness k and grows without bound as d approaches 0. No path of finite energy
// leads through a barrier. Continuous collision detection (CCD) bounds every step of the solver
// (`max_collision_free_step`). A solver that never steps across a barrier cannot end behind it. The forces act on both
// parts of a pair, along the line between the closest points, so momentum and angular momentum are kept.
//
// Friction (lagged_friction.hpp) acts perpendicular to the line between the closest points, so friction keeps momentum
// but not angular momentum. The candidates of one search stay valid while particles stay near to the searched motion
// (pair_candidates.hpp).

#include "contact/active_set/active_set.hpp"
#include "contact/barrier/lagged_friction.hpp"
#include "contact/barrier/moving_planes.hpp"
#include "contact/barrier/pair_candidates.hpp"
#include "contact/barrier/touching_list.hpp"
#include "forces/barrier.hpp"
#include "forces/force.hpp"
#include "forces/history_force.hpp"

#include "core/reduce.hpp"

namespace tulle {

class ClothContact final : public Force, public Barrier, public HistoryForce {
public:
    /// `mass` [kg] of the particles and the usual step `h` [s] determine the stiffness of the barriers.
    ClothContact(ContactSurface surface, std::span<const double> mass, double h);

    [[nodiscard]] const ContactSurface& surface() const { return surface_; }
    /// Returns the number of pairs nearer than their contact distance.
    [[nodiscard]] int count(std::span<const Vec3> x);

    [[nodiscard]] std::string_view name() const override { return "cloth contact"; }
    [[nodiscard]] double energy(std::span<const Vec3> x) override;
    void add_force(std::span<const Vec3> x, std::span<const Vec3> v, std::span<Vec3> f) override;
    /// Adds nothing: pairs change all the time, so all blocks are in `add_contact_hessian`.
    void add_jacobian(std::span<const Vec3>, std::span<const Vec3>, JacobianTreatment, double, double,
                      Csr<Mat3>&) override
    {}
    /// Leaves out the rotation of normals, because this term would make the matrix indefinite.
    void add_contact_hessian(std::span<const Vec3> x, std::span<const Vec3> v, double scale_x, double scale_v,
                             std::vector<StencilBlock>& blocks) override;
    [[nodiscard]] bool bounds_relative_motion() const override { return true; }
    [[nodiscard]] double max_collision_free_step(std::span<const Vec3> from, std::span<const Vec3> to) override;
    /// Returns whether the whole straight motion is collision-free. `is_free` is meant for output: a call does not
    /// change the results of later steps.
    [[nodiscard]] bool is_free(std::span<const Vec3> from, std::span<const Vec3> to);
    void limit_motion(std::span<const Vec3> from, std::span<Vec3> to) override;
    void enter_step(std::span<const Vec3> x, std::span<Vec3> to) override;
    void list_contacts(std::span<const Vec3> x, std::vector<ContactPoint>& contacts) override;

    /// Resets friction. Must be called between steps when particles were moved to other places.
    void forget_friction();

    /// Starts a step whose friction uses the pressure at x.
    void begin_step(std::span<const Vec3> x) override;
    void add_measurements(std::span<const Vec3> x, Measurements& measurements) override
    {
        measurements.energies.contact += energy(x);
        measurements.contacts += count(x);
    }
    void save(ArchiveWriter& out) const override;
    void restore(ArchiveReader& in) override;

private:
    /// Finds the friction pairs of the step, if they are not known yet: the pairs that press on each other at the start
    /// of the step.
    void find_friction_pairs();
    [[nodiscard]] double collision_free_step_between(std::span<const SurfacePair> pairs, std::span<const Vec3> from,
                                                     std::span<const Vec3> to);
    /// Finds the pairs whose parts press on each other at x, and stores them in touches_.
    void find_touches(std::span<const Vec3> x);
    void add_touch(SurfacePair& pair, std::span<const Vec3> x, std::vector<TouchingPair>& touches) const;
    [[nodiscard]] double stiffness(const SurfacePair& pair) const;
    /// Returns the weight in [0, 1] of a pair of edges. Nearly parallel edges touch anywhere along each other, and
    /// their closest points jump. The weight of a pair of edges therefore falls to zero as the edges become parallel,
    /// and the pairs of their vertices take over. The weight depends on the angle between the edges at the start of the
    /// step.
    [[nodiscard]] double crossing_weight(const SurfacePair& pair) const;

    ContactSurface surface_;
    PairCandidates candidates_;
    MovingPlanes planes_;
    LaggedFriction friction_;
    std::vector<double> inertia_;        // N/m, per particle: m/h^2
    std::vector<Vec3> begin_;            // m, positions at the start of the step
    std::vector<Vec3> touching_;         // m, positions for which touches_ were found
    std::vector<TouchingPair> touches_;  // sorted
    TouchingList found_;                 // scratch
    RoundedMotion motion_;               // scratch
    std::vector<Vec3> force_;            // N, scratch: of touches_, then of friction
    BlockReducer<double> largest_, sum_;
};

}  // namespace tulle
