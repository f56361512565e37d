#pragma once
// Meshes as other programs want them: with normals, and with one index per corner.

#include "output/run_frames.hpp"

#include <tulle/triangle_mesh.hpp>

namespace tulle {

/// Unit normals, per vertex the mean over the faces around it, weighted by the angle of the face there: how a flat part
/// is cut into triangles does not matter. A vertex that no face says anything about gets +Z.
[[nodiscard]] std::vector<Vec3> vertex_normals(std::span<const Vec3> positions, std::span<const Face> faces);

/// Normals as texture coordinates are stored: a vertex on a sharp edge has several.
struct CornerNormals {
    std::vector<Vec3> normals;
    std::vector<Face> faces;  // per face, into normals
};

/// Likewise, but edges sharper than 30 degrees stay sharp: boxes have flat sides, and cylinders flat ends.
[[nodiscard]] CornerNormals creased_normals(const TriangleMesh& mesh);

/// A mesh with one index per corner. Where the corners at a vertex disagree about what goes with it (a texture
/// coordinate, a normal), copies of the vertex come after all others; the vertices before keep their order.
struct SplitMesh {
    std::vector<int> vertex_of;  // per new vertex: the one it shows
    std::vector<int> index_of;   // per new vertex: the texture coordinate or normal that goes with it; -1: none
    std::vector<Face> faces;     // into the new vertices
};

/// `corner_faces` has an index per corner of `faces`, or is empty when nothing goes with the vertices.
[[nodiscard]] SplitMesh split_corners(std::size_t vertex_count, std::span<const Face> faces,
                                      std::span<const Face> corner_faces);

/// Half the width [m] of the squares that stand for the planes of a run: twice as far from the origin as any cloth in
/// the first and last frame, and at least 1 m.
[[nodiscard]] double plane_half_width(RunFrames& run);

/// Linear red, green and blue of the cloths and of the obstacles: one after the other, then again.
[[nodiscard]] const Vec3& cloth_color(std::size_t cloth);
[[nodiscard]] const Vec3& obstacle_color();

}  // namespace tulle
