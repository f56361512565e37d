#pragma once
// Mesh of a cloth or a body: particles at rest, the faces to draw, and the springs between particles. Springs of cloth
// have Provot's three kinds (structural, shear, bending); springs of a body are all structural.

#include <tulle/description.hpp>
#include <tulle/math.hpp>

#include <array>
#include <cstdint>
#include <vector>

namespace tulle {

enum class SpringKind : std::uint8_t {
    structural,  // along the edges of the mesh: resists stretching
    shear,       // across the cells of a grid
    bending,     // over one particle of a grid, or from tip to tip across a hinge of a triangle mesh
};

struct Spring {
    int i = 0, j = 0;
    double rest_length = 0;  // m
    SpringKind kind = SpringKind::structural;
};

struct ClothMesh {
    std::vector<Vec3> positions;  // m, in the world, at the start
    std::vector<Face> faces;
    std::vector<Vec2> uvs;
    std::vector<Face> uv_faces;     // per face, into uvs
    std::vector<Spring> springs;    // empty in a simulation once its forces have been made from them
    std::vector<double> areas;      // m^2 per particle: a quarter of each grid cell, a third of each triangle around it
    std::vector<double> masses{};   // kg, of a body; empty: masses follow from the areas
    std::array<int, 2> grid{0, 0};  // particles along the two axes; {0, 0} for a triangle mesh
    int hidden = 0;                 // number of last particles that are not drawn: they carry a rigid body
};

/// Grid particle (a, b) has index a + b * particles[0]; uv runs over the unit square.
[[nodiscard]] ClothMesh make_cloth_mesh(const GridDescription& grid);
/// Vertex order and uvs are those of the mesh in the description. Throws InputError as `validate` does.
[[nodiscard]] ClothMesh make_cloth_mesh(const MeshDescription& mesh);
/// Makes the mesh of whichever shape the cloth has.
[[nodiscard]] ClothMesh make_cloth_mesh(const ClothDescription& cloth);
/// Makes the mesh of a body, placed. Springs come group by group; an elastic solid has the edges of its tetrahedra as
/// springs, along which stretch is measured. Dry faces come after the others. Throws InputError as `validate` does, and
/// for a rigid body as `make_rigid_mesh` does.
[[nodiscard]] ClothMesh make_cloth_mesh(const BodyDescription& body);
/// Makes the meshes of all cloths of a scene, then those of all bodies, at rest.
[[nodiscard]] std::vector<ClothMesh> make_cloth_meshes(const SceneDescription& scene);

}  // namespace tulle
