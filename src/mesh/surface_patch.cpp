#include "mesh/surface_patch.hpp"

#include "mesh/topology.hpp"

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>

namespace tulle {
namespace {

using Matrix6 = Eigen::Matrix<double, 6, 6>;

/// Values of 1, u, v, u^2/2, u v, v^2/2, a row for each place, lengths in units of `scale`.
Matrix6 values_at(const std::array<Vec2, 6>& places, double scale)
{
    Matrix6 values;
    for (int k = 0; k < 6; ++k) {
        const double u = places[k].x() / scale, v = places[k].y() / scale;
        values.row(k) << 1, u, v, 0.5 * u * u, u * v, 0.5 * v * v;
    }
    return values;
}

double size_of(std::span<const Vec2> places)
{
    double largest = 0;
    for (const Vec2& place : places) largest = std::max(largest, place.norm());
    return largest;
}

/// Below this condition number [1] of the matrix above, six places are good enough to be taken without a search.
constexpr double well_spread = 60;

double condition(const std::array<Vec2, 6>& places)
{
    const Eigen::JacobiSVD<Matrix6> svd(values_at(places, size_of(places)));
    const auto& s = svd.singularValues();
    return s[5] > 0 ? s[0] / s[5] : INFINITY;
}

/// Faces across each side: neighbour[3 f + k] is across the side from corner k to the next; -1 at borders.
std::vector<int> neighbours(std::span<const Face> faces, std::size_t vertex_count)
{
    std::vector<int> across(3 * faces.size(), -1);
    const std::vector<Side> sides = sorted_sides(faces, vertex_count);
    for (std::size_t k = 1; k < sides.size(); ++k) {
        const Side &a = sides[k - 1], &b = sides[k];
        if (a.low != b.low || a.high != b.high) continue;
        across[3 * a.face + a.corner] = b.face;
        across[3 * b.face + b.corner] = a.face;
    }
    return across;
}

struct Placed {
    int vertex;
    Vec2 place;
};

/// A face laid into the plane of another, over the faces between them.
struct Laid {
    int face;
    std::array<Vec2, 3> corners;
};

/// Vertices around a triangle, nearest rings first, laid out flat face by face.
class Surroundings {
public:
    Surroundings(std::span<const Vec3> positions, std::span<const Face> faces)
        : positions_(positions), faces_(faces), across_(neighbours(faces, positions.size()))
    {}

    /// Those of the triangle, then of its neighbours, then of theirs.
    [[nodiscard]] std::vector<Placed> around(int face, const PlaneAxes& axes, std::size_t rings) const
    {
        const Face& corners = faces_[face];
        std::vector<Placed> found;
        Laid first{face, {}};
        for (int k = 0; k < 3; ++k) {
            const Vec3 d = positions_[corners[k]] - positions_[corners[0]];
            first.corners[k] = {d.dot(axes.u), d.dot(axes.v)};
            found.push_back({corners[k], first.corners[k]});
        }
        std::vector<Laid> ring{first}, next;
        std::vector<int> seen{face};
        for (std::size_t r = 0; r < rings; ++r) {
            next.clear();
            for (const Laid& laid : ring)
                for (int side = 0; side < 3; ++side) add_neighbour(laid, side, seen, next, found);
            ring = next;
        }
        return found;
    }

private:
    void add_neighbour(const Laid& laid, int side, std::vector<int>& seen, std::vector<Laid>& next,
                       std::vector<Placed>& found) const
    {
        const int other = across_[3 * laid.face + side];
        if (other < 0 || std::find(seen.begin(), seen.end(), other) != seen.end()) return;
        seen.push_back(other);
        const int a = faces_[laid.face][side], b = faces_[laid.face][(side + 1) % 3];
        const Vec2 at_a = laid.corners[side], at_b = laid.corners[(side + 1) % 3];
        const Face& corners = faces_[other];
        const int tip = *std::find_if(corners.begin(), corners.end(), [&](int v) { return v != a && v != b; });
        // The tip keeps its distances from a and b, on the other side of the edge between them.
        const Vec3 edge = positions_[b] - positions_[a], way = positions_[tip] - positions_[a];
        const double along = way.dot(edge) / edge.squaredNorm();
        const double aside = (way - along * edge).norm();
        const Vec2 direction = (at_b - at_a).normalized();
        const Vec2 at_tip = at_a + along * (at_b - at_a) + aside * Vec2(direction.y(), -direction.x());
        Laid there{other, {}};
        for (int k = 0; k < 3; ++k) there.corners[k] = corners[k] == a ? at_a : corners[k] == b ? at_b : at_tip;
        next.push_back(there);
        const bool known = std::any_of(found.begin(), found.end(), [&](const Placed& p) { return p.vertex == tip; });
        if (!known) found.push_back({tip, at_tip});
    }

