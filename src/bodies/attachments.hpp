#pragma once
// Attachments: springs of zero length hold particles to points of rigid bodies. Attachment springs are so stiff that
// they extend by micrometres only. The force of an attachment is linear in positions, so its Jacobian is exact and
// constant.

#include "bodies/rigid_body.hpp"
#include "forces/force.hpp"

namespace tulle {

class Attachments final : public Force {
public:
    /// Attaches a particle to the body at the particle's place in x, by a spring of the given stiffness [N/m].
    void add(int particle, const RigidBody& body, std::span<const Vec3> x, double stiffness);

    [[nodiscard]] std::size_t size() const { return held_.size(); }
    /// Returns the largest distance [m] of a particle from its point of the body.
    [[nodiscard]] double largest_gap(std::span<const Vec3> x) const;

    [[nodiscard]] std::string_view name() const override { return "attachments"; }
    [[nodiscard]] double energy(std::span<const Vec3> x) override;
    void add_force(std::span<const Vec3> x, std::span<const Vec3> v, std::span<Vec3> f) override;
    void add_couplings(std::vector<std::pair<int, int>>& couplings) const override;
    void bind(const SparsityPattern& pattern) override;
    void add_jacobian(std::span<const Vec3> x, std::span<const Vec3> v, JacobianTreatment treatment, double scale_x,
                      double scale_v, Csr<Mat3>& A) override;

private:
    struct Held {
        std::array<int, 5> particles{};  // the attached particle, then the four of the body
        std::array<double, 5> shares{};  // 1, then minus the weights of the four
        double stiffness = 0;            // N/m

        [[nodiscard]] Vec3 gap(std::span<const Vec3> x) const;  // m
    };
    std::vector<Held> held_;
    std::vector<std::array<int, 25>> slots_;  // per attachment: its 5 x 5 matrix entries, row by row
};

}  // namespace tulle
