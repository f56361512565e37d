// Reads mesh files by their ending: triangle meshes (.obj, .ply) and tetrahedral meshes (.msh).

#include "core/refuse.hpp"
#include "mesh/msh_reader.hpp"
#include "mesh/obj_reader.hpp"
#include "mesh/ply_reader.hpp"

#include <tulle/error.hpp>
#include <tulle/triangle_mesh.hpp>

#include <algorithm>
#include <fstream>
#include <ios>
#include <string>
#include <system_error>

namespace tulle {
namespace {

std::string read_bytes(const std::filesystem::path& file)
{
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(file, error);
    if (!std::filesystem::exists(status)) {
        refuse(file, status.type() == std::filesystem::file_type::not_found ? "the file does not exist"
                                                                            : "cannot be read: " + error.message());
    }
    if (std::filesystem::is_directory(status)) refuse(file, "is a directory, expected a mesh file");
    std::ifstream in(file, std::ios::binary | std::ios::ate);
    std::string bytes;
    if (in) {
        bytes.resize(static_cast<std::size_t>(std::max<std::streamoff>(in.tellg(), 0)));
        in.seekg(0);
        in.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    }
    if (!in) refuse(file, "the file cannot be read");
    return bytes;
}

std::string lower_case_ending(const std::filesystem::path& file)
{
    std::string ending = file.extension().string();
    for (char& c : ending) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return ending;
}

}  // namespace

TriangleMesh read_mesh(const std::filesystem::path& file, MeshUse use)
{
    const std::string bytes = read_bytes(file);
    const std::string ending = lower_case_ending(file);
    TriangleMesh mesh;
    if (ending == ".obj") {
        mesh = read_obj(bytes, file.string(), use);
    } else if (ending == ".ply") {
        mesh = read_ply(bytes, file.string(), use);
    } else {
        refuse(file, "unknown ending '" + ending + "'; meshes are read from .obj and .ply files: export it as one");
    }
    validate(mesh, file.string(), use);
    return mesh;
}

TetrahedronMesh read_tetrahedra(const std::filesystem::path& file)
{
    const std::string bytes = read_bytes(file);
    if (const std::string ending = lower_case_ending(file); ending != ".msh")
        refuse(file, "unknown ending '" + ending + "'; tetrahedra are read from Gmsh's .msh files");
    return read_msh(bytes, file.string());
}

}  // namespace tulle
