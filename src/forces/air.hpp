#pragma once
// Drag of the air on every particle (EWS96 eq. 8): F = 1/2 rho c_w A |w|^2 (-w/|w|) with w = v - wind(x, t) and A the
// particle's area projected along w. With the area vector a (area times normal, a quarter of each cell of a grid around
// it, a third of each triangle of a mesh), A |w| = |a.w|, and F = -1/2 rho c_w |a.w| w: no division, zero in still air.
// c_w is the particle's own: EWS96 has it larger at edges and corners, around which air flows, than inside.

#include "forces/force.hpp"
#include "forces/wind.hpp"
#include "mesh/intact_faces.hpp"

namespace tulle {

/// The corners, in turn, of a cell of a grid, or of a triangle, whose last one then stands twice.
using AirPatch = std::array<int, 4>;

/// A cell whose one triangle is torn is the other one; one without any has no area.
struct TearingPatches {
    const IntactFaces* intact = nullptr;  // none: nothing tears
    std::vector<int> first_face;          // per patch: the first of its two faces, or its one
};

class Air final : public Force {
public:
    /// `drag_coefficients`: c_w of every particle. Those of `air` are what the caller made them of.
    Air(std::span<const double> drag_coefficients, std::vector<AirPatch> patches, const AirDescription& air,
        TearingPatches tearing = {});

    [[nodiscard]] std::string_view name() const override { return "air"; }
    [[nodiscard]] double energy(std::span<const Vec3>) override { return 0; }
    void add_force(std::span<const Vec3> x, std::span<const Vec3> v, std::span<Vec3> f) override;
    /// The damping along w alone: the dependence on positions, through areas and wind, and the unsymmetric w a^T are
    /// left out.
    void add_jacobian(std::span<const Vec3> x, std::span<const Vec3> v, JacobianTreatment treatment, double scale_x,
                      double scale_v, Csr<Mat3>& A) override;
    void set_time(double time) override { time_ = time; }
    [[nodiscard]] const Vec3& wind() const { return wind_.steady(); }  // m/s
    void set_wind(const Vec3& wind) { wind_.set_steady(wind); }
    /// Comes after what tears.
    void begin_step(std::span<const Vec3> /*x*/) override { follow_tears(); }
    void save(ArchiveWriter& out) const override { out.array(std::span<const Vec3>(&wind_.steady(), 1)); }
    void restore(ArchiveReader& in) override;

private:
    [[nodiscard]] Vec3 area_vector(std::size_t particle, std::span<const Vec3> x) const;

    void list_incidences();
    void follow_tears();

    std::vector<AirPatch> patches_;
    std::vector<AirPatch> whole_;  // where they can tear: as they were
    TearingPatches tearing_;
    std::uint64_t followed_ = 0;             // version of the faces
    std::vector<int> incidence_begin_;       // per particle, into incident_
    std::vector<int> incident_;              // patches around the particle, ascending
    std::vector<double> half_density_drag_;  // 1/2 rho c_w of every particle, kg/m^3
    Wind wind_;
    double time_ = 0;  // s
};

/// Force on one particle with area vector a [m^2] in the relative wind w [m/s].
[[nodiscard]] inline Vec3 drag_force(const Vec3& a, const Vec3& w, double half_density_drag)
{
    return -half_density_drag * std::abs(a.dot(w)) * w;
}

}  // namespace tulle
