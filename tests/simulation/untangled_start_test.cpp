// Scenes that start with cloth through cloth: refused, or taken apart.

#include "geometry/surface_crossings.hpp"
#include "saved_bytes.hpp"
#include "simulation/check.hpp"
#include "simulation/warnings.hpp"

#include <tulle/simulation.hpp>
#include <tulle/solid.hpp>
#include <tulle/threads.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace tulle {
namespace {

/// A cloth that hangs from its upper edge and stands 3 cm through one that lies below it.
SceneDescription dirty_start(const std::string& method)
{
    SceneDescription scene;
    scene.integrator.method = method;
    scene.integrator.dt = method == "symplectic-euler" ? 0.0002 : 0.005;
    ClothDescription lower, upper;
    lower.name = "lower";
    lower.shape = GridDescription{.size = {0.5, 0.5}, .particles = {21, 21}, .center = {0, 0, 0}};
    upper.name = "upper";
    upper.shape = GridDescription{
        .size = {0.4, 0.3}, .particles = {17, 13}, .center = {0.011, 0.007, 0.12}, .plane = GridDescription::Plane::xz};
    upper.pins = {{.where = PinEdge{1, true}}};
    for (ClothDescription* cloth : {&lower, &upper}) cloth->thickness = 0.005;
    scene.cloths = {lower, upper};
    scene.self_contact.emplace().untangle = true;
    return scene;
}

std::size_t crossings(const Simulation& simulation)
{
    std::vector<Face> faces;
    for (const ClothView& view : simulation.cloths())
        for (const Face& face : view.faces)
            faces.push_back(
                {face[0] + view.first_particle, face[1] + view.first_particle, face[2] + view.first_particle});
    return find_surface_crossings({simulation.positions(), faces}).size();
}

TEST(UntangledStart, IsRefusedUnlessAskedFor)
{
    SceneDescription scene = dirty_start("imex-euler");
    scene.self_contact->untangle = false;
    const std::vector<Problem> problems = check(scene);
    ASSERT_EQ(problems.size(), 1U);
    EXPECT_EQ(problems[0].key, "self_contact");
    EXPECT_TRUE(problems[0].message.starts_with("cloth starts through cloth in ")) << problems[0].message;
    EXPECT_NE(problems[0].message.find(" of \"lower\" with face "), std::string::npos) << problems[0].message;
    EXPECT_NE(problems[0].message.find("untangle = true"), std::string::npos) << problems[0].message;
    scene.self_contact.reset();
    EXPECT_TRUE(check(scene).empty());
}

TEST(UntangledStart, RunsWithoutPassingThroughAnything)
{
    for (const char* method : {"imex-euler", "backward-euler", "bdf2", "symplectic-euler"}) {
        SCOPED_TRACE(method);
        Simulation simulation(dirty_start(method));
        EXPECT_EQ(crossings(simulation), 0U) << "at the start";
        for (int k = 0; k < 10; ++k) {
            const StepStatus status = simulation.step().status;
            ASSERT_FALSE(is_failure(status)) << k;
            // What was compressed is released at once. Barriers after an explicit step may then balance where two edges
            // are parallel, where their distance has a kink, and iterations go on around it until there are no more.
            if (method != std::string("symplectic-euler")) {
                EXPECT_EQ(status, StepStatus::ok) << k;
            }
            ASSERT_EQ(crossings(simulation), 0U) << k;
        }
    }
}

/// Pins stay, masses share the way, and forces know the cloth as it was cut.
TEST(UntangledStart, MovesWhatIsFreeAndLeavesItsRestShape)
{
    SceneDescription scene = dirty_start("imex-euler");
    const Simulation moved(scene);
    scene.self_contact.reset();
    const Simulation given(scene);
    const int first_of_upper = given.cloths()[1].first_particle;
    double furthest = 0;
    for (std::size_t i = 0; i < given.positions().size(); ++i) {
        const double way = (moved.positions()[i] - given.positions()[i]).norm();
        const bool is_pinned = static_cast<int>(i) >= first_of_upper && given.positions()[i].z() > 0.269;
        if (is_pinned) {
            EXPECT_EQ(way, 0) << i;
        }
        furthest = std::max(furthest, way);
    }
    EXPECT_GT(furthest, 0.005);
    EXPECT_LT(furthest, 0.04) << "it was 3 cm through";
    EXPECT_LT(given.measure().energies.stretch, 1e-12);
    EXPECT_GT(moved.measure().energies.stretch, 1e-9);
}

TEST(UntangledStart, IsTheSameForThreadsAndAfterResuming)
{
    const SceneDescription scene = dirty_start("bdf2");
    const auto bytes_after = [&](int threads, bool resumes) {
        const ThreadLimit limit(threads);
        Simulation first(scene);
        for (int k = 0; k < 3; ++k) EXPECT_EQ(first.step().status, StepStatus::ok);
        Simulation second(scene);
        if (resumes) restore(second, saved(first));
        Simulation& last = resumes ? second : first;
        for (int k = 0; k < 3; ++k) EXPECT_EQ(last.step().status, StepStatus::ok);
        return saved(last);
    };
    const std::string whole = bytes_after(1, false);
    EXPECT_TRUE(bytes_after(2, false) == whole);
    EXPECT_TRUE(bytes_after(1, true) == whole);
}

TEST(UntangledStart, IsToldOf)
{
    SceneDescription scene = dirty_start("imex-euler");
    Untangled start;
    ASSERT_TRUE(check(scene, start).empty());
    ASSERT_EQ(warnings(scene, start).size(), 1U);
    EXPECT_EQ(warnings(scene, start)[0].key, "self_contact.untangle");
    const std::string text = warnings(scene, start)[0].message;
    EXPECT_TRUE(text.starts_with("cloth starts through cloth in " + std::to_string(start.pairs) + " pairs")) << text;
    EXPECT_NE(text.find("moved by up to 0.0"), std::string::npos) << text;

    // Nothing is said where nothing is done.
    std::get<GridDescription>(scene.cloths[1].shape).center.z() = 0.3;
    ASSERT_TRUE(check(scene, start).empty());
    EXPECT_EQ(start.pairs, 0);
    EXPECT_TRUE(warnings(scene, start).empty());
}

/// Obstacles are asked where cloth is then, not where it was given.
TEST(UntangledStart, SaysWhereItLeadsIntoObstacles)
{
    SceneDescription scene = dirty_start("imex-euler");
    std::get<GridDescription>(scene.cloths[1].shape).center = {0, 0, 0};
    std::get<GridDescription>(scene.cloths[1].shape).plane = GridDescription::Plane::xy;
    scene.cloths[1].pins.clear();
    scene.obstacles.push_back({.name = "floor", .shape = PlaneShape{.point = {0, 0, -0.0051}}});
    Untangled start;
    ASSERT_TRUE(check(scene, start).empty());
    bool is_told = false;
    for (const Problem& warning : warnings(scene, start)) is_told = is_told || warning.key == "cloth[0].grid.center";
    EXPECT_TRUE(is_told);
    EXPECT_TRUE(warnings(scene).empty()) << "as it was given, it is 0.1 mm further than it keeps";
}

TEST(UntangledStart, IsRefusedWherePinsPreventAnyMotion)
{
    SceneDescription scene = dirty_start("imex-euler");
    for (ClothDescription& cloth : scene.cloths)
        cloth.pins = {{.where = PinBox{.min = Vec3::Constant(-1), .max = Vec3::Constant(1)}}};
    const std::vector<Problem> problems = check(scene);
    ASSERT_EQ(problems.size(), 1U);
    EXPECT_EQ(problems[0].key, "self_contact.untangle");
    EXPECT_NE(problems[0].message.find("no way was found"), std::string::npos) << problems[0].message;
    EXPECT_NE(problems[0].message.find(" of \"lower\" with face "), std::string::npos) << problems[0].message;
    EXPECT_THROW(Simulation{scene}, InputError);
}

/// What is inside a solid goes with its surface: no tetrahedron is turned inside out.
TEST(UntangledStart, TakesSolidsApart)
{
    SceneDescription scene;
    scene.integrator.dt = 0.005;
    for (const double z : {0.0, 0.17}) {
        BodyDescription& body = scene.bodies.emplace_back();
        body.name = z == 0 ? "lower" : "upper";
        body.kind = make_elastic_solid(
            LatticeDescription{.size = {0.2, 0.2, 0.2}, .particles = {6, 6, 6}, .center = {0.013 * z, 0.021 * z, z}},
            {});
        body.thickness = 0.004;
    }
    scene.self_contact.emplace().untangle = true;
    Simulation simulation(scene);
    EXPECT_EQ(crossings(simulation), 0U);
    const auto x = simulation.positions();
    int first = 0;
    for (const BodyDescription& body : scene.bodies) {
        const auto& net = std::get<ElasticSolidDescription>(body.kind);
        for (const auto& [a, b, c, d] : net.tetrahedra) {
            const Vec3 &p = x[a + first], &q = x[b + first], &r = x[c + first], &s = x[d + first];
            EXPECT_GT((q - p).cross(r - p).dot(s - p), 0);
        }
        first += static_cast<int>(net.nodes.size());
    }
    for (int k = 0; k < 10; ++k) {
        ASSERT_EQ(simulation.step().status, StepStatus::ok) << k;
        ASSERT_EQ(crossings(simulation), 0U) << k;
    }
}

TEST(UntangledStart, IsRefusedWherePinsLetItOnlyBeTornAbout)
{
    SceneDescription scene;
    ClothDescription flat, upright;
    flat.name = "flat";
    flat.shape = GridDescription{.size = {0.3, 0.3}, .particles = {16, 16}, .center = {0, 0, 0.05}};
    flat.pins = {{.where = PinEdge{0, false}}, {.where = PinEdge{0, true}}};
    upright.shape = GridDescription{
        .size = {0.3, 0.3}, .particles = {16, 16}, .center = {0.05, 0, 0.1}, .plane = GridDescription::Plane::xz};
    upright.pins = {{.where = PinEdge{1, false}}, {.where = PinEdge{1, true}}};
    scene.cloths = {flat, upright};
    scene.self_contact.emplace().untangle = true;
    const std::vector<Problem> problems = check(scene);
    ASSERT_EQ(problems.size(), 1U);
    EXPECT_EQ(problems[0].key, "self_contact.untangle");
}

TEST(UntangledStart, RigidBodiesHaveNoPartInUntangling)
{
    SceneDescription scene = dirty_start("backward-euler");
    BodyDescription ball;
    ball.name = "ball";
    ball.thickness = 0;
    ball.kind = RigidBodyDescription{.shape = SphereShape{{0, 0, 1}, 0.05}, .mass = 0.1};
    scene.bodies.push_back(ball);
    EXPECT_TRUE(check(scene).empty());
}

}  // namespace
}  // namespace tulle
