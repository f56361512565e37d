#pragma once
// Self-contact by barriers: a potential keeps the surfaces of cloths from meeting each other and the meshes of
// obstacles (docs/theory/self-contact.md).
//
// The pairs are a vertex and a face, or two edges. Let d be the distance of a pair and d_hat its contact distance.
// Below d_hat the pair has the energy
//     phi(d) = k d_hat^2/2 (1 - s)^2/s,   s = d/d_hat:   a force of k d_hat/2 (1/s^2 - 1), a stiffness of k/s^3.
// The barrier begins as a spring of stiffness k and grows without bound as d approaches 0. No path of finite energy
// leads through it. Continuous collision detection (CCD) bounds every step of the solver (`max_collision_free_step`). A
// solver that never steps across a barrier cannot end behind it. The forces act on both parts of a pair, along the line
// between the closest points, so momentum and angular momentum are kept.
//
// Friction is Coulomb friction with lagged pressure: the pressure at the start of the step. As with smooth obstacles
// (obstacle_barrier.hpp), friction is a spring between the two parts. The spring holds up to mu times the pressure,
// which it reaches at a displacement of `friction_speed` h. It lasts from step to step for as long as the pair presses.
// Friction acts across the line between the closest points, so it keeps momentum but not angular momentum.

#include "contact/active_set/active_set.hpp"
#include "contact/barrier/moving_planes.hpp"
#include "contact/barrier/pair_search.hpp"
#include "forces/barrier.hpp"
#include "forces/force.hpp"
#include "forces/history_force.hpp"

#include "core/buckets.hpp"
#include "core/reduce.hpp"

#include <tuple>

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
    /// Leaves out the rotation of normals, which would make the matrix indefinite.
    void add_contact_hessian(std::span<const Vec3> x, std::span<const Vec3> v, double scale_x, double scale_v,
                             std::vector<StencilBlock>& blocks) override;
    [[nodiscard]] bool bounds_relative_motion() const override { return true; }
    [[nodiscard]] double max_collision_free_step(std::span<const Vec3> from, std::span<const Vec3> to) override;
    /// Returns whether the whole straight motion is collision-free. It is meant for output: it does not change the
    /// results of later steps.
    [[nodiscard]] bool is_free(std::span<const Vec3> from, std::span<const Vec3> to);
    void limit_motion(std::span<const Vec3> from, std::span<Vec3> to) override;
    void enter_step(std::span<const Vec3> x, std::span<Vec3> to) override;
    void list_contacts(std::span<const Vec3> x, std::vector<ContactPoint>& contacts) override;

    /// Resets friction. Call it between steps, after particles were moved to other places.
    void forget_friction();

    /// Starts a step. Its friction uses the pressure at x.
    void begin_step(std::span<const Vec3> x) override;
    void add_measurements(std::span<const Vec3> x, Measurements& measurements) override
    {
        measurements.energies.contact += energy(x);
        measurements.contacts += count(x);
    }
    void save(ArchiveWriter& out) const override;
    void restore(ArchiveReader& in) override;

