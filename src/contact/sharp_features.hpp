#pragma once
// The edges and vertices of a mesh that may come between the particles of a cloth: where it is folded outward by more
// than a degree, and where it ends. Flat parts and grooves cannot, and what is smoother than that reaches through a
// cell of cloth by less than the cell's sagitta.

#include "geometry/box_tree.hpp"

#include <tulle/triangle_mesh.hpp>

#include <array>
#include <span>
#include <vector>

namespace tulle {

class SharpFeatures {
public:
    using Edge = std::array<int, 2>;

    /// `shapes` are the vertices the mesh takes on in the course of time, at least one. Of a closed
    /// mesh only what is convex counts.
    SharpFeatures(std::span<const Face> faces, std::span<const std::span<const Vec3>> shapes, bool is_closed);

    /// Vertices go from `start` to `end`.
    void move(std::span<const Vec3> start, std::span<const Vec3> end);

    [[nodiscard]] std::span<const Edge> edges() const { return edges_; }
    [[nodiscard]] std::span<const int> vertices() const { return vertices_; }

    /// visit(index) for edges, or vertices, that may be within `reach` [m] of the box at some time of the step
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
