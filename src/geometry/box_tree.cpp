#include "geometry/box_tree.hpp"

#include "core/assert.hpp"
#include "core/parallel.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tulle {
namespace {

constexpr int boxes_per_leaf = 2;
constexpr int bins = 16;

/// Returns a float below x: x is lowered by more than the conversion rounds. The term `least` covers zero and numbers
/// next to zero.
float rounded_down(double x)
{
    constexpr double largest = std::numeric_limits<float>::max();
    constexpr double least = std::numeric_limits<float>::min();
    const double down = x - (std::abs(x) * std::numeric_limits<float>::epsilon() + least);
    if (down < -largest) return -std::numeric_limits<float>::infinity();
    return static_cast<float>(std::min(down, 0.9 * largest));
}

float rounded_up(double x) { return -rounded_down(-x); }

double half_area(const Aabb& box)
{
    if (box.isEmpty()) return 0;
    const Vec3 size = box.sizes();
    return size.x() * size.y() + size.y() * size.z() + size.z() * size.x();
}

}  // namespace

/// Top-down construction of the tree: cuts ranges of slots in two. Each cut depends on the set of boxes in its range
/// and not on their order. Leaves are sorted at the end.
struct BoxTree::Builder {
    BoxTree& tree;
    std::span<const Aabb> boxes;
    std::vector<Vec3> centers;
    struct Bin {
        Aabb box;
        int count = 0;
    };
    std::array<Bin, bins> bin;

    explicit Builder(BoxTree& t, std::span<const Aabb> b) : tree(t), boxes(b), centers(b.size())
    {
        parallel_for(boxes.size(), [&](std::size_t i) { centers[i] = boxes[i].center(); });
    }

    [[nodiscard]] std::span<int> slots(int first, int count) const
    {
        return std::span(tree.index_of_slot_).subspan(first, count);
    }

    /// Cuts a range: moves the slots of the right side to its end and returns the first of them.
    int cut(int first, int count, int depth)
    {
        const std::span<int> range = slots(first, count);
        Aabb around;
        for (const int i : range) around.extend(centers[i]);
        Eigen::Index axis = 0;
        const double extent = around.sizes().maxCoeff(&axis);
        const double low = around.min()[axis];
        if (extent > 0 && depth < deepest_by_area) {
            const double scale = bins * (1 - 1e-9) / extent;
            const auto bin_of = [&](int i) {
                return std::clamp(static_cast<int>((centers[i][axis] - low) * scale), 0, bins - 1);
            };
            const int border = cheapest_border(range, bin_of);
            const auto* middle =
                std::partition(range.data(), range.data() + count, [&](int i) { return bin_of(i) < border; });
            const int left = static_cast<int>(middle - range.data());
            if (left > 0 && left < count) return first + left;
        }
        const int half = count / 2;
        std::ranges::nth_element(range, range.begin() + half, [&](int i, int j) {
            return std::pair(centers[i][axis], i) < std::pair(centers[j][axis], j);
        });
        return first + half;
    }

    /// Surface area heuristic: returns the first bin of the right side, such that the sum over both sides of (surface
    /// area) x (number of boxes) is smallest.
    template <class BinOf>
    int cheapest_border(std::span<const int> range, const BinOf& bin_of)
    {
        bin.fill({});
        for (const int i : range) {
            Bin& b = bin[bin_of(i)];
            b.box.extend(boxes[i]);
            ++b.count;
        }
        std::array<double, bins> right_cost{};
        Bin side;
        for (int k = bins - 1; k > 0; --k) {
            side.box.extend(bin[k].box);
            side.count += bin[k].count;
            right_cost[k] = half_area(side.box) * side.count;
        }
        side = {};
        int best = bins / 2;
        double best_cost = std::numeric_limits<double>::infinity();
        for (int k = 1; k < bins; ++k) {
            side.box.extend(bin[k - 1].box);
            side.count += bin[k - 1].count;
            const double cost = half_area(side.box) * side.count + right_cost[k];
            if (side.count > 0 && side.count < static_cast<int>(range.size()) && cost < best_cost) {
                best = k;
                best_cost = cost;
            }
        }
        return best;
    }

