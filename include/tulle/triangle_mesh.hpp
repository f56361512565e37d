#pragma once
// A triangle mesh as it stands in a file: vertex order kept, texture coordinates kept.

#include <tulle/math.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace tulle {

struct TriangleMesh {
    std::vector<Vec3> positions;  // m, in the order of the file
    std::vector<Face> faces;      // into positions; polygons of a file arrive as fans
    std::vector<Vec2> uvs;        // texture coordinates; empty when there are none
    std::vector<Face> uv_faces;   // per face, into uvs (a seam gives a vertex two uvs); empty when uvs is
};

/// What a mesh is for decides what it may be like. Cloth is a net of springs: its triangles fit together, two at an
/// edge. An obstacle may be any triangles: open or closed, several shells, repeated faces, faces without area, any
/// number of faces at an edge.
enum class MeshUse { cloth, obstacle };

/// Reads Wavefront OBJ or PLY (ascii and binary), chosen by the file's ending, and checks it with `validate`.
/// Throws InputError with file and line for anything missing, truncated or malformed. Texture coordinates of obstacles
/// are passed over.
[[nodiscard]] TriangleMesh read_mesh(const std::filesystem::path& file, MeshUse use = MeshUse::cloth);

/// Throws InputError for an empty mesh, indices out of range, non-finite coordinates and uvs that do not fit the faces;
/// of a cloth also for vertices at the same place, repeated faces, faces without area, edges with more than two faces
/// or two faces that disagree in orientation, and vertices without a face.
/// `name` is what the messages call the mesh.
void validate(const TriangleMesh& mesh, const std::string& name, MeshUse use = MeshUse::cloth);

}  // namespace tulle
