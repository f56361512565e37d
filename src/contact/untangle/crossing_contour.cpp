#include "contact/untangle/crossing_contour.hpp"

#include "geometry/exact_crossing.hpp"
#include "geometry/moving_boxes.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <tuple>

namespace tulle {
namespace {

/// A piercing as found from one pair of faces: an edge of one face passes through the other face.
struct FoundPiercing {
    std::array<int, 2> edge{};
    int face = 0;
    int beside = 0;  // the face of the pair to which the edge belongs
    int pair = 0;
    double at = 0;

    [[nodiscard]] auto key() const { return std::tie(edge, face); }
};

bool has_corner(const Face& face, int vertex) { return face[0] == vertex || face[1] == vertex || face[2] == vertex; }

Vec3 unit_normal(const Triangle& triangle)
{
    return (triangle[1] - triangle[0]).cross(triangle[2] - triangle[0]).normalized();
}

/// Returns the barycentric weights of a point in the triangle's plane.
Vec3 weights_of(const Vec3& place, const Triangle& triangle)
{
    const Vec3 across = (triangle[1] - triangle[0]).cross(triangle[2] - triangle[0]);
    Vec3 weights;
    for (int k = 0; k < 3; ++k) {
        const Vec3 &a = triangle[(k + 1) % 3], &b = triangle[(k + 2) % 3];
        weights[k] = (a - place).cross(b - place).dot(across);
    }
    weights = weights.cwiseMax(0);
    const double sum = weights.sum();
    return sum > 0 ? Vec3(weights / sum) : Vec3::Constant(1.0 / 3);
}

/// Appends the edges of face `from` that pierce face `through`.
void find_edges_through(const SurfaceView& surface, int pair, int from, int through, std::vector<FoundPiercing>& found)
{
    const Face &face = surface.faces[from], &pierced = surface.faces[through];
    const Triangle triangle = triangle_of(pierced, surface.vertices);
    for (int k = 0; k < 3; ++k) {
        const auto [low, high] = std::minmax(face[k], face[(k + 1) % 3]);
        if (has_corner(pierced, low) || has_corner(pierced, high)) continue;
        if (const auto at = cut_of(surface.vertices[low], surface.vertices[high], triangle))
            found.push_back({{low, high}, through, from, pair, *at});
    }
}

/// Returns the direction R in which the contour continues in a face beside the edge.
Vec3 line_into(const Face& beside, const Piercing& piercing, std::span<const Vec3> x)
{
    int apex = beside[0];
    for (const int corner : beside)
        if (corner != piercing.edge[0] && corner != piercing.edge[1]) apex = corner;
    const Vec3 to_apex = x[apex] - piercing.place;
    const Vec3 inward = to_apex - to_apex.dot(piercing.along) * piercing.along;
    Vec3 line = piercing.normal.cross(unit_normal(triangle_of(beside, x)));
    // Faces in one plane, and edges in the plane of the face, have no such line. The direction into the face is used.
    constexpr double vanishing = 1e-9;
    if (line.norm() < vanishing || std::abs(line.normalized().dot(inward)) < vanishing * inward.norm())
        return inward.normalized();
    line.normalize();
    return line.dot(inward) > 0 ? line : Vec3(-line);
}

void complete(Piercing& piercing, std::span<const FoundPiercing> of_it, const SurfaceView& surface)
{
    const std::span<const Vec3> x = surface.vertices;
    const Triangle triangle = triangle_of(surface.faces[piercing.face], x);
    const Vec3 &a = x[piercing.edge[0]], &b = x[piercing.edge[1]];
    piercing.place = a + piercing.at * (b - a);
    piercing.weights = weights_of(piercing.place, triangle);
    piercing.normal = unit_normal(triangle);
    piercing.along = (b - a).normalized();
    piercing.beside = static_cast<int>(of_it.size());
    for (const FoundPiercing& found : of_it) piercing.lines += line_into(surface.faces[found.beside], piercing, x);
    const double across = piercing.along.dot(piercing.normal);
    const double slope = piercing.along.dot(piercing.lines) / across;
    piercing.slope = std::isfinite(slope) ? std::clamp(slope, -Piercing::steepest, Piercing::steepest) : 0;
}

/// The two ends of the segment that two faces have in common: two piercings. Their edges may belong to one face of the
/// pair, or to both.
struct Link {
    int one = 0, other = 0;
    double side = 1;
};

/// Returns the contours: piercings that links connect.
std::vector<Contour> follow(std::size_t count, std::span<const Link> links)
{
    std::vector<std::vector<std::pair<int, double>>> next(count);
    for (const Link& link : links) {
        next[link.one].emplace_back(link.other, link.side);
        next[link.other].emplace_back(link.one, link.side);
    }
    std::vector<unsigned char> seen(count, 0);
    std::vector<Contour> contours;
    for (std::size_t start = 0; start < count; ++start) {
        if (seen[start] != 0) continue;
        seen[start] = 1;
        Contour contour{{static_cast<int>(start)}, {1}};
        for (std::size_t k = 0; k < contour.piercings.size(); ++k)
            for (const auto& [to, side] : next[contour.piercings[k]]) {
                if (seen[to] != 0) continue;
                seen[to] = 1;
                contour.piercings.push_back(to);
                contour.side.push_back(side * contour.side[k]);
            }
        contours.push_back(std::move(contour));
    }
    return contours;
}

}  // namespace

CrossingContours find_contours(const SurfaceView& surface, std::span<const FacePair> pairs)
{
    CrossingContours result;
    std::vector<FoundPiercing> found;
    for (std::size_t p = 0; p < pairs.size(); ++p) {
        const std::size_t before = found.size();
        find_edges_through(surface, static_cast<int>(p), pairs[p].first, pairs[p].second, found);
        find_edges_through(surface, static_cast<int>(p), pairs[p].second, pairs[p].first, found);
        if (found.size() == before) result.flat.push_back(pairs[p]);
    }
    std::ranges::stable_sort(found, {}, &FoundPiercing::key);
    std::vector<std::vector<int>> ends(pairs.size());  // per pair, its piercings
    for (std::size_t begin = 0, end = 0; begin < found.size(); begin = end) {
        while (end < found.size() && found[end].key() == found[begin].key()) ++end;
        Piercing piercing{.edge = found[begin].edge, .face = found[begin].face, .at = found[begin].at};
        complete(piercing, std::span(found).subspan(begin, end - begin), surface);
        for (std::size_t k = begin; k < end; ++k)
            ends[found[k].pair].push_back(static_cast<int>(result.piercings.size()));
        result.piercings.push_back(piercing);
    }
    std::vector<Link> links;
    for (const std::vector<int>& of_pair : ends) {
        for (std::size_t k = 1; k < of_pair.size(); ++k) {
            const Piercing &one = result.piercings[of_pair[0]], &other = result.piercings[of_pair[k]];
            links.push_back({of_pair[0], of_pair[k], one.face == other.face ? 1.0 : -1.0});
        }
        if (of_pair.size() == 2)
            result.length += (result.piercings[of_pair[0]].place - result.piercings[of_pair[1]].place).norm();
    }
    result.contours = follow(result.piercings.size(), links);
    return result;
}

}  // namespace tulle
