#pragma once
// Bounding volume hierarchy (BVH): a tree of axis-aligned boxes. The tree finds the boxes near a point, along a segment
// or in a box without testing all boxes.
//
// Nodes lie in one array, level by level, with the two children of a node side by side. A refit goes through the levels
// in parallel. A query reads one cache line per step and allocates nothing. The boxes of nodes are in single precision,
// rounded outward: they take half the memory and are never too small. The tree depends on the boxes alone.

#include "geometry/aabb.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace tulle {

class BoxTree {
public:
    /// Two times four lanes for vector instructions. The fourth lanes hold no coordinates but `first` and `count`.
    struct alignas(32) Node {
        std::array<float, 4> low{}, high{};

        Node() = default;
        Node(int first, int count) { set(first, count); }
        void set(int first, int count)
        {
            low[3] = std::bit_cast<float>(first);
            high[3] = std::bit_cast<float>(count);
        }
        /// Slot of the first box, or node of the first child.
        [[nodiscard]] int first() const { return std::bit_cast<int>(low[3]); }
        /// Number of boxes; 0 for a node with children.
        [[nodiscard]] int count() const { return std::bit_cast<int>(high[3]); }
    };

    /// Builds the tree by the surface area heuristic in O(n log n). Boxes must be finite.
    explicit BoxTree(std::span<const Aabb> boxes);

    /// Moves the boxes to new places, in O(n) and in parallel. Queries stay correct, and stay fast as long as
    /// neighbouring boxes stay neighbours.
    void refit(std::span<const Aabb> boxes);

    /// Each box has two numbers: its index in the list given to the constructor, and its slot in the tree. Boxes in
    /// neighbouring slots are neighbours in space.
    [[nodiscard]] std::span<const int> index_of_slot() const { return index_of_slot_; }
    [[nodiscard]] std::span<const Node> nodes() const { return nodes_; }  // children after their parents

    /// Calls visit(slot) for all boxes that overlap `box`, and for a few more.
    template <class Visit>
    void for_each_overlapping(const Aabb& box, const Visit& visit) const;

    /// Calls visit(slot) for all boxes within `reach` [m] of `box`, and for a few more.
    template <class Visit>
    void for_each_within(double reach, const Aabb& box, const Visit& visit) const;

    /// Calls visit(slot) for all boxes whose squared distance from p is at most `squared_radius` [m^2], and for a few
    /// more. Nearer boxes mostly come first. `visit` may reduce the radius.
    template <class Visit>
    void for_each_near(const Vec3& p, double& squared_radius, const Visit& visit) const;

    /// Calls visit(slot) for all boxes that a segment meets until `end_time` in [0, 1], and for a few more. Boxes that
    /// the segment meets earlier mostly come first. `visit` may reduce the time.
    template <class Visit>
    void for_each_along(const Vec3& from, const Vec3& to, double& end_time, const Visit& visit) const;

private:
    /// Below `deepest_by_area` levels, nodes are cut into halves with equal numbers of boxes, which limits the depth.
    /// On a path down the tree, at most one node per level is left to visit later.
    static constexpr int deepest_by_area = 48;
    static constexpr int deepest = deepest_by_area + 32;

    struct Builder;

    using Lanes = Eigen::Array4f;
    using NodeLanes = Eigen::Map<const Lanes, Eigen::Aligned16>;

    /// Lower bound of the squared distance [m^2] between a point or box and the box of a node. The point or box is
    /// rounded outward to single precision, and the result is lowered by more than single precision may add.
    struct Distance {
        Lanes low, high;  // the last lane excludes first and count
        explicit Distance(const Aabb& box);
        [[nodiscard]] double operator()(const Node& node) const
        {
            const Lanes below = NodeLanes(node.low.data()) - high;
            const Lanes above = low - NodeLanes(node.high.data());
            const float sum = below.max(above).max(0.0F).square().sum();
            return (1 - 2e-6) * static_cast<double>(std::min(sum, std::numeric_limits<float>::max()));
        }
    };

