#pragma once
// Pseudonormals of faces, edges and vertices, which agree about the side of a surface on which a point is.
//
// If the closest point of a closed mesh lies on an edge or a vertex, the normals of the adjacent faces may disagree.
// The pseudonormal of an edge is the mean of its two face normals, and that of a vertex is the mean of its face normals
// weighted by the angles of the faces. The scalar product of a pseudonormal with the vector from the closest point is
// positive outside and negative inside [BaerentzenAanaes2005]. Triangles without area have no side and add nothing.
// Where triangles without area join faces that form an edge, the winding number is the better choice.

#include "geometry/aabb.hpp"

#include <tulle/math.hpp>

#include <array>
#include <span>
#include <vector>

namespace tulle {

class SurfaceFeatures {
public:
    SurfaceFeatures(std::span<const Vec3> vertices, std::span<const Face> faces);

    /// Moves the vertices to new places. Runs in parallel, with the same result for any number of threads.
    void refit(std::span<const Vec3> vertices);

    /// Returns the unit normal of the feature (face, edge or vertex) that contains the point of a face with these
    /// weights. Zero weights identify the feature, as in TrianglePoint. The normal is zero if it is undefined: no face
    /// there has an area, or the normals cancel.
    [[nodiscard]] Vec3 normal(int face, const Vec3& weights) const;

    [[nodiscard]] const Vec3& face_normal(int face) const { return face_normal_[face]; }
    /// Returns the normal of the edge from corner `corner` to the next one.
    [[nodiscard]] const Vec3& edge_normal(int face, int corner) const { return edge_normal_[edge_of_[face][corner]]; }
    [[nodiscard]] const Vec3& vertex_normal(int vertex) const { return vertex_normal_[vertex]; }

private:
    struct Corner {
        int face = 0;
        int corner = 0;
    };
    std::vector<Face> faces_;
    std::vector<std::array<int, 3>> edge_of_;  // per face and corner, into edge_normal_
    std::vector<int> edge_begin_;              // per edge, into edge_face_
    std::vector<int> edge_face_;
    std::vector<int> vertex_begin_;  // per vertex, into vertex_corner_
    std::vector<Corner> vertex_corner_;
    std::vector<Vec3> face_normal_, edge_normal_, vertex_normal_;  // unit, or zero
    std::vector<Vec3> angle_;                                      // rad, per face; its corners
};

}  // namespace tulle
