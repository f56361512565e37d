// Validation of triangle meshes: indices, finite coordinates, areas, repeated faces, manifold edges, unused vertices
// and unwelded seams.

#include "core/counted.hpp"
#include "mesh/problem_list.hpp"
#include "mesh/topology.hpp"

#include <tulle/triangle_mesh.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <tuple>
#include <vector>

namespace tulle {
namespace {

/// Smallest area of a triangle, relative to its longest edge squared. Below it, area and normal are mostly rounding
/// errors: positions are accurate to 1e-16 of their size, and edges of a usual mesh have a thousandth of its size.
constexpr double least_relative_area = 1e-12;

std::string number(std::size_t n) { return std::to_string(n); }

std::string corners_of(const Face& face)
{
    return std::to_string(face[0]) + ", " + std::to_string(face[1]) + " and " + std::to_string(face[2]);
}

void check_indices(const std::vector<Face>& faces, std::size_t count, const std::string& noun, ProblemList& problems)
{
    for (std::size_t f = 0; f < faces.size(); ++f) {
        for (const int index : faces[f]) {
            if (index >= 0 && static_cast<std::size_t>(index) < count) continue;
            problems.add("face " + number(f) + " refers to " + noun + ' ' + std::to_string(index) + ", but there are " +
                         number(count));
        }
    }
}

template <class Vectors>
void check_finite(const Vectors& vectors, const std::string& noun, ProblemList& problems)
{
    for (std::size_t i = 0; i < vectors.size(); ++i) {
        if (!vectors[i].allFinite()) problems.add(noun + ' ' + number(i) + " has a coordinate that is not finite");
    }
}

void check_arrays(const TriangleMesh& mesh, ProblemList& problems)
{
    if (mesh.positions.empty()) problems.add("the mesh has no vertices");
    if (mesh.faces.empty()) problems.add("the mesh has no faces");
    check_indices(mesh.faces, mesh.positions.size(), "vertex", problems);
    check_finite(mesh.positions, "vertex", problems);

    const std::size_t uv_faces_expected = mesh.uvs.empty() ? 0 : mesh.faces.size();
    if (mesh.uv_faces.size() != uv_faces_expected) {
        problems.add("the mesh has " + counted(mesh.uvs.size(), "texture coordinate") + " and " +
                     counted(mesh.faces.size(), "face") + ", and texture coordinates for " +
                     counted(mesh.uv_faces.size(), "face"));
    }
    check_indices(mesh.uv_faces, mesh.uvs.size(), "texture coordinate", problems);
    check_finite(mesh.uvs, "texture coordinate", problems);
}

bool has_repeated_corner(const Face& face) { return face[0] == face[1] || face[1] == face[2] || face[2] == face[0]; }

bool has_no_area(const TriangleMesh& mesh, const Face& face)
{
    const auto x = [&](std::size_t corner) -> const Vec3& {
        return mesh.positions[static_cast<std::size_t>(face[corner])];
    };
    const double longest_squared =
        std::max({(x(1) - x(0)).squaredNorm(), (x(2) - x(1)).squaredNorm(), (x(0) - x(2)).squaredNorm()});
    // The negated comparison also refuses an area that overflowed to NaN.
    return !(triangle_area(x(0), x(1), x(2)) >= least_relative_area * longest_squared) || longest_squared == 0;
}

void check_areas(const TriangleMesh& mesh, ProblemList& problems)
{
    for (std::size_t f = 0; f < mesh.faces.size(); ++f) {
        const Face& face = mesh.faces[f];
        if (has_repeated_corner(face)) {
            problems.add("face " + number(f) + " has the same corner twice: vertices " + corners_of(face));
        } else if (has_no_area(mesh, face)) {
            problems.add("face " + number(f) + " (vertices " + corners_of(face) +
                         ") has no area: less than 1e-12 of its longest edge squared");
        }
    }
}

/// Reports faces with the same corners. Returns, per face, whether it repeats an earlier face.
std::vector<bool> check_repeated_faces(const std::vector<Face>& faces, ProblemList& problems)
{
    struct Key {
        Face corners;  // in ascending order
        int face;
    };
    std::vector<Key> keys(faces.size());
    for (std::size_t f = 0; f < faces.size(); ++f) {
        keys[f] = {.corners = faces[f], .face = static_cast<int>(f)};
        std::ranges::sort(keys[f].corners);
    }
    std::ranges::sort(
        keys, [](const Key& a, const Key& b) { return std::tie(a.corners, a.face) < std::tie(b.corners, b.face); });
    std::vector<bool> repeats(faces.size(), false);
    for (std::size_t k = 1; k < keys.size(); ++k) {
        if (keys[k].corners != keys[k - 1].corners) continue;
        repeats[static_cast<std::size_t>(keys[k].face)] = true;
        problems.add("faces " + std::to_string(keys[k - 1].face) + " and " + std::to_string(keys[k].face) +
                     " have the same corners: vertices " + corners_of(keys[k].corners) + "; remove one");
    }
    return repeats;
}

void check_edge(const std::vector<Face>& faces, const std::vector<Side>& sides, ProblemList& problems)
{
    if (sides.size() < 2) return;
    const std::string edge = std::to_string(sides[0].low) + '-' + std::to_string(sides[0].high);
    if (sides.size() > 2) {
        std::string list;
        for (const Side& side : sides) list += (list.empty() ? "" : ", ") + std::to_string(side.face);
        problems.add("edge " + edge + " belongs to " + number(sides.size()) + " faces (" + list +
                     "); cloth has at most two at an edge");
        return;
    }
    const auto start = [&](const Side& side) {
        return faces[static_cast<std::size_t>(side.face)][static_cast<std::size_t>(side.corner)];
    };
    if (start(sides[0]) == start(sides[1])) {
        problems.add("faces " + std::to_string(sides[0].face) + " and " + std::to_string(sides[1].face) +
                     " disagree in orientation at their edge " + edge + "; reverse the corners of one");
    }
}

void check_edges(const TriangleMesh& mesh, const std::vector<bool>& repeats, ProblemList& problems)
{
    const std::vector<Side> sides = sorted_sides(mesh.faces, mesh.positions.size());
    std::vector<Side> around;  // sides of the current edge
    for (const Side& side : sides) {
        if (!around.empty() && (around[0].low != side.low || around[0].high != side.high)) {
            check_edge(mesh.faces, around, problems);
            around.clear();
        }
        // Skip faces that have been reported: a second message would only confuse.
        const auto face = static_cast<std::size_t>(side.face);
        if (!repeats[face] && !has_repeated_corner(mesh.faces[face])) around.push_back(side);
    }
    check_edge(mesh.faces, around, problems);
}

void check_vertices_used(const TriangleMesh& mesh, ProblemList& problems)
{
    std::vector<bool> used(mesh.positions.size(), false);
    for (const Face& face : mesh.faces) {
        for (const int corner : face) used[static_cast<std::size_t>(corner)] = true;
    }
    for (std::size_t v = 0; v < used.size(); ++v) {
        if (!used[v]) problems.add("vertex " + number(v) + " belongs to no face; remove it");
    }
}

/// Reports vertices at the same place: seams that were not welded. The cloth would come apart there, because no spring
/// can act between the two sides.
void check_places(const std::vector<Vec3>& positions, ProblemList& problems)
{
    struct Place {
        double x, y, z;
        int vertex;
    };
    std::vector<Place> places(positions.size());
    for (std::size_t v = 0; v < places.size(); ++v) {
        places[v] = {
            .x = positions[v].x(), .y = positions[v].y(), .z = positions[v].z(), .vertex = static_cast<int>(v)};
    }
    std::ranges::sort(places, [](const Place& a, const Place& b) {
        return std::tie(a.x, a.y, a.z, a.vertex) < std::tie(b.x, b.y, b.z, b.vertex);
    });
    std::vector<std::array<int, 2>> pairs;
    for (std::size_t k = 1; k < places.size(); ++k) {
        const Place &a = places[k - 1], &b = places[k];
        if (a.x == b.x && a.y == b.y && a.z == b.z) pairs.push_back({a.vertex, b.vertex});
    }
    std::ranges::sort(pairs);
    for (const auto& [i, j] : pairs) {
        problems.add("vertices " + std::to_string(i) + " and " + std::to_string(j) +
                     " are at the same place; weld them");
    }
}

}  // namespace

void validate(const TriangleMesh& mesh, const std::string& name, MeshUse use)
{
    const std::string note = " (vertices and faces count from 0)";
    ProblemList problems(name);
    check_arrays(mesh, problems);
    problems.throw_if_any(note);  // the checks below rely on sound indices and numbers
    if (use == MeshUse::obstacle) return;

    check_areas(mesh, problems);
    const std::vector<bool> repeats = check_repeated_faces(mesh.faces, problems);
    check_edges(mesh, repeats, problems);
    check_vertices_used(mesh, problems);
    check_places(mesh.positions, problems);
    problems.throw_if_any(note);
}

}  // namespace tulle
