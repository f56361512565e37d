#include "scene/unused_keys.hpp"
#include "scene_sample.hpp"

#include <tulle/choices.hpp>

namespace tulle {
namespace {

using UnusedKeysOfScene = SceneFolder;

std::string with(std::string_view integrator, std::string_view more = "")
{
    return small_scene_and(std::string("\n[integrator]\n").append(integrator).append(more));
}

TEST_F(UnusedKeysOfScene, AreMistakesInAFile)
{
    const Lines found = problems(with("method = \"verlet\"\nupdate = \"bare\"\n", "\n[solver]\ntolerance = 1e-6\n"));
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(
        found[0],
        "s.toml:7:10: integrator.update: says how imex-euler solves a step, and verlet has no use for it: leave it "
        "out, or take another method (it is for imex-euler)");
    EXPECT_TRUE(found[1].starts_with("s.toml:10:13: solver.tolerance: says how linear systems are solved, and verlet"))
        << found[1];
}

TEST_F(UnusedKeysOfScene, AreWhatOtherMethodsSolveStepsWith)
{
    for (const IntegratorChoice& method : integrator_choices()) {
        const auto uses = [&](const char* key, const char* value) {
            const std::string line = std::string(key) + " = " + value + '\n';
            return problems(with("method = \"" + std::string(method.name) + "\"\n", line)).empty();
        };
        EXPECT_EQ(uses("update", "\"none\""), method.name == "imex-euler") << method.name;
        EXPECT_FALSE(uses("updates", "2")) << method.name << " without update = \"limited\"";
        EXPECT_EQ(uses("newton", "\"once\""), method.name == "backward-euler") << method.name;
        EXPECT_EQ(uses("relative_tolerance", "1e-4"), method.controls_error) << method.name;
        EXPECT_EQ(uses("dt = \"adaptive\"\nrelative_tolerance", "1e-4"), method.can.adaptive) << method.name;
        const bool iterates = method.name == "imex-euler" || method.family == IntegratorFamily::implicit_method;
        for (const auto& [key, value] :
             {std::pair{"tolerance", "1e-4"}, std::pair{"max_iterations", "7"}, std::pair{"jacobian", "\"exact\""}})
            EXPECT_EQ(uses(key, value), iterates) << method.name << ' ' << key;
        EXPECT_EQ(uses("\n[solver]\nmethod", "\"cg\""), method.family != IntegratorFamily::explicit_method)
            << method.name;
    }
}

TEST_F(UnusedKeysOfScene, GoByTheUpdateOfImexEuler)
{
    EXPECT_TRUE(problems(with("update = \"limited\"\nupdates = 3\n")).empty());
    const Lines without = problems(with("updates = 3\n"));
    ASSERT_EQ(without.size(), 1U);
    EXPECT_NE(without[0].find("imex-euler uses it with update = \"limited\" only"), std::string::npos) << without[0];
    const Lines tolerant = problems(with("update = \"limited\"\nmax_iterations = 5\n"));
    ASSERT_EQ(tolerant.size(), 1U);
    EXPECT_NE(tolerant[0].find("not with update = \"limited\", which takes as many as updates says"), std::string::npos)
        << tolerant[0];
    EXPECT_TRUE(problems(with("update = \"limited\"\nupdates = 3\n"), {"integrator.update=auto"}).empty())
        << "left behind";
}

TEST(IsOfUse, GoesByMethodAndKey)
{
    EXPECT_TRUE(is_of_use("integrator.newton", "backward-euler"));
    EXPECT_FALSE(is_of_use("integrator.newton", "sbdf2"));
    EXPECT_TRUE(is_of_use("solver.tolerance", "sbdf2"));
    EXPECT_TRUE(is_of_use("integrator.method", "verlet"));
    EXPECT_TRUE(is_of_use("cloth[0].thickness", "verlet"));
}

TEST_F(UnusedKeysOfScene, WhichAnOverrideLeavesBehindAreTakenOutWithAWarning)
{
    const std::string scene = with("update = \"bare\"\ndt = 0.002\n", "\n[solver]\ntolerance = 1e-6\n");
    EXPECT_TRUE(problems(scene).empty());
    const SceneFile verlet = read(scene, {"integrator.method=verlet"});
    EXPECT_EQ(verlet.scene.integrator.method, "verlet");
    EXPECT_EQ(verlet.scene.integrator.dt, 0.002);
    ASSERT_EQ(verlet.warnings.size(), 2U);
    EXPECT_EQ(verlet.warnings[0].key, "integrator.update");
    EXPECT_EQ(verlet.warnings[0].line, 6);
    EXPECT_NE(verlet.warnings[0].message.find("not used in this run"), std::string::npos);
    // The text of the scene as it runs is without a mistake.
    EXPECT_EQ(verlet.text.find("update"), std::string::npos) << verlet.text;
    EXPECT_TRUE(read(verlet.text).warnings.empty());
}

TEST_F(UnusedKeysOfScene, OfAdaptiveStepsAreLeftBehindByANumber)
{
    const std::string scene = with("method = \"bdf2\"\ndt = \"adaptive\"\nrelative_tolerance = 1e-5\n");
    EXPECT_TRUE(problems(scene).empty());
    const SceneFile fixed = read(scene, {"integrator.dt=1e-3"});
    ASSERT_EQ(fixed.warnings.size(), 1U);
    EXPECT_NE(fixed.warnings[0].message.find("dt = \"adaptive\" only"), std::string::npos);
}

TEST_F(UnusedKeysOfScene, ThatAnOverrideAsksForAreMistakes)
{
    const Lines found = problems(with("method = \"bdf2\"\n"), {"integrator.update=none"});
    ASSERT_EQ(found.size(), 1U);
    EXPECT_TRUE(found[0].starts_with("--set integrator.update=none: integrator.update: ")) << found[0];
    EXPECT_EQ(problems(std::string(small_scene), {"integrator.method=rk4", "integrator.newton=once"}).size(), 1U);
}

TEST_F(UnusedKeysOfScene, AreNotLookedForWhereTheMethodIsUnknown)
{
    const Lines found = problems(with("method = \"bdf7\"\nupdate = \"bare\"\n"));
    ASSERT_EQ(found.size(), 1U);
    EXPECT_TRUE(found[0].starts_with("s.toml:6:10: integrator.method: ")) << found[0];
}

}  // namespace
}  // namespace tulle
