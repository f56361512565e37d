#pragma once
// Finite elements of a St. Venant-Kirchhoff material: triangles in space (Volino, Faure and Magnenat-Thalmann 2009) and
// tetrahedra. The two differ only in the number of axes at rest (docs/theory/elements.md#strain-stress-force). An
// element maps its axes at rest to the vectors F_a = sum over corners of r_ai x_i. Then
//     e_ab = (F_a.F_b - delta_ab)/2            Green's strain: zero for every rigid motion
//     s    = C (e + damping_time de/dt)        stress [N/m of triangles, N/m^2 of tetrahedra]
//     f_i  = -w sum_ab s_ab r_ai F_b           w: area or volume at rest
// All formulas are polynomials in the positions, so flattened and inverted elements need no special treatment.

#include "core/reduce.hpp"
#include "forces/force.hpp"
#include "forces/stiff_linear_force.hpp"

#include <array>
#include <cstdint>

namespace tulle {

template <int dimensions>
class StvkElements : public Force, public StiffLinearForce {
public:
    static constexpr int corners = dimensions + 1;
    static constexpr int strains = dimensions * (dimensions + 1) / 2;
    using Place = Eigen::Matrix<double, dimensions, 1>;            // m, in the axes at rest
    using Strain = Eigen::Matrix<double, strains, 1>;              // as in materials/elastic_stiffness.hpp
    using Stiffness = Eigen::Matrix<double, strains, strains>;     // likewise
    using Tensor = Eigen::Matrix<double, dimensions, dimensions>;  // symmetric
    using Corners = std::array<int, corners>;
    using Places = std::array<Place, corners>;
    using Frame = Eigen::Matrix<double, 3, dimensions>;  // F_a as columns

    [[nodiscard]] std::size_t size() const { return elements_.size(); }
    /// Returns Green's strain of an element.
    [[nodiscard]] Strain strain(std::size_t element, std::span<const Vec3> x) const;
    /// Returns the second Piola-Kirchhoff stress without viscosity: per width or area at rest, along the axes at rest.
    [[nodiscard]] Strain stress(std::size_t element, std::span<const Vec3> x) const;
    /// Returns the deformation gradient of an element, from the axes of its strains.
    [[nodiscard]] Frame gradient(std::size_t element, std::span<const Vec3> x) const
    {
        return frame(elements_[element], x);
    }
    [[nodiscard]] const Corners& particles(std::size_t element) const { return elements_[element].particles; }
    [[nodiscard]] double rest_size(std::size_t element) const { return elements_[element].size; }  // m^2 or m^3

    [[nodiscard]] double energy(std::span<const Vec3> x) override;
    void add_force(std::span<const Vec3> x, std::span<const Vec3> v, std::span<Vec3> f) override;
    void add_couplings(std::vector<std::pair<int, int>>& couplings) const override;
    void bind(const SparsityPattern& pattern) override;
    /// Adds the material and the geometric stiffness. The geometric stiffness (stress times identity) is the only term
    /// that can be indefinite. The treatments `clamped` and `damped` leave compressive principal stresses out of the
    /// geometric stiffness. An element has no counterpart of the terms b and d of cubic springs, which VSMT10
    /// section 4.1 scales for `damped`. The dependence of viscous forces on positions is always left out.
    void add_jacobian(std::span<const Vec3> x, std::span<const Vec3> v, JacobianTreatment treatment, double scale_x,
                      double scale_v, Csr<Mat3>& A) override;
    /// Adds the constant matrix w c grad.grad, where c is the greatest stiffness against any strain. The matrix is no
    /// softer than an element that is not stretched, for every rotation of the element. Steps of IMEX methods are
    /// stable up to twice this stiffness, which an element reaches at 1.29 times its length.
    void add_stiff_linear(double scale_x, double scale_v, Csr<double>& A) override;

    void add_measurements(std::span<const Vec3> x, Measurements& measurements) override
    {
        if (is_measured_) measurements.energies.stretch += energy(x);
    }
    /// Excludes the energy from measurements. Elements that carry rigid bodies use this function, because a rigid body
    /// does not stretch.
    void leave_unmeasured() { is_measured_ = false; }

protected:
    std::uint16_t add_material(const Stiffness& stiffness, double damping_time);
    /// Adds an element with a nonzero area or volume at rest, of either orientation.
    void add_element(const Corners& particles, const Places& rest, std::uint16_t material);

private:
    using Tangent = Eigen::Matrix<double, 3 * dimensions, 3 * dimensions>;  // of all corners except the first

    struct Material {
        Stiffness stiffness;
        double damping_time;  // s
        double steepest;      // c
    };
    struct Element {
        Corners particles;
        std::uint16_t material;
        double size;      // m^2 or m^3, w
        Tensor gradient;  // 1/m, r_ai, one row per corner i > 0; r_a0 makes the sum over corners zero
    };
    /// An element of a particle, and the place of the particle in it.
    struct Incidence {
        int element;
        int place;
    };

    /// Returns the deformation gradient: the vectors F_a as columns.
    [[nodiscard]] Frame frame(const Element& element, std::span<const Vec3> x) const;
    /// Returns the forces on all corners except the first. The force on the first corner makes the sum zero.
    [[nodiscard]] Frame forces(std::size_t element, std::span<const Vec3> x, std::span<const Vec3> v) const;
    [[nodiscard]] Tangent tangent(std::size_t element, std::span<const Vec3> x, JacobianTreatment treatment,
                                  double scale_x, double scale_v) const;
    [[nodiscard]] static Vec3 force_on(int place, const Frame& forces);
    [[nodiscard]] static Mat3 block_of(int row, int column, const Tangent& tangent);

    bool is_measured_ = true;
    std::vector<Material> materials_;
    std::vector<Element> elements_;
    std::vector<std::array<int, corners * corners>> slots_;
    std::vector<int> incidence_begin_;  // per particle, into incidences_, ascending by element
    std::vector<Incidence> incidences_;
    std::vector<Frame> force_scratch_;      // used with several threads
    std::vector<Tangent> tangent_scratch_;  // used with several threads
    BlockReducer<double> sum_;
};

extern template class StvkElements<2>;
extern template class StvkElements<3>;

}  // namespace tulle
