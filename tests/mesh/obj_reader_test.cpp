#include "mesh/obj_reader.hpp"

#include "mesh/mesh_samples.hpp"

#include <gtest/gtest.h>

namespace tulle {
namespace {

const std::string triangle = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
const std::string uv_triangle = triangle + "vt 0 0\nvt 1 0\nvt 0 1\n";  // six lines

TriangleMesh obj_mesh(const std::string& text) { return read_obj(text, "a.obj"); }

void expect_obj_problem(const std::string& text, int line, int column, const std::string& part)
{
    expect_problem([&] { (void)obj_mesh(text); }, line, column, part);
}

TEST(ObjReader, KeepsTheOrderOfVertices)
{
    const TriangleMesh mesh = obj_mesh("v 3 0 0\nv 1 0.5 -2e-1\nv 2 0 0\nf 3 1 2\n");
    EXPECT_EQ(mesh.positions, (std::vector<Vec3>{{3, 0, 0}, {1, 0.5, -0.2}, {2, 0, 0}}));
    EXPECT_EQ(mesh.faces, (std::vector<Face>{{2, 0, 1}}));
    EXPECT_TRUE(mesh.uvs.empty());
    EXPECT_TRUE(mesh.uv_faces.empty());
}

TEST(ObjReader, ReadsEveryKindOfCorner)
{
    const std::vector<Face> expected{{0, 1, 2}};
    EXPECT_EQ(obj_mesh(uv_triangle + "f 1 2 3\n").faces, expected);
    EXPECT_EQ(obj_mesh(uv_triangle + "f 1//1 2//2 3//3\n").faces, expected);
    for (const char* face : {"f 1/3 2/1 3/2\n", "f 1/3/1 2/1/1 3/2/1\n", "f -3/-1 -2/-3 -1/-2\n"}) {
        const TriangleMesh mesh = obj_mesh(uv_triangle + face);
        EXPECT_EQ(mesh.faces, expected) << face;
        EXPECT_EQ(mesh.uv_faces, (std::vector<Face>{{2, 0, 1}})) << face;
        EXPECT_EQ(mesh.uvs, (std::vector<Vec2>{{0, 0}, {1, 0}, {0, 1}})) << face;
    }
}

TEST(ObjReader, CountsNegativeIndicesFromTheFace)
{
    const TriangleMesh mesh = obj_mesh(triangle + "f -3 -2 -1\nv 1 1 0\nf -3 -1 -2\n");
    EXPECT_EQ(mesh.faces, (std::vector<Face>{{0, 1, 2}, {1, 3, 2}}));
}

TEST(ObjReader, AcceptsFacesBeforeTheirVertices)
{
    expect_same_mesh(obj_mesh("f 1 2 3\n" + triangle), obj_mesh(triangle + "f 1 2 3\n"));
}

TEST(ObjReader, CutsPolygonsIntoFans)
{
    const TriangleMesh mesh = obj_mesh(uv_triangle + "v 0 2 0\nv -1 1 0\nvt 1 1\nvt 0.5 0.5\nf 1/1 2/2 3/3 4/4 5/5\n");
    EXPECT_EQ(mesh.faces, (std::vector<Face>{{0, 1, 2}, {0, 2, 3}, {0, 3, 4}}));
    EXPECT_EQ(mesh.uv_faces, mesh.faces);
}

TEST(ObjReader, PassesOverEverythingElse)
{
    const std::string text =
        "# made by hand\r\nmtllib a.mtl\r\no cloth\r\ng warp weft\r\ns off\r\nusemtl cotton\r\n"
        "v 0 0 0 1.0\r\nv 1 0 0 0.5 0.5 0.5 # grey\r\nv 0 1 \\\r\n 0\r\nvn 0 0 1\r\nvp 1\r\nl 1 2\r\np 1\r\nvt 0 0 "
        "0\r\n"
        "\r\n   f  1//1\t2//1 \\\r\n 3//1   \r\n";
    expect_same_mesh(obj_mesh(text), obj_mesh(triangle + "f 1 2 3"));
}

TEST(ObjReader, NeedsNoLastLineBreak) { EXPECT_EQ(obj_mesh(triangle + "f 1 2 3").faces.size(), 1U); }

TEST(ObjReader, RefusesMalformedNumbers)
{
    expect_obj_problem("v 0 0 0\nv 1 abc 0\n", 2, 5, "expected a number, found 'abc'");
    expect_obj_problem("v 0 1,5 0\n", 1, 5, "expected a number");
    expect_obj_problem("v 0 0 nan\n", 1, 7, "finite");
    expect_obj_problem("v inf 0 0\n", 1, 3, "finite");
    expect_obj_problem("v 1e999 0 0\n", 1, 3, "too large");
    expect_obj_problem("vt 0 x\n", 1, 6, "expected a number");
}

TEST(ObjReader, RefusesWrongNumbersOfCoordinates)
{
    expect_obj_problem("v 0 0\n", 1, 1, "expected 3 coordinates");
    expect_obj_problem("v\n", 1, 1, "found 0");
    expect_obj_problem("v 1 2 3 4 5\n", 1, 1, "found 5");
    expect_obj_problem("vt 1\n", 1, 1, "expected 2 texture coordinates");
}

TEST(ObjReader, RefusesFaultyFaces)
{
    expect_obj_problem(triangle + "f 1 2\n", 4, 1, "at least 3 corners, found 2");
    expect_obj_problem(triangle + "f\n", 4, 1, "found 0");
    expect_obj_problem(triangle + "f 1 2 0\n", 4, 7, "count from 1");
    expect_obj_problem(triangle + "f 1 2 4\n", 4, 7, "vertex '4' does not exist, the file has 3");
    expect_obj_problem(triangle + "f 1 -4 2\n", 4, 5, "vertex '-4' does not exist");
    expect_obj_problem(triangle + "f 1 2 99999999999\n", 4, 7, "does not exist");
    expect_obj_problem(triangle + "f 1 2 3.5\n", 4, 7, "expected an integer");
    expect_obj_problem(uv_triangle + "f 1/1 2/2 3/9\n", 7, 13, "texture coordinate '9' does not exist");
    for (const char* corner : {"3/", "3//", "/3", "3/1/", "3/1/1/1"}) {
        expect_obj_problem(uv_triangle + "f 1/1 2/2 " + corner + "\n", 7, 11, "v, v/vt, v//vn or v/vt/vn");
    }
    expect_obj_problem(triangle + "f 1//x 2//1 3//1\n", 4, 6, "expected an integer");
}

TEST(ObjReader, RefusesTextureCoordinatesOnSomeCornersOnly)
{
    expect_obj_problem(uv_triangle + "f 1/1 2/2 3\n", 7, 1, "some corners of this face");
    expect_obj_problem(uv_triangle + "f 1/1 2/2 3/3\nf 1 2 3\nf 1 2 3\n", 8, 1,
                       "no texture coordinates, unlike the face on line 7");
    expect_obj_problem(uv_triangle + "f 1 2 3\nf 1/1 2/2 3/3\n", 8, 1, "has texture coordinates, unlike");
}

TEST(ObjReader, PassesOverTextureCoordinatesOfObstacles)
{
    const auto read_obstacle = [](const std::string& text) { return read_obj(text, "a.obj", MeshUse::obstacle); };
    const TriangleMesh mesh = read_obstacle(uv_triangle + "f 1/1 2/2 3\nf 1 2 3\nf 1/99 2/98 3/97\nvt x\n");
    EXPECT_EQ(mesh.faces, (std::vector<Face>{{0, 1, 2}, {0, 1, 2}, {0, 1, 2}}));
    EXPECT_TRUE(mesh.uvs.empty() && mesh.uv_faces.empty());
    expect_problem([&] { (void)read_obstacle(triangle + "f 1/x 2 3\n"); }, 4, 5, "expected an integer");
    expect_problem([&] { (void)read_obstacle(triangle + "f 1 2 4\n"); }, 4, 7, "does not exist");
}

TEST(ObjReader, SuspectsACutWhereTheLastLineIsBroken)
{
    for (const std::string last : {"f 1 2", "f 1 2 3/", "v 0.5 1e"}) {
        const auto problems = problems_of([&] { (void)obj_mesh(triangle + last); });
        ASSERT_GE(problems.size(), 2U) << last;
        EXPECT_NE(problems.back().message.find("cut off"), std::string::npos) << problems.back().text();
        EXPECT_EQ(problems.back().line, 4);
    }
    expect_obj_problem(triangle + "f 1 2 3 \\\n", 4, 0, "cut off");
}

TEST(ObjReader, GathersProblemsInTheOrderOfLines)
{
    const auto problems = problems_of([] { (void)obj_mesh("f 1 2 9\nv 0 0\nv x 0 0\nv 0 0 0\nf 1 2\n"); });
    ASSERT_EQ(problems.size(), 4U);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(problems[i].line, static_cast<int>(i) + 1);
    EXPECT_EQ(problems[3].text(), "a.obj:5:1: a face has at least 3 corners, found 2");
}

}  // namespace
}  // namespace tulle
