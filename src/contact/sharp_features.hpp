#pragma once
// Sharp features of a mesh: the edges, and their vertices, that may pass between the particles of a cloth. Sharp edges
// are edges where the mesh folds outward by more than a degree, and edges at a border of the mesh. Flat parts and
// grooves cannot pass between particles. An edge that folds by less reaches through a cell of cloth by less than the
// cell's sagitta.

#include "geometry/box_tree.hpp"

#include <tulle/triangle_mesh.hpp>

#include <array>
#include <span>
#include <vector>

namespace tulle {

class SharpFeatures {
public:
    using Edge = std::array<int, 2>;

    /// `shapes` are the vertices that the mesh has over time, at least once. An edge is sharp if it is sharp in at
    /// least one of `shapes`. In a closed mesh only convex folds count.
    SharpFeatures(std::span<const Face> faces, std::span<const std::span<const Vec3>> shapes, bool is_closed);

    /// Sets the motion of the vertices during a step, from `start` to `end` [m].
    void move(std::span<const Vec3> start, std::span<const Vec3> end);

    [[nodiscard]] std::span<const Edge> edges() const { return edges_; }
    [[nodiscard]] std::span<const int> vertices() const { return vertices_; }

    /// Calls visit(index) for the edges that may be within `reach` [m] of the box at some time of the step;
    /// for_each_vertex does the same for the vertices.
    template <class Visit>
    void for_each_edge(double reach, const Aabb& box, const Visit& visit) const
    {
        edge_tree_.for_each_within(reach, box, [&](int slot) { visit(edge_tree_.index_of_slot()[slot]); });
    }
    template <class Visit>
    void for_each_vertex(double reach, const Aabb& box, const Visit& visit) const
    {
        vertex_tree_.for_each_within(reach, box, [&](int slot) { visit(vertex_tree_.index_of_slot()[slot]); });
    }

private:
    std::vector<Edge> edges_;
    std::vector<int> vertices_;
    std::vector<Aabb> edge_boxes_, vertex_boxes_;
    BoxTree edge_tree_, vertex_tree_;
};

}  // namespace tulle
