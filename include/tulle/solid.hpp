#pragma once
// Makes solid bodies from lattices of particles, from tetrahedron meshes of files, and from tetrahedra that fill a
// closed surface. A solid is a spring network along the edges, or consists of tetrahedra of an elastic material.
// Thread safety: all functions may be called from several threads at the same time, also with the same arguments.

#include <tulle/description.hpp>
#include <tulle/triangle_mesh.hpp>

#include <array>
#include <filesystem>
#include <string>
#include <vector>

namespace tulle {

/// A lattice of particles that fills a box; particle (a, b, c) has index a + particles[0] (b + particles[1] c).
struct LatticeDescription {
    Vec3 size{1, 1, 1};                     // m
    std::array<int, 3> particles{2, 2, 2};  // at least 2 each
    Vec3 center = Vec3::Zero();             // m
};

struct TetrahedronMesh {
    std::vector<Vec3> positions;                 // m
    std::vector<std::array<int, 4>> tetrahedra;  // of positive volume
};

struct SpringSolidSettings {
    double density = 200;              // kg/m^3
    double stiffness = 1000;           // N/m, of springs along the edges
    double diagonal_stiffness = 1000;  // N/m, of diagonal springs in the cells of a lattice and in their faces
    double damping = 0.1;              // N s/m, of all springs
    TensionLaw law = TensionLaw::linear;
    CubicDescription cubic{};
};

struct ElasticSolidSettings {
    double density = 200;  // kg/m^3
    ElasticDescription elastic{};
};

/// Makes a spring network from a lattice. Springs join each particle to all of its neighbours, up to 26; the groups of
/// springs are named "edges" and "diagonals". The mass of a cell, density times volume, is shared among its corners.
[[nodiscard]] SpringNetDescription make_spring_solid(const LatticeDescription& lattice,
                                                     const SpringSolidSettings& settings);
/// Makes a spring network from the edges of a tetrahedron mesh; the group of all springs is named "edges". Throws
/// InputError if a tetrahedron has no volume or a node belongs to no tetrahedron. Error messages name the mesh `file`.
[[nodiscard]] SpringNetDescription make_spring_solid(const TetrahedronMesh& mesh, const SpringSolidSettings& settings,
                                                     const std::string& file = {});

/// Makes an elastic solid from a lattice: each cell is cut into six tetrahedra. The mass of a cell, density times
/// volume, is shared among its corners.
[[nodiscard]] ElasticSolidDescription make_elastic_solid(const LatticeDescription& lattice,
                                                         const ElasticSolidSettings& settings);
/// Makes an elastic solid from a tetrahedron mesh. Throws InputError as `make_spring_solid` does.
[[nodiscard]] ElasticSolidDescription make_elastic_solid(const TetrahedronMesh& mesh,
                                                         const ElasticSolidSettings& settings,
                                                         const std::string& file = {});

/// Returns the triangles that belong to only one tetrahedron, counter-clockwise seen from outside.
[[nodiscard]] std::vector<Face> surface_of(const std::vector<std::array<int, 4>>& tetrahedra);

/// Returns the volume of a body or mesh [m^3].
[[nodiscard]] double volume(const RigidBodyDescription& rigid);
[[nodiscard]] double volume(const TetrahedronMesh& mesh);
[[nodiscard]] double volume(const LatticeDescription& lattice);

/// Reads the tetrahedra of a Gmsh file (.msh, version 2 or 4, ascii). Ignores other elements, leaves out nodes that
/// belong to no tetrahedron, and corrects the orientation of inverted tetrahedra. Throws InputError with file and line.
[[nodiscard]] TetrahedronMesh read_tetrahedra(const std::filesystem::path& file);

/// Fills a closed surface with tetrahedra. Cubes of edge `spacing` [m] are cut into six tetrahedra each, and the
/// outermost corners are moved onto the surface. Throws InputError if the surface is not closed or too small. Error
/// messages name the surface `file`.
[[nodiscard]] TetrahedronMesh fill(const TriangleMesh& surface, double spacing, const std::string& file = {});

}  // namespace tulle
