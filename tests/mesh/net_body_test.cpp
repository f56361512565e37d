#include "mesh/cloth_mesh.hpp"

#include <tulle/error.hpp>

#include <gtest/gtest.h>

namespace tulle {
namespace {

SpringNetDescription tripod()
{
    SpringNetDescription net;
    net.nodes = {{0, 0, 1}, {1, 0, 0}, {0, 1, 0}, {0, 0, 0}};
    net.masses = {1, 2, 3, 4};
    net.springs = {{.name = "legs", .stiffness = 10, .between = {{0, 1}, {0, 2}, {0, 3}}},
                   {.name = "feet", .stiffness = 5, .between = {{1, 2}}, .rest_lengths = {0.25}}};
    net.faces = {{0, 1, 2}};
    net.dry_faces = {{1, 3, 2}};
    return net;
}

std::vector<std::string> net_problems(const SpringNetDescription& net)
{
    std::vector<std::string> lines;
    try {
        (void)make_cloth_mesh(BodyDescription{.kind = net});
    } catch (const InputError& error) {
        for (const Problem& problem : error.problems()) lines.push_back(problem.text());
    }
    return lines;
}

TEST(NetBody, HasTheSpringsOfItsGroupsInTurn)
{
    const ClothMesh mesh = make_cloth_mesh(BodyDescription{.kind = tripod()});
    EXPECT_EQ(mesh.masses, (std::vector<double>{1, 2, 3, 4}));
    ASSERT_EQ(mesh.springs.size(), 4u);
    EXPECT_DOUBLE_EQ(mesh.springs[0].rest_length, std::sqrt(2.0));
    EXPECT_DOUBLE_EQ(mesh.springs[2].rest_length, 1);
    EXPECT_DOUBLE_EQ(mesh.springs[3].rest_length, 0.25);
    EXPECT_EQ(mesh.faces.size(), 2u);
    EXPECT_EQ(mesh.grid[0], 0);
}

TEST(NetBody, IsScaledWithItsRestLengthsThenTurnedAndMoved)
{
    BodyDescription body{.kind = tripod()};
    body.placement = {.scale = 2, .axis = {0, 0, 1}, .angle = 90, .translation = {0, 0, 5}};
    const ClothMesh mesh = make_cloth_mesh(body);
    EXPECT_LT((mesh.positions[1] - Vec3(0, 2, 5)).norm(), 1e-15);
    EXPECT_DOUBLE_EQ(mesh.springs[3].rest_length, 0.5);
    EXPECT_DOUBLE_EQ(mesh.springs[2].rest_length, 2);
}

TEST(NetBody, SaysEverythingThatIsWrong)
{
    SpringNetDescription net = tripod();
    net.file = "tripod.toml";
    net.masses = {1, -2, 3};
    net.nodes[3] = net.nodes[0];
    net.springs[0].between.push_back({2, 2});
    net.springs[0].between.push_back({1, 9});
    net.springs[1].name = "legs";
    net.springs[1].rest_lengths = {1, 2};
    net.faces.push_back({0, 1, 1});
    net.dry_faces.push_back({0, 1, 4});
    const std::vector<std::string> expected{
        "tripod.toml: masses: expected one for each of the 4 nodes, found 3",
        "tripod.toml: masses[1]: expected a number > 0 kg",
        "tripod.toml: springs[0].between[2]: its nodes lie on one point, which leaves the spring no length",
        "tripod.toml: springs[0].between[3]: expected two nodes, found 2 twice",
        "tripod.toml: springs[0].between[4]: expected indices of nodes from 0 to 3, found 9",
        "tripod.toml: springs[1].name: expected a name of its own, found \"legs\", the name of springs[0]",
        "tripod.toml: springs[1].rest_lengths: expected one for each of the 1 springs, found 2",
        "tripod.toml: faces[1]: expected nodes that are all different",
        "tripod.toml: dry_faces[1] (faces of 4 count twice): expected indices of nodes from 0 to 3, found 4"};
    EXPECT_EQ(net_problems(net), expected);
    EXPECT_FALSE(net_problems({}).empty());
}

}  // namespace
}  // namespace tulle
