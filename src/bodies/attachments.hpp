#pragma once
// Particles held to points of rigid bodies: springs of no length, so stiff that they give way by micrometres. The
// force is linear in positions, so its Jacobian is exact and constant.

#include "bodies/rigid_body.hpp"
#include "forces/force.hpp"

namespace tulle {

class Attachments final : public Force {
public:
    /// Holds a particle where it is in x to the body, by a spring of this stiffness [N/m].
    void add(int particle, const RigidBody& body, std::span<const Vec3> x, double stiffness);

    [[nodiscard]] std::size_t size() const { return held_.size(); }
    /// The largest distance [m] of a particle from its place.
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
        std::array<int, 5> particles{};  // the one held, then the four of the body
        std::array<double, 5> shares{};  // of the first 1, of the others minus their weights
        double stiffness = 0;            // N/m

        [[nodiscard]] Vec3 gap(std::span<const Vec3> x) const;  // m
    };
    std::vector<Held> held_;
    std::vector<std::array<int, 25>> slots_;  // of the entries that one couples, row by row
};

}  // namespace tulle