    /// Slab test of a segment against boxes that are larger by a slack on every side. The slack exceeds the errors of
    /// single precision and of SegmentProbe.
    struct Slabs {
        Lanes low_from, high_from, inverse;
        Slabs(const Vec3& from, const Vec3& to, double slack);
        /// Returns the time at which the segment enters; infinity if it does not enter before `end_time`.
        [[nodiscard]] double entry(const Node& node, double end_time) const
        {
            const Lanes one = (NodeLanes(node.low.data()) - low_from) * inverse;
            const Lanes other = (NodeLanes(node.high.data()) - high_from) * inverse;
            // Reduced by halves, because Eigen's maxCoeff compares one lane after the other, with a branch for each.
            const Eigen::Array2f near = one.min(other).head<2>().max(one.min(other).tail<2>()).max(0.0F);
            const Eigen::Array2f far =
                one.max(other).head<2>().min(one.max(other).tail<2>()).min(static_cast<float>(end_time));
            const float enters = near.x() < near.y() ? near.y() : near.x();
            const float leaves = far.y() < far.x() ? far.y() : far.x();
            return enters <= leaves ? static_cast<double>(enters) : std::numeric_limits<double>::infinity();
        }
    };
    [[nodiscard]] double slack_for(const Vec3& from, const Vec3& to) const;
    void fit(Node& node, std::span<const Aabb> boxes) const;

    /// Visits nodes depth first, the child of smaller key first. Nodes whose key is above `limit` are skipped.
    template <class Key, class Visit>
    void descend(const double& limit, const Key& key, const Visit& visit) const;

    std::vector<Node> nodes_;
    std::vector<int> index_of_slot_;
    std::vector<std::size_t> level_begin_;  // of nodes, with the end of the last level
};

template <class Key, class Visit>
void BoxTree::descend(const double& limit, const Key& key, const Visit& visit) const
{
    struct Entry {
        int node;
        double key;
    };
    if (nodes_.empty()) return;
    std::array<Entry, deepest + 1> waiting;
    int count = 0;
    Entry here{0, key(nodes_[0])};
    for (;;) {
        if (here.key <= limit) {
            const Node& node = nodes_[here.node];
            const int first = node.first();
            const int boxes = node.count();
            if (boxes == 0) {
                Entry one{first, key(nodes_[first])};
                Entry other{first + 1, key(nodes_[first + 1])};
                if (other.key < one.key) std::swap(one, other);
                if (other.key <= limit) waiting[count++] = other;
                here = one;
                continue;
            }
            for (int slot = first; slot < first + boxes; ++slot) visit(slot);
        }
        if (count == 0) return;
        here = waiting[--count];
    }
}

template <class Visit>
void BoxTree::for_each_overlapping(const Aabb& box, const Visit& visit) const
{
    const auto apart = [&box](const Node& node) {
        bool overlaps = true;
        for (int axis = 0; axis < 3; ++axis)
            overlaps = overlaps && static_cast<double>(node.low[axis]) <= box.max()[axis] &&
                       box.min()[axis] <= static_cast<double>(node.high[axis]);
        return overlaps ? 0.0 : 1.0;
    };
    descend(0.0, apart, visit);
}

template <class Visit>
void BoxTree::for_each_near(const Vec3& p, double& squared_radius, const Visit& visit) const
{
    descend(squared_radius, Distance(Aabb(p, p)), visit);
}

template <class Visit>
void BoxTree::for_each_within(double reach, const Aabb& box, const Visit& visit) const
{
    descend(reach * reach, Distance(box), visit);
}

template <class Visit>
void BoxTree::for_each_along(const Vec3& from, const Vec3& to, double& end_time, const Visit& visit) const
{
    const Slabs slabs(from, to, slack_for(from, to));
    // `limit` is the end time, which is at most one, so that nodes with an infinite key are always skipped.
    descend(
        end_time, [&](const Node& node) { return slabs.entry(node, end_time); }, visit);
}

}  // namespace tulle
