// Barriers between cloth and obstacles that are triangle meshes, in whole simulations: no cloth passes a triangle,
// however it moves, and programs see the particles of cloths alone.

#include "barrier_mesh_scenes.hpp"
#include "contact/barrier/barrier_potential.hpp"
#include "geometry/surface_crossings.hpp"
#include "mesh/rigid_motion.hpp"
#include "saved_bytes.hpp"
#include "support/mesh_obstacles.hpp"
#include "support/same_bits.hpp"

#include <tulle/error.hpp>
#include <tulle/simulation.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace tulle {
namespace {

using testing::above;
using testing::obstacle_of;

/// A pyramid with its tip in the origin, thinner than the cells of the cloth.
MeshDescription needle()
{
    constexpr double half = 0.004, length = 0.3;
    MeshDescription description;
    description.mesh.positions = {
        {0, 0, 0}, {-half, -half, -length}, {half, -half, -length}, {half, half, -length}, {-half, half, -length}};
    description.mesh.faces = {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 1}, {1, 4, 3}, {1, 3, 2}};
    return description;
}

/// Pairs of triangles of cloth and of the mesh that pass through each other, with the mesh where it is now.
std::size_t crossings(const Simulation& simulation, const ObstacleDescription& obstacle)
{
    std::vector<Vec3> vertices(simulation.positions().begin(), simulation.positions().end());
    std::vector<Face> faces;
    int first = 0;
    for (const ClothView& cloth : simulation.cloths()) {
        for (const Face& face : cloth.faces) faces.push_back({face[0] + first, face[1] + first, face[2] + first});
        first += cloth.particle_count;
    }
    const std::size_t cloth_faces = faces.size();
    const TriangleMesh& mesh = std::get<MeshDescription>(obstacle.shape).mesh;
    for (const Vec3& x : mesh.positions)
        vertices.push_back(obstacle.motion.keyframes.empty() ? x
                                                             : pose_at(obstacle.motion, simulation.time()).apply(x));
    for (const Face& face : mesh.faces) faces.push_back({face[0] + first, face[1] + first, face[2] + first});
    const std::vector<FacePair> found = find_surface_crossings({vertices, faces});
    return static_cast<std::size_t>(std::ranges::count_if(found, [&](const FacePair& pair) {
        return (static_cast<std::size_t>(pair.first) < cloth_faces) !=
               (static_cast<std::size_t>(pair.second) < cloth_faces);
    }));
}

double height_of(const Simulation& simulation)
{
    double sum = 0;
    for (const Vec3& x : simulation.positions()) sum += x.z();
    return sum / static_cast<double>(simulation.positions().size());
}

TEST(BarrierMesh, ClothLiesOnTrianglesAsOnAPlane)
{
    SceneDescription scene = above(testing::open_square(0.5));
    Simulation on_triangles(scene);
    scene.obstacles[0].shape = PlaneShape{{0, 0, 0}, {0, 0, 1}};
    Simulation on_plane(scene);
    double iterations = 0;
    for (int frame = 0; frame < 15; ++frame) {
        iterations += static_cast<double>(on_triangles.advance_frame().nonlinear_iterations) / 30;
        static_cast<void>(on_plane.advance_frame());
    }
    // Both bear the weight, per kg.
    const double d_hat = scene.cloths[0].thickness, h = scene.integrator.dt;
    const auto height = [&](double d_min) {
        return BarrierPotential{barrier_stiffness / (h * h), d_hat, d_min}.distance(9.81);
    };
    EXPECT_NEAR(height_of(on_plane), height(smooth_separation * d_hat), 0.02 * d_hat);
    EXPECT_NEAR(height_of(on_triangles), height(0), 0.02 * d_hat);
    EXPECT_LT(iterations, 8);
}

TEST(BarrierMesh, NeedlesBetweenParticlesHoldTheCloth)
{
    const SceneDescription scene = above(needle(), 8);  // cells of 43 mm
    Simulation simulation(scene);
    for (int frame = 0; frame < 20; ++frame) {
        static_cast<void>(simulation.advance_frame());
        ASSERT_EQ(crossings(simulation, scene.obstacles[0]), 0u) << frame;
    }
    const auto highest = std::ranges::max(simulation.positions(), {}, [](const Vec3& x) { return x.z(); });
    EXPECT_GT(highest.z(), -0.01);            // it hangs on the tip,
    EXPECT_LT(height_of(simulation), -0.03);  // bent over it
}

