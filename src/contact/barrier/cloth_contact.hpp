#pragma once
// Cloth against cloth, and against obstacles that are meshes: a potential that lets no two parts of their surfaces meet
// (docs/theory/self-contact.md).
//
// Every vertex and face, and every two edges, at a distance d below what they keep, d_hat, have the energy
//     phi(d) = k d_hat^2/2 (1 - s)^2/s,   s = d/d_hat:   a force of k d_hat/2 (1/s^2 - 1), a stiffness of k/s^3,
// which is a spring of stiffness k where they begin to touch and grows beyond bounds where they would meet. As no
// finite energy leads through such a wall, solvers that never step across one (`max_collision_free_step`) cannot end
// behind it. Forces act on both of a pair, along the line between the closest points: momentum and angular momentum are
// kept.
//
// Friction is Coulomb's with the pressure at the start of the step. As with obstacles (obstacle_barrier.hpp) it is a
// spring between the two: it holds up to mu times the pressure, which it reaches at a displacement of `friction_speed`
// h, and lasts from step to step for as long as the pair presses. It acts across that line and so keeps momentum alone.

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
    /// `mass` [kg] of particles; `h` [s], the usual step, decides how stiff it is.
    ClothContact(ContactSurface surface, std::span<const double> mass, double h);

    [[nodiscard]] const ContactSurface& surface() const { return surface_; }
    /// Pairs nearer than they keep.
    [[nodiscard]] int count(std::span<const Vec3> x);

    [[nodiscard]] std::string_view name() const override { return "cloth contact"; }
    [[nodiscard]] double energy(std::span<const Vec3> x) override;
    void add_force(std::span<const Vec3> x, std::span<const Vec3> v, std::span<Vec3> f) override;
    /// Pairs come and go: all of it is in `add_contact_hessian`.
    void add_jacobian(std::span<const Vec3>, std::span<const Vec3>, JacobianTreatment, double, double,
                      Csr<Mat3>&) override
    {}
    /// Without the turning of normals, which would make it indefinite.
    void add_contact_hessian(std::span<const Vec3> x, std::span<const Vec3> v, double scale_x, double scale_v,
                             std::vector<StencilBlock>& blocks) override;
    [[nodiscard]] bool bounds_relative_motion() const override { return true; }
    [[nodiscard]] double max_collision_free_step(std::span<const Vec3> from, std::span<const Vec3> to) override;
    /// Whether the whole way is free. For output: it does not change what later steps compute.
    [[nodiscard]] bool is_free(std::span<const Vec3> from, std::span<const Vec3> to);
    void limit_motion(std::span<const Vec3> from, std::span<Vec3> to) override;
    void enter_step(std::span<const Vec3> x, std::span<Vec3> to) override;
    void list_contacts(std::span<const Vec3> x, std::vector<ContactPoint>& contacts) override;

    /// Between steps: particles have been put elsewhere, and nothing has rubbed yet.
    void forget_friction();

    /// Friction goes by what pressed when the step began.
    void begin_step(std::span<const Vec3> x) override;
    void add_measurements(std::span<const Vec3> x, Measurements& measurements) override
    {
        measurements.energies.contact += energy(x);
        measurements.contacts += count(x);
    }
    void save(ArchiveWriter& out) const override;
    void restore(ArchiveReader& in) override;

private:
    /// A pair that presses.
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
    /// One that rubs in this step, which is known at its start.
    struct Rub : Touch {
        // Both turned with an obstacle that turns in the step, as its normal is.
        Vec3 begin = Vec3::Zero();  // m, between the two when the step began
        Vec3 slip = Vec3::Zero();   // m, how far they had been displaced along each other by then

        /// m, at x
        [[nodiscard]] Vec3 displacement(std::span<const Vec3> x) const
        {
            const Vec3 change = slip + between(x) - begin;
            return change - normal.dot(change) * normal;
        }
    };

    /// m: the longest way of a particle, beside what all have in common.
    [[nodiscard]] double longest_way(std::span<const Vec3> from, std::span<const Vec3> to);
    /// m, all particles together.
    [[nodiscard]] Vec3 mean_way(std::span<const Vec3> from, std::span<const Vec3> to);
    /// Candidates are all pairs that can touch while no particle is further than `margin_` from a place on the way from
    /// `departure_` to `anchor_`, all at the same part of it, beside what all have in common.
    [[nodiscard]] bool covers(std::span<const Vec3> x);
    /// m, from that place; infinite where nothing has been searched for yet.
    [[nodiscard]] double distance_gone(std::span<const Vec3> x);
    void cover(std::span<const Vec3> x);
    void cover_way(std::span<const Vec3> from, std::span<const Vec3> to);
    void search(std::span<const Vec3> from, std::span<const Vec3> to);
    /// The same where few have left what the last search covers: only their pairs are searched for anew. False, and
    /// nothing done, where many have.
    [[nodiscard]] bool search_again(std::span<const Vec3> from, std::span<const Vec3> to);
    void set_way();
    /// Those that press where the step began, if it is not known yet.
    void find_rubbing();
    [[nodiscard]] FrictionResponse response(const Rub& rub, std::span<const Vec3> x) const;
    [[nodiscard]] double held_energy(const Rub& rub, std::span<const Vec3> x) const;  // J
    [[nodiscard]] double collision_free_step_between(std::span<const SurfacePair> pairs, std::span<const Vec3> from,
                                                     std::span<const Vec3> to);
    /// The touches of x, in touches_.
    void find_touches(std::span<const Vec3> x);
    void add_touch(SurfacePair& pair, std::span<const Vec3> x, std::vector<Touch>& touches) const;
    void join_touches();
    [[nodiscard]] double stiffness(const SurfacePair& pair) const;
    /// Edges that are nearly parallel touch anywhere along each other: their closest points jump. What they do is left
    /// to their vertices, in proportion; by their directions when the step began.
    [[nodiscard]] double crossing_weight(const SurfacePair& pair) const;

    ContactSurface surface_;
    PairSearch search_;
    std::vector<double> inertia_;       // N/m, per particle: m/h^2
    double margin_ = 0;                 // m
    std::vector<Vec3> departure_;       // m
    std::vector<Vec3> anchor_;          // m
    double way_squared_ = 0;            // m^2, sum over particles from one to the other
    std::vector<Vec3> place_;           // m, scratch: a place on that way
    double gone_ = 0;                   // m, from there, where they were covered last
    bool is_patched_ = false;           // candidates are those of several searches
    std::vector<unsigned char> moved_;  // scratch: per particle
    std::vector<Vec3> begin_;           // m, where the step began
    std::vector<SurfacePair> candidates_;
    std::vector<Vec3> touching_;  // m, where touches_ were found
    std::vector<Touch> touches_;
    std::vector<Rub> rubbing_, rubbed_;  // in this step, and in the last one with their slip at its end; in order
    bool knows_rubbing_ = false;
    double slip_ = 0;                        // m, displacement at which friction has its full size
    RoundedMotion motion_;                   // scratch
    std::vector<std::vector<Touch>> found_;  // scratch: per block of candidates
    std::vector<std::size_t> found_begin_;   // scratch: per block, the number of its first touch
    std::vector<const Touch*> found_touch_;  // scratch: all that were found
    std::vector<int> first_particle_;        // scratch: of these
    Buckets by_first_particle_;              // scratch
    std::vector<const Touch*> in_order_;     // scratch
    std::vector<Vec3> force_;                // N, scratch: of touches, then of what rubs
    MovingPlanes planes_;
    BlockReducer<double> largest_, sum_;
    BlockReducer<Vec3> vector_sum_;
};

}  // namespace tulle
