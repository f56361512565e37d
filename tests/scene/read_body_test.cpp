#include "scene/read_body.hpp"

#include "scene_sample.hpp"

#include <tulle/simulation.hpp>

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
    ASSERT_EQ(file.scene.cloths.size(), 1u);
    const ClothDescription& body = file.scene.cloths[0];
    EXPECT_EQ(body.name, "thing");
    EXPECT_EQ(body.velocity, Vec3(0, 0, 1));
    EXPECT_EQ(body.pins.size(), 1u);
    const auto& net = std::get<NetDescription>(body.shape);
    EXPECT_EQ(net.nodes[3], Vec3(1, 1, 0));
    EXPECT_EQ(net.masses, (std::vector<double>{1, 2, 3, 4}));
    EXPECT_EQ(net.faces, (std::vector<Face>{{0, 1, 3}, {0, 3, 2}}));
    EXPECT_EQ(net.placement.scale, 2);
    EXPECT_EQ(net.placement.angle, 90);
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
              Lines{"s.toml:1:1: body[0].net: missing; expected the name of a file with nodes and springs (.toml)"});
    EXPECT_EQ(problems(body_scene("[[body.muscle]]\nsprings = \"leg\"\ncontraction = 2\n")),
              (Lines{"s.toml:4:11: body[0].muscle[0].springs: expected the name of springs of the net, one of sides, "
                     "muscle, found \"leg\"",
                     "s.toml:5:15: body[0].muscle[0].contraction: expected a number from 0 to 0.9, found 2"}));
    EXPECT_EQ(problems(body_scene("[[body.pin]]\ncorner = \"min-min\"\n")),
              Lines{"s.toml:4:10: body[0].pin[0].corner: only a grid has corners; pin the particles of a mesh by box "
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
                     "springs",
                     "nets/t.toml:6:13: body[0].net: springs[0].stiffness: expected a number >= 0 N/m, found -1",
                     "nets/t.toml:7:12: body[0].net: springs[0].between[0]: expected pairs of nodes [i, j], found "
                     "[0, 1.5]"}));
    write("nets/t.toml", "nodes = [[0, 0, 0], [1, 0, 0]]\nmasses = [1]\n");
    EXPECT_EQ(problems(body_scene("")),
              Lines{"nets/t.toml: body[0].net: masses: expected one for each of the 2 nodes, found 1"});
}

TEST_F(ReadBody, TheDocumentListsTheKeysOfTheNet)
{
    std::ifstream in(std::filesystem::path(TULLE_SOURCE_DIR) / "docs/scene-format.md");
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    for (const SceneKey& key : net_keys())
        EXPECT_NE(text.find("\n| " + key.path + " |"), std::string::npos) << key.path << " is not documented";
}

}  // namespace
}  // namespace tulle
