#pragma once
// Woven fabric on a triangle mesh. Every triangle has the measured curves of the fabric, weighted with the area of the
// triangle. The threads run along u and v of the mesh. The elements are
//   tension  from the stretch of the two threads through the triangle
//   shear    from the angle between the two threads
//   bending  from the curvature of the surface along both threads, and from its twist, over six to twelve vertices
//            (mesh/surface_patch.hpp). With hinge angles alone the stiffness would depend on the layout of the
//            triangles.
//   creases  from the angle at creased edges; curvatures do not use vertices across them (forces/mesh_creases.hpp)

#include "forces/fabric_elements.hpp"
#include "forces/fabric_measures.hpp"
#include "forces/mesh_creases.hpp"
#include "mesh/cloth_mesh.hpp"
#include "mesh/surface_patch.hpp"

namespace tulle {

struct WovenMesh {
    FabricElements<ThreadLength, SumStencil<1, 3>> tension;
    FabricElements<ThreadCorner, SumStencil<2, 3>> shear;
    FabricElements<SurfaceCurvature, SumStencil<3, 6>> bending;  // of patches with at most 6 vertices (regular meshes)
    FabricElements<SurfaceCurvature, SumStencil<3, SurfacePatch::most>> wide_bending;
    FabricElements<HingeTurn, HingeStencil> creases;
    std::vector<double> strengths;  // N/m, per loop of tension; infinite for threads that do not tear

    /// Adds the elements of a cloth whose particles count from `first_particle`. The elements are at rest in x, which
    /// has the positions of all particles. The mesh must have texture coordinates (see thread_directions).
    void add(const ClothDescription& cloth, const ClothMesh& mesh, std::span<const Vec3> x, int first_particle);

private:
    /// Adds the elements of edges with an angle at rest.
    void add_creases(const ClothDescription& cloth, const ClothMesh& mesh, std::span<const CreasedEdge> edges,
                     std::span<const Vec3> x, int first_particle);
};

/// Returns the warp direction of each face: the unit vector along which u grows and v is constant, or, with
/// WarpAxis::second, along which v grows and u is constant. Every face must have a warp direction (see
/// face_without_threads).
[[nodiscard]] std::vector<Vec3> thread_directions(const ClothMesh& mesh, WarpAxis warp);

/// Returns the first face without thread directions (no area in texture coordinates), or -1 if all faces have them.
[[nodiscard]] int face_without_threads(std::span<const Face> faces, std::span<const Vec2> uvs,
                                       std::span<const Face> uv_faces);

}  // namespace tulle
