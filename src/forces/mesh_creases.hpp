#pragma once
// Creases of a triangle mesh: edges with an angle at rest. The curvature of a triangle is measured from the vertices
// around the triangle. Vertices across a crease would say little about the angle of the crease, because their height
// over the triangle is proportional to the sine of the angle. The mesh is therefore cut at creases for the measurement
// of curvatures, and each creased edge measures its angle itself.

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

/// Returns the edges along lines in texture coordinates, in the order of the mesh. The angles of several lines along
/// one edge add up. Lines with an angle of zero are ignored.
[[nodiscard]] std::vector<CreasedEdge> creased_edges(const ClothMesh& mesh, std::span<const CreaseDescription> creases);

/// Returns the reason why a line is no crease of the mesh, or an empty text. The mesh must have texture coordinates,
/// and the ends of the line must differ.
[[nodiscard]] std::string crease_problem(const ClothMesh& mesh, const CreaseDescription& crease);

/// The mesh cut along creased edges: a vertex is duplicated if creases separate the faces around it.
struct CutMesh {
    std::vector<Vec3> positions;
    std::vector<Face> faces;
    std::vector<int> original;  // per vertex, its vertex in the original mesh
};
[[nodiscard]] CutMesh cut_along(const ClothMesh& mesh, std::span<const CreasedEdge> edges);

}  // namespace tulle
