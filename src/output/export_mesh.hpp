#pragma once
// Meshes for export to other programs: vertex normals, creased normals, and vertices split to one index per corner.

#include <tulle/run_frames.hpp>
#include <tulle/triangle_mesh.hpp>

namespace tulle {

/// Returns unit normals: per vertex the mean of the normals of the faces around it, weighted by the angles of the faces
/// at the vertex. So the triangulation of a flat part does not matter. Where the mean is zero, the normal is +Z.
[[nodiscard]] std::vector<Vec3> vertex_normals(std::span<const Vec3> positions, std::span<const Face> faces);

/// Normals with indices per corner, stored like texture coordinates: a vertex on a sharp edge has several normals.
struct CornerNormals {
    std::vector<Vec3> normals;
    std::vector<Face> faces;  // per face, into normals
};

/// Returns angle-weighted normals in which edges sharper than 30 degrees stay sharp: boxes have flat sides, cylinders
/// have flat ends.
[[nodiscard]] CornerNormals creased_normals(const TriangleMesh& mesh);

/// A mesh with one index per corner. If the corners at a vertex have different texture coordinates or normals, the
/// vertex is copied. Copies come after all other vertices, which keep their order.
struct SplitMesh {
    std::vector<int> vertex_of;  // per new vertex: the old vertex
    std::vector<int> index_of;   // per new vertex: its texture coordinate or normal; -1: none
    std::vector<Face> faces;     // into the new vertices
};

/// Splits vertices. `corner_faces` has the index of a texture coordinate or normal per corner of `faces`, or is empty
/// when the mesh has none.
[[nodiscard]] SplitMesh split_corners(std::size_t vertex_count, std::span<const Face> faces,
                                      std::span<const Face> corner_faces);

/// Returns half the width [m] of the squares that represent planes: twice the largest distance of visible cloth from
/// the origin in the first and last frame, and at least 1 m.
[[nodiscard]] double plane_half_width(RunFrames& run);

/// Returns the linear red, green and blue of a cloth, or of all obstacles. The colours of cloths repeat in a cycle.
[[nodiscard]] const Vec3& cloth_color(std::size_t cloth);
[[nodiscard]] const Vec3& obstacle_color();

}  // namespace tulle
