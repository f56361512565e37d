#include "mesh/cloth_places.hpp"

#include "mesh/topology.hpp"

#include <Eigen/Geometry>

#include <cmath>
#include <numbers>

namespace tulle {
namespace {

// 135 degrees: half way between a straight border and the corner of a rectangle. It is slightly less, so that rounding
// does not decide for the vertices of an octagon.
constexpr double widest_corner = 0.75 * std::numbers::pi - 1e-9;  // rad

std::vector<ClothPlace> places_on_grid(const std::array<int, 2>& particles)
{
    const auto is_end = [](int k, int n) { return k == 0 || k == n - 1; };
    std::vector<ClothPlace> places;
    places.reserve(static_cast<std::size_t>(particles[0]) * static_cast<std::size_t>(particles[1]));
    for (int b = 0; b < particles[1]; ++b) {
        for (int a = 0; a < particles[0]; ++a) {
            const int missing = (is_end(a, particles[0]) ? 1 : 0) + (is_end(b, particles[1]) ? 1 : 0);
            places.push_back(static_cast<ClothPlace>(missing));
        }
    }
    return places;
}

/// Angle at corner `c` of a face, rad.
double angle_at(const Face& face, int c, const std::vector<Vec3>& x)
{
    const Vec3 to_next = x[face[(c + 1) % 3]] - x[face[c]];
    const Vec3 to_last = x[face[(c + 2) % 3]] - x[face[c]];
    return std::atan2(to_next.cross(to_last).norm(), to_next.dot(to_last));
}

std::vector<ClothPlace> places_on_mesh(const ClothMesh& mesh)
{
    const std::size_t count = mesh.positions.size();
    std::vector<ClothPlace> places(count, ClothPlace::inside);
    const std::vector<Side> sides = sorted_sides(mesh.faces, count);
    const auto same_edge = [](const Side& a, const Side& b) { return a.low == b.low && a.high == b.high; };
    for (std::size_t k = 0; k < sides.size(); ++k) {
        const bool has_another =
            (k > 0 && same_edge(sides[k - 1], sides[k])) || (k + 1 < sides.size() && same_edge(sides[k], sides[k + 1]));
        if (!has_another) places[sides[k].low] = places[sides[k].high] = ClothPlace::edge;
    }
    std::vector<double> span(count, 0.0);  // rad
    for (const Face& face : mesh.faces)
        for (int c = 0; c < 3; ++c) span[face[c]] += angle_at(face, c, mesh.positions);
    for (std::size_t i = 0; i < count; ++i)
        if (places[i] == ClothPlace::edge && span[i] < widest_corner) places[i] = ClothPlace::corner;
    return places;
}

}  // namespace

std::vector<ClothPlace> cloth_places(const ClothMesh& mesh)
{
    return mesh.grid[0] > 0 ? places_on_grid(mesh.grid) : places_on_mesh(mesh);
}

}  // namespace tulle