TEST(BarrierMesh, NothingPassesHoweverFast)
{
    for (const double speed : {1.0, 20.0}) {
        SceneDescription scene = above(testing::open_square(0.5));
        scene.cloths[0].velocity = {0, 0, -speed};
        Simulation simulation(scene);
        for (int frame = 0; frame < 6; ++frame) {
            ASSERT_FALSE(is_failure(simulation.advance_frame().status)) << frame;
            for (const Vec3& x : simulation.positions()) ASSERT_GT(x.z(), 0) << speed << " m/s, frame " << frame;
        }
    }
}

/// Lifted, turned and thrown: a mesh takes cloth along.
SceneDescription on_a_moving_box()
{
    SceneDescription scene = above(testing::as_mesh(BoxShape{{0, 0, -0.05}, {0.12, 0.12, 0.1}}));
    scene.cloths[0].thickness = 0.004;
    RigidMotion& motion = scene.obstacles[0].motion;
    motion.axis = Vec3(1, 0, 2).normalized();
    motion.keyframes = {Keyframe{.time = 0}, Keyframe{.time = 0.1, .translation = {0, 0, 0.15}},
                        Keyframe{.time = 0.3, .translation = {0.1, 0, 0.1}, .angle = 40},
                        Keyframe{.time = 0.5, .translation = {0.1, 0, 0.3}, .angle = 60}};
    return scene;
}

TEST(BarrierMesh, AMeshThatMovesTakesClothAlong)
{
    const SceneDescription scene = on_a_moving_box();
    Simulation simulation(scene);
    for (int frame = 0; frame < 15; ++frame) {
        ASSERT_FALSE(is_failure(simulation.advance_frame().status)) << frame;
        ASSERT_EQ(crossings(simulation, scene.obstacles[0]), 0u) << frame;
    }
    const auto highest = std::ranges::max(simulation.positions(), {}, [](const Vec3& x) { return x.z(); });
    EXPECT_GT(highest.z(), 0.25);
}

TEST(BarrierMesh, AMeshThatChangesItsShapeTakesClothAlong)
{
    SceneDescription scene = above(testing::open_square(0.5));
    const std::vector<Vec3> flat = std::get<MeshDescription>(scene.obstacles[0].shape).mesh.positions;
    std::vector<Vec3> raised = flat;
    for (Vec3& x : raised) x.z() += 0.1 + 0.1 * x.x();
    scene.obstacles[0].sequence.fps = 5;
    scene.obstacles[0].sequence.frames = {flat, raised};
    Simulation simulation(scene);
    for (int frame = 0; frame < 12; ++frame) {
        ASSERT_FALSE(is_failure(simulation.advance_frame().status)) << frame;
        const double part = std::min(simulation.time() * 5, 1.0);
        for (const Vec3& x : simulation.positions()) ASSERT_GT(x.z(), part * (0.1 + 0.1 * x.x())) << frame;
    }
}

/// A square under the cloth and another above it, of one mesh: that comes down until it is below the first, and goes up
/// again.
SceneDescription between_jaws()
{
    constexpr double open = 0.04, closed = -0.02;  // m
    MeshDescription jaws = testing::open_square(0.5);
    std::vector<Vec3> shape = jaws.mesh.positions;
    for (const Vec3& x : jaws.mesh.positions) shape.emplace_back(x.x(), x.y(), open);
    jaws.mesh.positions = shape;
    jaws.mesh.faces.insert(jaws.mesh.faces.end(), {{4, 5, 6}, {4, 6, 7}});
    SceneDescription scene = above(jaws);
    MeshSequence& sequence = scene.obstacles[0].sequence;
    sequence.fps = 5;
    sequence.frames = {shape, shape, shape};
    for (std::size_t k = 4; k < shape.size(); ++k) sequence.frames[1][k].z() = closed;
    return scene;
}

TEST(BarrierMesh, ClothForWhichAMeshLeavesNoRoomStaysOnItsSide)
{
    const SceneDescription scene = between_jaws();
    Simulation simulation(scene);
    for (int frame = 0; frame < 20; ++frame) {
        ASSERT_EQ(simulation.advance_frame().not_converged_steps, 0) << frame;
        for (const Vec3& x : simulation.positions()) ASSERT_GT(x.z(), 0) << frame;
    }
    EXPECT_EQ(crossings(simulation, scene.obstacles[0]), 0u);
    EXPECT_LT(height_of(simulation), scene.cloths[0].thickness) << "m: it was below the upper one and is let go";
}

