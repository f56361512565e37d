#pragma once
// Fabric on a triangle mesh: the same curves as on a grid, per triangle and weighted with its area. The threads run
// along the mesh's u and v:
//   tension  of the stretch of the two threads through the triangle
//   shear    of the angle between them
//   bending  of the surface's curvature along each, and of its twist, from six to twelve vertices
//            (mesh/surface_patch.hpp). Angles at hinges alone would make a fabric stiffer or softer by how the
//            triangles happen to lie.
//   creases  of the angle at the edges along them; curvatures do not look across (forces/mesh_creases.hpp).

#include "forces/fabric_elements.hpp"
#include "forces/fabric_measures.hpp"
#include "forces/mesh_creases.hpp"
#include "mesh/cloth_mesh.hpp"
#include "mesh/surface_patch.hpp"

namespace tulle {

struct WovenMesh {
    FabricElements<ThreadLength, SumStencil<1, 3>> tension;
    FabricElements<ThreadCorner, SumStencil<2, 3>> shear;
    FabricElements<SurfaceCurvature, SumStencil<3, 6>> bending;  // where the mesh is regular
    FabricElements<SurfaceCurvature, SumStencil<3, SurfacePatch::most>> wide_bending;
    FabricElements<HingeTurn, HingeStencil> creases;
    std::vector<double> strengths;  // N/m, per loop of tension; infinite where it does not tear

    /// The elements of a cloth whose particles count from `first_particle` and lie at rest in x, with all others.
    /// The mesh has texture coordinates (see thread_directions).
    void add(const ClothDescription& cloth, const ClothMesh& mesh, std::span<const Vec3> x, int first_particle);

private:
    /// Of edges with an angle at rest.
    void add_creases(const ClothDescription& cloth, const ClothMesh& mesh, std::span<const CreasedEdge> edges,
                     std::span<const Vec3> x, int first_particle);
};

/// Per face, the unit vector along which u grows and v does not, or, for the second axis, the other way about. All have
/// one (see face_without_threads).
[[nodiscard]] std::vector<Vec3> thread_directions(const ClothMesh& mesh, WarpAxis warp);

/// The first face that has none; -1 when all have.
[[nodiscard]] int face_without_threads(std::span<const Face> faces, std::span<const Vec2> uvs,
                                       std::span<const Face> uv_faces);

}  // namespace tulle
