#pragma once
// Hinge bending: bending of a triangle mesh at its edges, for membranes. A hinge between two triangles of areas A1 and
// A2 with a common edge e resists changes of its angle,
//     energy = 1/2 k (angle - rest)^2,   k = B |e|^2 / (A1 + A2),   B: rigidity of the plate [N m].
// The moment per length of the edge is B times the curvature, which is the change of the angle over the width
// (A1 + A2)/|e|, as for creases of fabrics (forces/woven_mesh.cpp). A cylinder then has the exact bending energy on
// meshes whose edges run along and across the cylinder, and in any direction on meshes of equilateral triangles.
// Discrete shells (Grinspun et al. 2003) use a third of the width (A1 + A2)/|e|: as a plate, discrete shells are three
// times as stiff. On irregular meshes hinges are too stiff; see docs/theory/elements.md#hinges.
//
// The angle is smooth between -pi and pi and jumps where the triangles lie on each other. A triangle with collinear
// corners has no angle, and its forces are not finite.

#include "forces/fabric_elements.hpp"
#include "forces/fabric_measures.hpp"
#include "forces/force.hpp"
#include "forces/stiff_linear_force.hpp"
#include "linear/lower_from_upper.hpp"

namespace tulle {

class HingeBending final : public Force, public StiffLinearForce {
public:
    /// Adds hinges of faces whose particles count from `first_particle`. The hinges are at rest in x, which has the
    /// positions of all particles. The resistance to the rate of curvature is `damping_time` [s] times `rigidity`
    /// [N m].
    void add(std::span<const Vec3> x, int first_particle, std::span<const Face> faces, double rigidity,
             double damping_time);

    [[nodiscard]] std::size_t size() const { return hinges_.size(); }
    /// Returns the two particles of the edge, then the two tips.
    [[nodiscard]] const std::array<int, 4>& particles(std::size_t hinge) const
    {
        return hinges_.elements()[hinge].particles;
    }
    /// Returns the angle [rad] of a hinge relative to its angle at rest.
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
    /// The treatments `clamped` and `damped` leave out the Hessian of the angle. The remaining part k g g^T is positive
    /// semidefinite (Gauss-Newton).
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
    FabricElements<HingeTurn, HingeStencil> hinges_;  // their loops are lines, so they have no history
};

}  // namespace tulle
