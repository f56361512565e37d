// Cloth of Choi and Ko through buckling.

#include "support/scenes.hpp"

#include <tulle/error.hpp>
#include <tulle/simulation.hpp>

#include <gtest/gtest.h>

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
        ends.emplace_back(simulation.positions().begin(), simulation.positions().end());
    }
    double apart = 0;
    for (std::size_t i = 0; i < ends[0].size(); ++i) apart = std::max(apart, (ends[0][i] - ends[1][i]).norm());
    EXPECT_LT(apart, 0.01);  // m
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
