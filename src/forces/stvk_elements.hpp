#pragma once
// Elements of a St. Venant-Kirchhoff material: triangles in space (Volino, Faure and Magnenat-Thalmann 2009) and
// tetrahedra, which differ in how many axes they have at rest and in nothing else
// (docs/theory/elements.md#strain-stress-force). An element maps its axes at rest to the vectors
// F_a = sum over corners of r_ai x_i:
//     e_ab = (F_a.F_b - delta_ab)/2            Green's strain: rigid motions have none, whatever their size
//     s    = C (e + damping_time de/dt)        stress [N/m of triangles, N/m^2 of tetrahedra]
//     f_i  = -w sum_ab s_ab r_ai F_b           w: area or volume at rest
// All are polynomials in the positions: flattened and inverted elements are states like any other.

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

    [[nodiscard]] std::size_t size() const { return elements_.size(); }
    /// Green's strain of an element.
    [[nodiscard]] Strain strain(std::size_t element, std::span<const Vec3> x) const;
    /// Second Piola-Kirchhoff stress of the strain, without viscosity: per width or area at rest, along the axes there.
    [[nodiscard]] Strain stress(std::size_t element, std::span<const Vec3> x) const;
    [[nodiscard]] double rest_size(std::size_t element) const { return elements_[element].size; }  // m^2 or m^3

    [[nodiscard]] double energy(std::span<const Vec3> x) override;
    void add_force(std::span<const Vec3> x, std::span<const Vec3> v, std::span<Vec3> f) override;
    void add_couplings(std::vector<std::pair<int, int>>& couplings) const override;
    void bind(const SparsityPattern& pattern) override;
    /// Clamped or damped, principal stresses that compress are left out of the term that stresses turned with the
    /// element make, the only one that can be negative. What VSMT10 section 4.1 scales for `damped`, terms b and d of a
    /// spring's cubic, an element does not have. Always left out is how viscous forces depend on positions.
    void add_jacobian(std::span<const Vec3> x, std::span<const Vec3> v, JacobianTreatment treatment, double scale_x,
                      double scale_v, Csr<Mat3>& A) override;
    /// w c grad.grad, c the greatest stiffness against any strain: constant, and no softer than the element, however it
    /// is turned, while it is not stretched. Steps of IMEX methods stay stable up to twice the stiffness, that is
    /// stretched to 1.29 of its length.
    void add_stiff_linear(double scale_x, double scale_v, Csr<double>& A) override;

    void add_measurements(std::span<const Vec3> x, Measurements& measurements) override
    {
        if (is_measured_) measurements.energies.stretch += energy(x);
    }
    /// Keeps the energy out of measurements: the frame of a rigid body stands for a body that does not stretch.
    void leave_unmeasured() { is_measured_ = false; }

protected:
    std::uint16_t add_material(const Stiffness& stiffness, double damping_time);
    /// With an area or volume at rest, turned either way.
    void add_element(const Corners& particles, const Places& rest, std::uint16_t material);

private:
    using Frame = Eigen::Matrix<double, 3, dimensions>;                     // F_a as columns
    using Tangent = Eigen::Matrix<double, 3 * dimensions, 3 * dimensions>;  // of corners after the first

    struct Material {
        Stiffness stiffness;
        double damping_time;  // s
        double steepest;      // c
    };
    struct Element {
        Corners particles;
        std::uint16_t material;
        double size;      // m^2 or m^3, w
        Tensor gradient;  // 1/m, r_ai of the corners i after the first, one in each row; r_a0 makes the sum zero
    };
    /// A place in an element that a particle has.
    struct Incidence {
        int element;
        int place;
    };

    /// Vectors from the first corner to the others, mapped to those of the axes.
    [[nodiscard]] Frame frame(const Element& element, std::span<const Vec3> x) const;
    /// Forces on the corners after the first; that on the first is what makes the sum zero.
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
    std::vector<Frame> force_scratch_;      // when several threads work
    std::vector<Tangent> tangent_scratch_;  // likewise
    BlockReducer<double> sum_;
};

extern template class StvkElements<2>;
extern template class StvkElements<3>;

}  // namespace tulle
