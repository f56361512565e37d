#include "geometry/motion_tree.hpp"

#include "core/assert.hpp"
#include "geometry/box_tree.hpp"

namespace tulle {

MotionTree::MotionTree(std::span<const Aabb> boxes, const BoxKinds& kinds)
    : boxes_(boxes.size()), marked_(boxes.size(), 1)
{
    TULLE_ASSERT(kinds.is_second.empty() || kinds.is_second.size() == boxes.size(), kinds.is_second.size());
    const BoxTree tree(boxes);
    index_of_slot_.assign(tree.index_of_slot().begin(), tree.index_of_slot().end());
    for (const BoxTree::Node& node : tree.nodes()) nodes_.push_back({{}, node.first(), node.count()});
    constexpr unsigned char first = 1, second = 2;
    const Kinds of_first{first, static_cast<unsigned char>(kinds.first_meets_itself ? first | second : second)};
    const Kinds of_second{second, first};
    for (const int box : index_of_slot_)
        kinds_.push_back(!kinds.is_second.empty() && kinds.is_second[box] != 0 ? of_second : of_first);
    for (std::size_t n = nodes_.size(); n-- > 0;) {
        Node& node = nodes_[n];
        const int children = 2;
        for (int k = 0; k < (node.count == 0 ? children : node.count); ++k)
            node.kinds.extend(node.count == 0 ? nodes_[node.first + k].kinds : kinds_[node.first + k]);
    }
    // A level ends where the children of the previous level end.
    for (std::size_t begin = 0, end = nodes_.empty() ? 0 : 1; begin < end;) {
        level_begin_.push_back(begin);
        const auto parents = std::count_if(nodes_.begin() + static_cast<std::ptrdiff_t>(begin),
                                           nodes_.begin() + static_cast<std::ptrdiff_t>(end),
                                           [](const Node& node) { return node.count == 0; });
        begin = end;
        end += 2 * static_cast<std::size_t>(parents);
    }
    level_begin_.push_back(nodes_.size());
    TULLE_ASSERT(static_cast<int>(level_begin_.size()) <= deepest, level_begin_.size());
}

void MotionTree::refit(std::span<const MovingBox> boxes, std::span<const unsigned char> marked)
{
    TULLE_ASSERT(boxes.size() == boxes_.size(), boxes.size(), boxes_.size());
    parallel_for(boxes_.size(), [&](std::size_t slot) {
        boxes_[slot] = boxes[index_of_slot_[slot]];
        marked_[slot] = marked.empty() ? 1 : marked[index_of_slot_[slot]];
    });
    // From the leaves up: each level reads only the level below it.
    for (std::size_t level = level_begin_.size() - 1; level-- > 0;) {
        const std::size_t begin = level_begin_[level];
        parallel_for(level_begin_[level + 1] - begin, [&](std::size_t k) {
            Node& node = nodes_[begin + k];
            if (node.count == 0) {
                const Node& one = nodes_[node.first];
                const Node& other = nodes_[node.first + 1];
                node.box = one.box;
                node.box.extend(other.box);
                node.is_marked = one.is_marked || other.is_marked;
                return;
            }
            node.box = boxes_[node.first];
            node.is_marked = marked_[node.first] != 0;
            for (int slot = node.first + 1; slot < node.first + node.count; ++slot) {
                node.box.extend(boxes_[slot]);
                node.is_marked = node.is_marked || marked_[slot] != 0;
            }
        });
    }
}

float MotionTree::widened(double reach) const
{
    float size = 0;
    for (const auto& lanes :
         {nodes_[0].box.low_start, nodes_[0].box.high_start, nodes_[0].box.low_end, nodes_[0].box.high_end})
        for (const float lane : lanes) size = std::max(size, std::abs(lane));
    constexpr float rounding = 4 * std::numeric_limits<float>::epsilon();
    const auto within = static_cast<float>(reach);
    return within + rounding * (within + size) + std::numeric_limits<float>::min();
}

}  // namespace tulle