    void build()
    {
        auto& nodes = tree.nodes_;
        nodes.reserve(boxes.size());
        nodes.emplace_back(0, static_cast<int>(boxes.size()));
        // Every level appends the next level. A node is a leaf until it is cut.
        for (std::size_t begin = 0; begin < nodes.size();) {
            tree.level_begin_.push_back(begin);
            const int depth = static_cast<int>(tree.level_begin_.size()) - 1;
            const std::size_t end = nodes.size();
            for (std::size_t k = begin; k < end; ++k) {
                const int first = nodes[k].first();
                const int count = nodes[k].count();
                if (count <= boxes_per_leaf) {
                    std::ranges::sort(slots(first, count));
                    continue;
                }
                const int middle = cut(first, count, depth);
                nodes[k].set(static_cast<int>(nodes.size()), 0);
                nodes.emplace_back(first, middle - first);
                nodes.emplace_back(middle, first + count - middle);
            }
            begin = end;
        }
        tree.level_begin_.push_back(nodes.size());
        TULLE_ASSERT(static_cast<int>(tree.level_begin_.size()) <= deepest + 1, tree.level_begin_.size());
    }
};

BoxTree::BoxTree(std::span<const Aabb> boxes) : index_of_slot_(boxes.size())
{
    std::iota(index_of_slot_.begin(), index_of_slot_.end(), 0);
    if (boxes.empty()) return;
    Builder(*this, boxes).build();
    refit(boxes);
}

void BoxTree::refit(std::span<const Aabb> boxes)
{
    TULLE_ASSERT(boxes.size() == index_of_slot_.size(), boxes.size(), index_of_slot_.size());
    // From the leaves up: each level reads only the level below it.
    for (std::size_t level = level_begin_.empty() ? 0 : level_begin_.size() - 1; level-- > 0;) {
        const std::size_t begin = level_begin_[level];
        parallel_for(level_begin_[level + 1] - begin, [&](std::size_t k) { fit(nodes_[begin + k], boxes); });
    }
}

void BoxTree::fit(Node& node, std::span<const Aabb> boxes) const
{
    const int first = node.first();
    const int count = node.count();
    if (count == 0) {
        const Node& one = nodes_[first];
        const Node& other = nodes_[first + 1];
        for (int axis = 0; axis < 3; ++axis) {
            node.low[axis] = std::min(one.low[axis], other.low[axis]);
            node.high[axis] = std::max(one.high[axis], other.high[axis]);
        }
        return;
    }
    Aabb around;
    for (int slot = first; slot < first + count; ++slot) around.extend(boxes[index_of_slot_[slot]]);
    for (int axis = 0; axis < 3; ++axis) {
        node.low[axis] = rounded_down(around.min()[axis]);
        node.high[axis] = rounded_up(around.max()[axis]);
    }
}

BoxTree::Distance::Distance(const Aabb& box)
{
    for (int axis = 0; axis < 3; ++axis) {
        low[axis] = rounded_down(box.min()[axis]);
        high[axis] = rounded_up(box.max()[axis]);
    }
    low[3] = -1;  // as floats, first and count are nearly zero
    high[3] = 1;
}

BoxTree::Slabs::Slabs(const Vec3& from, const Vec3& to, double slack)
{
    // A component of the direction smaller than 1 / largest is negligible in comparison with the slack. Limiting the
    // inverse also avoids infinity times zero, which is not a number.
    constexpr double largest = 1e18;
    for (int axis = 0; axis < 3; ++axis) {
        const double displacement = to[axis] - from[axis];
        low_from[axis] = static_cast<float>(from[axis] + slack);
        high_from[axis] = static_cast<float>(from[axis] - slack);
        inverse[axis] = static_cast<float>(std::abs(displacement) * largest > 1 ? 1 / displacement
                                                                                : std::copysign(largest, displacement));
    }
    low_from[3] = 1;
    high_from[3] = -1;
    inverse[3] = static_cast<float>(largest);
}

/// Returns the slack [m] of Slabs, 2e-6 of the largest coordinate. Single precision rounds the start, differences and
/// times: together they move a place along the segment by at most 6e-7 of the largest coordinate. The error of
/// SegmentProbe is at most 1e-10 of the largest coordinate.
double BoxTree::slack_for(const Vec3& from, const Vec3& to) const
{
    double size = std::max(from.cwiseAbs().maxCoeff(), to.cwiseAbs().maxCoeff());
    if (nodes_.empty()) return size;
    for (int axis = 0; axis < 3; ++axis)
        size = std::max({size, std::abs(static_cast<double>(nodes_[0].low[axis])),
                         std::abs(static_cast<double>(nodes_[0].high[axis]))});
    return 2e-6 * size;
}

}  // namespace tulle
