#include "forces/stvk_elements.hpp"

#include "linear/dense_eigenvalues.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>

#include <algorithm>
#include <cmath>

namespace tulle {
namespace {

template <int dimensions>
constexpr int strain_count = dimensions == 2 ? 3 : 6;

/// The axes of each strain, in the order of materials/elastic_stiffness.hpp.
template <int dimensions>
struct StrainAxes;
template <>
struct StrainAxes<2> {
    static constexpr std::array<std::array<int, 2>, 3> of{{{0, 0}, {1, 1}, {0, 1}}};
};
template <>
struct StrainAxes<3> {
    static constexpr std::array<std::array<int, 2>, 6> of{{{0, 0}, {1, 1}, {2, 2}, {1, 2}, {0, 2}, {0, 1}}};
};

/// Returns F_a.G_b + F_b.G_a for a != b and F_a.G_a for a = b. With G = dF/dt this is the rate of Green's strain.
template <int dimensions>
auto strain_rate(const Eigen::Matrix<double, 3, dimensions>& F, const Eigen::Matrix<double, 3, dimensions>& G)
{
    constexpr auto& axes = StrainAxes<dimensions>::of;
    Eigen::Matrix<double, strain_count<dimensions>, 1> rate;
    for (int k = 0; k < strain_count<dimensions>; ++k) {
        const auto [a, b] = axes[k];
        rate[k] = a == b ? F.col(a).dot(G.col(a)) : F.col(a).dot(G.col(b)) + F.col(b).dot(G.col(a));
    }
    return rate;
}

template <int dimensions>
auto green_strain(const Eigen::Matrix<double, 3, dimensions>& F)
{
    constexpr auto& axes = StrainAxes<dimensions>::of;
    Eigen::Matrix<double, strain_count<dimensions>, 1> strain;
    for (int k = 0; k < strain_count<dimensions>; ++k) {
        const auto [a, b] = axes[k];
        strain[k] = a == b ? 0.5 * (F.col(a).squaredNorm() - 1) : F.col(a).dot(F.col(b));
    }
    return strain;
}

template <int dimensions, class Stresses>
Eigen::Matrix<double, dimensions, dimensions> tensor_of(const Stresses& stress)
{
    constexpr auto& axes = StrainAxes<dimensions>::of;
    Eigen::Matrix<double, dimensions, dimensions> tensor;
    for (int k = 0; k < strain_count<dimensions>; ++k) {
        const auto [a, b] = axes[k];
        tensor(a, b) = tensor(b, a) = stress[k];
    }
    return tensor;
}

/// Returns a symmetric tensor without its negative principal values.
Eigen::Matrix2d positive_part(const Eigen::Matrix2d& S)
{
    const double middle = 0.5 * (S(0, 0) + S(1, 1)), radius = std::hypot(0.5 * (S(0, 0) - S(1, 1)), S(0, 1));
    if (middle >= radius) return S;
    if (middle <= -radius) return Eigen::Matrix2d::Zero();
    return (middle + radius) / (2 * radius) * (S - (middle - radius) * Eigen::Matrix2d::Identity());
}

Mat3 positive_part(const Mat3& S)
{
    const Eigen::SelfAdjointEigenSolver<Mat3> solver(S);
    return solver.eigenvectors() * solver.eigenvalues().cwiseMax(0.0).asDiagonal() * solver.eigenvectors().transpose();
}

/// Returns the largest eigenvalue of the stiffness: twice the largest energy per area or volume of a strain of size
/// one. The size is |e|^2 = sum of all e_ab^2.
template <int dimensions, class Stiffness>
double steepest_of(const Stiffness& stiffness)
{
    Stiffness scaled = stiffness;
    // gamma^2 = 4 e_ab^2 = 2 (e_ab^2 + e_ba^2), so shear has the weight sqrt(2) in rows and columns (Mandel notation).
    for (int k = dimensions; k < scaled.rows(); ++k) {
        scaled.row(k) *= std::sqrt(2.0);
        scaled.col(k) *= std::sqrt(2.0);
    }
    return largest_symmetric_eigenvalue(scaled);
}

constexpr int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }

}  // namespace

template <int dimensions>
std::uint16_t StvkElements<dimensions>::add_material(const Stiffness& stiffness, double damping_time)
{
    materials_.push_back({stiffness, damping_time, steepest_of<dimensions>(stiffness)});
    return static_cast<std::uint16_t>(materials_.size() - 1);
}

template <int dimensions>
void StvkElements<dimensions>::add_element(const Corners& particles, const Places& rest, std::uint16_t material)
{
    Tensor sides;
    for (int i = 0; i < dimensions; ++i) sides.col(i) = rest[i + 1] - rest[0];
    const double size = std::abs(sides.determinant()) / factorial(dimensions);
    TULLE_ASSERT(size > 0, size);
    elements_.push_back({particles, material, size, sides.inverse()});
}

