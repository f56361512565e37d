// What is thinner than the cells of a cloth does not pass between its particles.

#include "shots.hpp"

#include <tulle/simulation.hpp>

#include "contact/obstacle.hpp"
#include "geometry/segment_triangle.hpp"
#include "geometry/triangle_distance.hpp"
#include "mesh/obstacle_mesh.hpp"
#include "mesh/rigid_motion.hpp"
#include "support/same_bits.hpp"
#include "support/scenes.hpp"

#include <gtest/gtest.h>

namespace tulle {
namespace {

void append(TriangleMesh& mesh, const TriangleMesh& other)
{
    const int first = static_cast<int>(mesh.positions.size());
    mesh.positions.insert(mesh.positions.end(), other.positions.begin(), other.positions.end());
    for (const Face& face : other.faces) mesh.faces.push_back({face[0] + first, face[1] + first, face[2] + first});
}

/// 0.5 m long, its tip at the origin, 4 mm wide at the foot.
MeshDescription needle()
{
    MeshDescription description;
    description.mesh.positions = {{0, 0, 0}, {0.002, 0, -0.5}, {-0.001, 0.0017, -0.5}, {-0.001, -0.0017, -0.5}};
    description.mesh.faces = {{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 3, 2}};
    return description;
}

constexpr double wire = 0.001;  // m

/// 7 wires of 1 mm each way, 8 cm apart: three cells of the cloth.
std::vector<BoxShape> wires()
{
    std::vector<BoxShape> all;
    for (int k = -3; k <= 3; ++k) {
        all.push_back({.center = {0.0, 0.08 * k + 0.011, 0}, .size = {0.6, wire, wire}});
        all.push_back({.center = {0.08 * k + 0.007, 0.0, 0}, .size = {wire, 0.6, wire}});
    }
    return all;
}

MeshDescription wire_mesh()
{
    MeshDescription description;
    for (const BoxShape& box : wires()) append(description.mesh, obstacle_mesh({.shape = box}, 1));
    return description;
}

/// An open square of two triangles across x.
MeshDescription plate()
{
    MeshDescription description;
    description.mesh.positions = {{0, -0.1, -0.1}, {0, 0.1, -0.1}, {0, 0.1, 0.1}, {0, -0.1, 0.1}};
    description.mesh.faces = {{0, 1, 2}, {0, 2, 3}};
    return description;
}

SceneDescription shot_at(const MeshDescription& target, const testing::Shot& shot)
{
    SceneDescription scene;
    ClothDescription cloth = testing::square_cloth(14, 0.3);
    cloth.shape = GridDescription{.size = {0.4, 0.4}, .particles = {14, 14}, .center = {0.004, 0.003, 0.1}};
    cloth.velocity = {0, 0, -20};
    cloth.thickness = 0.004;
    scene.cloths.push_back(cloth);
    scene.obstacles.push_back({.name = "target", .shape = target});
    scene.integrator.method = shot.method;
    scene.integrator.dt = shot.dt;
    scene.simulation.fps = 60;
    scene.simulation.duration = 1;
    scene.simulation.max_stretch = 1e4;                   // what a needle holds may stay behind by metres
    if (scene.integrator.method == "symplectic-euler") {  // soft enough for steps of 1/60 s
        SpringSettings& springs = scene.cloths[0].springs;
        springs = {.stretch_stiffness = 0.1, .shear_stiffness = 0.02, .bending_stiffness = 0.001};
        springs.stretch_damping = springs.shear_damping = springs.bending_damping = 0;
    }
    return scene;
}

/// Whether a segment goes through any face of the cloth.
bool is_pierced(const Simulation& simulation, const Vec3& from, const Vec3& to)
{
    const SegmentProbe probe(from, to);
    const std::span<const Vec3> x = simulation.positions();
    return std::ranges::any_of(simulation.cloths()[0].faces, [&](const Face& face) {
        return probe.crossing({x[face[0]], x[face[1]], x[face[2]]}).has_value();
    });
}

class EveryShotAtThinThings : public ::testing::TestWithParam<testing::Shot> {};

TEST_P(EveryShotAtThinThings, ANeedleDoesNotPierceTheCloth)
{
    Simulation simulation(shot_at(needle(), GetParam()));
    int contacts = 0;
    for (int step = 0; step < 40; ++step) {
        const StepReport report = simulation.step();
        ASSERT_FALSE(is_failure(report.status)) << "step " << step;
        contacts = std::max(contacts, report.contacts);
        // It is longer than any step of the cloth.
        ASSERT_FALSE(is_pierced(simulation, {0, 0, -0.5}, {0, 0, -1e-6})) << "step " << step;
    }
    EXPECT_GT(contacts, 0);
}

TEST_P(EveryShotAtThinThings, AWireMeshHoldsTheCloth)
{
    Simulation simulation(shot_at(wire_mesh(), GetParam()));
    const std::vector<BoxShape> all = wires();
    std::vector<Vec3> before(simulation.positions().begin(), simulation.positions().end());
    for (int step = 0; step < 20; ++step) {
        const StepReport report = simulation.step();
        ASSERT_FALSE(is_failure(report.status)) << "step " << step;
        const std::span<const Vec3> now = simulation.positions();
        // Along the ways of the step, in parts of less than a wire's width, every edge keeps clear of every wire's
        // axis.
        for (const Face& face : simulation.cloths()[0].faces) {
            for (int k = 0; k < 3; ++k) {
                const int a = face[k], b = face[(k + 1) % 3];
                const double way = std::max((now[a] - before[a]).norm(), (now[b] - before[b]).norm());
                const int parts = 1 + static_cast<int>(way / (0.8 * wire));
                for (const BoxShape& box : all) {
                    const int axis = box.size.x() > box.size.y() ? 0 : 1;
                    const Vec3 half = 0.3 * Vec3::Unit(axis);
                    const auto height = [&](const Vec3& p) { return p.z() - box.center.z(); };
                    if (height(before[a]) > 0.01 && height(now[a]) > 0.01 && height(before[b]) > 0.01 &&
                        height(now[b]) > 0.01)
                        continue;
                    for (int part = 1; part <= parts; ++part) {
                        const double s = static_cast<double>(part) / parts;
                        const SegmentPoints found = closest_of_segments(before[a] + s * (now[a] - before[a]),
                                                                        before[b] + s * (now[b] - before[b]),
                                                                        box.center - half, box.center + half);
                        ASSERT_GT(found.squared_distance, wire * wire / 4)
                            << "step " << step << ", edge " << a << ' ' << b;
                    }
                }
            }
        }
        before.assign(now.begin(), now.end());
    }
}

TEST_P(EveryShotAtThinThings, ASwungPlateDoesNotCutThroughRestingCloth)
{
    SceneDescription scene = shot_at(plate(), GetParam());
    scene.simulation.gravity.setZero();
    scene.cloths[0].velocity.setZero();
    scene.cloths[0].shape = GridDescription{
        .size = {0.4, 0.4}, .particles = {14, 14}, .center = {0, 0, 0}, .plane = GridDescription::Plane::yz};
    RigidMotion& motion = scene.obstacles[0].motion;
    motion.keyframes = {{.time = 0, .translation = {-0.2, 0.003, 0.004}, .angle = 0},
                        {.time = 0.06, .translation = {1.0, 0.003, 0.004}, .angle = 20}};  // 20 m/s, turning
    Simulation simulation(scene);
    const std::vector<Vec3> corners = plate().mesh.positions;
    const std::vector<Vec3> start(simulation.positions().begin(), simulation.positions().end());
    int contacts = 0;
    for (int step = 0; simulation.time() < 0.06 - 1e-9; ++step) {
        const StepReport report = simulation.step();
        ASSERT_FALSE(is_failure(report.status)) << "step " << step;
        contacts = std::max(contacts, report.contacts);
        const RigidPose pose = pose_at(motion, simulation.time());
        for (int k = 0; k < 4; ++k)
            ASSERT_FALSE(is_pierced(simulation, pose.apply(corners[k]), pose.apply(corners[(k + 1) % 4])))
                << "step " << step << ", side " << k;
        // The rest may fold behind it around the rim.
        for (std::size_t p = 0; p < start.size(); ++p) {
            if (start[p].tail<2>().cwiseAbs().maxCoeff() > 0.05) continue;
            ASSERT_GT(pose.undo(simulation.positions()[p]).x(), 0) << "step " << step << ": behind the plate";
        }
    }
    EXPECT_GT(contacts, 10);
}

INSTANTIATE_TEST_SUITE_P(
    Shots, EveryShotAtThinThings,
    ::testing::Values(testing::Shot{"backward-euler", 1.0 / 60}, testing::Shot{"backward-euler", 1.0 / 240},
                      testing::Shot{"imex-euler", 1.0 / 60}, testing::Shot{"imex-euler", 1.0 / 240},
                      testing::Shot{"symplectic-euler", 1.0 / 60}, testing::Shot{"symplectic-euler", 1.0 / 240}),
    [](const auto& shot) { return testing::name_of(shot.param); });

/// A cloth that lies on two needles, between its particles.
SceneDescription on_needles()
{
    SceneDescription scene = shot_at(needle(), {"imex-euler", 0.01});
    scene.contact.method = ContactMethod::velocity_constraint;  // with barriers: barrier_mesh_test.cpp
    scene.cloths[0].velocity.setZero();
    scene.cloths[0].shape = GridDescription{.size = {0.4, 0.4}, .particles = {14, 14}, .center = {0.004, 0.003, 0.02}};
    append(std::get<MeshDescription>(scene.obstacles[0].shape).mesh, [] {
        TriangleMesh second = needle().mesh;
        for (Vec3& x : second.positions) x += Vec3(0.11, 0.05, 0);
        return second;
    }());
    scene.simulation.fps = 50;
    return scene;
}

TEST(FeatureContact, ANeedleCarriesWhatLiesOnIt)
{
    Simulation simulation(on_needles());
    int contacts = 0;
    for (int step = 0; step < 20; ++step) {
        const StepReport report = simulation.step();
        ASSERT_FALSE(is_failure(report.status));
        contacts = report.contacts;
    }
    EXPECT_GT(contacts, 0);
    EXPECT_FALSE(is_pierced(simulation, {0, 0, -0.5}, {0, 0, -1e-6}));
    EXPECT_FALSE(is_pierced(simulation, {0.11, 0.05, -0.5}, {0.11, 0.05, -1e-6}));
    // Above the tips the cloth is at half the thickness that particles keep, or more.
    const std::span<const Vec3> x = simulation.positions();
    double nearest = 1;
    for (const Face& face : simulation.cloths()[0].faces)
        nearest = std::min(
            nearest,
            std::sqrt(closest_on_triangle(Vec3::Zero(), {x[face[0]], x[face[1]], x[face[2]]}).squared_distance));
    EXPECT_GT(nearest, 0.8 * 0.002);
}

/// Pairs of an edge of a solid's triangles and a face of the cloth that goes through it, over some time.
int cuts_by(const ObstacleDescription& solid)
{
    SceneDescription scene = testing::table(12);  // cells of 9 cm, kept away by 5 mm
    scene.obstacles[0] = solid;
    scene.simulation.duration = 1;
    Simulation simulation(scene);
    const TriangleMesh mesh = obstacle_mesh(solid, 1);
    int cuts = 0;
    for (int step = 0; step < 60; ++step) {
        EXPECT_FALSE(is_failure(simulation.step().status));
        for (const Face& face : mesh.faces)
            for (int k = 0; k < 3; ++k)
                cuts += is_pierced(simulation, mesh.positions[face[k]], mesh.positions[face[(k + 1) % 3]]) ? 1 : 0;
    }
    return cuts;
}

TEST(FeatureContact, EdgesOfSolidsHoldACoarseCloth)
{
    const ConvexShape shapes[] = {BoxShape{.center = {0, 0, -0.25}, .size = {0.5, 0.5, 0.5}},
                                  CylinderShape{.center = {0, 0, -0.25}, .radius = 0.25, .height = 0.5}};
    for (const ConvexShape& shape : shapes) {
        ObstacleDescription solid;
        std::visit([&](const auto& s) { solid.shape = s; }, shape);
        EXPECT_GT(cuts_by(solid), 0) << "or there is nothing to hold";
        solid.edges = EdgeContact::hold;
        EXPECT_EQ(cuts_by(solid), 0);
    }
}

TEST(FeatureContact, ThreadsAndResumeChangeNoBit)
{
    testing::expect_threads_and_resume_change_no_bit(on_needles(), 5, 3);
}

}  // namespace
}  // namespace tulle
