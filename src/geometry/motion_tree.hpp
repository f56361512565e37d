#pragma once
// Broad phase of continuous collision detection (CCD): a tree of moving boxes (BVH). The tree finds the boxes that come
// within a distance of each other while all boxes move in straight lines during the same time.
//
// A moving box is given by its places at the start and at the end. Along an axis, the gap between two moving boxes is
// concave in time: if it is larger than a distance at the start and at the end, it is larger in between. Two boxes that
// move together are therefore known to stay apart, however far they move. Boxes around whole motions would not show
// that two boxes stay apart.

#include "core/parallel.hpp"
#include "geometry/aabb.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace tulle {

/// A moving box in single precision, rounded outward. The fourth lanes are zero.
struct alignas(16) MovingBox {
    using Lanes = Eigen::Array4f;

    std::array<float, 4> low_start{}, high_start{}, low_end{}, high_end{};

    /// Returns the moving box around points, each given at the start and at the end.
    template <std::size_t n>
    [[nodiscard]] static MovingBox around(const std::array<const Vec3*, n>& start,
                                          const std::array<const Vec3*, n>& end);

    void extend(const MovingBox& other)
    {
        at(low_start) = at(low_start).min(at(other.low_start));
        at(high_start) = at(high_start).max(at(other.high_start));
        at(low_end) = at(low_end).min(at(other.low_end));
        at(high_end) = at(high_end).max(at(other.high_end));
    }

    /// Returns whether the two boxes may come within `reach` [m] of each other during their motion. The function is
    /// inlined, because a call would take longer than the test.
    [[nodiscard, gnu::always_inline]] bool may_meet(const MovingBox& other, float reach) const
    {
        const Lanes above = (at(low_start) - at(other.high_start)).min(at(low_end) - at(other.high_end));
        const Lanes below = (at(other.low_start) - at(high_start)).min(at(other.low_end) - at(high_end));
        const Lanes gap = above.max(below);
        const Eigen::Array2f half = gap.head<2>().max(gap.tail<2>());
        return (half.x() < half.y() ? half.y() : half.x()) <= reach;
    }

private:
    using Map = Eigen::Map<Lanes, Eigen::Aligned16>;
    using ConstMap = Eigen::Map<const Lanes, Eigen::Aligned16>;
    [[nodiscard]] static Map at(std::array<float, 4>& lanes) { return Map(lanes.data()); }
    [[nodiscard]] static ConstMap at(const std::array<float, 4>& lanes) { return ConstMap(lanes.data()); }
};

/// Two kinds of boxes, and the pairs of kinds that the search includes. Pairs of one box of each kind are always
/// included. Pairs of two boxes of the second kind are never included.
struct BoxKinds {
    std::span<const unsigned char> is_second{};  // per box; empty: all are of the first kind
    bool first_meets_itself = true;
};

class MotionTree {
public:
    /// Builds the tree. Boxes that are neighbours in `boxes` (places at some earlier time) stay neighbours in the tree
    /// for as long as the tree exists.
    explicit MotionTree(std::span<const Aabb> boxes, const BoxKinds& kinds = {});

    /// Sets the present motion of the boxes, in the order given to the constructor. `marked` has one mark per box, or
    /// is empty if all boxes are marked. Only pairs with a marked box are found.
    void refit(std::span<const MovingBox> boxes, std::span<const unsigned char> marked = {});

    /// Finds all pairs of boxes that may come within `reach` [m] of each other and of which at least one box is marked.
    /// Calls start(count), then do_task(task, walk) for each of `count` tasks. In a task, walk(visit) calls visit(i, j)
    /// once for every pair that the task finds. Tasks run on any thread, and each task visits its pairs in a fixed
    /// order. The tasks depend on the tree, the boxes, the marks and the reach alone.
    template <class Start, class Task>
    void for_each_meeting(double reach, const Start& start, const Task& do_task);

    /// Returns `reach` [m] increased by what single precision may add to a gap between boxes of this size.
    [[nodiscard]] float widened(double reach) const;

private:
    static constexpr int deepest = 96;  // levels; BoxTree makes fewer

    /// Sets of kinds, as bits: the kinds that are present, and the kinds with which they form pairs.
    struct Kinds {
        unsigned char are = 0, meet = 0;

        [[nodiscard]] bool may_meet(const Kinds& other) const { return (are & other.meet) != 0; }
        void extend(const Kinds& other)
        {
            are |= other.are;
            meet |= other.meet;
        }
    };

    struct Node {
        MovingBox box;
        int first;              // slot of the first box, or node of the first child
        int count;              // number of boxes; 0 for a node with two children
        bool is_marked = true;  // at least one of its boxes is marked
        Kinds kinds{};          // of its boxes
    };
    struct NodePair {
        int one, other;
    };
    /// Splits a pair of nodes that may meet: calls meet(NodePair) for pairs of their children, or visit(i, j) in
    /// leaves.
    template <class Meet, class Visit>
    void split(const NodePair& pair, float reach, const Meet& meet, const Visit& visit) const;

