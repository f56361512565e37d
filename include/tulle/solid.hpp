#pragma once
// Solid bodies: blocks of particles, tetrahedron meshes from a file, and tetrahedra that fill a closed surface. Each
// solid becomes a NetDescription, with springs along its edges or with tetrahedra of an elastic material.

#include <tulle/description.hpp>
#include <tulle/triangle_mesh.hpp>

#include <array>
#include <filesystem>
#include <string>
#include <vector>

namespace tulle {

/// A block of particles; particle (a, b, c) has index a + particles[0] (b + particles[1] c).
struct LatticeDescription {
    Vec3 size{1, 1, 1};                     // m
    std::array<int, 3> particles{2, 2, 2};  // at least 2 each
    Vec3 center = Vec3::Zero();             // m
};

struct TetrahedronMesh {
    std::vector<Vec3> positions;                 // m
    std::vector<std::array<int, 4>> tetrahedra;  // of positive volume
};

enum class SolidMaterial { springs, elastic };

struct SolidSettings {
    double density = 200;  // kg/m^3
    SolidMaterial material = SolidMaterial::springs;
    double stiffness = 1000;           // N/m, of springs along the edges
    double diagonal_stiffness = 1000;  // N/m, of springs of a lattice across its cells and across their faces
    double damping = 0.1;              // N s/m, of all springs
    TensionLaw law = TensionLaw::linear;
    CubicDescription cubic{};
    ElasticDescription elastic{};
};

/// Makes a solid from a lattice. Springs join each particle to all its neighbours, up to 26; the groups are named
/// "edges" and "diagonals". The mass of a cell, density times volume, is shared among its corners. With the elastic
/// material each cell is cut into six tetrahedra.
[[nodiscard]] NetDescription make_solid(const LatticeDescription& lattice, const SolidSettings& settings);
/// Makes a solid from a tetrahedron mesh. Its springs are named "edges". Throws InputError if a tetrahedron has no
/// volume or a node belongs to no tetrahedron. Messages call the mesh `file`.
[[nodiscard]] NetDescription make_solid(const TetrahedronMesh& mesh, const SolidSettings& settings,
                                        const std::string& file = {});

/// Returns the triangles that belong to only one tetrahedron, counter-clockwise seen from outside.
[[nodiscard]] std::vector<Face> surface_of(const std::vector<std::array<int, 4>>& tetrahedra);

/// Makes a rigid body: the nodes of its surface, and four nodes of equal mass inside. The four nodes have the mass, the
/// centre of mass and the moments of inertia of the body, so they move as the body does. The four nodes carry the
/// nodes of the surface, whose mass is negligible. The surface of a ball is a mesh of inscribed triangles. Throws
/// InputError if a mesh is not closed or not convex.
[[nodiscard]] NetDescription make_rigid(const RigidDescription& rigid);
/// Number of nodes that carry a rigid body. They are the last nodes of its NetDescription.
inline constexpr int rigid_nodes = 4;

/// Returns the volume [m^3].
[[nodiscard]] double volume(const RigidDescription& rigid);
[[nodiscard]] double volume(const TetrahedronMesh& mesh);
[[nodiscard]] double volume(const LatticeDescription& lattice);

/// Reads the tetrahedra of a Gmsh file (.msh, version 2 or 4, ascii). Ignores other elements, leaves out nodes that
/// belong to no tetrahedron, and corrects the orientation of inverted tetrahedra. Throws InputError with file and line.
[[nodiscard]] TetrahedronMesh read_tetrahedra(const std::filesystem::path& file);

/// Fills a closed surface with tetrahedra. Cubes of edge `spacing` [m] are cut into six tetrahedra each, and the
/// outermost corners are moved onto the surface. Throws InputError if the surface is not closed or too small. Messages
/// call the surface `file`.
[[nodiscard]] TetrahedronMesh fill(const TriangleMesh& surface, double spacing, const std::string& file = {});

}  // namespace tulle
