// Contact does not make the linear systems harder: EEH00's reason for constraining velocities and never moving
// positions (section 6).

#include <tulle/simulation.hpp>

#include "support/fabrics.hpp"
#include "support/mesh_obstacles.hpp"
#include "support/scenes.hpp"

#include <gtest/gtest.h>

namespace tulle {
namespace {

struct Work {
    double per_solve = 0;  // iterations of conjugate gradients
    double per_step = 0;
    double contacts = 0;  // on the mean over the steps
};

Work work_of(SceneDescription scene, PreconditionerKind preconditioner)
{
    scene.solver.method = SolverMethod::cg;
    scene.solver.preconditioner = preconditioner;
    scene.simulation.duration = 2;
    Simulation simulation(scene);
    long iterations = 0, solves = 0, contacts = 0;
    constexpr int steps = 100;
    for (int step = 0; step < steps; ++step) {
        const StepReport report = simulation.step();
        EXPECT_FALSE(is_failure(report.status));
        iterations += report.linear_iterations;
        solves += scene.integrator.newton == NewtonKind::once ? report.contact_passes : report.nonlinear_iterations;
        contacts += report.contacts;
    }
    return {static_cast<double>(iterations) / static_cast<double>(solves), static_cast<double>(iterations) / steps,
            static_cast<double>(contacts) / steps};
}

struct HeldBy {
    const char* name;
    PreconditionerKind preconditioner;
};

class ContactIterations : public ::testing::TestWithParam<HeldBy> {};

TEST_P(ContactIterations, DoNotGrow)
{
    const HeldBy& ground = GetParam();
    SceneDescription scene = testing::hanging(20);
    const Work free = work_of(scene, ground.preconditioner);
    scene.obstacles.emplace_back();
    const std::string name = ground.name;
    if (name == "floor") scene.obstacles[0].shape = PlaneShape{.point = {0, 0, -0.5}};
    if (name == "wall") scene.obstacles[0].shape = BoxShape{.center = {0, -0.2, -0.6}, .size = {2, 0.1, 0.8}};
    if (name == "triangles")
        scene.obstacles[0].shape = testing::as_mesh(BoxShape{.center = {0, 0, -0.7}, .size = {3, 3, 0.4}});
    scene.obstacles[0].friction = 0.3;
    scene.obstacles[0].edges = EdgeContact::ignore;  // those of several particles are another matter
    const Work touching = work_of(scene, ground.preconditioner);
    EXPECT_GT(touching.contacts, 20);
    EXPECT_LT(touching.per_solve, 1.3 * free.per_solve);
    EXPECT_LT(touching.per_step, 1.3 * free.per_step);
}

/// A napkin that hangs from two corners.
SceneDescription hanging_napkin()
{
    SceneDescription scene;
    ClothDescription napkin;
    napkin.fabric = testing::plain_fabric();
    napkin.areal_density = napkin.fabric->areal_density;
    napkin.thickness = 1e-3;
    napkin.shape = GridDescription{.size = {0.2, 0.2}, .particles = {20, 20}};
    napkin.pins = {{.where = PinIndices{{0, 19}}}};
    scene.cloths.push_back(napkin);
    scene.integrator.method = "backward-euler";
    scene.integrator.newton = NewtonKind::once;
    scene.integrator.dt = 0.005;
    scene.simulation.fps = 200;
    return scene;
}

/// Steps with one linearisation solve once per pass over the contacts, with a preconditioner that follows them.
TEST(LinearisedContact, LaterPassesAreNoHarderThanTheFirst)
{
    SceneDescription scene = hanging_napkin();
    const Work free = work_of(scene, PreconditionerKind::ic0);
    // On a platform that sinks around a table: contacts are lost and found again in every step.
    scene.cloths[0].pins.clear();
    scene.obstacles.resize(2);
    scene.obstacles[0].shape = BoxShape{.center = {0, 0, -0.0101}, .size = {0.1, 0.1, 0.018}};
    scene.obstacles[1].shape = PlaneShape{.point = {0, 0, -0.0011}};
    scene.obstacles[1].motion.keyframes = {{.time = 0}, {.time = 0.5, .translation = {0, 0, -0.05}}};
    const Work touching = work_of(scene, PreconditionerKind::ic0);
    EXPECT_GT(touching.contacts, 30);
    EXPECT_GT(touching.per_step, 2 * touching.per_solve) << "or contacts did not change within steps";
    // Those that touch are held, which makes the system easier: 15 to 27. Twice as many before it followed them.
    EXPECT_LT(touching.per_solve, 0.8 * free.per_solve);
}

INSTANTIATE_TEST_SUITE_P(Grounds, ContactIterations,
                         ::testing::Values(HeldBy{"floor", PreconditionerKind::ic0},
                                           HeldBy{"wall", PreconditionerKind::ic0},
                                           HeldBy{"triangles", PreconditionerKind::ic0},
                                           HeldBy{"wall", PreconditionerKind::jacobi}),
                         [](const auto& ground) {
                             return std::string(ground.param.name) +
                                    (ground.param.preconditioner == PreconditionerKind::ic0 ? "_ic0" : "_jacobi");
                         });

}  // namespace
}  // namespace tulle
