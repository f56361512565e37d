#include "scene/read_body.hpp"

#include "scene_sample.hpp"

#include <tulle/simulation.hpp>
#include <tulle/solid.hpp>

namespace tulle {
namespace {

constexpr std::string_view triangle_net =
    "nodes = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]]\n"
    "masses = [1, 2, 3, 4]\n"
    "faces = [[0, 1, 3, 2]]\n"
    "[[springs]]\nname = \"sides\"\nstiffness = 10\ndamping = 0.1\nbetween = [[0, 1], [1, 2], [2, 0]]\n"
    "[[springs]]\nname = \"muscle\"\nstiffness = 5\nbetween = [[1, 3]]\nrest_lengths = [2]\n";

class ReadBody : public SceneFolder {
protected:
    ReadBody() { write("nets/t.toml", triangle_net); }
};

std::string body_scene(const std::string& more) { return "[[body]]\nnet = \"nets/t.toml\"\n" + more; }

TEST_F(ReadBody, ReadsNodesSpringsAndMuscles)
{
    const SceneFile file = read(
        body_scene("name = \"thing\"\nscale = 2\nrotation = { angle = 90 }\nvelocity = [0, 0, 1]\n"
                   "[[body.muscle]]\nsprings = \"muscle\"\ncontraction = 0.5\nfrequency = 2\nphase = 90\nramp = 0.5\n"
                   "[[body.pin]]\nindices = [0]\n[water]\ncurrent = [1, 0, 0]\n"));
    ASSERT_EQ(file.scene.bodies.size(), 1u);
    const BodyDescription& body = file.scene.bodies[0];
    EXPECT_EQ(body.name, "thing");
    EXPECT_EQ(body.velocity, Vec3(0, 0, 1));
    EXPECT_EQ(body.pins.size(), 1u);
    const auto& net = std::get<SpringNetDescription>(body.kind);
    EXPECT_EQ(net.nodes[3], Vec3(1, 1, 0));
    EXPECT_EQ(net.masses, (std::vector<double>{1, 2, 3, 4}));
    EXPECT_EQ(net.faces, (std::vector<Face>{{0, 1, 3}, {0, 3, 2}}));
    EXPECT_EQ(body.placement.scale, 2);
    EXPECT_EQ(body.placement.angle, 90);
    ASSERT_EQ(net.springs.size(), 2u);
    EXPECT_EQ(net.springs[0].damping, 0.1);
    EXPECT_EQ(net.springs[1].between, (std::vector<std::array<int, 2>>{{1, 3}}));
    EXPECT_EQ(net.springs[1].rest_lengths, std::vector<double>{2});
    ASSERT_EQ(net.muscles.size(), 1u);
    EXPECT_EQ(net.muscles[0].phase, 90);
    EXPECT_EQ(file.scene.water->current, Vec3(1, 0, 0));
    EXPECT_EQ(Simulation(file.scene).particle_count(), 4);
    // Read from elsewhere, the text still leads to the net.
    EXPECT_NE(file.text.find((folder / "nets/t.toml").string()), std::string::npos);
}

TEST_F(ReadBody, SaysWhatIsWrongWithTheScene)
{
    EXPECT_EQ(problems("[[body]]\nnet = \"fish.toml\"\n"),
              Lines{"s.toml:2:7: body[0].net: expected a file with nodes and springs, found none at fish.toml"});
    EXPECT_EQ(problems("[[body]]\nname = \"x\"\n"),
              Lines{"s.toml:1:1: body[0]: missing; expected one of net, lattice, mesh, rigid"});
    EXPECT_EQ(problems(body_scene("[[body.muscle]]\nsprings = \"leg\"\ncontraction = 2\n")),
              (Lines{"s.toml:4:11: body[0].muscle[0].springs: expected the name of springs of the net, one of sides, "
                     "muscle, found \"leg\"",
                     "s.toml:5:15: body[0].muscle[0].contraction: expected a number from 0 to 0.9, found 2"}));
    EXPECT_EQ(
        problems(body_scene("[[body.pin]]\ncorner = \"min-min\"\n")),
        Lines{"s.toml:4:10: body[0].pin[0].corner: only a grid has corners; choose the particles of a mesh by box "
              "or indices"});
    EXPECT_EQ(problems(small_scene_and("[water]\n")),
              Lines{"s.toml:4:1: water: acts on the faces of bodies, and there are none: cloth feels [air]"});
}

TEST_F(ReadBody, SaysWhatIsWrongWithTheNetAtItsPlace)
{
    write("nets/t.toml",
          "nodes = [[0, 0, 0], [1, 0]]\nmasses = [1, -2]\nknots = 3\n"
          "[[springs]]\nname = \"sides\"\nstiffness = -1\nbetween = [[0, 1.5]]\n");
    EXPECT_EQ(problems(body_scene("")),
              (Lines{"nets/t.toml:1:21: body[0].net: nodes[1]: expected places [x, y, z] in m, found [1, 0]",
                     "nets/t.toml:2:14: body[0].net: masses[1]: expected numbers > 0 kg, found -2",
                     "nets/t.toml:3:1: body[0].net: knots: unknown key; known here: nodes, masses, faces, dry_faces, "
                     "springs, tetrahedra, elastic",
                     "nets/t.toml:6:13: body[0].net: springs[0].stiffness: expected a number >= 0 N/m, found -1",
                     "nets/t.toml:7:12: body[0].net: springs[0].between[0]: expected pairs of nodes [i, j], found "
                     "[0, 1.5]"}));
    write("nets/t.toml", "nodes = [[0, 0, 0], [1, 0, 0]]\nmasses = [1]\n");
    EXPECT_EQ(problems(body_scene("")),
              Lines{"nets/t.toml: body[0].net: masses: expected one for each of the 2 nodes, found 1"});
}

TEST_F(ReadBody, TheFileOfANetMayHaveTetrahedraInsteadOfSprings)
{
    const std::string nodes = "nodes = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]\nmasses = [1, 2, 3, 4]\n";
    write("nets/t.toml",
          nodes + "faces = [[0, 2, 1]]\ntetrahedra = [[0, 1, 2, 3]]\nelastic = { young_modulus = 2e4 }\n");
    const auto solid = std::get<ElasticSolidDescription>(read(body_scene("")).scene.bodies[0].kind);
    EXPECT_EQ(solid.nodes[2], Vec3(0, 1, 0));
    EXPECT_EQ(solid.masses, (std::vector<double>{1, 2, 3, 4}));
    EXPECT_EQ(solid.tetrahedra, (std::vector<std::array<int, 4>>{{0, 1, 2, 3}}));
    EXPECT_EQ(solid.faces, (std::vector<Face>{{0, 2, 1}}));
    EXPECT_EQ(solid.elastic.young_modulus, 2e4);
    EXPECT_EQ(solid.elastic.poisson_ratio, ElasticDescription().poisson_ratio);

    write("nets/t.toml", nodes + "dry_faces = [[0, 2, 1]]\ntetrahedra = [[0, 2, 1, 3], [0, 1, 2]]\n");
    EXPECT_EQ(
        problems(body_scene("")),
        (Lines{"nets/t.toml:3:13: body[0].net: dry_faces: the body is of tetrahedra; a net of springs has this key",
               "nets/t.toml:4:15: body[0].net: tetrahedra[0]: expected the first three nodes counter-clockwise "
               "seen from the fourth",
               "nets/t.toml:4:29: body[0].net: tetrahedra[1]: expected tetrahedra of nodes [i, j, k, l], found "
               "[0, 1, 2]"}));
    write("nets/t.toml", nodes + "tetrahedra = [[0, 1, 2, 7]]\n");
    EXPECT_EQ(problems(body_scene("")),
              Lines{"nets/t.toml: body[0].net: tetrahedra[0]: expected indices of nodes from 0 "
                    "to 3, found 7"});
    write("nets/t.toml", nodes + "elastic = {}\n");
    EXPECT_EQ(problems(body_scene("")),
              Lines{"nets/t.toml:3:11: body[0].net: elastic: the body is of springs; tetrahedra have this key"});
}

TEST_F(ReadBody, TheDocumentListsTheKeysOfTheNet)
{
    std::ifstream in(std::filesystem::path(TULLE_SOURCE_DIR) / "docs/scene-format.md");
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    for (const SceneKey& key : net_keys())
        EXPECT_NE(text.find("\n| " + key.path + " |"), std::string::npos) << key.path << " is not documented";
}

TEST_F(ReadBody, SpringsOfANetMayHaveALaw)
{
    write("nets/t.toml", std::string(triangle_net) + "law = \"cubic\"\ncubic = { stretched = 1.2 }\n");
    const auto& net = std::get<SpringNetDescription>(read(body_scene("")).scene.bodies[0].kind);
    EXPECT_EQ(net.springs[0].law, TensionLaw::linear);
    EXPECT_EQ(net.springs[1].law, TensionLaw::cubic);
    EXPECT_EQ(net.springs[1].cubic.stretched, 1.2);
    write("nets/t.toml", std::string(triangle_net) + "cubic = { stretched = 1.2 }\n");
    EXPECT_EQ(problems(body_scene("")).size(), 1U);
    write("nets/t.toml", std::string(triangle_net) + "law = \"cubic\"\ncubic = { stretched_factor = 90 }\n");
    const Lines lines = problems(body_scene(""));
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_NE(lines[0].find("times the rest length"), std::string::npos) << lines[0];
}

constexpr std::string_view lattice_body =
    "[[body]]\nlattice = { size = [0.2, 0.1, 0.1], particles = [3, 2, 2], center = [0, 0, 1] }\n";

TEST_F(ReadBody, ReadsALattice)
{
    const SceneFile file = read(std::string(lattice_body) +
                                "mass = 0.6\nstiffness = 400\nlaw = \"cubic\"\nscale = 2\n"
                                "cubic = { compressed_factor = 10 }\n");
    const auto& net = std::get<SpringNetDescription>(file.scene.bodies[0].kind);
    EXPECT_EQ(net.nodes.size(), 12u);
    EXPECT_EQ(net.nodes[0], Vec3(-0.2, -0.1, 1.9));
    double mass = 0;
    for (const double m : net.masses) mass += m;
    EXPECT_NEAR(mass, 0.6, 1e-14);
    EXPECT_EQ(net.springs[0].stiffness, 400);
    EXPECT_EQ(net.springs[1].cubic.compressed_factor, 10);
    EXPECT_EQ(Simulation(file.scene).particle_count(), 12);
    // Twice as large of the same density: eight times the mass.
    const auto mass_of = [&](const std::string& more) {
        double sum = 0;
        const SceneFile scene = read(std::string(lattice_body) + more);
        for (const double m : std::get<SpringNetDescription>(scene.scene.bodies[0].kind).masses) sum += m;
        return sum;
    };
    EXPECT_NEAR(mass_of("density = 100\n"), 0.2, 1e-14);
    EXPECT_NEAR(mass_of("density = 100\nscale = 2\n"), 1.6, 1e-14);
}

TEST_F(ReadBody, ReadsTetrahedraOfAnElasticMaterial)
{
    write("solid.msh",
          "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n4\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n$EndNodes\n"
          "$Elements\n1\n1 4 2 0 1 1 2 3 4\n$EndElements\n");
    const SceneFile file = read(
        "[[body]]\nmesh = \"solid.msh\"\ndensity = 1200\nmaterial = \"elastic\"\n"
        "elastic = { young_modulus = 2e4, poisson_ratio = 0.4, damping_time = 0.01 }\n");
    const auto& net = std::get<ElasticSolidDescription>(file.scene.bodies[0].kind);
    ASSERT_EQ(net.tetrahedra.size(), 1u);
    EXPECT_EQ(net.elastic.young_modulus, 2e4);
    EXPECT_EQ(net.faces.size(), 4u);
    EXPECT_EQ(Simulation(file.scene).particle_count(), 4);
}

TEST_F(ReadBody, OnlyANetOfSpringsHasMuscles)
{
    const std::string muscle = "[[body.muscle]]\nsprings = \"edges\"\n";
    EXPECT_EQ(read(std::string(lattice_body) + "mass = 1\n" + muscle).warnings.size(), 0u);
    EXPECT_EQ(problems(std::string(lattice_body) + "mass = 1\nmaterial = \"elastic\"\n" + muscle),
              Lines{"s.toml:6:11: body[0].muscle[0].springs: a muscle shortens springs; the body is of tetrahedra"});
    const Lines rigid = problems("[[body]]\nrigid = { shape = \"box\", size = [1, 1, 1] }\nmass = 1\n" + muscle);
    ASSERT_EQ(rigid.size(), 1u);
    EXPECT_NE(rigid[0].find("body[0].muscle: a rigid body has no springs that a muscle could shorten"),
              std::string::npos)
        << rigid[0];
}

TEST_F(ReadBody, FillsASurface)
{
    write("cube.obj",
          "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n"
          "f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n");
    const std::string scene = "[[body]]\nmesh = \"cube.obj\"\nscale = 0.1\nmass = 2\n";
    const SceneFile file = read(scene + "spacing = 0.026\nmaterial = \"elastic\"\n");
    const auto& net = std::get<ElasticSolidDescription>(file.scene.bodies[0].kind);
    EXPECT_EQ(net.nodes.size(), 125u);
    EXPECT_EQ(net.tetrahedra.size(), 6u * 64);
    EXPECT_NEAR(volume({net.nodes, net.tetrahedra}), 1e-3, 1e-12);  // the corners have come in to the cube
    EXPECT_EQ(problems(scene),
              Lines{"s.toml:2:8: body[0].mesh: a surface is filled with cubes: give their edge, spacing, in m"});
    write("cube.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 4 3 2 1\n");
    ASSERT_EQ(problems(scene + "spacing = 0.02\n").size(), 1U);
    EXPECT_NE(problems(scene + "spacing = 0.02\n")[0].find("is not closed"), std::string::npos);
}

TEST_F(ReadBody, ASolidSaysWhatItIsMadeOf)
{
    EXPECT_EQ(problems(std::string(lattice_body)),
              Lines{"s.toml:1:1: body[0]: missing; expected one of density, mass"});
    EXPECT_EQ(problems(std::string(lattice_body) + "mass = 1\nelastic = { young_modulus = 1 }\n"),
              Lines{"s.toml:4:11: body[0].elastic: the body is of springs; material = \"elastic\" has this key"});
    EXPECT_EQ(problems(std::string(lattice_body) + "mass = 1\nmaterial = \"elastic\"\nlaw = \"cubic\"\n").size(), 1U);
    EXPECT_EQ(
        problems(std::string(lattice_body) + "mass = 1\nlaw = \"cubic\"\ncubic = { stretched_factor = 90 }\n").size(),
        1U);
    EXPECT_EQ(problems(std::string(lattice_body) + "mass = 1\nmesh = \"t.msh\"\n").size(), 1U);
    EXPECT_EQ(problems("[[body]]\nmass = 1\nmesh = \"t.msh\"\n"),
              Lines{"s.toml:3:8: body[0].mesh: expected a mesh file, found none at t.msh"});
    EXPECT_EQ(problems(body_scene("mass = 1\n")), Lines{"s.toml:3:8: body[0].mass: the file of the net says it; only a "
                                                        "lattice, a mesh or a rigid body has this key"});
}

}  // namespace
}  // namespace tulle
