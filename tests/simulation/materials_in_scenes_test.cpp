// What springs with cubic laws, membranes and solids do in whole simulations.

#include "support/scenes.hpp"

#include <tulle/simulation.hpp>
#include <tulle/solid.hpp>
#include <tulle/threads.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

namespace tulle {
namespace {

using testing::hanging;

void set_precise(SceneDescription& scene)
{
    scene.integrator.tolerance = 1e-9;
    scene.solver.tolerance = 1e-9;
}

std::vector<Vec3> end_of(const SceneDescription& scene, int frames)
{
    Simulation simulation(scene);
    for (int frame = 0; frame < frames; ++frame) EXPECT_EQ(simulation.advance_frame().status, StepStatus::ok);
    return {simulation.positions().begin(), simulation.positions().end()};
}

double farthest(const std::vector<Vec3>& a, const std::vector<Vec3>& b)
{
    double distance = 0;
    for (std::size_t i = 0; i < a.size(); ++i) distance = std::max(distance, (a[i] - b[i]).norm());
    return distance;
}

/// A block that falls on a plane.
SceneDescription falling(decltype(BodyDescription::kind) kind)
{
    SceneDescription scene;
    scene.bodies.push_back({.name = "block", .kind = std::move(kind)});
    scene.obstacles.push_back({.name = "floor", .shape = PlaneShape{}});
    return scene;
}

const LatticeDescription block{.size = {0.1, 0.1, 0.1}, .particles = {4, 4, 4}, .center = {0, 0, 0.08}};

SceneDescription falling_springs(TensionLaw law)
{
    return falling(make_spring_solid(block, {.density = 300, .stiffness = 300, .diagonal_stiffness = 200, .law = law}));
}

SceneDescription falling_solid()
{
    return falling(make_elastic_solid(block, {.density = 300, .elastic = {.young_modulus = 2e4}}));
}

struct MaterialCase {
    const char* name;
    SceneDescription scene;
};

void PrintTo(const MaterialCase& c, std::ostream* out) { *out << c.name; }

SceneDescription hanging_by(TensionLaw law)
{
    SceneDescription scene = hanging(7);
    scene.cloths[0].springs.law = law;
    return scene;
}

SceneDescription hanging_membrane(bool has_threads)
{
    SceneDescription scene = hanging(7);
    scene.cloths[0].springs.model = SpringModel::membrane;
    if (has_threads) scene.cloths[0].springs.membrane = {400, 200, 0.2, 50};
    return scene;
}

/// Solids by one side instead of over a floor, where friction would decide between steps that differ by next to
/// nothing.
void hold(SceneDescription& scene)
{
    scene.obstacles.clear();
    for (BodyDescription& body : scene.bodies) body.pins.push_back({.where = PinBox{{-1, -1, -1}, {-0.04, 1, 1}}});
}

class EveryMaterial : public ::testing::TestWithParam<MaterialCase> {};

TEST_P(EveryMaterial, ImexStepsConvergeToThoseOfNewton)
{
    SceneDescription scene = GetParam().scene;
    hold(scene);
    set_precise(scene);
    scene.integrator.method = "backward-euler";
    const std::vector<Vec3> newton = end_of(scene, 4);
    scene.integrator.method = "imex-euler";
    EXPECT_LT(farthest(end_of(scene, 4), newton), 1e-6);
    const Simulation at_start(scene);
    const std::vector<Vec3> start(at_start.positions().begin(), at_start.positions().end());
    EXPECT_GT(farthest(start, newton), 0.001) << "nothing has happened";
}

TEST_P(EveryMaterial, ThreadsAndResumeChangeNoBit)
{
    SceneDescription scene = GetParam().scene;
    for (const char* method : {"backward-euler", "imex-euler", "symplectic-euler"}) {
        scene.integrator.method = method;
        if (scene.integrator.method == "symplectic-euler") scene.integrator.dt = 2e-4;
        const auto run = [&](int threads, bool resume) {
            const ThreadLimit limit(threads);
            Simulation simulation(scene);
            EXPECT_EQ(simulation.advance_frame().status, StepStatus::ok);
            if (resume) {
                std::stringstream file;
                simulation.save(file);
                simulation = Simulation(scene);
                simulation.restore(file);
            }
            EXPECT_EQ(simulation.advance_frame().status, StepStatus::ok);
            return std::vector<Vec3>(simulation.positions().begin(), simulation.positions().end());
        };
        const std::vector<Vec3> one = run(1, false);
        EXPECT_EQ(run(2, false), one) << method;
        EXPECT_EQ(run(2, true), one) << method;
    }
}

TEST_P(EveryMaterial, ShortExplicitStepsKeepTheEnergy)
{
    SceneDescription scene = GetParam().scene;
    hold(scene);
    for (ClothDescription& cloth : scene.cloths) {
        cloth.damping_time = 0;
        SpringSettings& springs = cloth.springs;
        springs.stretch_damping = springs.shear_damping = springs.bending_damping = 0;
    }
    for (BodyDescription& body : scene.bodies) {
        if (auto* net = std::get_if<SpringNetDescription>(&body.kind))
            for (NetSprings& group : net->springs) group.damping = 0;
        if (auto* solid = std::get_if<ElasticSolidDescription>(&body.kind)) solid->elastic.damping_time = 0;
    }
    scene.integrator.method = "verlet";
    scene.integrator.dt = 5e-5;
    Simulation simulation(scene);
    const double before = simulation.measure().energies.total();
    double largest = 0;  // J
    for (int frame = 0; frame < 5; ++frame) {
        ASSERT_EQ(simulation.advance_frame().status, StepStatus::ok);
        const Energies now = simulation.measure().energies;
        largest = std::max(largest, now.kinetic + now.stretch + now.shear + now.bending);
        EXPECT_NEAR(now.total(), before, 1e-3 * largest);
    }
    EXPECT_GT(largest, 1e-4);
}

/// How far a strip or bar of length 0.5 m hangs down more than at rest, once it has come to rest [m].
double sag(SceneDescription scene)
{
    scene.integrator.method = "backward-euler";
    scene.integrator.dt = 0.04;
    Simulation simulation(scene);
    double lowest = 0;
    for (int frame = 0; frame < 200; ++frame) {
        EXPECT_EQ(simulation.advance_frame().status, StepStatus::ok);
        lowest = 0;
        for (const Vec3& x : simulation.positions()) lowest = std::min(lowest, x.z());
        if (frame > 10 && simulation.measure().energies.kinetic < 1e-14) break;
    }
    return -0.5 - lowest;
}

TEST(Materials, AHangingStripGrowsByItsWeightOverItsModulus)
{
    // Of a strip of length L: density g L^2 / (2 modulus) while strains are small. Each weighs about as much as a tenth
    // of a percent of what would double its length.
    constexpr double L = 0.5, pull = 9.81;
    SceneDescription scene;
    ClothDescription strip;
    strip.shape = GridDescription{
        .size = {0.1, L}, .particles = {5, 21}, .center = {0, 0, -L / 2}, .plane = GridDescription::Plane::xz};
    strip.areal_density = 0.2;
    strip.pins.push_back({.where = PinEdge{1, true}});
    strip.springs.model = SpringModel::membrane;
    strip.springs.membrane = {.modulus = 200, .poisson_ratio = 0};
    scene.cloths = {strip};
    EXPECT_NEAR(sag(scene), 0.2 * pull * L * L / (2 * 200), 0.02 * 0.2 * pull * L * L / (2 * 200));
    // The second axis of the grid is the weft.
    scene.cloths[0].springs.membrane = {.modulus = 2000, .weft_modulus = 200, .poisson_ratio = 0};
    EXPECT_NEAR(sag(scene), 0.2 * pull * L * L / (2 * 200), 0.02 * 0.2 * pull * L * L / (2 * 200));

    BodyDescription bar;
    bar.kind = make_elastic_solid(
        LatticeDescription{.size = {0.1, 0.1, L}, .particles = {3, 3, 11}, .center = {0, 0, -L / 2}},
        {.density = 100, .elastic = {.young_modulus = 1e5, .poisson_ratio = 0, .damping_time = 0.01}});
    bar.pins.push_back({.where = PinBox{{-1, -1, -0.001}, {1, 1, 1}}});
    scene.cloths.clear();
    scene.bodies = {bar};
    EXPECT_NEAR(sag(scene), 100 * pull * L * L / (2 * 1e5), 0.02 * 100 * pull * L * L / (2 * 1e5));
}

INSTANTIATE_TEST_SUITE_P(All, EveryMaterial,
                         ::testing::Values(MaterialCase{"stvk_springs", hanging_by(TensionLaw::stvk)},
                                           MaterialCase{"cubic_springs", hanging_by(TensionLaw::cubic)},
                                           MaterialCase{"membrane", hanging_membrane(false)},
                                           MaterialCase{"membrane_of_threads", hanging_membrane(true)},
                                           MaterialCase{"lattice", falling_springs(TensionLaw::linear)},
                                           MaterialCase{"cubic_lattice", falling_springs(TensionLaw::cubic)},
                                           MaterialCase{"tetrahedra", falling_solid()}),
                         [](const auto& c) { return c.param.name; });

}  // namespace
}  // namespace tulle