TEST(BarrierMesh, ThreadsAndResumingChangeNoBit)
{
    for (SceneDescription scene : {on_a_moving_box(), between_jaws()}) {
        const bool is_pressed = scene.obstacles[0].sequence.fps == 5;
        const int before = is_pressed ? 6 : 3;  // frames: the jaws are closed then
        ClothDescription second = scene.cloths[0];
        second.name = "second";
        std::get<GridDescription>(second.shape).center = {-0.02, 0.01, 0.03};
        scene.cloths.push_back(second);
        scene.self_contact.emplace();
        SCOPED_TRACE(is_pressed ? "between jaws" : "on a moving box");
        testing::expect_threads_and_resume_change_no_bit(scene, before, 3);
    }
}

TEST(BarrierMesh, ProgramsSeeTheParticlesOfCloths)
{
    SceneDescription scene = above(testing::open_square(0.5), 6);
    // Above one triangle: the Hessian of crossing edges leaves out how their normal turns.
    std::get<GridDescription>(scene.cloths[0].shape).center = {0.25, -0.2, 0.01};
    scene.obstacles[0].friction = 0;  // its Jacobian leaves something out as well
    Simulation simulation(scene);
    for (int frame = 0; frame < 8; ++frame) static_cast<void>(simulation.advance_frame());
    const std::size_t count = 36;
    EXPECT_EQ(simulation.particle_count(), 36);
    EXPECT_EQ(simulation.positions().size(), count);
    EXPECT_EQ(simulation.velocities().size(), count);
    EXPECT_EQ(simulation.masses().size(), count);
    EXPECT_EQ(simulation.visible_positions().size(), count);
    EXPECT_EQ(simulation.external_forces().size(), count);
    EXPECT_TRUE(simulation.pinned().empty());
    EXPECT_GT(simulation.measure().contacts, 0);
    EXPECT_THROW(simulation.pin(std::vector<int>{36}), InputError);

    // Forces and Jacobians of a state that touches, along a direction.
    std::vector<Vec3> x(simulation.positions().begin(), simulation.positions().end()), v(count, Vec3::Zero());
    const BlockMatrix J = simulation.jacobian(x, v, Simulation::Derivative::by_position, JacobianTreatment::exact);
    ASSERT_EQ(J.row_begin.size(), count + 1);
    std::vector<Vec3> direction(count), there = x, back = x, f_there(count), f_back(count);
    constexpr double step = 1e-7;  // m
    for (std::size_t i = 0; i < count; ++i) {
        direction[i] = {std::sin(3.0 * static_cast<double>(i)), 0, std::cos(5.0 * static_cast<double>(i))};
        there[i] += step * direction[i];
        back[i] -= step * direction[i];
    }
    simulation.forces(there, v, f_there);
    simulation.forces(back, v, f_back);
    double error = 0, size = 0;
    for (std::size_t i = 0; i < count; ++i) {
        Vec3 product = Vec3::Zero();
        for (int k = J.row_begin[i]; k < J.row_begin[i + 1]; ++k) {
            ASSERT_LT(J.column[k], 36);
            product += J.block[k] * direction[J.column[k]];
        }
        const Vec3 slope = (f_there[i] - f_back[i]) / (2 * step);
        error += (product - slope).squaredNorm();
        size += slope.squaredNorm();
    }
    EXPECT_LT(std::sqrt(error), 1e-4 * std::sqrt(size));

    // Through the mesh, and where they were.
    std::vector<Vec3> through = x;
    through[14].z() = -0.05;
    EXPECT_THROW(simulation.set_positions(through), InputError);
    simulation.set_positions(x);
    EXPECT_TRUE(std::ranges::equal(simulation.positions(), x));
}

