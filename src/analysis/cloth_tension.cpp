#include "analysis/cloth_tension.hpp"

#include "forces/fabric_measures.hpp"

#include <Eigen/Geometry>
#include <Eigen/LU>

#include <algorithm>
#include <array>
#include <cmath>

namespace tulle {
namespace {

/// Present area over area at rest below which a particle counts as collapsed: then it has no plane, and no tension.
constexpr double collapsed = 1e-9;

/// The cloth around a particle: sums over its intact faces, weighted with their areas at rest.
struct Surroundings {
    double area = 0;              // m^2
    Vec3 normal = Vec3::Zero();   // any length
    Mat3 squares = Mat3::Zero();  // F F^T times area [m^2]
};

std::vector<Surroundings> surroundings(std::span<const RestFace> faces, std::span<const Vec3> x,
                                       const IntactFaces& intact)
{
    std::vector<Surroundings> all(x.size());
    for (std::size_t f = 0; f < faces.size(); ++f) {
        if (!intact[f]) continue;
        const double area = faces[f].area();
        const Eigen::Matrix<double, 3, 2> gradient = faces[f].gradient(x);
        const Vec3 normal = area * gradient.col(0).cross(gradient.col(1));
        const Mat3 squares = area * (gradient * gradient.transpose());
        for (const int corner : faces[f].corners) {
            all[corner].area += area;
            all[corner].normal += normal;
            all[corner].squares += squares;
        }
    }
    return all;
}

/// Returns the square root of a symmetric positive semidefinite matrix that is not zero.
Eigen::Matrix2d square_root(const Eigen::Matrix2d& square)
{
    const double root = std::sqrt(std::max(square.determinant(), 0.0));
    return (square + root * Eigen::Matrix2d::Identity()) / std::sqrt(square.trace() + 2 * root);
}

/// Returns the largest eigenvalue of the Biot stress, for a Kirchhoff stress tau [N/m] in space.
double largest_tension(const Mat3& tau, const Surroundings& around)
{
    const double length = around.normal.norm();
    if (!(length > collapsed * around.area)) return 0;
    const Vec3 normal = around.normal / length;
    Eigen::Matrix<double, 3, 2> plane;
    plane.col(0) = normal.unitOrthogonal();
    plane.col(1) = normal.cross(plane.col(0));
    const Eigen::Matrix2d V = square_root(plane.transpose() * (around.squares / around.area) * plane);
    if (!(V.determinant() > collapsed)) return 0;
    const Eigen::Matrix2d half = plane.transpose() * tau * plane * V.inverse();
    const double mean = 0.5 * half.trace();
    return mean + std::hypot(0.5 * (half(0, 0) - half(1, 1)), 0.5 * (half(0, 1) + half(1, 0)));
}

/// Whether the threads that an element measures are intact.
template <class Measure, class Stencil, std::size_t count>
bool is_intact(const std::array<int, count>& particles, const IntactFaces& intact)
{
    if (!intact.can_tear()) return true;
    if constexpr (requires { Stencil::ends_of(0); }) {
        for (int vector = 0; vector < Measure::vectors; ++vector) {
            const auto& [from, to] = Stencil::ends_of(vector);
            if (!intact.holds(std::array{particles[from], particles[to]})) return false;
        }
        return true;
    } else {
        return intact.holds(particles);
    }
}

}  // namespace

ClothTension::ClothTension(std::span<const ClothMesh> cloths, const SheetForces& forces) : forces_(forces)
{
    for (const ClothMesh& cloth : cloths) areas_.insert(areas_.end(), cloth.areas.begin(), cloth.areas.end());
    if (forces_.membrane == nullptr) return;
    // A membrane divides each triangle evenly among its corners, also on a grid, where the areas of particles are
    // quarters of cells. Both have to be divided alike, so that an evenly pulled sheet has the same tension everywhere.
    const StvkMembrane& membrane = *forces_.membrane;
    for (std::size_t e = 0; e < membrane.size(); ++e)
        for (const int corner : membrane.particles(e)) areas_[corner] = 0;
    for (std::size_t e = 0; e < membrane.size(); ++e)
        for (const int corner : membrane.particles(e)) areas_[corner] += membrane.rest_size(e) / 3;
}

void ClothTension::compute(std::span<const RestFace> faces, std::span<const Vec3> x, std::span<double> values,
                           const IntactFaces& intact) const
{
    std::vector<Mat3> virial(x.size(), Mat3::Zero());  // N m
    if (forces_.springs != nullptr) add_springs(x, intact, virial);
    if (forces_.membrane != nullptr) add_membrane(x, virial);
    if (forces_.fabrics != nullptr) {
        add_fabric(forces_.fabrics->grid().tension, x, intact, virial);
        add_fabric(forces_.fabrics->grid().shear, x, intact, virial);
        add_fabric(forces_.fabrics->mesh().tension, x, intact, virial);
        add_fabric(forces_.fabrics->mesh().shear, x, intact, virial);
    }
    const std::vector<Surroundings> around = surroundings(faces, x, intact);
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = areas_[i] > 0 ? largest_tension(virial[i] / areas_[i], around[i]) : 0;
}

void ClothTension::add_springs(std::span<const Vec3> x, const IntactFaces& intact, std::vector<Mat3>& virial) const
{
    const std::span<const Springs::Ends> ends = forces_.springs->ends();
    for (std::size_t s = 0; s < ends.size(); ++s) {
        const auto [i, j] = ends[s];
        const SpringGeometry spring = spring_geometry(x[i], x[j]);
        const double tension = forces_.springs->tension(s, spring.l);
        if (tension == 0 || (intact.can_tear() && !intact.holds(std::array{i, j}))) continue;
        const Mat3 share = 0.5 * tension * spring.l * (spring.u * spring.u.transpose());
        virial[i] += share;
        virial[j] += share;
    }
}

void ClothTension::add_membrane(std::span<const Vec3> x, std::vector<Mat3>& virial) const
{
    const StvkMembrane& membrane = *forces_.membrane;
    for (std::size_t e = 0; e < membrane.size(); ++e) {
        const Vec3 stress = membrane.stress(e, x);  // uu, vv, uv
        Eigen::Matrix2d second;
        second << stress[0], stress[2], stress[2], stress[1];
        const auto gradient = membrane.gradient(e, x);
        const Mat3 share = membrane.rest_size(e) / 3 * (gradient * second * gradient.transpose());
        for (const int corner : membrane.particles(e)) virial[corner] += share;
    }
}

/// With the gradient g_a of the measure by its vector e_a, the virial is weight scale F sum_a g_a e_a^T. It is
/// symmetric, because the measure does not change when all vectors turn.
template <class Measure, class Stencil>
void ClothTension::add_fabric(const FabricElements<Measure, Stencil>& elements, std::span<const Vec3> x,
                              const IntactFaces& intact, std::vector<Mat3>& virial) const
{
    for (std::size_t k = 0; k < elements.size(); ++k) {
        const auto& element = elements.elements()[k];
        if (!is_intact<Measure, Stencil>(element.particles, intact)) continue;
        const double q = elements.q(k, x);
        const double load =
            forces_.has_history ? elements.loop(k).respond(q, elements.history(k)).value : elements.loop(k).middle(q);
        const auto vectors =
            vectors_at<Measure>(element.stencil, [&](int place) { return x[element.particles[place]]; });
        const auto measured = Measure::gradient(vectors);
        Mat3 sum = Mat3::Zero();
        for (int a = 0; a < Measure::vectors; ++a)
            sum += Vec3(measured.gradient[3 * a], measured.gradient[3 * a + 1], measured.gradient[3 * a + 2]) *
                   vectors[a].transpose();
        const Mat3 share = element.weight * element.scale * load / Stencil::particles * sum;
        for (const int particle : element.particles) virial[particle] += share;
    }
}

}  // namespace tulle