private:
    /// A pair nearer than its contact distance.
    struct Touch {
        std::array<int, 4> particles{};
        PairKind kind = PairKind::vertex_face;
        std::array<double, 4> shares{};
        Vec3 normal = Vec3::Zero();
        double energy = 0;     // J
        double pressure = 0;   // N
        double stiffness = 0;  // N/m
        double friction = 0;

        [[nodiscard]] Vec3 between(std::span<const Vec3> x) const  // m
        {
            Vec3 sum = Vec3::Zero();
            for (std::size_t k = 0; k < 4; ++k) sum += shares[k] * x[particles[k]];
            return sum;
        }
        [[nodiscard]] bool is_before(const Touch& other) const
        {
            return std::tie(particles, kind) < std::tie(other.particles, other.kind);
        }
    };
    /// A pair with friction in this step. Such pairs are determined at the start of the step.
    struct Rub : Touch {
        // If the obstacle of the pair turns in the step, both vectors are turned with it, as is the normal.
        Vec3 begin = Vec3::Zero();  // m, between the closest points at the start of the step
        Vec3 slip = Vec3::Zero();   // m, displacement along each other at the start of the step

        /// Returns the displacement [m] along each other at x.
        [[nodiscard]] Vec3 displacement(std::span<const Vec3> x) const
        {
            const Vec3 change = slip + between(x) - begin;
            return change - normal.dot(change) * normal;
        }
    };

    /// Returns the longest motion [m] of a particle relative to the mean motion.
    [[nodiscard]] double longest_way(std::span<const Vec3> from, std::span<const Vec3> to);
    /// Returns the mean motion [m] of all particles; zero if there are obstacles.
    [[nodiscard]] Vec3 mean_way(std::span<const Vec3> from, std::span<const Vec3> to);
    /// Returns whether the candidates are complete for x. Candidates are all pairs that can touch while every particle
    /// is within `margin_` of its place on the last searched motion, from `departure_` to `anchor_`. All particles take
    /// the same part of this motion. A motion that all particles share does not count.
    [[nodiscard]] bool covers(std::span<const Vec3> x);
    /// Returns the largest distance [m] of a particle of x from its place on the searched motion; infinite before the
    /// first search.
    [[nodiscard]] double distance_gone(std::span<const Vec3> x);
    void cover(std::span<const Vec3> x);
    void cover_way(std::span<const Vec3> from, std::span<const Vec3> to);
    void search(std::span<const Vec3> from, std::span<const Vec3> to);
    /// Partial search: searches only for pairs of particles that have left the margin of the last search. Returns
    /// false, and does nothing, if many particles have left it.
    [[nodiscard]] bool search_again(std::span<const Vec3> from, std::span<const Vec3> to);
    void set_way();
    /// Finds the friction pairs of the step, if they are not known yet: the pairs that press at its start.
    void find_rubbing();
    [[nodiscard]] FrictionResponse response(const Rub& rub, std::span<const Vec3> x) const;
    [[nodiscard]] double held_energy(const Rub& rub, std::span<const Vec3> x) const;  // J
    [[nodiscard]] double collision_free_step_between(std::span<const SurfacePair> pairs, std::span<const Vec3> from,
                                                     std::span<const Vec3> to);
    /// Finds the pairs that press at x, into touches_.
    void find_touches(std::span<const Vec3> x);
    void add_touch(SurfacePair& pair, std::span<const Vec3> x, std::vector<Touch>& touches) const;
    void join_touches();
    [[nodiscard]] double stiffness(const SurfacePair& pair) const;
    /// Returns the weight in [0, 1] of a pair of edges. Nearly parallel edges touch anywhere along each other, and
    /// their closest points jump. So their weight fades, and the pairs of their vertices take over. The angle is that
    /// at the start of the step.
    [[nodiscard]] double crossing_weight(const SurfacePair& pair) const;

    ContactSurface surface_;
    PairSearch search_;
    std::vector<double> inertia_;       // N/m, per particle: m/h^2
    double margin_ = 0;                 // m
    std::vector<Vec3> departure_;       // m, start of the last searched motion
    std::vector<Vec3> anchor_;          // m, end of the last searched motion
    double way_squared_ = 0;            // m^2, squared length of this motion, over all particles
    std::vector<Vec3> place_;           // m, scratch: a place on this motion
    double gone_ = 0;                   // m, distance_gone of the positions covered last
    bool is_patched_ = false;           // candidates come from several searches
    std::vector<unsigned char> moved_;  // scratch: per particle
    std::vector<Vec3> begin_;           // m, positions at the start of the step
    std::vector<SurfacePair> candidates_;
    std::vector<Vec3> touching_;  // m, positions for which touches_ were found
    std::vector<Touch> touches_;
    std::vector<Rub> rubbing_, rubbed_;  // of this step; of the last one, with the slip at its end; sorted
    bool knows_rubbing_ = false;
    double slip_ = 0;                        // m, displacement at which friction reaches mu times the pressure
    RoundedMotion motion_;                   // scratch
    std::vector<std::vector<Touch>> found_;  // scratch: per block of candidates
    std::vector<std::size_t> found_begin_;   // scratch: per block, the number of its first touch
    std::vector<const Touch*> found_touch_;  // scratch: all touches found
    std::vector<int> first_particle_;        // scratch: per touch found
    Buckets by_first_particle_;              // scratch
    std::vector<const Touch*> in_order_;     // scratch
    std::vector<Vec3> force_;                // N, scratch: of touches_, then of rubbing_
    MovingPlanes planes_;
    BlockReducer<double> largest_, sum_;
    BlockReducer<Vec3> vector_sum_;
};

}  // namespace tulle