TEST(BarrierMesh, ClothThatStartsThroughAMeshIsNotForBarriers)
{
    SceneDescription scene = above(testing::open_square(0.5));
    std::get<GridDescription>(scene.cloths[0].shape).plane = GridDescription::Plane::xz;  // upright, half of it below
    std::get<GridDescription>(scene.cloths[0].shape).center = {0, 0, 0.003};
    try {
        const Simulation simulation(scene);
        ADD_FAILURE() << "expected an InputError";
    } catch (const InputError& error) {
        EXPECT_EQ(error.problems().front().key, "contact.method");
    }
    scene.contact.method = ContactMethod::automatic;
    Simulation simulation(scene);
    EXPECT_FALSE(is_failure(simulation.advance_frame().status));
}

/// Pins between steps change which particles are pinned before those of the obstacle.
TEST(BarrierMesh, PinsBetweenStepsDoNotChangeTheMotionOfTheMesh)
{
    const SceneDescription scene = on_a_moving_box();
    Simulation simulation(scene), resumed(scene);
    for (int frame = 0; frame < 6; ++frame) {
        if (frame == 1) simulation.pin(std::vector<int>{3, 70, 143});
        if (frame == 3) simulation.unpin(std::vector<int>{70});
        ASSERT_FALSE(is_failure(simulation.advance_frame().status)) << frame;
        ASSERT_EQ(crossings(simulation, scene.obstacles[0]), 0u) << frame;
    }
    restore(resumed, saved(simulation));
    for (Simulation* each : {&simulation, &resumed}) ASSERT_FALSE(is_failure(each->advance_frame().status));
    EXPECT_TRUE(saved(simulation) == saved(resumed));
}

/// Pins decide where pinned particles are, in a mesh as well.
TEST(BarrierMesh, AHemIsPinnedOntoAMesh)
{
    SceneDescription scene = above(testing::open_square(0.5), 8);
    auto& grid = std::get<GridDescription>(scene.cloths[0].shape);
    grid.plane = GridDescription::Plane::xz;
    grid.center = {0, 0, 0.2};
    PinDescription hem{.where = PinEdge{1, false}};
    hem.motion.keyframes = {Keyframe{.time = 0}, Keyframe{.time = 0.3, .translation = {0, 0, -0.05}}};
    scene.cloths[0].pins = {hem};
    Simulation simulation(scene);
    for (int frame = 0; frame < 15; ++frame) ASSERT_FALSE(is_failure(simulation.advance_frame().status)) << frame;
    EXPECT_NEAR(simulation.positions()[0].z(), 0, 1e-9);
    for (std::size_t p = 8; p < 64; ++p) EXPECT_GT(simulation.positions()[p].z(), 0) << p;
}

/// What has no faces would meet no triangle.
TEST(BarrierMesh, ARopeIsHeldByContactsOfVelocities)
{
    SceneDescription scene = above(testing::open_square(0.5));
    SpringNetDescription rope;
    NetSprings& springs = rope.springs.emplace_back(NetSprings{.stiffness = 100});
    for (int k = 0; k < 5; ++k) {
        rope.nodes.emplace_back(0.03 * k, 0.01, 0.02);
        rope.masses.push_back(0.001);
        if (k > 0) springs.between.push_back({k - 1, k});
    }
    scene.bodies = {{.name = "rope", .kind = rope, .thickness = scene.cloths[0].thickness}};
    scene.cloths.clear();
    EXPECT_THROW(Simulation{scene}, InputError);
    scene.contact.method = ContactMethod::automatic;
    Simulation simulation(scene);
    EXPECT_NE(simulation.method().find("prescribe velocities"), std::string::npos);
    for (int frame = 0; frame < 15; ++frame) ASSERT_FALSE(is_failure(simulation.advance_frame().status)) << frame;
    for (const Vec3& x : simulation.positions()) EXPECT_GT(x.z(), 0.004);
}

TEST(BarrierMesh, APairSaysHowFarApart)
{
    SceneDescription scene = above(testing::open_square(0.5));
    scene.obstacles[0].thickness = 0.001;
    const auto height_at_rest = [&] {
        Simulation simulation(scene);
        for (int frame = 0; frame < 15; ++frame) static_cast<void>(simulation.advance_frame());
        return height_of(simulation);
    };
    EXPECT_NEAR(height_at_rest(), 0.006, 0.0012);
    scene.contact_pairs.push_back({.cloth = scene.cloths[0].name, .obstacle = "mesh", .thickness = 0.003});
    EXPECT_NEAR(height_at_rest(), 0.003, 0.0006);
}

}  // namespace
}  // namespace tulle
