// What a simulation says about contacts and fields between two steps.

#include <tulle/simulation.hpp>

#include "mesh/obstacle_mesh.hpp"
#include "simulation/saved_bytes.hpp"
#include "support/scenes.hpp"

#include <tulle/error.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace tulle {
namespace {

constexpr double gravity = 9.81;  // m/s^2

/// A cloth at rest on a floor: a plane, a flat box, or that box made of triangles.
enum class Floor { plane, box, mesh };

SceneDescription lying(Floor floor, const std::string& method = "imex-euler")
{
    SceneDescription scene;
    ClothDescription cloth = testing::square_cloth(9, 0.006);
    cloth.shape = GridDescription{.size = {0.4, 0.4}, .particles = {9, 9}, .center = {0, 0, 0.006}};
    cloth.thickness = 0.005;
    scene.cloths.push_back(cloth);
    const BoxShape box{.center = {0, 0, -0.1}, .size = {0.8, 0.8, 0.2}};
    ObstacleDescription obstacle{.name = "floor", .shape = PlaneShape{}};
    if (floor == Floor::box) obstacle.shape = box;
    if (floor == Floor::mesh)
        obstacle.shape = MeshDescription{.mesh = obstacle_mesh({.shape = box}, 1), .file = "", .placement = {}};
    scene.obstacles.push_back(obstacle);
    scene.integrator.method = method;
    if (method == "symplectic-euler") scene.integrator.dt = 1e-3;
    return scene;
}

void settle(Simulation& simulation, double until)
{
    while (simulation.time() < until - 1e-9) {
        const FrameReport report = simulation.advance_frame();
        ASSERT_FALSE(is_failure(report.status)) << simulation.explain(report.last);
    }
}

double mass_of(const Simulation& simulation, int first, int count)
{
    double mass = 0;
    for (int i = first; i < first + count; ++i) mass += simulation.masses()[i];
    return mass;
}

TEST(ContactPoints, AtRestBearTheWeight)
{
    for (const Floor floor : {Floor::plane, Floor::box, Floor::mesh})
        for (const char* method : {"imex-euler", "bdf2", "symplectic-euler"}) {
            SCOPED_TRACE(std::string(method) + " " + std::to_string(static_cast<int>(floor)));
            Simulation simulation(lying(floor, method));
            settle(simulation, 1);
            const std::vector<ContactPoint> contacts = simulation.contacts();
            ASSERT_FALSE(contacts.empty());
            Vec3 sum = Vec3::Zero();
            for (const ContactPoint& contact : contacts) {
                EXPECT_EQ(contact.obstacle, 0);
                EXPECT_NEAR(contact.normal.z(), 1, 1e-3);
                EXPECT_GE(contact.point.z(), 0);
                EXPECT_LE(contact.point.z(), 0.0051);
                double shares = 0;
                for (std::size_t k = 0; k < contact.particles.size(); ++k) {
                    EXPECT_LT(contact.particles[k], simulation.particle_count());
                    shares += contact.shares[k];
                }
                EXPECT_NEAR(shares, 1, 1e-9);
                sum += contact.force * contact.normal;
            }
            const double weight = gravity * mass_of(simulation, 0, simulation.particle_count());
            EXPECT_NEAR(sum.z(), weight, 0.02 * weight);
        }
}

TEST(ContactPoints, OfClothOnClothBearTheUpperOne)
{
    SceneDescription scene = lying(Floor::plane);
    scene.cloths.push_back(scene.cloths[0]);
    scene.cloths[0].name = "lower";
    scene.cloths[1].name = "upper";
    // Its particles are above the middles of the lower one's cells.
    scene.cloths[1].shape = GridDescription{.size = {0.3, 0.3}, .particles = {7, 7}, .center = {0.01, 0.013, 0.012}};
    scene.self_contact.emplace();
    Simulation simulation(scene);
    settle(simulation, 1.5);
    const ClothView upper = simulation.cloths()[1];
    double lifted = 0;
    for (const ContactPoint& contact : simulation.contacts()) {
        if (contact.obstacle >= 0) continue;
        double shares = 0;
        for (std::size_t k = 0; k < contact.particles.size(); ++k) {
            shares += contact.shares[k];
            if (contact.particles[k] >= upper.first_particle)
                lifted += contact.shares[k] * contact.force * contact.normal.z();
        }
        EXPECT_NEAR(shares, 0, 1e-9) << "what the one gains the other loses";
    }
    const double weight = gravity * mass_of(simulation, upper.first_particle, upper.particle_count);
    EXPECT_NEAR(lifted, weight, 0.05 * weight);
}

TEST(ContactPoints, AskingChangesNothing)
{
    SceneDescription scene = lying(Floor::mesh);
    scene.self_contact.emplace();
    Simulation asked(scene), left(scene);
    for (int k = 0; k < 30; ++k) {
        ASSERT_FALSE(is_failure(asked.step().status));
        ASSERT_FALSE(is_failure(left.step().status));
        static_cast<void>(asked.contacts());
    }
    EXPECT_EQ(saved(asked), saved(left));
}

TEST(ContactPoints, AreNoneInTheAir)
{
    const Simulation simulation(testing::hanging(4));
    EXPECT_TRUE(simulation.contacts().empty());
}

TEST(Fields, AreThoseOfPictures)
{
    Simulation simulation(testing::hanging(6));
    for (int k = 0; k < 5; ++k) ASSERT_FALSE(is_failure(simulation.step().status));
    const std::vector<double> speed = simulation.field("speed");
    ASSERT_EQ(speed.size(), 36);
    for (std::size_t i = 0; i < speed.size(); ++i) EXPECT_DOUBLE_EQ(speed[i], simulation.velocities()[i].norm());
    bool has_stretch = false;
    for (const FieldDescription& field : Simulation::fields()) {
        EXPECT_EQ(simulation.field(field.name).size(), 36);
        has_stretch = has_stretch || field.name == "stretch";
    }
    EXPECT_TRUE(has_stretch);
    const std::vector<double> stretch = simulation.field("stretch");
    EXPECT_NEAR(*std::max_element(stretch.begin(), stretch.end()), simulation.measure().largest_stretch, 1e-12);
    try {
        static_cast<void>(simulation.field("colour"));
        FAIL();
    } catch (const InputError& error) {
        EXPECT_TRUE(std::string(error.what()).starts_with("field: expected one of ")) << error.what();
    }
}

}  // namespace
}  // namespace tulle
