#pragma once
// Air drag on every particle (EWS96 eq. 8): F = 1/2 rho c_w A |w|^2 (-w/|w|) with w = v - wind(x, t) and A the area of
// the particle projected along w. Let a be the area vector of the particle (area times normal): a quarter of each grid
// cell around the particle, or a third of each triangle of a mesh. Then A |w| = |a.w|, and F = -1/2 rho c_w |a.w| w.
// The second form of F has no division and is zero for w = 0. Each particle has its own c_w. In EWS96 c_w is larger at
// edges and corners, around which air flows, than inside.

#include "forces/force.hpp"
#include "forces/wind.hpp"
#include "mesh/intact_faces.hpp"

namespace tulle {

/// Corners of a grid cell, in order around the cell, or of a triangle, with its last corner repeated.
using AirPatch = std::array<int, 4>;

/// Patches that can tear. A cell with one torn triangle is reduced to its other triangle. A patch without an intact
/// face has no area.
struct TearingPatches {
    const IntactFaces* intact = nullptr;  // null: nothing tears
    std::vector<int> first_face;          // per patch: the first of its two faces, or its only face
};

class Air final : public Force {
public:
    /// `drag_coefficients`: c_w of every particle, which replace the coefficients in `air`.
    Air(std::span<const double> drag_coefficients, std::vector<AirPatch> patches, const AirDescription& air,
        TearingPatches tearing = {});

    [[nodiscard]] std::string_view name() const override { return "air"; }
    [[nodiscard]] double energy(std::span<const Vec3>) override { return 0; }
    void add_force(std::span<const Vec3> x, std::span<const Vec3> v, std::span<Vec3> f) override;
    /// Adds the term -1/2 rho c_w |a.w| I of the derivative by velocities. The unsymmetric term with w a^T is left out,
    /// and so is the dependence of areas and wind on positions.
    void add_jacobian(std::span<const Vec3> x, std::span<const Vec3> v, JacobianTreatment treatment, double scale_x,
                      double scale_v, Csr<Mat3>& A) override;
    void set_time(double time) override { time_ = time; }
    [[nodiscard]] const Vec3& wind() const { return wind_.steady(); }  // m/s
    void set_wind(const Vec3& wind) { wind_.set_steady(wind); }
    /// Must be called after begin_step of the forces that tear faces.
    void begin_step(std::span<const Vec3> /*x*/) override { follow_tears(); }
    void save(ArchiveWriter& out) const override { out.array(std::span<const Vec3>(&wind_.steady(), 1)); }
    void restore(ArchiveReader& in) override;

private:
    [[nodiscard]] Vec3 area_vector(std::size_t particle, std::span<const Vec3> x) const;

    void list_incidences();
    void follow_tears();

    std::vector<AirPatch> patches_;
    std::vector<AirPatch> whole_;  // patches before all tears; empty if they cannot tear
    TearingPatches tearing_;
    std::uint64_t followed_ = 0;             // version of the intact faces that the patches follow
    std::vector<int> incidence_begin_;       // per particle, into incident_
    std::vector<int> incident_;              // patches around the particle, ascending
    std::vector<double> half_density_drag_;  // 1/2 rho c_w of every particle, kg/m^3
    Wind wind_;
    double time_ = 0;  // s
};

/// Returns the force on one particle with area vector a [m^2] and relative velocity w [m/s].
[[nodiscard]] inline Vec3 drag_force(const Vec3& a, const Vec3& w, double half_density_drag)
{
    return -half_density_drag * std::abs(a.dot(w)) * w;
}

}  // namespace tulle
