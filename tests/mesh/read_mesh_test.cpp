#include "mesh/mesh_samples.hpp"

#include <tulle/triangle_mesh.hpp>

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace tulle {
namespace {

class ReadMesh : public ::testing::Test {
protected:
    void SetUp() override { std::filesystem::create_directories(folder); }
    void TearDown() override { std::filesystem::remove_all(folder); }

    std::filesystem::path write(const std::string& name, const std::string& bytes)
    {
        std::ofstream(folder / name, std::ios::binary) << bytes;
        return folder / name;
    }
    void expect_refused(const std::filesystem::path& file, const std::string& part)
    {
        expect_problem([&] { (void)read_mesh(file); }, 0, 0, part);
        EXPECT_EQ(problems_of([&] { (void)read_mesh(file); }).at(0).file, file.string());
    }

    // One per test, since tests may run at the same time.
    std::filesystem::path folder =
        std::filesystem::path(::testing::TempDir()) /
        (std::string("tulle_read_mesh_") + ::testing::UnitTest::GetInstance()->current_test_info()->name());
};

const std::string obj = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
const std::string ply =
    "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement face 1\n"
    "property list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n";

TEST_F(ReadMesh, ChoosesTheReaderByTheEnding)
{
    const TriangleMesh from_obj = read_mesh(write("a.obj", obj));
    EXPECT_EQ(from_obj.faces, (std::vector<Face>{{0, 1, 2}}));
    expect_same_mesh(read_mesh(write("a.ply", ply)), from_obj);
    expect_same_mesh(read_mesh(write("A.OBJ", obj)), from_obj);
    expect_same_mesh(read_mesh(write("a.b.Ply", ply)), from_obj);
}

TEST_F(ReadMesh, RefusesWhatIsNoMeshFile)
{
    expect_refused(folder / "none.obj", "does not exist");
    expect_refused(folder / "no" / "folder.obj", "does not exist");
    std::filesystem::create_directory(folder / "folder.obj");
    expect_refused(folder / "folder.obj", "is a directory");
    expect_refused(write("a.stl", obj), "unknown ending '.stl'; meshes are read from .obj and .ply");
    expect_refused(write("a", obj), "unknown ending ''");
}

TEST_F(ReadMesh, SaysWhereAFileIsFaulty)
{
    const std::filesystem::path file = write("a.obj", "v 0 0 0\nv 1 0 zero\n");
    const auto problems = problems_of([&] { (void)read_mesh(file); });
    ASSERT_EQ(problems.size(), 1U);
    EXPECT_EQ(problems[0].text(), file.string() + ":2:7: expected a number, found 'zero'");
}

TEST_F(ReadMesh, ValidatesWhatItRead)
{
    expect_refused(write("a.obj", obj + "v 5 5 5\n"), "vertex 3 belongs to no face");
    EXPECT_THROW((void)read_mesh(write("empty.obj", "")), InputError);
    EXPECT_THROW((void)read_mesh(write("empty.ply", "")), InputError);
}

TEST_F(ReadMesh, TakesAnyTrianglesForAnObstacle)
{
    const std::filesystem::path file = write("a.obj", obj + "v 5 5 5\nf 1 2 3\nf 1 1 2\nf 3 2 1\n");
    EXPECT_THROW((void)read_mesh(file), InputError);
    const TriangleMesh mesh = read_mesh(file, MeshUse::obstacle);
    EXPECT_EQ(mesh.positions.size(), 4U) << "none is dropped, so that messages count as the file does";
    EXPECT_EQ(mesh.faces, (std::vector<Face>{{0, 1, 2}, {0, 1, 2}, {0, 0, 1}, {2, 1, 0}}));
    expect_same_mesh(read_mesh(write("a.ply", ply), MeshUse::obstacle), read_mesh(write("b.obj", obj)));
    EXPECT_THROW((void)read_mesh(write("empty.obj", ""), MeshUse::obstacle), InputError);
}

}  // namespace
}  // namespace tulle
