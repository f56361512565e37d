// Cloth of Choi and Ko through buckling.

#include "support/scenes.hpp"

#include <tulle/error.hpp>
#include <tulle/simulation.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace tulle {
namespace {

/// A sheet held by two opposite edges, one of which moves towards the other until a third of the way is left out.
SceneDescription pushed_together(const std::string& method)
{
    SceneDescription scene;
    scene.simulation.duration = 2;
    scene.integrator.method = method;
    scene.integrator.automatic = method == "symplectic-euler";
    ClothDescription cloth;
    cloth.shape = GridDescription{.size = {0.5, 0.3}, .particles = {21, 13}, .center = Vec3::Zero()};
    cloth.springs.model = SpringModel::choi_ko;
    cloth.springs.bending_rigidity = 5e-5;
    PinDescription still{PinEdge{0, false}, {}};
    PinDescription moved{PinEdge{0, true}, {}};
    moved.motion.keyframes = {{.time = 0}, {.time = 1, .translation = {-0.17, 0, 0}}};
    cloth.pins = {still, moved};
    scene.cloths = {cloth};
    return scene;
}

double fastest(const Simulation& simulation)
{
    double speed = 0;
    for (const Vec3& v : simulation.velocities()) speed = std::max(speed, v.norm());
    return speed;
}

TEST(ChoiKoCloth, IsPushedTogetherWithoutAJerk)
{
    for (const std::string method : {"backward-euler", "imex-euler", "bdf2", "symplectic-euler"}) {
        const SceneDescription scene = pushed_together(method);
        Simulation simulation(scene);
        while (simulation.frame() < simulation.frame_count()) {
            const FrameReport report = simulation.advance_frame();
            ASSERT_EQ(report.status, StepStatus::ok) << method << ' ' << simulation.explain(report.last);
            // The edge comes at 0.17 m/s, and what hangs through falls a hand's breadth.
            EXPECT_LT(fastest(simulation), 1) << method << " at " << simulation.time();
            EXPECT_LT(simulation.measure().largest_stretch, 0.02) << method;
        }
        EXPECT_LT(fastest(simulation), 0.3) << method;
        // It hangs in a bow: the middle lies well below the edges.
        const Vec3 middle = simulation.positions()[10 + 6 * 21];
        EXPECT_LT(middle.z(), -0.1) << method;
    }
}

TEST(ChoiKoCloth, MethodsAgreeWhereItHangs)
{
    // Backward Euler and IMEX take different ways; both end where the forces balance.
    std::vector<std::vector<Vec3>> ends;
    for (const std::string method : {"backward-euler", "imex-euler"}) {
        SceneDescription scene = pushed_together(method);
        scene.simulation.duration = 4;
        Simulation simulation(scene);
        while (simulation.frame() < simulation.frame_count()) (void)simulation.advance_frame();
        EXPECT_LT(fastest(simulation), 1e-3) << method << ": what rests does not tremble";
        ends.emplace_back(simulation.positions().begin(), simulation.positions().end());
    }
    double apart = 0;
    for (std::size_t i = 0; i < ends[0].size(); ++i) apart = std::max(apart, (ends[0][i] - ends[1][i]).norm());
    EXPECT_LT(apart, 0.01);  // m
}

struct Fallen {
    double height = 0;                // m, the mean at the end
    double nonlinear_iterations = 0;  // a step
    double residual = 0;
};

/// Half a second of a cloth that was let go flat, held at two corners.
Fallen fall(const IntegratorSettings& integrator)
{
    SceneDescription scene;
    scene.simulation.duration = 0.5;
    scene.integrator = integrator;
    ClothDescription cloth;
    cloth.shape = GridDescription{.size = {0.4, 0.4}, .particles = {20, 20}, .center = Vec3::Zero()};
    cloth.areal_density = 0.15;
    cloth.springs.model = SpringModel::choi_ko;
    cloth.pins = {{.where = PinCorner{false, false}}, {.where = PinCorner{true, false}}};
    scene.cloths = {cloth};
    Simulation simulation(scene);
    Fallen end;
    int steps = 0;
    while (simulation.frame() < simulation.frame_count()) {
        const FrameReport report = simulation.advance_frame();
        EXPECT_EQ(report.status, StepStatus::ok);
        EXPECT_EQ(report.not_converged_steps, 0);
        end.nonlinear_iterations += static_cast<double>(report.nonlinear_iterations);
        end.residual = std::max(end.residual, report.residual);
        steps += report.steps;
    }
    end.nonlinear_iterations /= steps;
    for (const Vec3& x : simulation.positions()) end.height += x.z() / static_cast<double>(simulation.particle_count());
    return end;
}

/// Springs that grow slack and tight in every iteration of Newton's method do not keep it at work: few iterations, and
/// the cloth hangs where it does when its equations are solved to the last digits.
TEST(ChoiKoCloth, StepsAreSolvedByVelocity)
{
    for (const std::string method : {"imex-euler", "backward-euler"}) {
        IntegratorSettings integrator{.method = method};
        const Fallen usual = fall(integrator);
        integrator.automatic_velocity_tolerance = false;
        const Fallen by_residual = fall(integrator);
        EXPECT_LE(by_residual.residual, integrator.tolerance) << method;
        EXPECT_LT(usual.nonlinear_iterations, 4) << method;
        EXPECT_LT(usual.nonlinear_iterations, 0.5 * by_residual.nonlinear_iterations) << method;
        integrator.automatic_velocity_tolerance = true;
        integrator.tolerance = 1e-7;
        const Fallen solved = fall(integrator);
        EXPECT_LE(solved.residual, 1e-7) << method << ": a tightened tolerance switches it off";
        EXPECT_LT(solved.height, -0.05) << method;
        EXPECT_NEAR(usual.height, solved.height, 0.005 * std::abs(solved.height)) << method;
    }
}

TEST(ChoiKoCloth, IsForGrids)
{
    SceneDescription scene = pushed_together("imex-euler");
    MeshDescription mesh;
    mesh.mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    mesh.mesh.faces = {{0, 1, 2}};
    scene.cloths[0].shape = mesh;
    scene.cloths[0].pins.clear();
    const std::vector<Problem> problems = check(scene);
    ASSERT_EQ(problems.size(), 1u);
    EXPECT_EQ(problems[0].key, "cloth[0].model");
}

}  // namespace
}  // namespace tulle
