#include "mesh/mesh_samples.hpp"

#include <tulle/triangle_mesh.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace tulle {
namespace {

void expect_invalid(const TriangleMesh& mesh, const std::string& part)
{
    expect_problem([&] { validate(mesh, "shirt"); }, 0, 0, part);
}

TEST(Validate, AcceptsSoundMeshes)
{
    EXPECT_NO_THROW(validate(square_mesh(), "square"));
    EXPECT_NO_THROW(validate(tetrahedron_mesh(), "tetrahedron"));
    EXPECT_NO_THROW(validate(octahedron_mesh(), "octahedron"));
    TriangleMesh with_uvs = square_mesh();
    with_uvs.uvs = {{0, 0}, {1, 0}, {1, 1}};
    with_uvs.uv_faces = {{0, 1, 2}, {0, 2, 1}};
    EXPECT_NO_THROW(validate(with_uvs, "square"));
}

TEST(Validate, NamesTheMesh)
{
    const auto problems = problems_of([] { validate({}, "shirt"); });
    ASSERT_EQ(problems.size(), 2U);
    EXPECT_EQ(problems[0].text(), "shirt: the mesh has no vertices (vertices and faces count from 0)");
    EXPECT_EQ(problems[1].text(), "shirt: the mesh has no faces");
}

TEST(Validate, RefusesIndicesOutOfRange)
{
    for (const int index : {4, -1, std::numeric_limits<int>::max(), std::numeric_limits<int>::min()}) {
        TriangleMesh mesh = square_mesh();
        mesh.faces[1][2] = index;
        expect_invalid(mesh, "face 1 refers to vertex " + std::to_string(index) + ", but there are 4");
    }
}

TEST(Validate, RefusesCoordinatesThatAreNotFinite)
{
    for (const double bad : {std::nan(""), std::numeric_limits<double>::infinity()}) {
        TriangleMesh mesh = square_mesh();
        mesh.positions[2].y() = bad;
        expect_invalid(mesh, "vertex 2 has a coordinate that is not finite");
    }
}

TEST(Validate, RefusesTextureCoordinatesThatDoNotFit)
{
    TriangleMesh mesh = square_mesh();
    mesh.uvs = {{0, 0}, {1, 0}, {1, 1}};
    expect_invalid(mesh, "texture coordinates for 0 faces");
    mesh.uv_faces = {{0, 1, 2}, {0, 1, 3}};
    expect_invalid(mesh, "face 1 refers to texture coordinate 3, but there are 3");
    mesh.uv_faces = {{0, 1, 2}, {0, 1, 2}};
    mesh.uvs[1].x() = std::nan("");
    expect_invalid(mesh, "texture coordinate 1 has a coordinate that is not finite");
}

TEST(Validate, RefusesFacesWithARepeatedCorner)
{
    TriangleMesh mesh = square_mesh();
    mesh.faces.push_back({1, 3, 1});
    expect_invalid(mesh, "face 2 has the same corner twice: vertices 1, 3 and 1");
}

TEST(Validate, RefusesFacesWithoutArea)
{
    for (const double scale : {1e-6, 1.0, 1e6}) {  // the limit knows no unit
        TriangleMesh mesh = square_mesh();
        for (Vec3& x : mesh.positions) x *= scale;
        mesh.positions[1] = scale * Vec3(0.5, 0.5, 1e-13);  // nearly on the edge 0-2
        expect_invalid(mesh, "face 0 (vertices 0, 1 and 2) has no area: less than 1e-12");
        mesh.positions[1] = scale * Vec3(0.5, 0.5, 1e-10);
        EXPECT_NO_THROW(validate(mesh, "sliver"));
    }
}

TEST(Validate, RefusesRepeatedFacesInAnyOrderOfCorners)
{
    for (const Face& again : {Face{0, 1, 2}, Face{1, 2, 0}, Face{2, 1, 0}}) {
        TriangleMesh mesh = square_mesh();
        mesh.faces.push_back(again);
        expect_invalid(mesh, "faces 0 and 2 have the same corners: vertices 0, 1 and 2; remove one");
    }
}

TEST(Validate, RefusesVerticesAtTheSamePlace)
{
    TriangleMesh mesh = square_mesh();  // two triangles that touch along a seam that is not welded
    mesh.positions.emplace_back(-0.0, 0, 0);
    mesh.positions.emplace_back(1, 1, 0);
    mesh.faces[1] = {4, 5, 3};
    const auto problems = problems_of([&] { validate(mesh, "shirt"); });
    ASSERT_EQ(problems.size(), 2U);
    EXPECT_EQ(problems[0].message,
              "vertices 0 and 4 are at the same place; weld them (vertices and faces count from 0)");
    EXPECT_EQ(problems[1].message, "vertices 2 and 5 are at the same place; weld them");
}

TEST(Validate, RefusesEdgesWithThreeFaces)
{
    TriangleMesh mesh = square_mesh();
    mesh.positions.emplace_back(0, 0, 1);
    mesh.faces.push_back({0, 2, 4});
    expect_invalid(mesh, "edge 0-2 belongs to 3 faces (0, 1, 2); cloth has at most two at an edge");
}

TEST(Validate, RefusesFacesThatDisagreeInOrientation)
{
    TriangleMesh mesh = square_mesh();
    std::swap(mesh.faces[1][0], mesh.faces[1][1]);
    expect_invalid(mesh, "faces 0 and 1 disagree in orientation at their edge 0-2");
}

TEST(Validate, RefusesVerticesWithoutAFace)
{
    TriangleMesh mesh = square_mesh();
    mesh.positions.emplace_back(5, 5, 5);
    expect_invalid(mesh, "vertex 4 belongs to no face");
}

TEST(Validate, GathersProblemsOfAllKinds)
{
    TriangleMesh mesh = square_mesh();
    mesh.faces.push_back({0, 2, 3});
    mesh.faces.push_back({1, 1, 2});
    mesh.positions.emplace_back(0, 0, 0);
    const auto problems = problems_of([&] { validate(mesh, "shirt"); });
    ASSERT_EQ(problems.size(), 4U);  // repeated corner, repeated face, no face, same place
}

TEST(Validate, ListsTwentyProblemsAndCountsTheRest)
{
    TriangleMesh mesh = square_mesh();
    for (int i = 0; i < 50; ++i) mesh.positions.emplace_back(2 + i, 0, 0);
    const auto problems = problems_of([&] { validate(mesh, "shirt"); });
    ASSERT_EQ(problems.size(), 21U);
    EXPECT_EQ(problems.back().message, "and 30 more problems");
}

TEST(Validate, SmallRandomMeshesLackNothingButFaces)
{
    for (unsigned seed = 1; seed <= 3; ++seed) {
        for (const Problem& problem : problems_of([&] { validate(random_mesh(12, seed), "random"); })) {
            EXPECT_NE(problem.message.find("belongs to no face"), std::string::npos) << problem.text();
        }
    }
}

TEST(Validate, AllowsObstaclesWhatClothMayNotHave)
{
    const auto expect_fit_for_obstacles_only = [](const TriangleMesh& mesh) {
        EXPECT_THROW(validate(mesh, "mesh"), InputError);
        EXPECT_NO_THROW(validate(mesh, "mesh", MeshUse::obstacle));
    };
    const auto square_and = [](const Face& face) {
        TriangleMesh mesh = square_mesh();
        mesh.faces.push_back(face);
        return mesh;
    };
    expect_fit_for_obstacles_only(square_and({0, 1, 2}));  // repeated
    expect_fit_for_obstacles_only(square_and({2, 1, 0}));  // from behind
    expect_fit_for_obstacles_only(square_and({1, 1, 1}));  // a point
    TriangleMesh mesh = square_and({0, 2, 4});             // three at an edge, of which one has no area
    mesh.positions.emplace_back(0.5, 0.5, 0);
    expect_fit_for_obstacles_only(mesh);
    mesh = square_mesh();
    mesh.positions.emplace_back(mesh.positions[0]);  // used by no face, and where another one is
    expect_fit_for_obstacles_only(mesh);
}

TEST(Validate, RefusesObstaclesThatAreNoTriangles)
{
    EXPECT_THROW(validate({}, "mesh", MeshUse::obstacle), InputError);
    TriangleMesh mesh = square_mesh();
    mesh.faces.clear();
    EXPECT_THROW(validate(mesh, "mesh", MeshUse::obstacle), InputError);
    mesh = square_mesh();
    mesh.faces[0][1] = 4;
    EXPECT_THROW(validate(mesh, "mesh", MeshUse::obstacle), InputError);
    mesh = square_mesh();
    mesh.positions[3].x() = std::nan("");
    EXPECT_THROW(validate(mesh, "mesh", MeshUse::obstacle), InputError);
}

}  // namespace
}  // namespace tulle
