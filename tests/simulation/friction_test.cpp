// Coulomb's law on whole cloths: the incline, the belt around a drum, and what carries what.

#include <tulle/simulation.hpp>

#include "support/mesh_obstacles.hpp"
#include "support/methods.hpp"
#include "support/scenes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace tulle {
namespace {

constexpr double g = 9.81;  // m/s^2
constexpr double mu = 0.4;

struct Incline {
    const char* method;
    bool of_triangles;
};

class EveryIncline : public ::testing::TestWithParam<Incline> {};

/// On a plane that rises by `angle` [rad]: gravity is turned instead.
SceneDescription on_incline(const Incline& incline, double angle)
{
    SceneDescription scene;
    scene.contact.method = ContactMethod::velocity_constraint;  // barriers: barrier_contact_test.cpp
    ClothDescription cloth = testing::square_cloth(8);
    cloth.shape = GridDescription{.size = {0.4, 0.4}, .particles = {8, 8}, .center = {0, 0, cloth.thickness}};
    if (std::string_view(incline.method) == "symplectic-euler") {  // soft enough for its steps
        cloth.springs.stretch_stiffness = 20;
        cloth.springs.shear_stiffness = 5;
        cloth.springs.bending_stiffness = 0.1;
    }
    scene.cloths.push_back(cloth);
    scene.obstacles.push_back({.name = "ground", .shape = PlaneShape{}, .friction = mu});
    if (incline.of_triangles) scene.obstacles[0].shape = testing::open_square(10);
    scene.simulation.gravity = g * Vec3(std::sin(angle), 0, -std::cos(angle));
    scene.simulation.duration = 0.5;
    scene.integrator.method = incline.method;
    scene.integrator.dt = 0.002;
    return scene;
}

Vec3 mean(std::span<const Vec3> values)
{
    Vec3 sum = Vec3::Zero();
    for (const Vec3& value : values) sum += value;
    return sum / static_cast<double>(values.size());
}

TEST_P(EveryIncline, HoldsBelowTheAngleOfFriction)
{
    Simulation simulation(on_incline(GetParam(), 0.95 * std::atan(mu)));
    const std::vector<Vec3> start(simulation.positions().begin(), simulation.positions().end());
    for (int frame = 0; frame < 12; ++frame) ASSERT_FALSE(is_failure(simulation.advance_frame().status));
    double furthest = 0;
    for (std::size_t p = 0; p < start.size(); ++p)
        furthest = std::max(furthest, (simulation.positions()[p] - start[p]).norm());
    EXPECT_LT(furthest, 1e-5) << "m, in half a second";
}

TEST_P(EveryIncline, SlidesAboveItWithTheExactAcceleration)
{
    for (const double steeper : {1.05, 1.3}) {
        const double angle = steeper * std::atan(mu);
        Simulation simulation(on_incline(GetParam(), angle));
        for (int frame = 0; frame < 12; ++frame) ASSERT_FALSE(is_failure(simulation.advance_frame().status));
        const double expected = g * (std::sin(angle) - mu * std::cos(angle)) * simulation.time();
        EXPECT_NEAR(mean(simulation.velocities()).x(), expected, 0.01 * expected) << steeper << " times atan(mu)";
    }
}

INSTANTIATE_TEST_SUITE_P(Inclines, EveryIncline,
                         ::testing::Values(Incline{"imex-euler", false}, Incline{"imex-euler", true},
                                           Incline{"backward-euler", false}, Incline{"backward-euler", true},
                                           Incline{"bdf2", true}, Incline{"implicit-midpoint", true},
                                           Incline{"symplectic-euler", false}, Incline{"symplectic-euler", true}),
                         [](const auto& incline) {
                             return testing::method_label(incline.param.method) +
                                    (incline.param.of_triangles ? "_on_triangles" : "_on_a_plane");
                         });

TEST(Friction, AMovingFloorCarriesClothAlong)
{
    SceneDescription scene = on_incline({"imex-euler", false}, 0);
    constexpr double speed = 0.5;  // m/s
    scene.obstacles[0].motion.keyframes = {{.time = 0}, {.time = 10, .translation = {10 * speed, 0, 0}, .angle = 0}};
    Simulation simulation(scene);
    while (simulation.time() < 0.08) ASSERT_FALSE(is_failure(simulation.step().status));
    EXPECT_NEAR(mean(simulation.velocities()).x(), mu * g * simulation.time(), 0.01 * mu * g * simulation.time());
    while (simulation.time() < 0.3) ASSERT_FALSE(is_failure(simulation.step().status));
    for (const Vec3& v : simulation.velocities()) EXPECT_NEAR(v.x(), speed, 1e-6) << "it sticks, and goes along";
}

TEST(Friction, APairHasItsOwn)
{
    SceneDescription scene = on_incline({"imex-euler", false}, 0.95 * std::atan(mu));
    scene.cloths.push_back(scene.cloths[0]);
    scene.cloths[1].name = "silk";
    std::get<GridDescription>(scene.cloths[1].shape).center.y() = 2;
    scene.contact_pairs.push_back({.cloth = "silk", .obstacle = "ground", .friction = 0.1});
    Simulation simulation(scene);
    for (int frame = 0; frame < 5; ++frame) ASSERT_FALSE(is_failure(simulation.advance_frame().status));
    EXPECT_LT(mean(simulation.velocities().first(64)).norm(), 1e-6);
    const double angle = 0.95 * std::atan(mu);
    const double expected = g * (std::sin(angle) - 0.1 * std::cos(angle)) * simulation.time();
    EXPECT_NEAR(mean(simulation.velocities().last(64)).x(), expected, 0.01 * expected);
}

/// A belt, two particles wide, over half a drum of radius r along y, with straight ends of length `leg` [m] that hang
/// down on both sides. Rows go from one end to the other; rows 0 to `legs` are one straight end.
struct Belt {
    static constexpr double r = 0.1, leg = 0.1, width = 0.02;  // m
    static constexpr int legs = 10, arc = 48;                  // cells

