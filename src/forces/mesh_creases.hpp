#pragma once
// Creases of a triangle mesh run along its edges, each of which holds an angle at rest. The curvature of a triangle is
// measured from vertices around it; across a fold that would tell little of the angle, as their height over the
// triangle goes with its sine. So the mesh is cut there: curvatures see each side alone, and the angle is the edge's
// own.

#include "mesh/cloth_mesh.hpp"

#include <span>
#include <string>
#include <vector>

namespace tulle {

/// An edge 0-1 between triangles (0, 1, 2) and (1, 0, 3).
struct CreasedEdge {
    std::array<int, 4> vertices{};
    std::array<int, 2> faces{};
    double angle = 0;  // rad, at rest; positive: the tips come towards the normals
};

/// The edges along lines in texture coordinates, in the order of the mesh. Where lines share an edge their angles add
/// up; lines that turn by nothing are passed over.
[[nodiscard]] std::vector<CreasedEdge> creased_edges(const ClothMesh& mesh, std::span<const CreaseDescription> creases);

/// Why a line is no crease of the mesh, or an empty text. The mesh has texture coordinates, and the ends differ.
[[nodiscard]] std::string crease_problem(const ClothMesh& mesh, const CreaseDescription& crease);

/// The mesh with every edge cut: sides of a crease share no vertex.
struct CutMesh {
    std::vector<Vec3> positions;
    std::vector<Face> faces;
    std::vector<int> original;  // vertex of the whole mesh, for each one here
};
[[nodiscard]] CutMesh cut_along(const ClothMesh& mesh, std::span<const CreasedEdge> edges);

}  // namespace tulle