template <int dimensions>
auto StvkElements<dimensions>::frame(const Element& element, std::span<const Vec3> x) const -> Frame
{
    Frame sides;
    for (int i = 0; i < dimensions; ++i) sides.col(i) = x[element.particles[i + 1]] - x[element.particles[0]];
    return sides * element.gradient;
}

template <int dimensions>
auto StvkElements<dimensions>::strain(std::size_t element, std::span<const Vec3> x) const -> Strain
{
    return green_strain<dimensions>(frame(elements_[element], x));
}

template <int dimensions>
auto StvkElements<dimensions>::stress(std::size_t element, std::span<const Vec3> x) const -> Strain
{
    return materials_[elements_[element].material].stiffness * strain(element, x);
}

template <int dimensions>
double StvkElements<dimensions>::energy(std::span<const Vec3> x)
{
    return sum_.sum(elements_.size(), 0.0, [&](std::size_t begin, std::size_t end) {
        double sum = 0;
        for (std::size_t k = begin; k < end; ++k) {
            const Strain e = strain(k, x);
            sum += 0.5 * elements_[k].size * e.dot(materials_[elements_[k].material].stiffness * e);
        }
        return sum;
    });
}

template <int dimensions>
auto StvkElements<dimensions>::forces(std::size_t element, std::span<const Vec3> x, std::span<const Vec3> v) const
    -> Frame
{
    const Element& it = elements_[element];
    const Material& material = materials_[it.material];
    const Frame F = frame(it, x);
    Strain strained = green_strain<dimensions>(F);
    if (material.damping_time > 0) strained += material.damping_time * strain_rate<dimensions>(F, frame(it, v));
    const Tensor S = tensor_of<dimensions>(Strain(material.stiffness * strained));
    return -it.size * (F * (S * it.gradient.transpose()));
}

template <int dimensions>
Vec3 StvkElements<dimensions>::force_on(int place, const Frame& forces)
{
    if (place > 0) return forces.col(place - 1);
    return -forces.rowwise().sum();
}

template <int dimensions>
void StvkElements<dimensions>::add_force(std::span<const Vec3> x, std::span<const Vec3> v, std::span<Vec3> f)
{
    // The serial and the parallel loop add a particle's elements in ascending order, so both give the same bits.
    if (thread_count() == 1) {
        for (std::size_t k = 0; k < elements_.size(); ++k) {
            const Frame pulling = forces(k, x, v);
            for (int place = 0; place < corners; ++place) f[elements_[k].particles[place]] += force_on(place, pulling);
        }
        return;
    }
    if (force_scratch_.size() != elements_.size()) force_scratch_.resize(elements_.size());
    parallel_for(elements_.size(), [&](std::size_t k) { force_scratch_[k] = forces(k, x, v); });
    parallel_for(incidence_begin_.size() - 1, [&](std::size_t p) {
        Vec3 sum = f[p];
        for (int k = incidence_begin_[p]; k < incidence_begin_[p + 1]; ++k)
            sum += force_on(incidences_[k].place, force_scratch_[incidences_[k].element]);
        f[p] = sum;
    });
}

template <int dimensions>
void StvkElements<dimensions>::add_couplings(std::vector<std::pair<int, int>>& couplings) const
{
    for (const Element& element : elements_)
        for (std::size_t a = 0; a < element.particles.size(); ++a)
            for (std::size_t b = a + 1; b < element.particles.size(); ++b)
                couplings.emplace_back(element.particles[a], element.particles[b]);
}

template <int dimensions>
void StvkElements<dimensions>::bind(const SparsityPattern& pattern)
{
    slots_.resize(elements_.size());
    incidence_begin_.assign(pattern.rows() + 1, 0);
    for (std::size_t k = 0; k < elements_.size(); ++k) {
        const Corners& particles = elements_[k].particles;
        auto slot = slots_[k].begin();
        for (const int row : particles)
            for (const int column : particles) *slot++ = pattern.slot(row, column);
        for (const int particle : particles) ++incidence_begin_[particle + 1];
    }
    for (std::size_t p = 1; p < incidence_begin_.size(); ++p) incidence_begin_[p] += incidence_begin_[p - 1];
    incidences_.resize(static_cast<std::size_t>(incidence_begin_.back()));
    std::vector<int> fill(incidence_begin_.begin(), incidence_begin_.end() - 1);
    for (std::size_t k = 0; k < elements_.size(); ++k)
        for (int place = 0; place < corners; ++place)
            incidences_[fill[elements_[k].particles[place]]++] = {static_cast<int>(k), place};
    if (thread_count() > 1) {
        force_scratch_.resize(elements_.size());
        tangent_scratch_.resize(elements_.size());
    }
}

