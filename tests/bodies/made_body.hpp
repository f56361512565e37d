#pragma once
// Rigid bodies with their four particles, for tests of what acts on them.

#include "bodies/rigid_body.hpp"
#include "mesh/rigid_mesh.hpp"

#include <Eigen/Geometry>

#include <utility>
#include <vector>

namespace tulle::testing {

/// The four particles come next in x, where the body lies at rest.
inline RigidBody made_body(const RigidBodyDescription& description, std::vector<Vec3>& x)
{
    const ClothMesh mesh = make_rigid_mesh(description);
    RigidBody body;
    body.first = static_cast<int>(x.size());
    for (std::size_t k = 0; k < 4; ++k) {
        body.rest[k] = mesh.positions[mesh.positions.size() - rigid_nodes + k];
        x.push_back(body.rest[k]);
    }
    body.shape = rigid_shape(description);
    body.mass = description.mass;
    body.friction = description.friction;
    return body;
}

/// Turns and shifts the particles of a body.
inline void put(const RigidBody& body, double angle, const Vec3& axis, const Vec3& shift, std::vector<Vec3>& x)
{
    const Mat3 turn = Eigen::AngleAxisd(angle, axis.normalized()).toRotationMatrix();
    for (int k = 0; k < 4; ++k) x[body.first + k] = turn * x[body.first + k] + shift;
}

inline const RigidBodyDescription ball{.shape = SphereShape{{0.1, 0.2, 0.3}, 0.2}, .mass = 3, .friction = 0.4};
inline const RigidBodyDescription brick{.shape = BoxShape{{0, 0, 0}, {0.4, 0.2, 0.1}}, .mass = 2, .friction = 0.2};

/// A regular tetrahedron about the origin, with corners `size` [m] from it.
inline RigidBodyDescription tetrahedron(double size)
{
    MeshDescription mesh;
    const double r = size / std::sqrt(3.0);
    mesh.mesh.positions = {{r, r, r}, {r, -r, -r}, {-r, r, -r}, {-r, -r, r}};
    mesh.mesh.faces = {{0, 1, 2}, {0, 3, 1}, {0, 2, 3}, {1, 3, 2}};
    mesh.file = "tetrahedron";
    return {.shape = mesh, .mass = 1.5, .friction = 0.3};
}

}  // namespace tulle::testing
