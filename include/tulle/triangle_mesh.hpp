#pragma once
// Triangle meshes and their readers (OBJ, PLY). A mesh keeps the vertex order and the texture coordinates of its file.
// Thread safety: all functions may be called from several threads at the same time, also for the same file or mesh.

#include <tulle/math.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace tulle {

struct TriangleMesh {
    std::vector<Vec3> positions;  // m, in the order of the file
    std::vector<Face> faces;      // into positions; polygons of a file are triangulated as fans
    std::vector<Vec2> uvs;        // texture coordinates; empty when there are none
    std::vector<Face> uv_faces;   // per face, into uvs (a vertex on a seam has two uvs); empty when uvs is empty
};

/// Use of a mesh, which decides what meshes are valid. Cloth needs a manifold mesh: at most two triangles at an edge.
/// An obstacle may be any triangles: open or closed, several shells, repeated faces, faces without area, any number of
/// faces at an edge.
enum class MeshUse { cloth, obstacle };

/// Reads a Wavefront OBJ or PLY file (ascii and binary), chosen by its extension, and checks the mesh with `validate`.
/// Throws InputError with file and line for anything missing, truncated or malformed. Ignores texture coordinates of
/// obstacles.
[[nodiscard]] TriangleMesh read_mesh(const std::filesystem::path& file, MeshUse use = MeshUse::cloth);

/// Checks a mesh. Throws InputError for an empty mesh, indices out of range, non-finite coordinates and uvs that do not
/// fit the faces. For cloth it also throws for vertices at the same place, repeated faces, faces without area, edges
/// with more than two faces, neighbouring faces of opposite orientation, and vertices without a face. Messages call the
/// mesh `name`.
void validate(const TriangleMesh& mesh, const std::string& name, MeshUse use = MeshUse::cloth);

}  // namespace tulle
