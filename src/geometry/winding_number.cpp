#include "geometry/winding_number.hpp"

#include "core/parallel.hpp"
#include "geometry/moving_boxes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>

namespace tulle {
namespace {

/// A cluster is far if its distance from the point is more than this multiple of its reach. The error of its dipole is
/// then about the inverse square of the multiple, times the share of the cluster in the whole.
constexpr double far_away = 3;

/// If the sum over a closed mesh is further than this from a whole number, the sum is computed exactly. The observed
/// error of the dipoles is 0.03. The error would have to be 0.8 for the sum to be taken for another whole number.
constexpr double doubt = 0.2;

}  // namespace

double solid_angle(const Vec3& p, const Triangle& triangle)
{
    const Vec3 a = triangle[0] - p;
    const Vec3 b = triangle[1] - p;
    const Vec3 c = triangle[2] - p;
    const double length_a = a.norm();
    const double length_b = b.norm();
    const double length_c = c.norm();
    const double volume = a.dot(b.cross(c));
    if (volume == 0) return 0;
    const double denominator =
        length_a * length_b * length_c + a.dot(b) * length_c + b.dot(c) * length_a + c.dot(a) * length_b;
    return 2 * std::atan2(volume, denominator);
}

double exact_winding_number(const Vec3& p, std::span<const Vec3> vertices, std::span<const Face> faces)
{
    double sum = 0;
    for (const Face& face : faces) sum += solid_angle(p, triangle_of(face, vertices));
    return sum / (4 * std::numbers::pi);
}

bool is_closed(std::span<const Face> faces)
{
    using Side = std::array<int, 2>;
    std::vector<Side> forward;
    forward.reserve(3 * faces.size());
    for (const Face& face : faces)
        for (int corner = 0; corner < 3; ++corner) forward.push_back({face[corner], face[(corner + 1) % 3]});
    std::vector<Side> backward = forward;
    for (auto& [from, to] : backward) std::swap(from, to);
    std::ranges::sort(forward);
    std::ranges::sort(backward);
    return forward == backward;
}

WindingNumber::WindingNumber(std::span<const Vec3> vertices, std::span<const Face> faces)
    : faces_(faces.begin(), faces.end()),
      boxes_(swept_boxes(faces, vertices, vertices)),
      tree_(boxes_),
      triangles_(faces.size()),
      clusters_(tree_.nodes().size())
{
    update(vertices);
}

void WindingNumber::refit(std::span<const Vec3> vertices)
{
    sweep_boxes(faces_, vertices, vertices, boxes_);
    tree_.refit(boxes_);
    update(vertices);
}

void WindingNumber::update(std::span<const Vec3> vertices)
{
    parallel_for(triangles_.size(), [&](std::size_t slot) {
        triangles_[slot] = triangle_of(faces_[tree_.index_of_slot()[slot]], vertices);
    });
    // Children come after their parents, so that the loop runs backwards.
    for (std::size_t k = clusters_.size(); k-- > 0;) clusters_[k] = gather(tree_.nodes()[k]);
}

WindingNumber::Cluster WindingNumber::gather(const BoxTree::Node& node) const
{
    Cluster sum;
    Vec3 moment = Vec3::Zero();
    const auto add = [&](const Vec3& area, double size, const Vec3& center) {
        sum.area += area;
        sum.total_area += size;
        moment += size * center;
    };
    const int first = node.first();
    const int count = node.count();
    if (count == 0) {
        for (int child = first; child < first + 2; ++child)
            add(clusters_[child].area, clusters_[child].total_area, clusters_[child].center);
    } else {
        for (int slot = first; slot < first + count; ++slot) {
            const auto& [a, b, c] = triangles_[slot];
            const Vec3 area = 0.5 * (b - a).cross(c - a);
            add(area, area.norm(), (a + b + c) / 3);
        }
    }
    const Vec3 low(node.low[0], node.low[1], node.low[2]);
    const Vec3 high(node.high[0], node.high[1], node.high[2]);
    sum.center = sum.total_area > 0 ? Vec3(moment / sum.total_area) : Vec3(0.5 * (low + high));
    sum.squared_reach = squared_length((sum.center - low).cwiseMax(high - sum.center));
    return sum;
}

double WindingNumber::operator()(const Vec3& p) const
{
    if (clusters_.empty()) return 0;
    double sum = 0;
    // The depth of the tree is bounded, and one node per level waits.
    std::array<int, 128> waiting{};
    int count = 1;
    while (count > 0) {
        const int index = waiting[--count];
        const Cluster& cluster = clusters_[index];
        const Vec3 to_center = cluster.center - p;
        const double squared = squared_length(to_center);
        if (squared > far_away * far_away * cluster.squared_reach) {
            sum += cluster.area.dot(to_center) / (squared * std::sqrt(squared));
            continue;
        }
        const BoxTree::Node& node = tree_.nodes()[index];
        if (node.count() == 0) {
            waiting[count++] = node.first() + 1;
            waiting[count++] = node.first();
            continue;
        }
        for (int slot = node.first(); slot < node.first() + node.count(); ++slot)
            sum += solid_angle(p, triangles_[slot]);
    }
    return sum / (4 * std::numbers::pi);
}

bool WindingNumber::is_inside(const Vec3& p) const
{
    if (clusters_.empty()) return false;
    double winding = (*this)(p);
    if (std::abs(winding - std::round(winding)) > doubt) {
        winding = 0;
        for (const Triangle& triangle : triangles_) winding += solid_angle(p, triangle);
        winding /= 4 * std::numbers::pi;
    }
    return std::abs(winding) > 0.5;
}

}  // namespace tulle
