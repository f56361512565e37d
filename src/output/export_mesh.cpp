#include "output/export_mesh.hpp"

#include "output/frame_files.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

namespace tulle {
namespace {

constexpr double crease_cosine = 0.8660254037844386;  // of 30 degrees

std::size_t at(int index) { return static_cast<std::size_t>(index); }

Vec3 unit_or_up(const Vec3& sum)
{
    const double length = sum.norm();
    return length > 0 ? Vec3(sum / length) : Vec3::UnitZ();
}

struct WeighedFace {
    Vec3 normal = Vec3::Zero();      // unit; zero when the face has no area
    std::array<double, 3> angles{};  // radians, at the corners
};

WeighedFace weigh(std::span<const Vec3> positions, const Face& face)
{
    WeighedFace weighed;
    for (std::size_t corner = 0; corner < 3; ++corner) {
        const Vec3& x = positions[at(face[corner])];
        const Vec3 a = positions[at(face[(corner + 1) % 3])] - x;
        const Vec3 b = positions[at(face[(corner + 2) % 3])] - x;
        const Vec3 cross = a.cross(b);
        const double length = cross.norm();
        if (!(length > 0)) return {};
        weighed.angles[corner] = std::atan2(length, a.dot(b));
        if (corner == 0) weighed.normal = cross / length;
    }
    return weighed;
}

}  // namespace

std::vector<Vec3> vertex_normals(std::span<const Vec3> positions, std::span<const Face> faces)
{
    std::vector<Vec3> normals(positions.size(), Vec3::Zero());
    for (const Face& face : faces) {
        const WeighedFace weighed = weigh(positions, face);
        for (std::size_t corner = 0; corner < 3; ++corner)
            normals[at(face[corner])] += weighed.angles[corner] * weighed.normal;
    }
    for (Vec3& normal : normals) normal = unit_or_up(normal);
    return normals;
}

CornerNormals creased_normals(const TriangleMesh& mesh)
{
    struct Corner {
        std::size_t face, corner;
    };
    std::vector<std::vector<Corner>> around(mesh.positions.size());
    std::vector<WeighedFace> weighed;
    for (std::size_t f = 0; f < mesh.faces.size(); ++f) {
        weighed.push_back(weigh(mesh.positions, mesh.faces[f]));
        for (std::size_t corner = 0; corner < 3; ++corner) around[at(mesh.faces[f][corner])].push_back({f, corner});
    }

    CornerNormals creased;
    creased.faces.resize(mesh.faces.size());
    for (const std::vector<Corner>& corners : around) {
        // Corners of one smooth part sum the same faces in the same order, so that equal normals are bitwise equal.
        std::vector<std::pair<Vec3, int>> found;
        for (const Corner& here : corners) {
            Vec3 sum = Vec3::Zero();
            for (const Corner& other : corners)
                if (weighed[other.face].normal.dot(weighed[here.face].normal) >= crease_cosine)
                    sum += weighed[other.face].angles[other.corner] * weighed[other.face].normal;
            auto known = std::ranges::find_if(found, [&](const auto& entry) { return entry.first == sum; });
            if (known == found.end()) {
                found.emplace_back(sum, static_cast<int>(creased.normals.size()));
                creased.normals.push_back(unit_or_up(sum));
                known = found.end() - 1;
            }
            creased.faces[here.face][here.corner] = known->second;
        }
    }
    return creased;
}

SplitMesh split_corners(std::size_t vertex_count, std::span<const Face> faces, std::span<const Face> corner_faces)
{
    SplitMesh split;
    split.faces.assign(faces.begin(), faces.end());
    split.index_of.assign(vertex_count, -1);
    for (std::size_t i = 0; i < vertex_count; ++i) split.vertex_of.push_back(static_cast<int>(i));

    std::map<std::pair<int, int>, int> copies;  // (vertex, index) -> copy of the vertex
    for (std::size_t f = 0; f < corner_faces.size(); ++f) {
        for (std::size_t corner = 0; corner < 3; ++corner) {
            const int vertex = faces[f][corner];
            const int index = corner_faces[f][corner];
            int& first = split.index_of[at(vertex)];
            if (first < 0) first = index;
            if (first == index) continue;
            const auto [copy, is_new] = copies.try_emplace({vertex, index}, static_cast<int>(split.vertex_of.size()));
            if (is_new) {
                split.vertex_of.push_back(vertex);
                split.index_of.push_back(index);
            }
            split.faces[f][corner] = copy->second;
        }
    }
    return split;
}

double plane_half_width(RunFrames& run)
{
    double farthest = 0.5;  // m
    for (const int index : {0, run.count() - 1}) {
        const FrameData& frame = run.read(index);
        const std::vector<unsigned char> seen = seen_particles(frame);
        for (std::size_t i = 0; i < frame.positions.size(); ++i)
            if (seen.empty() || seen[i] != 0) farthest = std::max(farthest, frame.positions[i].norm());
    }
    return 2 * farthest;
}

const Vec3& cloth_color(std::size_t cloth)
{
    static const std::array colors{Vec3(0.45, 0.05, 0.06), Vec3(0.05, 0.16, 0.38), Vec3(0.60, 0.40, 0.07),
                                   Vec3(0.08, 0.28, 0.14), Vec3(0.30, 0.10, 0.32), Vec3(0.55, 0.52, 0.46)};
    return colors[cloth % colors.size()];
}

const Vec3& obstacle_color()
{
    static const Vec3 color(0.35, 0.35, 0.36);
    return color;
}

}  // namespace tulle
