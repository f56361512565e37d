#include "forces/water.hpp"

#include <Eigen/Geometry>

namespace tulle {
namespace {

struct WetFace {
    Vec3 normal;     // outward
    double area;     // m^2
    double speed;    // m/s, |w|
    double outward;  // m/s, n.w, at least 0
};

WetFace wet_face(const Face& face, std::span<const Vec3> x, std::span<const Vec3> v, const Vec3& current)
{
    const Vec3 doubled = (x[face[1]] - x[face[0]]).cross(x[face[2]] - x[face[0]]);
    const Vec3 w = (v[face[0]] + v[face[1]] + v[face[2]]) / 3 - current;
    const double length = doubled.norm();
    if (length == 0) return {Vec3::Zero(), 0, w.norm(), 0};
    const Vec3 normal = doubled / length;
    return {normal, 0.5 * length, w.norm(), std::max(normal.dot(w), 0.0)};
}

}  // namespace

void Water::add_force(std::span<const Vec3> x, std::span<const Vec3> v, std::span<Vec3> f)
{
    // One thread is enough, because bodies have few faces. It also fixes the order of the sums.
    for (const Face& face : faces_) {
        const WetFace wet = wet_face(face, x, v, current_);
        const Vec3 share = -half_density_drag_ * wet.area * wet.speed * wet.outward / 3 * wet.normal;
        for (const int node : face) f[node] += share;
    }
}

void Water::add_couplings(std::vector<std::pair<int, int>>& couplings) const
{
    for (const Face& face : faces_)
        for (int k = 0; k < 3; ++k) couplings.emplace_back(face[k], face[(k + 1) % 3]);
}

void Water::bind(const SparsityPattern& pattern)
{
    slots_.clear();
    for (const Face& face : faces_) {
        std::array<int, 9>& slots = slots_.emplace_back();
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j) slots[3 * i + j] = pattern.slot(face[i], face[j]);
    }
}

void Water::add_jacobian(std::span<const Vec3> x, std::span<const Vec3> v, JacobianTreatment, double, double scale_v,
                         Csr<Mat3>& A)
{
    if (scale_v == 0) return;
    for (std::size_t k = 0; k < faces_.size(); ++k) {
        const WetFace wet = wet_face(faces_[k], x, v, current_);
        if (wet.outward == 0) continue;
        const Mat3 block =
            -scale_v * half_density_drag_ * wet.area * wet.speed / 9 * (wet.normal * wet.normal.transpose());
        for (const int slot : slots_[k]) A.value[slot] += block;
    }
}

}  // namespace tulle
