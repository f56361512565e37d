#pragma once
// Solids as nets: blocks of particles, and tetrahedra from a file or inside a surface. Each becomes a NetDescription,
// with springs along its edges or with tetrahedra of an elastic material.

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
    double stiffness = 1000;           // N/m, of springs: along the edges
    double diagonal_stiffness = 1000;  // N/m, of a lattice: across its cells and their faces
    double damping = 0.1;              // N s/m, of all of them
    TensionLaw law = TensionLaw::linear;
    CubicDescription cubic{};
    ElasticDescription elastic{};
};

/// Springs named "edges" and "diagonals": to all 26 neighbours. Its mass is the density times the volume, shared among
/// the corners of each cell; elastic cells are cut into six tetrahedra.
[[nodiscard]] NetDescription make_solid(const LatticeDescription& lattice, const SolidSettings& settings);
/// Springs named "edges". Throws InputError where a tetrahedron has no volume or a node no tetrahedron; `file` is what
/// messages call the mesh.
[[nodiscard]] NetDescription make_solid(const TetrahedronMesh& mesh, const SolidSettings& settings,
                                        const std::string& file = {});

/// The triangles that only one tetrahedron has, counter-clockwise seen from outside.
[[nodiscard]] std::vector<Face> surface_of(const std::vector<std::array<int, 4>>& tetrahedra);

/// Its surface, a ball's as triangles inscribed in it, and four nodes of equal mass inside: placed so that the whole
/// has the mass, the centre and the moments of inertia of the body, whatever its shape, they move as it does. The
/// surface is carried along and has no mass to speak of. Throws InputError where a mesh is not closed or not convex.
[[nodiscard]] NetDescription make_rigid(const RigidDescription& rigid);
/// How many nodes carry a rigid body: the last ones of its net.
inline constexpr int rigid_nodes = 4;

/// m^3
[[nodiscard]] double volume(const RigidDescription& rigid);
[[nodiscard]] double volume(const TetrahedronMesh& mesh);
[[nodiscard]] double volume(const LatticeDescription& lattice);

/// Reads the tetrahedra of a Gmsh file (.msh, version 2 or 4, ascii); other elements are passed over, and nodes that no
/// tetrahedron has left out. Turns those that are inside out. Throws InputError with file and line.
[[nodiscard]] TetrahedronMesh read_tetrahedra(const std::filesystem::path& file);

/// Tetrahedra inside a closed surface: cubes of edge `spacing` [m], cut into six each, whose outermost corners are
/// moved onto it. Throws InputError where it is not closed, or too small; `file` is what messages call the surface.
[[nodiscard]] TetrahedronMesh fill(const TriangleMesh& surface, double spacing, const std::string& file = {});

}  // namespace tulle
