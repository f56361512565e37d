#include "mesh/ply_header.hpp"

#include "mesh/mesh_samples.hpp"

#include <gtest/gtest.h>

namespace tulle {
namespace {

const std::string start = "ply\nformat ascii 1.0\n";

PlyHeader header_of(const std::string& text)
{
    ProblemList problems("a.ply");
    return read_ply_header(text, problems);
}

void expect_header_problem(const std::string& text, int line, int column, const std::string& part)
{
    expect_problem([&] { (void)header_of(text); }, line, column, part);
}

TEST(PlyHeader, ReadsElementsAndProperties)
{
    const std::string text =
        "ply\r\nformat binary_big_endian 1.0\r\ncomment by hand\r\nobj_info none\r\nelement vertex 2\r\nproperty float "
        "x\r\n"
        "property double weight\r\nelement face 0\r\nproperty list uchar int32 vertex_index\r\nend_header\r\n";
    const PlyHeader header = header_of(text + std::string(24, '\n'));
    EXPECT_EQ(header.format, PlyFormat::big_endian);
    EXPECT_EQ(header.data_offset, text.size());
    EXPECT_EQ(header.data_line, 11);
    ASSERT_NE(header.find("vertex"), nullptr);
    const PlyElement& vertex = *header.find("vertex");
    EXPECT_EQ(vertex.count, 2U);
    EXPECT_EQ(vertex.find("weight"), 1);
    EXPECT_EQ(vertex.find("y"), -1);
    EXPECT_EQ(vertex.properties[1].type, PlyType::float64);
    ASSERT_NE(header.find("face"), nullptr);
    EXPECT_EQ(header.find("face")->properties[0].list_length, PlyType::uint8);
    EXPECT_EQ(header.find("face")->properties[0].type, PlyType::int32);
    EXPECT_EQ(header.find("edge"), nullptr);
}

TEST(PlyHeader, KnowsBothNamesOfEveryType)
{
    const std::vector<std::pair<std::string, std::size_t>> types{
        {"char", 1},  {"uchar", 1},  {"short", 2},   {"ushort", 2}, {"int", 4},   {"uint", 4},
        {"float", 4}, {"double", 8}, {"int8", 1},    {"uint8", 1},  {"int16", 2}, {"uint16", 2},
        {"int32", 4}, {"uint32", 4}, {"float32", 4}, {"float64", 8}};
    for (const auto& [name, size] : types) {
        const PlyHeader header = header_of(start + "element a 0\nproperty " + name + " p\nend_header\n");
        EXPECT_EQ(size_of(header.elements[0].properties[0].type), size) << name;
    }
}

TEST(PlyHeader, RefusesFaults)
{
    expect_header_problem("", 1, 1, "no PLY file");
    expect_header_problem("plywood\n", 1, 1, "no PLY file");
    expect_header_problem(start + "element a 0\nproperty int p\n", 5, 0, "end_header");
    expect_header_problem("ply\nend_header\n", 1, 0, "no line format");
    expect_header_problem("ply\nformat ascii\nend_header\n", 2, 1, "version");
    expect_header_problem("ply\nformat utf8 1.0\nend_header\n", 2, 8, "found 'utf8'");
    expect_header_problem("ply\nformat ascii 2.0\nend_header\n", 2, 14, "version 1.0");
    expect_header_problem(start + "elements vertex 3\nend_header\n", 3, 1, "found 'elements'");
    expect_header_problem(start + "element vertex\nend_header\n", 3, 1, "a name and a count");
    expect_header_problem(start + "element vertex -1\nproperty int p\nend_header\n", 3, 16, "expected a count");
    expect_header_problem(start + "element vertex 3000000000\nproperty int p\nend_header\n", 3, 16, "expected a count");
    expect_header_problem(start + "element vertex many\nproperty int p\nend_header\n", 3, 16, "expected an integer");
    expect_header_problem(start + "element a 0\nproperty int p\nelement a 0\nproperty int p\nend_header\n", 5, 9,
                          "second element");
    expect_header_problem(start + "element a 0\nend_header\n", 3, 0, "no properties");
    expect_header_problem(start + "property int p\nend_header\n", 3, 1, "in front of the first element");
    expect_header_problem(start + "element a 0\nproperty p\nend_header\n", 4, 1, "TYPE NAME");
    expect_header_problem(start + "element a 0\nproperty real p\nend_header\n", 4, 10, "found 'real'");
    expect_header_problem(start + "element a 0\nproperty int p\nproperty int p\nend_header\n", 5, 14,
                          "second property");
    expect_header_problem(start + "element a 0\nproperty list float int p\nend_header\n", 4, 15, "length of a list");
}

TEST(PlyHeader, RefusesCountsThatTheFileIsTooShortFor)
{
    // Without the check, memory for two thousand million vertices would be asked for.
    for (const std::string format : {"ascii", "binary_little_endian", "binary_big_endian"}) {
        const std::string text =
            "ply\nformat " + format + " 1.0\nelement vertex 2000000000\nproperty float x\nend_header\n";
        expect_header_problem(text + "0000", 3, 0, "only 4 bytes of data follow");
    }
    const std::string two = "ply\nformat binary_little_endian 1.0\nelement a 2\nproperty short p\nend_header\n";
    EXPECT_NO_THROW((void)header_of(two + "0000"));
    expect_header_problem(two + "000", 3, 0, "cut off");
}

TEST(PlyHeader, StopsWhereTheHeaderTurnsOutToHaveNoEnd)
{
    std::string text = start;
    for (int i = 0; i < 1000; ++i) text += "0 0 0\n";
    EXPECT_LE(problems_of([&] { (void)header_of(text); }).size(), 21U);
}

}  // namespace
}  // namespace tulle
