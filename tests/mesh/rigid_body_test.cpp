// Meshes of rigid bodies: mass, centre and inertia of the four nodes, and the surface that they carry.

#include "mesh/rigid_mesh.hpp"

#include <tulle/error.hpp>
#include <tulle/solid.hpp>

#include <gtest/gtest.h>

#include <numbers>
#include <numeric>

namespace tulle {
namespace {

/// About the origin, kg m^2.
Mat3 inertia(const ClothMesh& body)
{
    Mat3 sum = Mat3::Zero();
    for (std::size_t i = 0; i < body.positions.size(); ++i) {
        const Vec3& x = body.positions[i];
        sum += body.masses[i] * (x.squaredNorm() * Mat3::Identity() - x * x.transpose());
    }
    return sum;
}

double mass_of(const ClothMesh& body) { return std::accumulate(body.masses.begin(), body.masses.end(), 0.0); }

Vec3 centre_of(const ClothMesh& body)
{
    Vec3 sum = Vec3::Zero();
    for (std::size_t i = 0; i < body.positions.size(); ++i) sum += body.masses[i] * body.positions[i];
    return sum / mass_of(body);
}

double surface_volume(const ClothMesh& body)
{
    double sum = 0;
    for (const auto& [a, b, c] : body.faces)
        sum += body.positions[a].cross(body.positions[b]).dot(body.positions[c]) / 6;
    return sum;
}

TriangleMesh box_mesh(const Vec3& size)
{
    TriangleMesh mesh;
    for (int corner = 0; corner < 8; ++corner)
        mesh.positions.emplace_back(size.x() * ((corner & 1) - 0.5), size.y() * ((corner >> 1 & 1) - 0.5),
                                    size.z() * ((corner >> 2 & 1) - 0.5));
    for (const auto& [a, b, c, d] : {std::array{0, 4, 6, 2}, std::array{1, 3, 7, 5}, std::array{0, 1, 5, 4},
                                     std::array{2, 6, 7, 3}, std::array{0, 2, 3, 1}, std::array{4, 5, 7, 6}}) {
        mesh.faces.push_back({a, b, c});
        mesh.faces.push_back({a, c, d});
    }
    return mesh;
}

TEST(RigidBody, BallHasItsMassItsCentreAndItsInertia)
{
    const Vec3 centre(1, -2, 3);
    const ClothMesh ball = make_rigid_mesh({.shape = SphereShape{centre, 0.5}, .mass = 7});
    EXPECT_NEAR(mass_of(ball), 7, 1e-12);
    EXPECT_TRUE(centre_of(ball).isApprox(centre, 1e-12));
    const Mat3 shift = 7 * (centre.squaredNorm() * Mat3::Identity() - centre * centre.transpose());
    EXPECT_TRUE((inertia(ball) - shift).isApprox(0.4 * 7 * 0.25 * Mat3::Identity(), 1e-10));
    // The surface: evenly spread, on the sphere, whole.
    EXPECT_EQ(ball.positions.size(), 642u + 4);
    for (std::size_t i = 0; i < 642; ++i) EXPECT_NEAR((ball.positions[i] - centre).norm(), 0.5, 1e-12);
    EXPECT_NEAR(surface_volume(ball), volume(RigidBodyDescription{.shape = SphereShape{centre, 0.5}}), 0.02 * 0.52);
}

TEST(RigidBody, BoxIsTheSameAsAShapeAndAsAMesh)
{
    const Vec3 size(0.1, 0.4, 0.2);
    MeshDescription mesh;
    mesh.mesh = box_mesh(size);
    for (const RigidBodyDescription& described :
         {RigidBodyDescription{.shape = BoxShape{Vec3::Zero(), size}, .mass = 6},
          RigidBodyDescription{.shape = mesh, .mass = 6}}) {
        const ClothMesh box = make_rigid_mesh(described);
        EXPECT_NEAR(volume(described), size.prod(), 1e-15);
        EXPECT_NEAR(surface_volume(box), size.prod(), 1e-15);
        EXPECT_LT(centre_of(box).norm(), 1e-14);
        const Vec3 squares = size.cwiseAbs2();
        const Vec3 moments =
            0.5 * Vec3(squares.y() + squares.z(), squares.x() + squares.z(), squares.x() + squares.y());
        EXPECT_TRUE(inertia(box).isApprox(Mat3(moments.asDiagonal()), 1e-12));
    }
}

/// Off its axes and off the origin: a pyramid's moments against sums over many small cubes.
TEST(RigidBody, AnyConvexMeshHasTheMomentsOfItsInside)
{
    MeshDescription pyramid;
    pyramid.mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0.3, 0.8, 0}, {0.2, 0.3, 0.9}};
    pyramid.mesh.faces = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
    pyramid.placement.translation = {0.5, -0.2, 0.1};
    const ClothMesh body = make_rigid_mesh({.shape = pyramid, .mass = 2});
    constexpr int n = 160;
    Vec3 first = Vec3::Zero();
    Mat3 second = Mat3::Zero();
    double count = 0;
    Mat3 edges;
    for (int k = 0; k < 3; ++k) edges.col(k) = pyramid.mesh.positions[k + 1];
    const Mat3 inverse = edges.inverse();
    for (int a = 0; a < n; ++a)
        for (int b = 0; b < n; ++b)
            for (int c = 0; c < n; ++c) {
                const Vec3 x = Vec3(a + 0.5, b + 0.5, c + 0.5) / n;
                const Vec3 weights = inverse * x;
                if (weights.minCoeff() < 0 || weights.sum() > 1) continue;
                const Vec3 place = x + pyramid.placement.translation;
                first += place;
                second += place.squaredNorm() * Mat3::Identity() - place * place.transpose();
                count += 1;
            }
    EXPECT_TRUE(centre_of(body).isApprox(first / count, 2e-3));
    EXPECT_TRUE(inertia(body).isApprox(2 * second / count, 4e-3));
}

