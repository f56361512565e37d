#include "mesh/topology.hpp"

#include "core/assert.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <tuple>

namespace tulle {
namespace {

Side side_of(const Face& face, int face_index, int corner)
{
    const int from = face[static_cast<std::size_t>(corner)];
    const int to = face[static_cast<std::size_t>((corner + 1) % 3)];
    return {.low = std::min(from, to), .high = std::max(from, to), .face = face_index, .corner = corner};
}

int tip(std::span<const Face> faces, const Side& side)
{
    return faces[static_cast<std::size_t>(side.face)][static_cast<std::size_t>((side.corner + 2) % 3)];
}

bool runs_upwards(std::span<const Face> faces, const Side& side)
{
    return faces[static_cast<std::size_t>(side.face)][static_cast<std::size_t>(side.corner)] == side.low;
}

}  // namespace

std::vector<Side> sorted_sides(std::span<const Face> faces, std::size_t vertex_count)
{
    // Counting sort into one bucket per lower vertex, then a sort within each bucket. The buckets of a usual mesh hold
    // few sides, so the time is linear; one bucket with all n sides would take n log n.
    std::vector<std::size_t> bucket_end(vertex_count + 1, 0);  // first counts, then places for the next side
    const auto for_each_side = [&](const auto& visit) {
        for (std::size_t f = 0; f < faces.size(); ++f) {
            for (int corner = 0; corner < 3; ++corner) visit(side_of(faces[f], static_cast<int>(f), corner));
        }
    };
    for_each_side([&](const Side& side) {
        TULLE_ASSERT(side.low >= 0 && static_cast<std::size_t>(side.high) < vertex_count, side.low, side.high);
        ++bucket_end[static_cast<std::size_t>(side.low) + 1];
    });
    for (std::size_t v = 0; v < vertex_count; ++v) bucket_end[v + 1] += bucket_end[v];
    std::vector<Side> sides(3 * faces.size());
    for_each_side([&](const Side& side) { sides[bucket_end[static_cast<std::size_t>(side.low)]++] = side; });

    auto begin = sides.begin();
    for (std::size_t v = 0; v < vertex_count; ++v) {
        const auto end = sides.begin() + static_cast<std::ptrdiff_t>(bucket_end[v]);
        std::sort(begin, end, [](const Side& a, const Side& b) {
            return std::tie(a.high, a.face, a.corner) < std::tie(b.high, b.face, b.corner);
        });
        begin = end;
    }
    return sides;
}

Topology find_topology(std::span<const Face> faces, std::size_t vertex_count)
{
    const std::vector<Side> sides = sorted_sides(faces, vertex_count);
    Topology topology;
    // A closed mesh has half as many edges as sides and as many hinges as edges.
    topology.edges.reserve(sides.size() / 2 + 1);
    topology.hinges.reserve(sides.size() / 2);
    for (std::size_t first = 0, last = 0; first < sides.size(); first = last) {
        const Side& side = sides[first];
        while (last < sides.size() && sides[last].low == side.low && sides[last].high == side.high) ++last;
        topology.edges.push_back({.i = side.low, .j = side.high});
        if (last - first != 2) continue;
        const Side& other = sides[first + 1];
        const bool upwards = runs_upwards(faces, side);
        topology.hinges.push_back(
            {{side.low, side.high, tip(faces, upwards ? side : other), tip(faces, upwards ? other : side)}});
    }
    return topology;
}

double triangle_area(const Vec3& x_0, const Vec3& x_1, const Vec3& x_2)
{
    return 0.5 * (x_1 - x_0).cross(x_2 - x_0).norm();
}

std::vector<double> vertex_areas(std::span<const Vec3> positions, std::span<const Face> faces)
{
    std::vector<double> areas(positions.size(), 0.0);
    for (const Face& face : faces) {
        const auto corner = [&](std::size_t c) { return static_cast<std::size_t>(face[c]); };
        const double third = triangle_area(positions[corner(0)], positions[corner(1)], positions[corner(2)]) / 3.0;
        for (std::size_t c = 0; c < 3; ++c) areas[corner(c)] += third;
    }
    return areas;
}

}  // namespace tulle
