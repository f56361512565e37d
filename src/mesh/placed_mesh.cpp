#include "mesh/placed_mesh.hpp"

#include "core/assert.hpp"
#include "mesh/rigid_motion.hpp"

namespace tulle {

void place(const Placement& placement, std::span<Vec3> positions)
{
    TULLE_ASSERT(placement.scale > 0, placement.scale);
    TULLE_ASSERT(placement.angle == 0 || placement.axis.norm() > 0, placement.axis.transpose());
    const Mat3 rotate = rotation_about(placement.axis, placement.angle);
    for (Vec3& x : positions) x = rotate * (placement.scale * x) + placement.translation;
}

TriangleMesh placed_mesh(const MeshDescription& description)
{
    TriangleMesh mesh = description.mesh;
    place(description.placement, mesh.positions);
    return mesh;
}

}  // namespace tulle