/// The scale of a body is that of its shape: the mesh is the same as that of a shape twice as large at twice the place.
TEST(RigidBody, IsScaledAsAWholeThenPlaced)
{
    MeshDescription mesh, large;
    mesh.mesh = box_mesh({0.1, 0.4, 0.2});
    mesh.placement.translation = {0.5, 0, 0};
    large.mesh = box_mesh({0.2, 0.8, 0.4});
    large.placement.translation = {1, 0, 0};
    const auto expect_same = [](const RigidBodyDescription& small, const RigidBodyDescription& twice) {
        const Vec3 shift(1, 2, 3);
        const ClothMesh one =
            make_cloth_mesh(BodyDescription{.kind = small, .placement = {.scale = 2, .translation = shift}});
        const ClothMesh other = make_cloth_mesh(BodyDescription{.kind = twice});
        ASSERT_EQ(one.positions.size(), other.positions.size());
        for (std::size_t p = 0; p < one.positions.size(); ++p)
            EXPECT_LT((one.positions[p] - shift - other.positions[p]).norm(), 1e-12);
        EXPECT_EQ(one.masses, other.masses);
        EXPECT_EQ(one.hidden, rigid_nodes);
        EXPECT_EQ(volume(scaled(small, 2)), volume(twice));
    };
    expect_same({.shape = SphereShape{{1, 0, 0}, 0.25}}, {.shape = SphereShape{{2, 0, 0}, 0.5}});
    expect_same({.shape = BoxShape{{1, 0, 0}, {1, 2, 4}}}, {.shape = BoxShape{{2, 0, 0}, {2, 4, 8}}});
    expect_same({.shape = mesh}, {.shape = large});
}

TEST(RigidBody, RefusesWhatHasNoInsideOrIsNotConvex)
{
    const auto message = [](TriangleMesh mesh) -> std::string {
        MeshDescription description;
        description.mesh = std::move(mesh);
        description.file = "thing.obj";
        try {
            (void)make_rigid_mesh({.shape = description});
        } catch (const InputError& error) {
            return error.problems().front().message;
        }
        return "";
    };
    TriangleMesh open = box_mesh({1, 1, 1});
    open.faces.pop_back();
    EXPECT_NE(message(open).find("not closed"), std::string::npos);
    TriangleMesh turned = box_mesh({1, 1, 1});
    for (Face& face : turned.faces) std::swap(face[0], face[1]);
    EXPECT_NE(message(turned).find("inside out"), std::string::npos);
    TriangleMesh dented = box_mesh({1, 1, 1});
    dented.positions[7] *= 0.5;
    EXPECT_NE(message(dented).find("not convex"), std::string::npos);
    EXPECT_EQ(message(box_mesh({1, 1, 1})), "");
}

}  // namespace
}  // namespace tulle
