#pragma once
// Barrier contact between cloth and rigid bodies: ClothContact, with the vertices of each rigid body replaced by the
// four particles that carry the body (carried_vertices.hpp). Solvers see only the four particles of a body. Solvers
// treat the vertices of bodies as pinned, and do not use the positions of these vertices within a step.
//
// A pair of cloth and body couples at most three particles of the cloth with the four particles of the body. The
// pattern of the matrix contains all couplings of bodies with cloth, so that preconditioners include how a body leans
// on cloth. With the diagonal blocks alone, conjugate gradients would need as many iterations for a heavy body as the
// body has different contact pairs.

#include "contact/barrier/cloth_contact.hpp"
#include "linear/weighted_sum.hpp"

namespace tulle {

class CarriedContact final : public Force, public Barrier, public HistoryForce {
public:
    explicit CarriedContact(std::unique_ptr<ClothContact> contact);

    [[nodiscard]] std::string_view name() const override { return contact_->name(); }
    [[nodiscard]] double energy(std::span<const Vec3> x) override;
    void add_force(std::span<const Vec3> x, std::span<const Vec3> v, std::span<Vec3> f) override;
    /// Returns the norm [N] of the contact forces on bodies. Contact forces bear the weight of the bodies, and all
    /// other forces may be small in comparison.
    [[nodiscard]] double balanced_force(std::span<const Vec3> x) override;
    void add_couplings(std::vector<std::pair<int, int>>& couplings) const override;
    void bind(const SparsityPattern& pattern) override { pattern_ = &pattern; }
    /// Adds the blocks of pairs with a rigid body. The blocks of all other pairs are in the contact Hessian.
    void add_jacobian(std::span<const Vec3> x, std::span<const Vec3> v, JacobianTreatment treatment, double scale_x,
                      double scale_v, Csr<Mat3>& A) override;
    void add_contact_hessian(std::span<const Vec3> x, std::span<const Vec3> v, double scale_x, double scale_v,
                             std::vector<StencilBlock>& blocks) override;

    [[nodiscard]] bool bounds_relative_motion() const override { return true; }
    [[nodiscard]] double max_collision_free_step(std::span<const Vec3> from, std::span<const Vec3> to) override;
    void limit_motion(std::span<const Vec3> from, std::span<Vec3> to) override;
    void enter_step(std::span<const Vec3> x, std::span<Vec3> to) override;
    void list_contacts(std::span<const Vec3> x, std::vector<ContactPoint>& contacts) override
    {
        contact_->list_contacts(placed(x, from_), contacts);
    }

    void begin_step(std::span<const Vec3> x) override { contact_->begin_step(placed(x, from_)); }
    void add_measurements(std::span<const Vec3> x, Measurements& measurements) override
    {
        contact_->add_measurements(x, measurements);
    }
    void save(ArchiveWriter& out) const override { contact_->save(out); }
    void restore(ArchiveReader& in) override { contact_->restore(in); }

private:
    /// Copies x to `copy` and moves the vertices of bodies in `copy` to their places on the bodies. Returns `copy`.
    [[nodiscard]] std::span<Vec3> placed(std::span<const Vec3> x, std::vector<Vec3>& copy) const;
    /// Copies `ends` to `to`, except for the vertices of bodies.
    void put_back(std::span<const Vec3> ends, std::span<Vec3> to) const;
    [[nodiscard]] bool has_body(const StencilBlock& block) const;
    /// Returns the weighted sum of a block over its particles, with the four particles of a body instead of its
    /// vertices.
    [[nodiscard]] WeightedSum sum_of(const StencilBlock& block) const;
    /// Computes the forces of all particles at x [m], vertices of bodies included, into force_.
    void find_forces(std::span<const Vec3> x, std::span<const Vec3> v);
    void find_blocks(std::span<const Vec3> x, std::span<const Vec3> v, double scale_x, double scale_v);

    std::unique_ptr<ClothContact> contact_;
    std::span<const CarriedVertices> bodies_;
    std::vector<int> body_of_;  // per particle: its body if it is a vertex; else -1
    const SparsityPattern* pattern_ = nullptr;
    std::vector<Vec3> from_, to_;       // m, scratch
    std::vector<Vec3> force_;           // N, scratch
    std::vector<StencilBlock> blocks_;  // scratch
};

}  // namespace tulle