template <int dimensions>
auto StvkElements<dimensions>::tangent(std::size_t element, std::span<const Vec3> x, JacobianTreatment treatment,
                                       double scale_x, double scale_v) const -> Tangent
{
    const Element& it = elements_[element];
    const Material& material = materials_[it.material];
    const Frame F = frame(it, x);
    // B: derivatives of the strains by the positions of all corners except the first.
    Eigen::Matrix<double, strains, 3 * dimensions> B;
    for (int k = 0; k < strains; ++k) {
        const auto [a, b] = StrainAxes<dimensions>::of[k];
        for (int i = 0; i < dimensions; ++i) {
            Vec3 row = it.gradient(i, a) * F.col(b);
            if (a != b) row += it.gradient(i, b) * F.col(a);
            B.template block<1, 3>(k, 3 * i) = row.transpose();
        }
    }
    const double along = scale_x + scale_v * material.damping_time;
    Tangent result = B.transpose() * (Stiffness(-it.size * along * material.stiffness) * B);
    if (scale_x == 0) return result;

    Tensor S = tensor_of<dimensions>(Strain(material.stiffness * green_strain<dimensions>(F)));
    if (treatment != JacobianTreatment::exact) S = positive_part(S);
    const Tensor turned = -it.size * scale_x * (it.gradient * S * it.gradient.transpose());
    for (int i = 0; i < dimensions; ++i)
        for (int j = 0; j < dimensions; ++j)
            result.template block<3, 3>(3 * i, 3 * j).diagonal().array() += turned(i, j);
    return result;
}

template <int dimensions>
Mat3 StvkElements<dimensions>::block_of(int row, int column, const Tangent& tangent)
{
    if (row > 0 && column > 0) return tangent.template block<3, 3>(3 * (row - 1), 3 * (column - 1));
    // A translation of all corners changes no force, so a block of the first corner is minus the sum over the others.
    Mat3 sum = Mat3::Zero();
    for (int i = 0; i < dimensions; ++i) {
        if (row > 0 && i != row - 1) continue;
        for (int j = 0; j < dimensions; ++j)
            if (column == 0 || j == column - 1) sum += tangent.template block<3, 3>(3 * i, 3 * j);
    }
    return row == 0 && column == 0 ? sum : Mat3(-sum);
}

template <int dimensions>
void StvkElements<dimensions>::add_jacobian(std::span<const Vec3> x, std::span<const Vec3>, JacobianTreatment treatment,
                                            double scale_x, double scale_v, Csr<Mat3>& A)
{
    const auto add_row = [&](std::size_t k, int row, const Tangent& all) {
        for (int column = 0; column < corners; ++column)
            A.value[slots_[k][row * corners + column]] += block_of(row, column, all);
    };
    if (thread_count() == 1) {
        for (std::size_t k = 0; k < elements_.size(); ++k) {
            const Tangent all = tangent(k, x, treatment, scale_x, scale_v);
            for (int row = 0; row < corners; ++row) add_row(k, row, all);
        }
        return;
    }
    if (tangent_scratch_.size() != elements_.size()) tangent_scratch_.resize(elements_.size());
    parallel_for(elements_.size(),
                 [&](std::size_t k) { tangent_scratch_[k] = tangent(k, x, treatment, scale_x, scale_v); });
    parallel_for(A.rows(), [&](std::size_t p) {
        for (int k = incidence_begin_[p]; k < incidence_begin_[p + 1]; ++k)
            add_row(incidences_[k].element, incidences_[k].place, tangent_scratch_[incidences_[k].element]);
    });
}

template <int dimensions>
void StvkElements<dimensions>::add_stiff_linear(double scale_x, double scale_v, Csr<double>& A)
{
    for (std::size_t k = 0; k < elements_.size(); ++k) {
        const Element& it = elements_[k];
        const Material& material = materials_[it.material];
        const double stiffness = it.size * (scale_x + scale_v * material.damping_time) * material.steepest;
        Eigen::Matrix<double, corners, dimensions> r;
        r.template bottomRows<dimensions>() = it.gradient;
        r.row(0) = -it.gradient.colwise().sum();
        for (int row = 0; row < corners; ++row)
            for (int column = 0; column < corners; ++column)
                A.value[slots_[k][row * corners + column]] += stiffness * r.row(row).dot(r.row(column));
    }
}

template class StvkElements<2>;
template class StvkElements<3>;

}  // namespace tulle
