// Gmsh's files, of both versions, whole and damaged.

#include "mesh/msh_reader.hpp"

#include <tulle/error.hpp>

#include <gtest/gtest.h>

namespace tulle {
namespace {

const std::string version_2 =
    "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n"
    "$PhysicalNames\n1\n3 1 \"body\"\n$EndPhysicalNames\n"
    "$Nodes\n5\n10 0 0 0\n11 1 0 0\n20 0 1 0\n21 0 0 1\n99 5 5 5\n$EndNodes\n"
    "$Elements\n3\n1 15 2 0 1 99\n2 2 2 0 1 10 11 20\n3 4 2 0 1 10 20 11 21\n$EndElements\n";

const std::string version_4 =
    "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n"
    "$Entities\n0 0 0 1\n1 0 0 0 1 1 1 0 0\n$EndEntities\n"
    "$Nodes\n2 5 10 99\n2 1 0 3\n10\n11\n20\n0 0 0\n1 0 0\n0 1 0\n3 1 0 2\n21\n99\n0 0 1\n5 5 5\n$EndNodes\n"
    "$Elements\n2 2 1 2\n2 1 2 1\n1 10 11 20\n3 1 4 1\n2 10 20 11 21\n$EndElements\n";

std::string problem_of(const std::string& text)
{
    try {
        (void)read_msh(text, "m.msh");
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

TEST(MshReader, ReadsTetrahedraOfBothVersionsAndTurnsThemRightSideOut)
{
    for (const std::string& text : {version_2, version_4}) {
        const TetrahedronMesh mesh = read_msh(text, "m.msh");
        ASSERT_EQ(mesh.positions.size(), 4u);  // node 99 has no tetrahedron
        EXPECT_EQ(mesh.positions[2], Vec3(0, 1, 0));
        ASSERT_EQ(mesh.tetrahedra.size(), 1u);
        EXPECT_NEAR(volume(mesh), 1.0 / 6, 1e-15);
    }
}

TEST(MshReader, NamesWhatIsWrongAndWhere)
{
    const auto with = [](std::string text, const std::string& from, const std::string& to) {
        return text.replace(text.find(from), from.size(), to);
    };
    EXPECT_NE(problem_of(with(version_2, "2.2 0 8", "2.2 1 8")).find("m.msh:2: is binary"), std::string::npos);
    EXPECT_NE(problem_of(with(version_2, "2.2 0", "3.0 0")), "");
    EXPECT_NE(problem_of(with(version_4, "4.1 0", "4.0 0")).find("version 2 or 4.1"), std::string::npos);
    EXPECT_NE(problem_of(with(version_2, "11 1 0 0", "11 1 zero 0")).find("m.msh:11"), std::string::npos);
    EXPECT_NE(problem_of(with(version_2, "20 0 1 0", "11 0 1 0")).find("node 11 is there twice"), std::string::npos);
    EXPECT_NE(problem_of(with(version_2, "10 20 11 21", "10 20 11 77")).find("'77' does not exist"), std::string::npos);
    EXPECT_NE(problem_of(with(version_2, "3 4 2 0 1 10 20 11 21", "3 2 2 0 1 10 20 11")).find("has no tetrahedra"),
              std::string::npos);
    EXPECT_NE(problem_of(with(version_2, "$Elements\n3", "$Elements\n2")).find("holds more than it says"),
              std::string::npos);
    EXPECT_NE(problem_of(with(version_2, "$Nodes\n5", "$Nodes\n4")).find("holds more than it says"), std::string::npos);
    EXPECT_NE(problem_of("solid cube\n").find("no mesh of Gmsh"), std::string::npos);
}

TEST(MshReader, ACutFileIsAProblemWhereverItIsCut)
{
    for (const std::string& text : {version_2, version_4}) {
        const std::size_t end = text.find("$EndElements");
        // Behind the last digit nothing is missing but the line that says so.
        for (std::size_t size = 0; size + 2 < end; ++size) EXPECT_NE(problem_of(text.substr(0, size)), "") << size;
    }
}

}  // namespace
}  // namespace tulle