    std::vector<Node> nodes_;               // children after their parents, level by level
    std::vector<std::size_t> level_begin_;  // of nodes, with the end of the last level
    std::vector<int> index_of_slot_;
    std::vector<MovingBox> boxes_;       // by slots
    std::vector<unsigned char> marked_;  // by slots
    std::vector<Kinds> kinds_;           // by slots
    std::vector<NodePair> tasks_, next_;
};

template <std::size_t n>
MovingBox MovingBox::around(const std::array<const Vec3*, n>& start, const std::array<const Vec3*, n>& end)
{
    MovingBox box;
    const auto fit = [](const std::array<const Vec3*, n>& points, auto& low_lanes, auto& high_lanes) {
        constexpr float rounding = 2 * std::numeric_limits<float>::epsilon();
        for (int axis = 0; axis < 3; ++axis) {
            double least = (*points[0])[axis], most = least;
            for (std::size_t k = 1; k < n; ++k) {
                least = std::min(least, (*points[k])[axis]);
                most = std::max(most, (*points[k])[axis]);
            }
            const auto low_here = static_cast<float>(least), high_here = static_cast<float>(most);
            low_lanes[axis] = low_here - (std::abs(low_here) * rounding + std::numeric_limits<float>::min());
            high_lanes[axis] = high_here + (std::abs(high_here) * rounding + std::numeric_limits<float>::min());
        }
    };
    fit(start, box.low_start, box.high_start);
    fit(end, box.low_end, box.high_end);
    return box;
}

template <class Meet, class Visit>
void MotionTree::split(const NodePair& pair, float reach, const Meet& meet, const Visit& visit) const
{
    const Node& a = nodes_[pair.one];
    const Node& b = nodes_[pair.other];
    if (!a.is_marked && !b.is_marked) return;
    if (!a.kinds.may_meet(b.kinds)) return;
    const auto visit_slots = [&](int s, int t) {
        if ((marked_[s] != 0 || marked_[t] != 0) && kinds_[s].may_meet(kinds_[t]) &&
            boxes_[s].may_meet(boxes_[t], reach))
            visit(index_of_slot_[s], index_of_slot_[t]);
    };
    if (pair.one == pair.other) {
        if (a.count == 0) {
            meet(NodePair{a.first, a.first});
            meet(NodePair{a.first + 1, a.first + 1});
            meet(NodePair{a.first, a.first + 1});
            return;
        }
        for (int s = a.first; s < a.first + a.count; ++s)
            for (int t = s + 1; t < a.first + a.count; ++t) visit_slots(s, t);
        return;
    }
    if (!a.box.may_meet(b.box, reach)) return;
    if (a.count > 0 && b.count > 0) {
        for (int s = a.first; s < a.first + a.count; ++s)
            for (int t = b.first; t < b.first + b.count; ++t) visit_slots(s, t);
        return;
    }
    const int a_end = a.count > 0 ? pair.one + 1 : a.first + 2;
    const int b_end = b.count > 0 ? pair.other + 1 : b.first + 2;
    for (int s = a.count > 0 ? pair.one : a.first; s < a_end; ++s)
        for (int t = b.count > 0 ? pair.other : b.first; t < b_end; ++t) meet(NodePair{s, t});
}

template <class Start, class Task>
void MotionTree::for_each_meeting(double reach, const Start& start, const Task& do_task)
{
    if (nodes_.empty()) return start(std::size_t{0});
    const float within = widened(reach);
    // Pairs of nodes are split wave by wave, until there are enough tasks for all threads. Pairs of leaves cannot be
    // split and are kept.
    constexpr std::size_t enough = 512;
    constexpr int most_waves = 24;
    tasks_.assign(1, {0, 0});
    for (int wave = 0; wave < most_waves && !tasks_.empty() && tasks_.size() < enough; ++wave) {
        next_.clear();
        bool is_split = false;
        for (const NodePair& pair : tasks_) {
            const Node& a = nodes_[pair.one];
            const Node& b = nodes_[pair.other];
            if (a.count > 0 && b.count > 0) {
                next_.push_back(pair);
                continue;
            }
            is_split = true;
            split(
                pair, within, [&](const NodePair& part) { next_.push_back(part); }, [](int, int) {});
        }
        tasks_.swap(next_);
        if (!is_split) break;
    }
    start(tasks_.size());
    parallel_pieces(tasks_.size(), [&](std::size_t task) {
        do_task(task, [&](const auto& visit) {
            std::array<NodePair, 4 * 2 * deepest> waiting;
            std::size_t count = 0;
            waiting[count++] = tasks_[task];
            while (count > 0) {
                const NodePair pair = waiting[--count];
                split(
                    pair, within, [&](const NodePair& part) { waiting[count++] = part; }, visit);
            }
        });
    });
}

}  // namespace tulle
