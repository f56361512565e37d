#pragma once
// Mesh queries by Embree. Embree's tree (BVH), in single precision, proposes triangles, which are then tested in double
// precision. Boxes and radii are widened by more than single precision rounds, so that no triangle is missed.

#include "geometry/mesh_queries.hpp"

namespace tulle {

class EmbreeQueries final : public MeshQueries {
public:
    /// Throws std::runtime_error when Embree cannot be started.
    EmbreeQueries(std::span<const Vec3> vertices, std::span<const Face> faces);
    ~EmbreeQueries() override;

    [[nodiscard]] std::string_view name() const override { return "embree"; }
    [[nodiscard]] std::size_t face_count() const override { return faces_.size(); }
    [[nodiscard]] std::optional<ClosestPoint> closest(const Vec3& p, double radius) const override;
    [[nodiscard]] std::optional<SegmentHit> first_hit(const Vec3& from, const Vec3& to) const override;
    void overlapping(const Aabb& box, std::vector<int>& faces) const override;
    void refit(std::span<const Vec3> vertices) override { refit(vertices, vertices); }
    void refit(std::span<const Vec3> from, std::span<const Vec3> to) override;

    /// The part of a segment within the mesh's box, as times; empty when `end` is before `begin`.
    struct Part {
        double begin = 0, end = 1;
    };

private:
    struct Embree;

    void update(std::span<const Vec3> from, std::span<const Vec3> to);
    [[nodiscard]] Part part_inside(const Vec3& from, const Vec3& displacement) const;

    std::vector<Face> faces_;
    std::vector<Aabb> boxes_;          // per face
    std::vector<Triangle> triangles_;  // per face
    Aabb around_;                      // box of all faces, wider by a quarter of margin_
    double margin_ = 0;                // m, by which Embree's boxes are wider than the triangles'
    std::unique_ptr<Embree> embree_;
};

}  // namespace tulle
