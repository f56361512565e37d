#include "geometry/fill_surface.hpp"

#include "core/cube_tetrahedra.hpp"
#include "core/parallel.hpp"
#include "geometry/mesh_queries.hpp"
#include "geometry/winding_number.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace tulle {
namespace {

using PieceCorners = std::array<int, 4>;
using CubePlace = std::array<int, 3>;

/// Smallest height of a tetrahedron after corners have moved, in edges of the cubes; before the move, the smallest
/// height is 0.7. Flatter tetrahedra would make a solid many times as stiff, and explicit steps as many times shorter.
constexpr double least_height = 0.2;

/// Returns the smallest height [m] of a tetrahedron; not positive if the tetrahedron is flat or inverted.
double smallest_height(const std::vector<Vec3>& x, const PieceCorners& t)
{
    const Vec3 a = x[t[1]] - x[t[0]], b = x[t[2]] - x[t[0]], c = x[t[3]] - x[t[0]];
    const double six_volumes = a.cross(b).dot(c);
    const double twice_largest_face =
        std::max({a.cross(b).norm(), b.cross(c).norm(), c.cross(a).norm(), (b - a).cross(c - a).norm()});
    return six_volumes / twice_largest_face;
}

/// Fills cells with tetrahedra and numbers the corners of the cells in the order in which they occur.
class Filling {
public:
    Filling(const Vec3& origin, double spacing) : origin_(origin), spacing_(spacing) {}

    void add(const CubePlace& cell)
    {
        cut_cube(
            cell, [&](const CubePlace& corner) { return index(corner); },
            [&](const PieceCorners& corners) { filled_.tetrahedra.push_back(corners); });
    }

    [[nodiscard]] FilledSurface take() { return std::move(filled_); }

private:
    int index(const CubePlace& corner)
    {
        const auto [place, is_new] = index_.try_emplace(corner, static_cast<int>(filled_.positions.size()));
        if (is_new) filled_.positions.emplace_back(origin_ + spacing_ * Vec3(corner[0], corner[1], corner[2]));
        return place->second;
    }

    Vec3 origin_;
    double spacing_;
    std::map<CubePlace, int> index_;
    FilledSurface filled_;
};

/// Returns the corners of boundary faces, which are faces of only one tetrahedron.
std::vector<int> outermost(const std::vector<PieceCorners>& tetrahedra)
{
    std::map<std::array<int, 3>, int> count;
    for (const PieceCorners& t : tetrahedra)
        for (int left_out = 0; left_out < 4; ++left_out) {
            std::array<int, 3> face{t[(left_out + 1) % 4], t[(left_out + 2) % 4], t[(left_out + 3) % 4]};
            std::sort(face.begin(), face.end());
            ++count[face];
        }
    std::vector<int> found;
    for (const auto& [face, times] : count)
        if (times == 1) found.insert(found.end(), face.begin(), face.end());
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

void move_onto(const MeshQueries& surface, double spacing, FilledSurface& filled)
{
    std::vector<Vec3>& x = filled.positions;
    std::vector<std::vector<int>> around(x.size());
    for (std::size_t t = 0; t < filled.tetrahedra.size(); ++t)
        for (const int i : filled.tetrahedra[t]) around[i].push_back(static_cast<int>(t));
    const double least = least_height * spacing;  // m
    const std::vector<int> outer = outermost(filled.tetrahedra);
    // Several iterations, because neighbours that have moved meanwhile may have made room.
    for (int iteration = 0; iteration < 4; ++iteration)
        for (const int i : outer) {
            const auto closest = surface.closest(x[i]);
            if (!closest) continue;
            const Vec3 from = x[i];
            for (const double part : {1.0, 0.75, 0.5, 0.25}) {
                x[i] = from + part * (closest->point - from);
                const bool has_room = std::ranges::all_of(
                    around[i], [&](int t) { return smallest_height(x, filled.tetrahedra[t]) >= least; });
                if (has_room) break;
                x[i] = from;
            }
        }
}

}  // namespace

FilledSurface fill_surface(std::span<const Vec3> vertices, std::span<const Face> faces, double spacing)
{
    Aabb box;
    for (const Vec3& v : vertices) box.extend(v);
    const Vec3 size = box.sizes();
    // Along each axis, as many cubes as fit the length of the box (rounded), placed around its middle.
    CubePlace cells{};
    Vec3 origin = box.center();
    for (int k = 0; k < 3; ++k) {
        cells[k] = std::max(1, static_cast<int>(std::lround(size[k] / spacing)));
        origin[k] -= 0.5 * cells[k] * spacing;
    }
    const WindingNumber winding(vertices, faces);
    const auto count =
        static_cast<std::size_t>(cells[0]) * static_cast<std::size_t>(cells[1]) * static_cast<std::size_t>(cells[2]);
    const auto cell_of = [&](std::size_t c) {
        const auto n0 = static_cast<std::size_t>(cells[0]), n1 = static_cast<std::size_t>(cells[1]);
        return CubePlace{static_cast<int>(c % n0), static_cast<int>(c / n0 % n1), static_cast<int>(c / (n0 * n1))};
    };
    std::vector<unsigned char> is_inside(count);
    parallel_for(count, [&](std::size_t c) {
        const CubePlace cell = cell_of(c);
        const Vec3 middle = origin + spacing * Vec3(cell[0] + 0.5, cell[1] + 0.5, cell[2] + 0.5);
        is_inside[c] = winding.is_inside(middle) ? 1 : 0;
    });
    Filling filling(origin, spacing);
    for (std::size_t c = 0; c < count; ++c)
        if (is_inside[c] != 0) filling.add(cell_of(c));
    FilledSurface filled = filling.take();
    move_onto(*make_mesh_queries(vertices, faces), spacing, filled);
    return filled;
}

}  // namespace tulle
