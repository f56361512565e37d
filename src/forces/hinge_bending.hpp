#pragma once
// Bending of a triangle mesh at its edges, for membranes: a hinge between two triangles of areas A1 and A2 with a
// common edge e resists to be turned from its angle at rest,
//     energy = 1/2 k (angle - rest)^2,   k = B |e|^2 / (A1 + A2),   B: rigidity of the plate [N m].
// That is a moment B times the curvature angle/width over a width (A1 + A2)/|e|, as creases of fabrics have it
// (forces/woven_mesh.cpp). A cylinder then has the energy of its rigidity on meshes whose edges run along and across
// it, and on meshes of equilateral triangles in any direction. Discrete shells (Grinspun et al. 2003) take a third of
// that width: as a plate they are three times as stiff. On irregular meshes hinges are too stiff; see
// docs/theory/elements.md.
//
// The angle is smooth from one fold to the other, -pi to pi, where it jumps. A triangle whose corners come to lie on a
// line has no angle: forces there are not finite.

#include "forces/fabric_elements.hpp"
#include "forces/fabric_measures.hpp"
#include "forces/force.hpp"
#include "forces/stiff_linear_force.hpp"
#include "linear/lower_from_upper.hpp"

namespace tulle {

class HingeBending final : public Force, public StiffLinearForce {
public:
    /// Hinges of faces whose particles count from `first_particle` and lie at rest in x, with all others. `rigidity`
    /// [N m]; `damping_time` [s] times it resists the rate of curvature.
    void add(std::span<const Vec3> x, int first_particle, std::span<const Face> faces, double rigidity,
             double damping_time);

    [[nodiscard]] std::size_t size() const { return hinges_.size(); }
    /// The edge from the first to the second, then the tips.
    [[nodiscard]] const std::array<int, 4>& particles(std::size_t hinge) const
    {
        return hinges_.elements()[hinge].particles;
    }
    /// rad, of a hinge from its angle at rest.
    [[nodiscard]] double turn(std::size_t hinge, std::span<const Vec3> x) const;

    [[nodiscard]] std::string_view name() const override { return "hinges"; }
    [[nodiscard]] double energy(std::span<const Vec3> x) override { return hinges_.energy(x); }
    void add_force(std::span<const Vec3> x, std::span<const Vec3> v, std::span<Vec3> f) override
    {
        hinges_.add_force(x, v, f);
    }
    void add_couplings(std::vector<std::pair<int, int>>& couplings) const override { hinges_.add_couplings(couplings); }
    void bind(const SparsityPattern& pattern) override
    {
        hinges_.bind(pattern);
        lower_.bind(pattern);
    }
    /// Clamped or damped, the curvature of the angle is left out: what remains, k g g^T, is semidefinite.
    void add_jacobian(std::span<const Vec3> x, std::span<const Vec3> v, JacobianTreatment treatment, double scale_x,
                      double scale_v, Csr<Mat3>& A) override
    {
        hinges_.add_upper_jacobian(x, v, treatment, scale_x, scale_v, A);
        lower_.complete(A);
    }
    void add_measurements(std::span<const Vec3> x, Measurements& measurements) override
    {
        measurements.energies.bending += energy(x);
    }
    void add_stiff_linear(double scale_x, double scale_v, Csr<double>& A) override
    {
        hinges_.add_stiff_linear(scale_x, scale_v, A);
    }

private:
    LowerFromUpper lower_;
    FabricElements<HingeTurn, HingeStencil> hinges_;  // of loops that are lines: without a past
};

}  // namespace tulle
