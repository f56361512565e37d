#include "scene/read_rigid.hpp"

#include "scene_sample.hpp"

#include <tulle/simulation.hpp>
#include <tulle/solid.hpp>

#include <algorithm>
#include <numbers>
#include <numeric>

namespace tulle {
namespace {

class ReadRigid : public SceneFolder {
protected:
    ReadRigid()
    {
        write("tip.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n");
        write("open.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\n");
    }
};

std::string with_ball(const std::string& more)
{
    return "[[body]]\nname = \"ball\"\nrigid = { shape = \"sphere\", radius = 0.1, center = [0, 0, 1] }\n" + more;
}

const RigidBodyDescription& rigid_of(const SceneFile& file)
{
    return std::get<RigidBodyDescription>(file.scene.bodies[0].kind);
}

TEST_F(ReadRigid, ReadsShapeMassFrictionAndSpin)
{
    const SceneFile file =
        read(with_ball("mass = 3\nfriction = 0.7\nspin = [0, 1, 2]\nvelocity = [1, 0, 0]\nscale = 2\n"
                       "translation = [0, 0, 5]\n"));
    const RigidBodyDescription& ball = rigid_of(file);
    EXPECT_EQ(std::get<SphereShape>(ball.shape).radius, 0.1);
    EXPECT_EQ(std::get<SphereShape>(ball.shape).center, Vec3(0, 0, 1));
    EXPECT_EQ(file.scene.bodies[0].placement.scale, 2);
    EXPECT_EQ(ball.mass, 3);
    EXPECT_EQ(ball.friction, 0.7);
    EXPECT_EQ(ball.spin, Vec3(0, 1, 2));
    EXPECT_EQ(file.scene.bodies[0].thickness, 0);
    const Simulation simulation(file.scene);
    Vec3 centre = Vec3::Zero();
    for (const Vec3& x : simulation.positions().last(4)) centre += x / 4;
    EXPECT_TRUE(centre.isApprox(Vec3(0, 0, 7), 1e-12));
    EXPECT_NEAR((simulation.positions()[0] - centre).norm(), 0.2, 1e-12);
}

/// The scale counts in the shape that touches and in the particles, for a program as for a scene file.
TEST_F(ReadRigid, ABodyOfAProgramMovesAsThatOfASceneFile)
{
    const SceneFile file = read(std::string(small_scene) + with_ball("mass = 3\nscale = 2\nspin = [0, 4, 0]\n") +
                                "[[obstacle]]\nshape = \"box\"\ncenter = [0, 0, 1.29]\nsize = [1, 1, 1]\n");
    SceneDescription made = file.scene;
    made.bodies = {{.name = "ball",
                    .kind = RigidBodyDescription{.shape = SphereShape{{0, 0, 1}, 0.1}, .mass = 3, .spin = {0, 4, 0}},
                    .placement = {.scale = 2},
                    .thickness = 0}};
    Simulation one(file.scene), other(made);
    for (int step = 0; step < 20; ++step) {
        ASSERT_FALSE(is_failure(one.step().status)) << step;
        ASSERT_FALSE(is_failure(other.step().status)) << step;
    }
    EXPECT_TRUE(std::ranges::equal(one.positions(), other.positions()));
    // The ball, whose radius is 0.2 m, lies on the box.
    Vec3 centre = Vec3::Zero();
    for (const Vec3& x : one.positions().last(4)) centre += x / 4;
    EXPECT_NEAR(centre.z(), 1.99, 2e-3);
}

TEST_F(ReadRigid, ADensityGivesTheMassOfWhatIsScaled)
{
    EXPECT_NEAR(rigid_of(read(with_ball("density = 1000\nscale = 2\n"))).mass, 1000 * 4 * std::numbers::pi / 3 * 0.008,
                1e-9);
    const SceneFile tip =
        read("[[body]]\nrigid = { shape = \"mesh\", mesh = \"tip.obj\" }\ndensity = 600\nthickness = 0.001\n");
    EXPECT_NEAR(rigid_of(tip).mass, 100, 1e-9);
    EXPECT_EQ(tip.scene.bodies[0].thickness, 0.001);
}

TEST_F(ReadRigid, ReadsAttachments)
{
    const std::string scene =
        "[[cloth]]\nname = \"cloth\"\ngrid = { size = [1, 1], particles = [5, 5] }\nareal_density = 1\n" +
        with_ball("mass = 3\n") + "[[attachment]]\ncloth = \"cloth\"\nbody = \"ball\"\n";
    const SceneFile file = read(scene + "edge = \"min-first\"\n");
    ASSERT_EQ(file.scene.attachments.size(), 1u);
    EXPECT_EQ(std::get<PinEdge>(file.scene.attachments[0].where).axis, 0);
    EXPECT_EQ(problems(scene), Lines{"s.toml:9:1: attachment[0]: missing; expected one of corner, edge, box, indices"});
    EXPECT_EQ(problems(scene + "indices = [25]\n"),
              Lines{"s.toml:12:12: attachment[0].indices[0]: expected a particle's index from 0 to 24, found 25"});
}

TEST_F(ReadRigid, SaysWhatIsWrong)
{
    EXPECT_EQ(problems(with_ball("")), Lines{"s.toml:1:1: body[0]: missing; expected one of density, mass"});
    EXPECT_EQ(problems(with_ball("mass = 1\nstiffness = 5\n")),
              Lines{"s.toml:5:13: body[0].stiffness: a rigid body keeps its shape; only a lattice or a mesh has this "
                    "key"});
    EXPECT_EQ(problems("[[body]]\nlattice = { size = [1, 1, 1], particles = [3, 3, 3] }\nmass = 1\nspin = [0, 0, 1]\n"),
              Lines{"s.toml:4:8: body[0].spin: only a rigid body has this key; of others the obstacle tells"});
    const Lines open = problems("[[body]]\nrigid = { shape = \"mesh\", mesh = \"open.obj\" }\nmass = 1\n");
    ASSERT_EQ(open.size(), 1u);
    EXPECT_NE(open[0].find("is not closed"), std::string::npos) << open[0];
    const Lines missing = problems("[[body]]\nrigid = { shape = \"mesh\", mesh = \"none.obj\" }\nmass = 1\n");
    ASSERT_EQ(missing.size(), 1u);
    EXPECT_NE(missing[0].find("body[0].rigid.mesh: expected a mesh file"), std::string::npos) << missing[0];
    const Lines explicit_steps = problems(with_ball("mass = 1\n[integrator]\nmethod = \"verlet\"\n"));
    ASSERT_EQ(explicit_steps.size(), 1u);
    EXPECT_NE(explicit_steps[0].find("rigid bodies, such as \"ball\", take"), std::string::npos);
}

}  // namespace
}  // namespace tulle