    std::span<const Vec3> positions_;
    std::span<const Face> faces_;
    std::vector<int> across_;
};

/// The six that tell best, the triangle's own among them. Few triangles need it: those at borders.
std::optional<SurfacePatch> best_of(const std::vector<Placed>& found)
{
    constexpr std::size_t most = 14;  // 165 choices of three
    const std::size_t n = std::min(found.size(), most);
    SurfacePatch best, tried;
    double least = INFINITY;
    for (int k = 0; k < 3; ++k) {
        tried.vertices[k] = found[k].vertex;
        tried.places[k] = found[k].place;
    }
    const auto put = [&](int k, const Placed& placed) {
        tried.vertices[k] = placed.vertex;
        tried.places[k] = placed.place;
    };
    for (std::size_t i = 3; i < n; ++i)
        for (std::size_t j = i + 1; j < n; ++j)
            for (std::size_t k = j + 1; k < n; ++k) {
                put(3, found[i]);
                put(4, found[j]);
                put(5, found[k]);
                const double number = condition(tried.places);
                if (!(number < 0.999 * least)) continue;
                least = number;
                best = tried;
            }
    return least < 1e6 ? std::optional(best) : std::nullopt;
}

}  // namespace

PlaneAxes plane_axes(const Vec3& first, const std::array<Vec3, 3>& corners)
{
    const Vec3 normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]).normalized();
    const Vec3 u = (first - normal.dot(first) * normal).normalized();
    return {u, normal.cross(u)};
}

std::vector<std::optional<SurfacePatch>> surface_patches(std::span<const Vec3> positions, std::span<const Face> faces,
                                                         std::span<const PlaneAxes> axes)
{
    const Surroundings surroundings(positions, faces);
    std::vector<std::optional<SurfacePatch>> patches(faces.size());
    for (std::size_t f = 0; f < faces.size(); ++f) {
        const std::vector<Placed> near = surroundings.around(static_cast<int>(f), axes[f], 1);
        if (near.size() == 6) {
            SurfacePatch patch;
            for (int k = 0; k < 6; ++k) {
                patch.vertices[k] = near[k].vertex;
                patch.places[k] = near[k].place;
            }
            if (condition(patch.places) < well_spread) {
                patches[f] = patch;
                continue;
            }
        }
        patches[f] = best_of(surroundings.around(static_cast<int>(f), axes[f], 3));
    }
    return patches;
}

std::optional<SecondDerivatives> second_derivatives(const std::array<Vec2, 6>& places)
{
    const double scale = size_of(places);
    const Eigen::FullPivLU<Matrix6> lu(values_at(places, scale));
    if (lu.rank() < 6) return std::nullopt;
    const Matrix6 inverse = lu.inverse();
    SecondDerivatives result;
    for (int k = 0; k < 6; ++k) {
        result.uu[k] = inverse(3, k) / (scale * scale);
        result.uv[k] = inverse(4, k) / (scale * scale);
        result.vv[k] = inverse(5, k) / (scale * scale);
    }
    return result;
}

}  // namespace tulle
