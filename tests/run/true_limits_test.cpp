// The limits that `tulle analyze stability` names, held to simulations: a hair below them a shaken net stays calm for
// ten thousand steps, a hair above it grows. On an irregular mesh and the fish with its unequal masses; tests/analysis
// has grids.

#include "run/shipped_scenes.hpp"
#include "simulation/step_limits.hpp"
#include "support/scenes.hpp"
#include "support/sheet_meshes.hpp"

#include <tulle/simulation.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <optional>
#include <ostream>

namespace tulle {
namespace {

constexpr double shake = 1e-7;  // m/s^2: so little that springs hardly turn

SceneDescription still_mesh()
{
    SceneDescription scene = testing::hanging(6);
    scene.simulation.gravity = {0.3 * shake, 0.2 * shake, shake};
    // Vertices off their places, diagonals either way.
    scene.cloths[0].shape =
        MeshDescription{.mesh = testing::sheet_mesh({0.5, 0.4}, {6, 5}, 0.25), .file = {}, .placement = {}};
    scene.cloths[0].pins = {{PinIndices{{0, 6}}, {}}};
    return scene;
}

SceneDescription still_fish()
{
    SceneDescription scene = shipped_scene("fish").scene;
    auto& net = std::get<SpringNetDescription>(scene.bodies[0].kind);
    net.muscles.clear();
    scene.water.reset();
    scene.simulation.gravity = {0.3 * shake, 0.2 * shake, shake};
    scene.bodies[0].pins = {{PinIndices{{0}}, {}}};
    return scene;
}

void undamp(SceneDescription& scene)
{
    for (ClothDescription& cloth : scene.cloths)
        cloth.springs.stretch_damping = cloth.springs.shear_damping = cloth.springs.bending_damping = 0;
    for (BodyDescription& body : scene.bodies)
        for (NetSprings& springs : std::get<SpringNetDescription>(body.kind).springs) springs.damping = 0;
}

/// The largest speed [m/s] at any of twenty moments within so many steps; infinite where the run has ended before. What
/// has grown far may come to rest again in another shape, which is softer.
double fastest_within(SceneDescription scene, int steps, double dt)
{
    constexpr int frames = 20;
    scene.simulation.fps = frames / (steps * dt);
    scene.simulation.duration = steps * dt;
    scene.integrator.dt = dt * (1 + 1e-9);
    scene.integrator.automatic = false;
    Simulation simulation(scene);
    double fastest = 0;
    for (int frame = 0; frame < frames; ++frame) {
        if (is_failure(simulation.advance_frame().status)) return std::numeric_limits<double>::infinity();
        for (const Vec3& v : simulation.velocities()) fastest = std::max(fastest, v.norm());
    }
    return fastest;
}

struct TruthCase {
    std::string net;
    std::string method;
    std::optional<FilterKind> filter;
    bool is_damped;
};

std::vector<TruthCase> truth_cases()
{
    std::vector<TruthCase> all;
    for (const char* net : {"mesh", "fish"})
        for (const char* method : {"symplectic_euler", "verlet", "rk4"})
            for (const auto& filter : {std::optional<FilterKind>{}, std::optional{FilterKind::plain},
                                       std::optional{FilterKind::averaged}, std::optional{FilterKind::momentum}})
                for (const bool is_damped : {false, true}) all.push_back({net, method, filter, is_damped});
    return all;
}

std::string name_of_case(const TruthCase& truth)
{
    constexpr std::array kinds{"plain", "averaged", "momentum"};
    return truth.net + "_" + truth.method + "_" +
           (truth.filter ? kinds[static_cast<std::size_t>(*truth.filter)] : "unfiltered") +
           (truth.is_damped ? "_damped" : "_undamped");
}

/// Instead of the bytes that it consists of.
void PrintTo(const TruthCase& truth, std::ostream* out) { *out << name_of_case(truth); }

class TrueLimit : public ::testing::TestWithParam<TruthCase> {};

TEST_P(TrueLimit, IsTrue)
{
    const TruthCase& truth = GetParam();
    SceneDescription scene = truth.net == "mesh" ? still_mesh() : still_fish();
    scene.integrator.method = truth.method == "symplectic_euler" ? "symplectic-euler" : truth.method;
    scene.integrator.automatic = false;
    if (!truth.is_damped) undamp(scene);
    // Weights that leave no negative gain on irregular meshes, where lambda = 1 does.
    if (truth.filter) scene.filter = FilterSettings{.kind = *truth.filter, .lambda = 2};
    const std::optional<double> limit = StepLimits(scene).of(scene.integrator.method, truth.filter.has_value()).longest;
    ASSERT_TRUE(limit.has_value());
    if (*limit == 0) {
        // No step: a plain or averaged filter where masses differ. Half of what is stable without it grows.
        ASSERT_TRUE(truth.filter && *truth.filter != FilterKind::momentum);
        scene.filter.reset();
        const double half = 0.5 * *StepLimits(scene).of(scene.integrator.method, false).longest;
        scene.filter = FilterSettings{.kind = *truth.filter, .lambda = 2};
        EXPECT_GT(fastest_within(scene, 100000, half), 1e3 * fastest_within(scene, 100, half));
        return;
    }
    // The calm net swings in the weak pull; what grows is a thousand times as fast soon.
    EXPECT_LT(fastest_within(scene, 10000, 0.99 * *limit), 1e-4);
    EXPECT_GT(fastest_within(scene, 10000, 1.02 * *limit), 1e-2);
}

TEST(TrueLimitOfForwardEuler, IsDampingOverStiffness)
{
    // |z|^2 = 1 - h d + h^2 k for each vibration: any step grows without damping, and with it those beyond d/k. ATG07
    // has 2/sqrt(k), which is twice as long here.
    SceneDescription scene;
    scene.simulation.gravity = {shake, 0, 0};
    scene.integrator.method = "forward-euler";
    SpringNetDescription net;
    net.nodes = {{0, 0, 0}, {0.1, 0, 0}};
    net.masses = {1, 1};
    constexpr double stiffness = 100, damping = 10;  // N/m, N s/m
    net.springs = {{.name = "link", .stiffness = stiffness, .damping = damping, .between = {{0, 1}}}};
    BodyDescription body;
    body.kind = net;
    body.pins = {{PinIndices{{0}}, {}}};
    scene.bodies = {body};
    EXPECT_LT(fastest_within(scene, 10000, 0.99 * damping / stiffness), 1e-6);
    EXPECT_GT(fastest_within(scene, 10000, 1.02 * damping / stiffness), 1e-4);
    std::get<SpringNetDescription>(scene.bodies[0].kind).springs[0].damping = 0;
    EXPECT_GT(fastest_within(scene, 10000, 0.1 * damping / stiffness), 1e-4);
}

INSTANTIATE_TEST_SUITE_P(All, TrueLimit, ::testing::ValuesIn(truth_cases()),
                         [](const auto& truth) { return name_of_case(truth.param); });

}  // namespace
}  // namespace tulle
