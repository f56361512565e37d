#pragma once
// ClothContact where rigid bodies take part: what it asks of their vertices is asked of the four particles that carry
// each body (carried_vertices.hpp). Solvers know those alone: to them vertices are pinned, and where they are within a
// step does not matter.
//
// Of a pair of cloth and body the particles are those of the cloth, three at most, and the four of the body. The
// pattern of the matrix has them all, so that preconditioners know how a body leans on cloth: in blocks of their
// diagonals alone a heavy body would be as many conjugate gradients away as it has pairs that differ.

#include "contact/barrier/cloth_contact.hpp"
#include "linear/weighted_sum.hpp"

namespace tulle {

class CarriedContact final : public Force, public Barrier, public HistoryForce {
public:
    explicit CarriedContact(std::unique_ptr<ClothContact> contact);

    [[nodiscard]] std::string_view name() const override { return contact_->name(); }
    [[nodiscard]] double energy(std::span<const Vec3> x) override;
    void add_force(std::span<const Vec3> x, std::span<const Vec3> v, std::span<Vec3> f) override;
    /// What presses on bodies: it bears their weight, and all else may be small beside it.
    [[nodiscard]] double balanced_force(std::span<const Vec3> x) override;
    void add_couplings(std::vector<std::pair<int, int>>& couplings) const override;
    void bind(const SparsityPattern& pattern) override { pattern_ = &pattern; }
    /// Of pairs with a body; all others are in the contact Hessian.
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
    /// x with the vertices of bodies where they belong, in `copy`.
    [[nodiscard]] std::span<Vec3> placed(std::span<const Vec3> x, std::vector<Vec3>& copy) const;
    /// Ends of motion go back to where they are from, but for vertices of bodies.
    void put_back(std::span<const Vec3> ends, std::span<Vec3> to) const;
    [[nodiscard]] bool has_body(const StencilBlock& block) const;
    /// Over the particles of a block, with those of a body instead of its vertices.
    [[nodiscard]] WeightedSum sum_of(const StencilBlock& block) const;
    /// Forces of all particles at x [m], vertices of bodies included, in force_.
    void find_forces(std::span<const Vec3> x, std::span<const Vec3> v);
    void find_blocks(std::span<const Vec3> x, std::span<const Vec3> v, double scale_x, double scale_v);

    std::unique_ptr<ClothContact> contact_;
    std::span<const CarriedVertices> bodies_;
    std::vector<int> body_of_;  // per particle: of a vertex; else -1
    const SparsityPattern* pattern_ = nullptr;
    std::vector<Vec3> from_, to_;       // m, scratch
    std::vector<Vec3> force_;           // N, scratch
    std::vector<StencilBlock> blocks_;  // scratch
};

}  // namespace tulle
