#pragma once
// Normals of faces, edges and vertices that agree about which side of a surface a point is on.
//
// Where the closest point of a closed mesh lies on an edge or a vertex, the normals of the faces there may disagree.
// The mean of an edge's two normals, and at a vertex the mean weighted by the faces' angles, do not: their product with
// the way from the closest point is positive outside and negative inside [BaerentzenAanaes2005]. Triangles
// without area have no side and add nothing; where they join faces that form an edge, the winding number is the better
// judge.

#include "geometry/aabb.hpp"

#include <tulle/math.hpp>

#include <array>
#include <span>
#include <vector>

namespace tulle {

class SurfaceFeatures {
public:
    SurfaceFeatures(std::span<const Vec3> vertices, std::span<const Face> faces);

    /// New places for the same vertices; in parallel, and the same for any number of threads.
    void refit(std::span<const Vec3> vertices);

    /// Unit normal of the feature of a face's point that has these weights (zeros tell the feature, as TrianglePoint
    /// gives them). Zero where none can be told: no face there has an area, or they cancel.
    [[nodiscard]] Vec3 normal(int face, const Vec3& weights) const;

    [[nodiscard]] const Vec3& face_normal(int face) const { return face_normal_[face]; }
    /// Of the edge from corner `corner` to the next one.
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
