#pragma once
// Edges and hinges of a triangle mesh (adjacency). Edges and hinges are sorted by first, then by second vertex. The
// order therefore depends only on the mesh, and neighbours in memory are mostly neighbours in the mesh.

#include <tulle/math.hpp>

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace tulle {

/// One side of a face: it runs from corner `corner` to the next one.
struct Side {
    int low = 0, high = 0;  // the edge it lies on, low < high
    int face = 0;
    int corner = 0;
};

struct Edge {
    int i = 0, j = 0;  // i < j
    friend bool operator==(const Edge&, const Edge&) = default;
};

/// An edge 0-1 with two faces, and the vertices 2 and 3 at their tips. 0 < 1; where the two faces agree in
/// orientation, face (0, 1, 2) runs along the edge from 0 to 1 and face (1, 0, 3) back.
///
///            2
///          /   \             .
///         /     \            .
///        0 ----- 1           .
///         \     /            .
///          \   /             .
///            3
struct Hinge {
    std::array<int, 4> vertices{};
    friend bool operator==(const Hinge&, const Hinge&) = default;
};

struct Topology {
    std::vector<Edge> edges;
    std::vector<Hinge> hinges;  // of the edges with exactly two faces
};

/// Returns all sides of all faces, sorted by low, high, face: the sides of one edge are adjacent. Corners must be
/// within [0, vertex_count).
[[nodiscard]] std::vector<Side> sorted_sides(std::span<const Face> faces, std::size_t vertex_count);

/// Calls visit(side, opposite side) for every edge between two faces.
void for_each_inner_edge(std::span<const Face> faces, std::size_t vertex_count, const auto& visit)
{
    const std::vector<Side> sides = sorted_sides(faces, vertex_count);
    for (std::size_t k = 1; k < sides.size(); ++k)
        if (sides[k - 1].low == sides[k].low && sides[k - 1].high == sides[k].high) visit(sides[k - 1], sides[k]);
}

[[nodiscard]] Topology find_topology(std::span<const Face> faces, std::size_t vertex_count);

[[nodiscard]] double triangle_area(const Vec3& x_0, const Vec3& x_1, const Vec3& x_2);  // m^2

/// Returns the area [m^2] per vertex: a third of each triangle around it.
[[nodiscard]] std::vector<double> vertex_areas(std::span<const Vec3> positions, std::span<const Face> faces);

}  // namespace tulle
