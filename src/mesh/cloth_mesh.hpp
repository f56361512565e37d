#pragma once
// A cloth's net: particles at rest, the faces to draw, and the springs between particles (Provot's three kinds). A
// body's, too, whose springs are all of the first kind.

#include <tulle/description.hpp>
#include <tulle/math.hpp>

#include <array>
#include <cstdint>
#include <vector>

namespace tulle {

enum class SpringKind : std::uint8_t {
    structural,  // along the edges of the net: resists stretching
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
    std::vector<Spring> springs;    // none in a simulation that has made its forces of them
    std::vector<double> areas;      // m^2 per particle: a quarter of each grid cell, a third of each triangle around it
    std::vector<double> masses{};   // kg, of a body; empty: areas tell
    std::array<int, 2> grid{0, 0};  // particles along the two axes; {0, 0} for a triangle mesh
    int hidden = 0;                 // particles at the end that are not drawn: those that carry a rigid body
};

/// Grid particle (a, b) has index a + b * particles[0]; uv runs over the unit square.
[[nodiscard]] ClothMesh make_cloth_mesh(const GridDescription& grid);
/// Vertex order and uvs are those of the mesh. Throws InputError as `validate` does.
[[nodiscard]] ClothMesh make_cloth_mesh(const MeshDescription& mesh);
/// Springs group by group, faces before dry ones. Throws InputError as `validate` does.
[[nodiscard]] ClothMesh make_cloth_mesh(const NetDescription& net);
/// Whichever of these it is.
[[nodiscard]] ClothMesh make_cloth_mesh(const ClothDescription& cloth);
/// All cloths and bodies of a scene, as they are at rest.
[[nodiscard]] std::vector<ClothMesh> make_cloth_meshes(const SceneDescription& scene);

}  // namespace tulle