    [[nodiscard]] static MeshDescription mesh()
    {
        MeshDescription description;
        const auto row = [&](double x, double z) {
            description.mesh.positions.emplace_back(x, -width / 2, z);
            description.mesh.positions.emplace_back(x, width / 2, z);
        };
        for (int k = 0; k < legs; ++k) row(-r, -leg + leg * k / legs);
        for (int k = 0; k <= arc; ++k) {
            const double angle = std::numbers::pi * (1 - static_cast<double>(k) / arc);
            row(r * std::cos(angle), r * std::sin(angle));
        }
        for (int k = 1; k <= legs; ++k) row(r, -leg * k / legs);
        const int rows = static_cast<int>(description.mesh.positions.size()) / 2;
        for (int k = 0; k + 1 < rows; ++k) {
            description.mesh.faces.push_back({2 * k, 2 * k + 1, 2 * k + 2});
            description.mesh.faces.push_back({2 * k + 1, 2 * k + 3, 2 * k + 2});
        }
        return description;
    }
    /// Strain of one straight end, of both its sides, without the cells next to the drum.
    [[nodiscard]] static double strain(std::span<const Vec3> x, bool pulled)
    {
        double sum = 0;
        for (std::size_t side = 0; side < 2; ++side) {
            const std::size_t end = (pulled ? x.size() - 2 : 0) + side;
            const std::size_t inner = pulled ? end - 2 * (legs - 2) : end + 2 * (legs - 2);
            sum += (x[end] - x[inner]).norm() / (leg * (legs - 2) / legs) - 1;
        }
        return sum / 2;
    }
};

class EveryDrum : public ::testing::TestWithParam<bool> {};

TEST_P(EveryDrum, TheBeltFrictionIsThatOfEuler)
{
    const bool of_triangles = GetParam();
    SceneDescription scene;
    ClothDescription cloth;
    cloth.shape = Belt::mesh();
    cloth.thickness = 0.002;
    cloth.areal_density = 0.2;
    cloth.springs = {.stretch_stiffness = 500, .shear_stiffness = 0, .bending_stiffness = 0};
    cloth.springs.stretch_damping = 0.5;  // all of it slides, and does not stick here and there
    const int last = static_cast<int>(Belt::mesh().mesh.positions.size()) - 1;
    cloth.pins.push_back({.where = PinIndices{{0, 1}}});
    cloth.pins.push_back(
        {.where = PinIndices{{last - 1, last}},
         .motion = {.keyframes = {{.time = 0}, {.time = 1, .translation = {0, 0, -0.02}, .angle = 0}}}});
    scene.cloths.push_back(cloth);
    const CylinderShape drum{.center = Vec3::Zero(), .axis = Vec3::UnitY(), .radius = Belt::r - 0.002, .height = 1};
    scene.obstacles.push_back({.name = "drum", .shape = drum, .friction = 0.3});
    if (of_triangles) scene.obstacles[0].shape = testing::as_mesh(drum);
    scene.simulation.gravity.setZero();
    scene.simulation.duration = 1;
    scene.integrator.method = "backward-euler";
    scene.integrator.dt = 0.005;
    Simulation simulation(scene);
    while (simulation.time() < 1 - 1e-9) ASSERT_FALSE(is_failure(simulation.step().status));
    const double held = Belt::strain(simulation.positions(), false);
    const double pulled = Belt::strain(simulation.positions(), true);
    EXPECT_GT(held, 0.005);
    const double expected = std::exp(0.3 * std::numbers::pi);  // 2.57
    EXPECT_NEAR(pulled / held, expected, 0.05 * expected);
}

INSTANTIATE_TEST_SUITE_P(Drums, EveryDrum, ::testing::Values(false, true),
                         [](const auto& drum) { return drum.param ? "of_triangles" : "round"; });

}  // namespace
}  // namespace tulle
