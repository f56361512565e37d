// Cloth that tears: what goes, what stays, and that nothing else changes.

#include "saved_bytes.hpp"
#include "support/fabrics.hpp"
#include "support/sheet_meshes.hpp"

#include <tulle/simulation.hpp>
#include <tulle/threads.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

namespace tulle {
namespace {

using testing::lossless;
using testing::plain_fabric;
using testing::sheet_mesh;

constexpr double strip_strength = 300;  // N/m

/// Of 20 cm x 5 cm, along x, pulled at one end by so much [m] within half a second.
SceneDescription strip(double pulled, bool of_triangles = false)
{
    ClothDescription cloth;
    if (of_triangles) {
        TriangleMesh mesh = sheet_mesh({0.2, 0.05}, {16, 4}, 0.1);
        for (Vec3& p : mesh.positions) p += Vec3(-0.1, -0.025, 0);
        cloth.shape = MeshDescription{.mesh = mesh, .file = "", .placement = {}};
    } else {
        cloth.shape = GridDescription{.size = {0.2, 0.05}, .particles = {17, 5}, .center = {0, 0, 0}};
    }
    cloth.fabric = plain_fabric();
    cloth.fabric->warp.strength = cloth.fabric->weft.strength = strip_strength;
    cloth.areal_density = cloth.fabric->areal_density;
    PinDescription held{.where = PinBox{.min = {-0.11, -1, -1}, .max = {-0.0999, 1, 1}}};
    PinDescription moved{.where = PinBox{.min = {0.0999, -1, -1}, .max = {0.11, 1, 1}}};
    moved.motion.keyframes = {{.time = 0}, {.time = 0.5, .translation = {pulled, 0, 0}}};
    cloth.pins = {held, moved};
    SceneDescription scene;
    scene.cloths.push_back(cloth);
    scene.simulation.gravity = Vec3::Zero();
    scene.simulation.fps = 20;
    scene.simulation.duration = 1;
    scene.integrator.method = "backward-euler";
    scene.integrator.dt = 0.005;
    return scene;
}

int tear_for(Simulation& simulation, int frames)
{
    int torn = 0;
    for (int frame = 0; frame < frames; ++frame) {
        const FrameReport report = simulation.advance_frame();
        EXPECT_FALSE(is_failure(report.status));
        torn += report.torn_faces;
    }
    return torn;
}

/// Whether a way over faces that stand leads from one end of the strip to the other.
bool ends_hang_together(const Simulation& simulation)
{
    const ClothView& cloth = simulation.cloths()[0];
    std::vector<int> part(static_cast<std::size_t>(cloth.particle_count));
    std::iota(part.begin(), part.end(), 0);
    for (bool changed = true; changed;) {
        changed = false;
        for (const Face& face : cloth.faces) {
            const int least = std::min({part[face[0]], part[face[1]], part[face[2]]});
            for (const int corner : face) {
                changed = changed || part[corner] != least;
                part[corner] = least;
            }
        }
    }
    std::set<int> left, right;
    for (std::size_t p = 0; p < part.size(); ++p) {
        if (simulation.positions()[p].x() < -0.0999) left.insert(part[p]);
        if (simulation.positions()[p].x() > 0.0999) right.insert(part[p]);
    }
    return std::any_of(left.begin(), left.end(), [&](int one) { return right.contains(one); });
}

TEST(Tearing, BelowItsStrengthNothingTears)
{
    // 2.5 % make some 230 N/m.
    for (const bool of_triangles : {false, true}) {
        Simulation simulation(strip(0.005, of_triangles));
        EXPECT_EQ(tear_for(simulation, 12), 0);
        const Measurements m = simulation.measure();
        EXPECT_GT(m.largest_tension, 0.4 * strip_strength);
        EXPECT_LT(m.largest_tension, strip_strength);
        EXPECT_EQ(m.torn_faces, 0);
        EXPECT_EQ(m.torn_energy, 0);
    }
}

TEST(Tearing, AStripPulledBeyondItsStrengthBreaksInTwo)
{
    for (const bool of_triangles : {false, true}) {
        SCOPED_TRACE(of_triangles ? "triangles" : "grid");
        Simulation simulation(strip(0.02, of_triangles));
        const std::vector<double> masses(simulation.masses().begin(), simulation.masses().end());
        const std::size_t faces = simulation.cloths()[0].faces.size();
        EXPECT_TRUE(ends_hang_together(simulation));
        const int torn = tear_for(simulation, 16);
        EXPECT_GT(torn, 3);
        EXPECT_LT(torn, static_cast<int>(faces) / 3) << "a tear, not dust";
        EXPECT_EQ(simulation.cloths()[0].faces.size() + static_cast<std::size_t>(torn), faces);
        EXPECT_EQ(simulation.cloths()[0].uv_faces.size(), simulation.cloths()[0].faces.size());
        EXPECT_EQ(simulation.measure().torn_faces, torn);
        EXPECT_GT(simulation.measure().torn_energy, 0);
        EXPECT_FALSE(ends_hang_together(simulation));
        EXPECT_TRUE(std::equal(masses.begin(), masses.end(), simulation.masses().begin())) << "mass is kept";

        // Nothing pulls at the ends any more: some 15 N did.
        std::vector<Vec3> force(masses.size());
        simulation.forces(force);
        double at_end = 0;
        for (std::size_t p = 0; p < force.size(); ++p)
            if (simulation.positions()[p].x() > 0.1) at_end += force[p].x();
        EXPECT_LT(std::abs(at_end), 0.05);
        EXPECT_LT(simulation.measure().largest_stretch, 0.05) << "what is torn is not stretched";
    }
}

TEST(Tearing, TakesSeveralStepsAndSaysWhen)
{
    Simulation simulation(strip(0.02));
    int steps_with_tears = 0;
    double first = -1;
    for (int step = 0; step < 140; ++step) {
        const StepReport report = simulation.step();
        if (report.torn_faces == 0) continue;
        ++steps_with_tears;
        if (first < 0) first = report.time - report.dt;
        EXPECT_LE(report.torn_faces, 8);
    }
    EXPECT_GT(steps_with_tears, 1);
    Simulation frames(strip(0.02));
    double told = -1;
    for (int frame = 0; frame < 14 && told < 0; ++frame) told = frames.advance_frame().first_tear;
    EXPECT_NEAR(told, first, 1e-12);
    EXPECT_GT(first, 0.1);
}

/// A strip that nothing holds and that its own speed tears: its ends fly apart.
SceneDescription flying(const std::string& method, double dt)
{
    SceneDescription scene = strip(0);
    scene.cloths[0].pins.clear();
    scene.cloths[0].fabric = lossless(plain_fabric());
    scene.cloths[0].fabric->warp.strength = scene.cloths[0].fabric->weft.strength = 1;
    scene.cloths[0].damping_time = 0;
    scene.integrator.method = method;
    scene.integrator.dt = dt;
    scene.simulation.fps = 1000;
    return scene;
}

/// Starts with a stretch that makes the ends fly apart.
void set_ends_flying(Simulation& simulation)
{
    std::vector<Vec3> velocities;
    for (const Vec3& x : simulation.positions()) velocities.emplace_back(20 * x.x(), 0.3, -0.2);
    simulation.set_velocities(velocities);
}

TEST(Tearing, AFreePieceKeepsItsMomentumAndGainsNoEnergy)
{
    Simulation simulation(flying("symplectic-euler", 1e-5));
    set_ends_flying(simulation);
    const Vec3 momentum = simulation.measure().momentum;
    ASSERT_GT(momentum.norm(), 1e-4);
    int torn = 0;
    double before = simulation.measure().energies.total();
    const double start = before;
    for (int frame = 0; frame < 20; ++frame) {
        torn += simulation.advance_frame().torn_faces;
        const Measurements m = simulation.measure();
        EXPECT_LT((m.momentum - momentum).norm(), 1e-12);
        EXPECT_LT(m.energies.total(), before + 1e-4 * start);
        // What is missing was stored in what tore, but for the error of the method.
        EXPECT_NEAR(m.energies.total() + m.torn_energy, start, 0.01 * start);
        before = m.energies.total();
    }
    EXPECT_GT(torn, 4);
}

/// A method, or "mesh" for triangles in the wind.
class TearingBy : public ::testing::TestWithParam<std::string> {};

SceneDescription strip_by(const std::string& way)
{
    SceneDescription scene = strip(0.02, way == "mesh");
    scene.cloths[0].pins[1].motion.keyframes[1].time = 0.2;
    if (way == "mesh") {
        scene.air = AirDescription{.wind = {0, 0, 3}};
    } else {
        scene.integrator.method = way;
        scene.integrator.adaptive = way == "bdf2";
    }
    return scene;
}

TEST_P(TearingBy, ThreadsAndResumeChangeNoBit)
{
    const SceneDescription scene = strip_by(GetParam());
    Simulation scout(scene);
    int amid = 1;  // frames: to stop when the tear has begun
    while (scout.advance_frame().torn_faces == 0 && amid < 10) ++amid;
    const auto run = [&](int threads, bool resume) {
        const ThreadLimit limit(threads);
        Simulation simulation(scene);
        const int before = tear_for(simulation, amid);
        EXPECT_GT(before, 0);
        if (resume) {
            const std::string bytes = saved(simulation);
            simulation = Simulation(scene);
            restore(simulation, bytes);
            EXPECT_EQ(simulation.measure().torn_faces, before);
        }
        static_cast<void>(tear_for(simulation, 2));
        return saved(simulation);
    };
    const std::string one = run(1, false);
    EXPECT_TRUE(run(2, false) == one);
    EXPECT_TRUE(run(2, true) == one);
}

INSTANTIATE_TEST_SUITE_P(Ways, TearingBy, ::testing::Values("backward-euler", "bdf2", "imex-euler", "mesh"),
                         [](const auto& one) {
                             std::string name = one.param;
                             std::ranges::replace(name, '-', '_');
                             return name;
                         });

TEST(Tearing, ARestoredSimulationForgetsLaterTears)
{
    Simulation simulation(strip(0.02));
    const std::string start = saved(simulation);
    const std::size_t faces = simulation.cloths()[0].faces.size();
    const int torn = tear_for(simulation, 12);
    ASSERT_GT(torn, 0);
    const std::string end = saved(simulation);
    restore(simulation, start);
    EXPECT_EQ(simulation.cloths()[0].faces.size(), faces);
    EXPECT_EQ(tear_for(simulation, 12), torn);
    EXPECT_TRUE(saved(simulation) == end);
}

TEST(Tearing, AStrengthThatIsNotReachedChangesNoBit)
{
    const auto end = [](std::optional<double> strength) {
        SceneDescription scene = strip(0.005);
        scene.cloths[0].fabric->warp.strength = scene.cloths[0].fabric->weft.strength = strength;
        Simulation simulation(scene);
        static_cast<void>(tear_for(simulation, 8));
        EXPECT_EQ(simulation.intact_faces().empty(), !strength.has_value());
        return std::vector<Vec3>(simulation.positions().begin(), simulation.positions().end());
    };
    EXPECT_EQ(end(1e9), end(std::nullopt));
}

}  // namespace
}  // namespace tulle
