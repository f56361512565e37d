// Cloth against cloth in whole simulations: nothing passes through, nothing is gained, and nothing depends on chance.

#include "geometry/surface_crossings.hpp"
#include "saved_bytes.hpp"

#include <tulle/choices.hpp>
#include <tulle/simulation.hpp>
#include <tulle/threads.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <variant>
#include <vector>

namespace tulle {
namespace {

constexpr double explicit_dt = 0.0005, implicit_dt = 0.005;  // s

bool is_explicit(std::string_view method)
{
    return std::ranges::any_of(integrator_choices(), [&](const IntegratorChoice& choice) {
        return choice.name == method && choice.family == IntegratorFamily::explicit_method;
    });
}

/// Two free cloths that fly at each other, the upper one smaller and aside: flat onto the lower one, or edge first.
SceneDescription thrown_cloths(const std::string& method, bool flat)
{
    SceneDescription scene;
    scene.simulation.gravity = Vec3::Zero();
    scene.integrator.method = method;
    scene.integrator.dt = is_explicit(method) ? explicit_dt : implicit_dt;
    scene.integrator.tolerance = 1e-8;
    ClothDescription lower, upper;
    lower.name = "lower";
    lower.shape = GridDescription{.size = {0.5, 0.5}, .particles = {11, 11}, .center = {0, 0, 0}};
    lower.velocity = {0.1, 0, 1};
    upper.name = "upper";
    upper.shape = GridDescription{.size = {0.35, 0.4},
                                  .particles = {9, 10},
                                  .center = {0.03, 0.05, flat ? 0.05 : 0.25},
                                  .plane = flat ? GridDescription::Plane::xy : GridDescription::Plane::xz};
    upper.velocity = {-0.3, 0.2, -2};
    for (ClothDescription* cloth : {&lower, &upper}) {
        cloth->areal_density = 0.2;
        cloth->thickness = 0.005;
    }
    scene.cloths = {lower, upper};
    scene.self_contact.emplace();
    return scene;
}

/// Of all cloths, with particles that count through them.
std::vector<Face> faces_of(const Simulation& simulation)
{
    std::vector<Face> faces;
    for (const ClothView& view : simulation.cloths())
        for (const Face& face : view.faces)
            faces.push_back(
                {face[0] + view.first_particle, face[1] + view.first_particle, face[2] + view.first_particle});
    return faces;
}

/// As it is, or as it is shown.
bool has_intersections(const Simulation& simulation)
{
    const std::vector<Face> faces = faces_of(simulation);
    return !find_surface_crossings({simulation.positions(), faces}).empty() ||
           !find_surface_crossings({simulation.visible_positions(), faces}).empty();
}

/// kg m/s, of all particles were they to move the same way.
double momentum_scale(const Simulation& simulation)
{
    double sum = 0;
    for (std::size_t i = 0; i < simulation.velocities().size(); ++i)
        sum += simulation.masses()[i] * simulation.velocities()[i].norm();
    return sum;
}

struct Flight {
    double momentum_error = 0;  // relative
    double energy_gain = 0;     // in a step, relative to that at the start
    int most_contacts = 0;
    bool intersected = false;
    int failed_steps = 0;
};

Flight fly(const SceneDescription& scene, double seconds)
{
    Simulation simulation(scene);
    Flight flight;
    const Vec3 momentum = simulation.measure().momentum;
    const double scale = momentum_scale(simulation);
    const double energy_scale = simulation.measure().energies.total();
    double energy = energy_scale;
    const int steps = static_cast<int>(std::lround(seconds / simulation.dt()));
    for (int k = 0; k < steps; ++k) {
        if (simulation.step().status != StepStatus::ok) ++flight.failed_steps;
        const Measurements measured = simulation.measure();
        flight.momentum_error = std::max(flight.momentum_error, (measured.momentum - momentum).norm() / scale);
        flight.energy_gain = std::max(flight.energy_gain, (measured.energies.total() - energy) / energy_scale);
        energy = measured.energies.total();
        flight.most_contacts = std::max(flight.most_contacts, measured.contacts);
        flight.intersected = flight.intersected || has_intersections(simulation);
    }
    return flight;
}

TEST(SelfContactScene, ImplicitMethodsKeepMomentumAndGainNoEnergy)
{
    for (const bool flat : {true, false})
        for (const char* method : {"backward-euler", "imex-euler", "bdf2"}) {
            SCOPED_TRACE(method);
            const Flight flight = fly(thrown_cloths(method, flat), 0.15);
            EXPECT_FALSE(flight.intersected);
            EXPECT_EQ(flight.failed_steps, 0);
            EXPECT_GT(flight.most_contacts, 20) << "they have met";
            EXPECT_LE(flight.momentum_error, 1e-10);
            EXPECT_LE(flight.energy_gain, 1e-6);
        }
}

/// Where steps are short enough for their methods, none of which then gains energy by itself.
TEST(SelfContactScene, MethodsThatAreCorrectedKeepMomentumAndGainNoEnergy)
{
    for (const bool flat : {true, false})
        for (const char* method : {"symplectic-euler", "verlet", "sbdf2", "cnab", "mcnab"}) {
            SCOPED_TRACE(method + std::string(flat ? ", flat" : ", edge first"));
            SceneDescription scene = thrown_cloths(method, flat);
            scene.integrator.dt = explicit_dt;
            const Flight flight = fly(scene, flat ? 0.05 : 0.08);
            EXPECT_FALSE(flight.intersected);
            EXPECT_EQ(flight.failed_steps, 0);
            EXPECT_GT(flight.most_contacts, 20) << "they have met";
            EXPECT_LE(flight.momentum_error, 1e-10);
            EXPECT_LE(flight.energy_gain, 1e-6);
        }
}

/// The largest gain of energy in a step, relative to what there was at the start, beyond what the method alone would
/// have had from the same state.
double gain_by_contact(const SceneDescription& scene, double seconds)
{
    SceneDescription without = scene;
    without.self_contact.reset();
    Simulation touching(scene), alone(without);
    const Measurements start = touching.measure();
    const double scale = start.energies.total();
    const double momentum = momentum_scale(touching);
    double largest = 0;
    const int steps = static_cast<int>(std::lround(seconds / touching.dt()));
    for (int k = 0; k < steps; ++k) {
        const Energies before = touching.measure().energies;
        alone.set_positions(touching.positions());
        alone.set_velocities(touching.velocities());
        (void)alone.step();
        EXPECT_FALSE(is_failure(touching.step().status));
        const double by_method = alone.measure().energies.total() + before.contact;
        const double most = std::max(by_method, before.total());
        const Measurements now = touching.measure();
        largest = std::max(largest, (now.energies.total() - most) / scale);
        EXPECT_LE((now.momentum - start.momentum).norm(), 1e-10 * momentum);
    }
    EXPECT_LT(touching.measure().energies.total(), 0.9 * scale) << "they have met";
    return largest;
}

TEST(SelfContactScene, CorrectionsAfterAStepAddNoEnergy)
{
    for (const bool flat : {true, false})
        for (const char* method : {"symplectic-euler", "verlet", "rk4", "implicit-midpoint", "sbdf1"}) {
            SCOPED_TRACE(method + std::string(flat ? ", flat" : ", edge first"));
            EXPECT_LE(gain_by_contact(thrown_cloths(method, flat), flat ? 0.06 : 0.1), 1e-6);
        }
}

/// Or the others could not fail.
TEST(SelfContactScene, WithoutItClothsPassThroughEachOther)
{
    SceneDescription scene = thrown_cloths("backward-euler", false);
    scene.self_contact.reset();
    EXPECT_TRUE(fly(scene, 0.15).intersected);
}

/// A cloth that comes down edge first on another one, and on the floor below: obstacles and layers press at once.
TEST(SelfContactScene, FoldsOnAFloorWithoutPassingThroughAnything)
{
    SceneDescription scene = thrown_cloths("bdf2", false);
    scene.simulation.gravity = {0, 0, -9.81};
    scene.integrator.tolerance = 1e-3;
    std::get<GridDescription>(scene.cloths[0].shape).center.z() = 0.02;
    scene.cloths[0].velocity = Vec3::Zero();
    scene.obstacles.push_back({.name = "floor", .shape = PlaneShape{}});
    Simulation simulation(scene);
    while (simulation.time() < 0.4) {
        ASSERT_FALSE(is_failure(simulation.step().status)) << simulation.time();
        ASSERT_FALSE(has_intersections(simulation)) << simulation.time();
        ASSERT_EQ(simulation.measure().deepest_penetration, 0) << simulation.time();
    }
    // How the cloth folds is chance: starts that differ by a micrometre a second end with 156 to 250 pairs.
    EXPECT_GT(simulation.measure().contacts, 100) << "or nothing was tested";
}

void advance_by(Simulation& simulation, double seconds)
{
    const int steps = static_cast<int>(std::lround(seconds / simulation.dt()));
    for (int k = 0; k < steps; ++k) ASSERT_EQ(simulation.step().status, StepStatus::ok) << simulation.time();
}

TEST(SelfContactScene, ThreadsAndResumeChangeNoBit)
{
    for (const bool flat : {true, false})
        for (const char* method : {"backward-euler", "bdf2", "symplectic-euler", "sbdf2"}) {
            SCOPED_TRACE(method + std::string(flat ? ", flat" : ", edge first"));
            const SceneDescription scene = thrown_cloths(method, flat);
            const auto bytes_after = [&](int threads, bool resumes) {
                const ThreadLimit limit(threads);
                Simulation first(scene);
                advance_by(first, flat ? 0.02 : 0.04);
                EXPECT_GT(first.measure().contacts, 0) << "in the middle of it";
                if (!resumes) {
                    advance_by(first, 0.02);
                    return saved(first);
                }
                Simulation second(scene);
                restore(second, saved(first));
                advance_by(second, 0.02);
                return saved(second);
            };
            const std::string whole = bytes_after(1, false);
            EXPECT_TRUE(bytes_after(2, false) == whole);
            EXPECT_TRUE(bytes_after(1, true) == whole);
        }
}

/// How far edges that are nearly parallel count goes by their directions when the last step began.
TEST(SelfContactScene, MeasuresTheSameAfterResuming)
{
    const SceneDescription scene = thrown_cloths("bdf2", true);
    Simulation first(scene), second(scene);
    advance_by(first, 0.02);
    restore(second, saved(first));
    EXPECT_EQ(second.measure().contacts, first.measure().contacts);
    EXPECT_EQ(second.measure().energies.contact, first.measure().energies.contact);
}

/// Two opposite edges of a cloth are pinned and brought to each other, and on: there is no place for both.
SceneDescription driven_into_itself(const std::string& method, double dt)
{
    SceneDescription scene;
    scene.integrator.method = method;
    scene.integrator.dt = dt;
    ClothDescription cloth;
    cloth.shape = GridDescription{.size = {0.4, 0.3}, .particles = {13, 9}, .center = {0, 0, 0}};
    PinDescription still{.where = PinEdge{0, false}}, driven{.where = PinEdge{0, true}};
    driven.motion.keyframes = {{.time = 0}, {.time = 0.4, .translation = {-0.5, 0, 0}}};
    cloth.pins = {still, driven};
    scene.cloths = {cloth};
    scene.self_contact.emplace();
    return scene;
}

TEST(SelfContactScene, EndsWherePinsLeaveNoRoom)
{
    for (const char* method : {"backward-euler", "imex-euler", "bdf2", "symplectic-euler"}) {
        SCOPED_TRACE(method);
        Simulation simulation(driven_into_itself(method, method == std::string("symplectic-euler") ? 0.0002 : 0.005));
        StepReport report;
        while (simulation.time() < 0.5 && !is_failure(report.status)) {
            report = simulation.step();
            ASSERT_FALSE(has_intersections(simulation)) << simulation.time();
        }
        EXPECT_EQ(report.status, StepStatus::intersecting);
        // The edges meet after 0.32 s.
        EXPECT_GT(simulation.time(), 0.28);
        EXPECT_LT(simulation.time(), 0.33);
        EXPECT_NE(simulation.explain(report).find("no step however short keeps cloth from passing through cloth"),
                  std::string::npos);
    }
}

/// Two sheets over a floor, or in it, both nearer to it than they should be: it sends them to one place.
SceneDescription layers_in_a_floor(const std::string& method, double lower_height, double upper_height)
{
    SceneDescription scene;
    scene.integrator.method = method;
    ClothDescription lower, upper;
    lower.name = "lower";
    lower.shape = GridDescription{.size = {0.3, 0.3}, .particles = {9, 9}, .center = {0, 0, lower_height}};
    upper.shape = GridDescription{.size = {0.3, 0.3}, .particles = {9, 9}, .center = {0.01, 0.005, upper_height}};
    scene.cloths = {lower, upper};
    scene.obstacles.push_back({.name = "floor", .shape = PlaneShape{}});
    scene.self_contact.emplace();
    return scene;
}

TEST(SelfContactScene, LayersThatStartInAnObstacleComeOutOneOverTheOther)
{
    for (const char* method : {"backward-euler", "imex-euler", "bdf2"})
        for (const auto& [lower, upper] : {std::pair(0.001, 0.004), std::pair(-0.03, -0.02)}) {
            SCOPED_TRACE(std::string(method) + " from " + std::to_string(lower));
            Simulation simulation(layers_in_a_floor(method, lower, upper));
            ASSERT_FALSE(has_intersections(simulation));
            for (int k = 0; k < 60; ++k) {
                ASSERT_EQ(simulation.step().status, StepStatus::ok) << k;
                ASSERT_FALSE(has_intersections(simulation)) << k;
            }
            double lowest = 1;
            for (const Vec3& x : simulation.positions()) lowest = std::min(lowest, x.z());
            EXPECT_GT(lowest, 0.0045) << "out, about at the contact distance";
        }
}

TEST(SelfContactScene, ATowelWhoseHemIsInTheFloorIsLetOut)
{
    SceneDescription scene = layers_in_a_floor("backward-euler", 0, 0);
    scene.cloths.resize(1);
    scene.cloths[0].shape = GridDescription{
        .size = {0.2, 0.3}, .particles = {7, 10}, .center = {0, 0, 0.12}, .plane = GridDescription::Plane::xz};
    Simulation simulation(scene);
    for (int k = 0; k < 40; ++k) {
        ASSERT_EQ(simulation.step().status, StepStatus::ok) << k;
        ASSERT_FALSE(has_intersections(simulation)) << k;
    }
    // Barriers give way to the weight of what still folds down onto the hem.
    for (const Vec3& x : simulation.positions()) EXPECT_GT(x.z(), 0.8 * scene.cloths[0].thickness);
}

TEST(SelfContactScene, BitsOfImexEulerAreThoseOfBackwardEuler)
{
    // Both take Newton's steps where barriers are, so what is certified of one is of the other.
    Simulation imex(thrown_cloths("imex-euler", false)), backward(thrown_cloths("backward-euler", false));
    for (int k = 0; k < 30; ++k) {
        (void)imex.step();
        (void)backward.step();
        for (std::size_t i = 0; i < imex.positions().size(); ++i)
            ASSERT_EQ(imex.positions()[i], backward.positions()[i]) << k;
    }
    EXPECT_GT(imex.measure().contacts, 10) << "they have met";
}

}  // namespace
}  // namespace tulle
