#include "mesh/surface_patch.hpp"

#include "mesh/edge_slopes.hpp"
#include "mesh/topology.hpp"

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>

namespace tulle {
namespace {

/// Sums up weights per vertex. `add` returns false when the patch has no room for a new vertex.
class PatchSums {
public:
    bool add(int vertex, double uu, double uv, double vv)
    {
        const auto begin = patch.vertices.begin(), end = begin + patch.count;
        auto at = std::find(begin, end, vertex);
        if (at == end) {
            if (patch.count == SurfacePatch::most) return false;
            *at = vertex;
            ++patch.count;
        }
        const auto k = static_cast<std::size_t>(at - begin);
        patch.uu[k] += uu;
        patch.uv[k] += uv;
        patch.vv[k] += vv;
        return true;
    }

    SurfacePatch patch;
};

/// Removes vertices whose weights are mere rounding errors: on a regular mesh the corrections of the slopes vanish.
void drop_nothings(SurfacePatch& patch)
{
    double largest = 0;
    for (int k = 0; k < patch.count; ++k)
        largest = std::max({largest, std::abs(patch.uu[k]), std::abs(patch.uv[k]), std::abs(patch.vv[k])});
    int kept = 0;
    for (int k = 0; k < patch.count; ++k) {
        const double size = std::max({std::abs(patch.uu[k]), std::abs(patch.uv[k]), std::abs(patch.vv[k])});
        if (k >= 3 && size < 1e-10 * largest) continue;
        patch.vertices[kept] = patch.vertices[k];
        patch.uu[kept] = patch.uu[k];
        patch.uv[kept] = patch.uv[k];
        patch.vv[kept] = patch.vv[k];
        ++kept;
    }
    for (int k = kept; k < patch.count; ++k) {
        patch.vertices[k] = 0;
        patch.uu[k] = patch.uv[k] = patch.vv[k] = 0;
    }
    patch.count = kept;
}

std::optional<SurfacePatch> patch_of(std::span<const Vec3> positions, const Face& corners, const FlatLayout::Laid& laid,
                                     std::span<const std::optional<EdgeSlope>> slopes)
{
    PatchSums sums;
    for (const int corner : corners) sums.add(corner, 0, 0, 0);
    const double area = triangle_area(positions[corners[0]], positions[corners[1]], positions[corners[2]]);
    for (int side = 0; side < 3; ++side) {
        if (!slopes[side]) return std::nullopt;
        const Vec2 edge = laid.corners[(side + 1) % 3] - laid.corners[side];
        const double length = edge.norm();
        const Vec2 t = edge / length, out(t.y(), -t.x());
        // The gradient is -slope out + (w_b - w_a) / length t.
        const Vec2 outwards = (length / area) * out;
        const auto add = [&](int vertex, const Vec2& gradient) {
            return sums.add(vertex, outwards.x() * gradient.x(),
                            0.5 * (outwards.x() * gradient.y() + outwards.y() * gradient.x()),
                            outwards.y() * gradient.y());
        };
        add(corners[side], -t / length);
        add(corners[(side + 1) % 3], t / length);
        for (const auto& [vertex, factor] : slopes[side]->terms)
            if (!add(vertex, -factor * out)) return std::nullopt;
    }
    drop_nothings(sums.patch);
    return sums.patch;
}

/// Returns the patch of a least-squares fit: the quadratic function that fits the nearest vertices best. It serves
/// triangles with a side that has no slope from few enough vertices, for example between slivers at a border. On a mesh
/// with every second edge flipped, these are one triangle in 400.
std::optional<SurfacePatch> fitted_patch(const FlatLayout& layout, const FlatLayout::Laid& laid)
{
    const auto near = layout.around(laid, 3);
    SurfacePatch patch;
    patch.count = std::min(static_cast<int>(near.size()), SurfacePatch::most);
    double size = 0;  // m
    for (int k = 0; k < patch.count; ++k) size = std::max(size, near[k].place.norm());
    Eigen::MatrixXd values(patch.count, 6);
    for (int k = 0; k < patch.count; ++k) {
        values.row(k) = quadratics_at(near[k].place / size).transpose();
        patch.vertices[k] = near[k].vertex;
    }
    const Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> fit(values);
    if (fit.rank() < 6) return std::nullopt;
    const Eigen::MatrixXd inverse = fit.pseudoInverse() / (size * size);
    for (int k = 0; k < patch.count; ++k) {
        patch.uu[k] = inverse(3, k);
        patch.uv[k] = inverse(4, k);
        patch.vv[k] = inverse(5, k);
    }
    return patch;
}

void put_places(SurfacePatch& patch, const FlatLayout& layout, const FlatLayout::Laid& laid)
{
    int placed = 0;
    for (int rings = 2; placed < patch.count; rings += 2) {
        placed = 0;
        for (const auto& [vertex, place] : layout.around(laid, rings)) {
            const auto begin = patch.vertices.begin(), end = begin + patch.count;
            const auto at = std::find(begin, end, vertex);
            if (at == end) continue;
            patch.places[static_cast<std::size_t>(at - begin)] = place;
            ++placed;
        }
    }
}

}  // namespace

PlaneAxes plane_axes(const Vec3& first, const std::array<Vec3, 3>& corners)
{
    const Vec3 normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]).normalized();
    const Vec3 u = (first - normal.dot(first) * normal).normalized();
    return {u, normal.cross(u)};
}

std::array<Vec2, 3> flat_corners(std::span<const Vec3> positions, const Face& corners, const PlaneAxes& axes)
{
    std::array<Vec2, 3> places;
    for (int k = 0; k < 3; ++k) {
        const Vec3 d = positions[corners[k]] - positions[corners[0]];
        places[k] = {d.dot(axes.u), d.dot(axes.v)};
    }
    return places;
}

std::vector<std::optional<SurfacePatch>> surface_patches(std::span<const Vec3> positions, std::span<const Face> faces,
                                                         std::span<const PlaneAxes> axes)
{
    const FlatLayout layout(positions, faces);
    const auto slopes = edge_slopes(layout, positions, faces);
    std::vector<std::optional<SurfacePatch>> patches(faces.size());
    for (std::size_t f = 0; f < faces.size(); ++f) {
        const FlatLayout::Laid laid{static_cast<int>(f), flat_corners(positions, faces[f], axes[f])};
        patches[f] = patch_of(positions, faces[f], laid, std::span(slopes).subspan(3 * f, 3));
        if (!patches[f]) patches[f] = fitted_patch(layout, laid);
        if (!patches[f]) continue;
        put_places(*patches[f], layout, laid);
    }
    return patches;
}

}  // namespace tulle
