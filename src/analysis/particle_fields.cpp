#include "analysis/particle_fields.hpp"

#include "core/assert.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace tulle {
namespace {

constexpr std::array fields{
    FieldInfo{"speed", "m/s", "how fast the particle moves"},
    FieldInfo{"stretch", "1",
              "largest strain of the structural springs at the particle; negative where all are shorter"},
    FieldInfo{"bending", "1/m", "largest curvature of the folds through the particle, 1 / radius"},
};

/// Curvature [1/m] of a fold: the angle between its faces spread over half of each. Exact for a strip bent to a circle.
double fold_curvature(const Vec3& x_0, const Vec3& x_1, const Vec3& x_2, const Vec3& x_3)
{
    const Vec3 edge = x_1 - x_0;
    const Vec3 n_2 = edge.cross(x_2 - x_0);  // twice the area of the face long
    const Vec3 n_3 = (x_3 - x_0).cross(edge);
    const double angle = std::atan2(n_2.cross(n_3).norm(), n_2.dot(n_3));  // rad
    const double heights = (n_2.norm() + n_3.norm()) / edge.norm();        // m, of both triangles over the edge
    return heights > 0 ? 2 * angle / heights : 0;
}

}  // namespace

ParticleFields::ParticleFields(std::span<const ClothMesh> cloths)
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

std::span<const FieldInfo> ParticleFields::list() { return fields; }

void ParticleFields::compute(std::size_t field, std::span<const Vec3> x, std::span<const Vec3> v,
                             std::span<double> values) const
{
    TULLE_ASSERT(field < fields.size() && values.size() == x.size() && values.size() == v.size(), field, values.size());
    if (field == 0) {
        for (std::size_t i = 0; i < v.size(); ++i) values[i] = v[i].norm();
    } else if (field == 1) {
        stretch(x, values);
    } else {
        bending(x, values);
    }
}

void ParticleFields::stretch(std::span<const Vec3> x, std::span<double> values) const
{
    constexpr double none = -1;  // no spring is shorter than nothing
    std::fill(values.begin(), values.end(), none);
    for (const Spring& spring : structural_) {
        const double strain = (x[spring.j] - x[spring.i]).norm() / spring.rest_length - 1;
        for (const int end : {spring.i, spring.j}) values[end] = std::max(values[end], strain);
    }
    std::replace(values.begin(), values.end(), none, 0.0);
}

void ParticleFields::bending(std::span<const Vec3> x, std::span<double> values) const
{
    std::fill(values.begin(), values.end(), 0.0);
    for (const Hinge& hinge : hinges_) {
        const auto& [a, b, c, d] = hinge.vertices;
        const double curvature = fold_curvature(x[a], x[b], x[c], x[d]);
        for (const int end : {a, b}) values[end] = std::max(values[end], curvature);
    }
}

}  // namespace tulle
