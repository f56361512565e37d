#include "analysis/particle_fields.hpp"

#include "core/assert.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace tulle {
namespace {

constexpr std::array fields{
    FieldDescription{"speed", "m/s", "how fast the particle moves"},
    FieldDescription{"stretch", "1",
                     "largest strain of the structural springs at the particle; negative where all are shorter"},
    FieldDescription{"bending", "1/m", "largest curvature of the folds through the particle, 1 / radius"},
    FieldDescription{"shear", "degrees", "largest change of a right angle drawn on the cloth at the particle"},
    FieldDescription{"height", "m", "how high the particle is", true},
    FieldDescription{
        "tension", "N/m",
        "largest pull in the cloth at the particle, force per width at rest; negative if all is compressed; of "
        "measured fabrics in stored runs: the middle of their loops",
        false, true},
};

/// Curvature [1/m] of a fold: the dihedral angle divided by the mean height of the two faces over the edge. Exact for a
/// strip bent to a circle.
double fold_curvature(const Vec3& x_0, const Vec3& x_1, const Vec3& x_2, const Vec3& x_3)
{
    const Vec3 edge = x_1 - x_0;
    const Vec3 n_2 = edge.cross(x_2 - x_0);  // its length is twice the area of the face
    const Vec3 n_3 = (x_3 - x_0).cross(edge);
    const double angle = std::atan2(n_2.cross(n_3).norm(), n_2.dot(n_3));  // rad
    const double heights = (n_2.norm() + n_3.norm()) / edge.norm();        // m, of both triangles over the edge
    return heights > 0 ? 2 * angle / heights : 0;
}

/// Shear angle [degrees]: the largest change of a right angle that was drawn on the face at rest. With the eigenvalues
/// c_1 >= c_2 of C = F^T F (squares of the principal stretches) it is asin((c_1 - c_2) / (c_1 + c_2)). Lines half way
/// between the principal directions have this change. Exact for threads that turn without stretching.
double shear_angle(const Eigen::Matrix<double, 3, 2>& gradient)
{
    const Eigen::Matrix2d c = gradient.transpose() * gradient;
    const double mean = 0.5 * (c(0, 0) + c(1, 1));
    const double radius = std::hypot(0.5 * (c(0, 0) - c(1, 1)), c(0, 1));
    return mean > 0 ? std::asin(std::min(radius / mean, 1.0)) * 180 / std::numbers::pi : 0;
}

}  // namespace

ParticleFields::ParticleFields(std::span<const ClothMesh> cloths) : faces_(rest_faces(cloths))
{
    int first = 0;
    for (const ClothMesh& cloth : cloths) {
        for (Spring spring : cloth.springs) {
            if (spring.kind != SpringKind::structural) continue;
            spring.i += first;
            spring.j += first;
            structural_.push_back(spring);
        }
        for (Hinge hinge : find_topology(cloth.faces, cloth.positions.size()).hinges) {
            for (int& vertex : hinge.vertices) vertex += first;
            hinges_.push_back(hinge);
        }
        first += static_cast<int>(cloth.positions.size());
    }
}

void ParticleFields::set_forces(std::span<const ClothMesh> cloths, const SheetForces& forces)
{
    tension_.emplace(cloths, forces);
}

std::span<const FieldDescription> ParticleFields::list() { return fields; }

void ParticleFields::compute(std::size_t field, std::span<const Vec3> x, std::span<const Vec3> v,
                             std::span<double> values, const IntactFaces& intact) const
{
    TULLE_ASSERT(field < fields.size() && values.size() == x.size() && values.size() == v.size(), field, values.size());
    const std::string_view name = fields[field].name;
    if (name == "speed") {
        for (std::size_t i = 0; i < v.size(); ++i) values[i] = v[i].norm();
    } else if (name == "stretch") {
        stretch(x, values, intact);
    } else if (name == "bending") {
        bending(x, values, intact);
    } else if (name == "shear") {
        shear(x, values, intact);
    } else if (name == "tension") {
        TULLE_ASSERT(tension_.has_value());
        tension_->compute(faces_, x, values, intact);
    } else {
        for (std::size_t i = 0; i < x.size(); ++i) values[i] = x[i].z();
    }
}

void ParticleFields::stretch(std::span<const Vec3> x, std::span<double> values, const IntactFaces& intact) const
{
    constexpr double none = -1;  // below every strain: no spring has a negative length
    std::fill(values.begin(), values.end(), none);
    for (const Spring& spring : structural_) {
        if (!intact.holds(std::array{spring.i, spring.j})) continue;
        const double strain = (x[spring.j] - x[spring.i]).norm() / spring.rest_length - 1;
        for (const int end : {spring.i, spring.j}) values[end] = std::max(values[end], strain);
    }
    std::replace(values.begin(), values.end(), none, 0.0);
}

void ParticleFields::bending(std::span<const Vec3> x, std::span<double> values, const IntactFaces& intact) const
{
    std::fill(values.begin(), values.end(), 0.0);
    for (const Hinge& hinge : hinges_) {
        const auto& [a, b, c, d] = hinge.vertices;
        if (!intact.holds(std::array{a, b, c}) || !intact.holds(std::array{a, b, d})) continue;
        const double curvature = fold_curvature(x[a], x[b], x[c], x[d]);
        for (const int end : {a, b}) values[end] = std::max(values[end], curvature);
    }
}

void ParticleFields::shear(std::span<const Vec3> x, std::span<double> values, const IntactFaces& intact) const
{
    std::fill(values.begin(), values.end(), 0.0);
    for (std::size_t f = 0; f < faces_.size(); ++f) {
        if (!intact[f]) continue;
        const double angle = shear_angle(faces_[f].gradient(x));
        for (const int corner : faces_[f].corners) values[corner] = std::max(values[corner], angle);
    }
}

}  // namespace tulle
