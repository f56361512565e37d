#pragma once
// Cloth against cloth: a potential that lets no two parts of the surface meet (docs/theory/self-contact.md).
//
// Every vertex and face, and every two edges, at a distance d below what they keep, d_hat, have the energy
//     phi(d) = k d_hat^2/2 (1 - s)^2/s,   s = d/d_hat:   a force of k d_hat/2 (1/s^2 - 1), a stiffness of k/s^3,
// which is a spring of stiffness k where they begin to touch and grows beyond bounds where they would meet. As no
// finite energy leads through such a wall, solvers that never step across one (`free_part`) cannot end behind it.
// Forces act on both of a pair, along the line between the closest points: momentum and angular momentum are kept.
//
// Friction is Coulomb's with the pressure at the start of the step, against the velocity at its end. It acts across
// that line and so keeps momentum alone.

#include "forces/force.hpp"
#include "self_contact/pair_search.hpp"

#include "core/reduce.hpp"

namespace tulle {

class ClothContact final : public Force {
public:
    /// `mass` [kg] of particles; `h` [s], the usual step, decides how stiff it is.
    ClothContact(ContactSurface surface, std::span<const double> mass, double h);

    [[nodiscard]] const ContactSurface& surface() const { return surface_; }
    /// Pairs nearer than they keep.
    [[nodiscard]] int count(std::span<const Vec3> x);

    [[nodiscard]] std::string_view name() const override { return "cloth contact"; }
    [[nodiscard]] double energy(std::span<const Vec3> x) override;
    void add_force(std::span<const Vec3> x, std::span<const Vec3> v, std::span<Vec3> f) override;
    /// Pairs come and go: all of it is in `add_passing`.
    void add_jacobian(std::span<const Vec3>, std::span<const Vec3>, JacobianTreatment, double, double,
                      Csr<Mat3>&) override
    {}
    /// Without the turning of normals, which would make it indefinite.
    void add_passing(std::span<const Vec3> x, std::span<const Vec3> v, double scale_x, double scale_v,
                     std::vector<SharedBlock>& blocks) override;
    [[nodiscard]] bool has_walls() const override { return true; }
    [[nodiscard]] double free_part(std::span<const Vec3> from, std::span<const Vec3> to) override;

    /// Friction goes by what pressed when the step began.
    [[nodiscard]] bool has_history() const override { return true; }
    void begin_step(std::span<const Vec3> x) override;
    void save(ArchiveWriter& out) const override;
    void restore(ArchiveReader& in) override;

private:
    /// A pair that presses.
    struct Touch {
        std::array<int, 4> particles{};
        std::array<double, 4> shares{};
        Vec3 normal = Vec3::Zero();
        double energy = 0;     // J
        double pressure = 0;   // N
        double stiffness = 0;  // N/m
        double friction = 0;

        [[nodiscard]] Vec3 relative(std::span<const Vec3> v) const
        {
            Vec3 sum = Vec3::Zero();
            for (std::size_t k = 0; k < 4; ++k) sum += shares[k] * v[particles[k]];
            return sum;
        }
    };

    /// m: the longest way of a particle, beside what all have in common.
    [[nodiscard]] double longest_way(std::span<const Vec3> from, std::span<const Vec3> to);
    /// m, all particles together.
    [[nodiscard]] Vec3 mean_way(std::span<const Vec3> from, std::span<const Vec3> to);
    /// Candidates are all pairs that can touch while no particle goes further than `margin_` from `anchor_`.
    void cover(std::span<const Vec3> x);
    /// The touches of x, in touches_.
    void find_touches(std::span<const Vec3> x);
    [[nodiscard]] double stiffness(const SurfacePair& pair) const;
    /// Edges that are nearly parallel touch anywhere along each other: their closest points jump. What they do is left
    /// to their vertices, in proportion; by their directions when the step began.
    [[nodiscard]] double crossing_weight(const SurfacePair& pair) const;

    ContactSurface surface_;
    PairSearch search_;
    std::vector<double> stiffness_;  // N/m, per particle
    double margin_ = 0;              // m
    std::vector<Vec3> anchor_;       // m
    double gone_ = 0;                // m, from there, where they were covered last
    std::vector<Vec3> begin_;        // m, where the step began
    std::vector<SurfacePair> candidates_, meeting_;
    std::vector<Vec3> touching_;  // m, where touches_ were found
    std::vector<Touch> touches_, rubbing_;
    std::vector<Touch> all_;     // scratch: per candidate
    std::vector<Vec3> shifted_;  // scratch
    BlockReducer<double> largest_, sum_;
    BlockReducer<Vec3> vector_sum_;
};

}  // namespace tulle
