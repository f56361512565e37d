#pragma once
// Mesh queries by our own tree of boxes (BoxTree): portable. All tests of triangles are in double precision.

#include "geometry/box_tree.hpp"
#include "geometry/mesh_queries.hpp"

namespace tulle {

class TreeQueries final : public MeshQueries {
public:
    TreeQueries(std::span<const Vec3> vertices, std::span<const Face> faces);

    [[nodiscard]] std::string_view name() const override { return "tree"; }
    [[nodiscard]] std::size_t face_count() const override { return faces_.size(); }
    [[nodiscard]] std::optional<ClosestPoint> closest(const Vec3& p, double radius) const override;
    [[nodiscard]] std::optional<SegmentHit> first_hit(const Vec3& from, const Vec3& to) const override;
    void overlapping(const Aabb& box, std::vector<int>& faces) const override;
    void refit(std::span<const Vec3> vertices) override { refit(vertices, vertices); }
    void refit(std::span<const Vec3> from, std::span<const Vec3> to) override;

private:
    std::vector<Face> faces_;
    std::vector<Aabb> boxes_;  // per face
    BoxTree tree_;
    std::vector<Triangle> triangles_;  // per slot of the tree: triangles of a leaf lie side by side
};

}  // namespace tulle
