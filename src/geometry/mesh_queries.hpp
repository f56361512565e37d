#pragma once
// Queries of a triangle mesh that may move: the closest point, the first hit of a segment, the faces in a box.
//
// All implementations give the same answers to the last bit, and differ only in how they find candidate triangles. The
// test of a candidate is closest_on_triangle or SegmentProbe. Of equal answers, the answer with the lowest face counts.

#include "geometry/aabb.hpp"

#include <tulle/math.hpp>

#include <cstddef>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace tulle {

struct ClosestPoint {
    int face = -1;
    Vec3 weights = Vec3::Zero();  // of the face's corners; zeros tell the feature, as in TrianglePoint
    Vec3 point = Vec3::Zero();    // m
    double distance = 0;          // m
};

struct SegmentHit {
    int face = -1;
    Vec3 weights = Vec3::Zero();
    Vec3 point = Vec3::Zero();  // m, on the face
    double time = 0;            // in [0, 1] along the segment
};

/// Several threads may query a mesh at once, but not while it is refitted.
class MeshQueries {
public:
    virtual ~MeshQueries() = default;
    MeshQueries(const MeshQueries&) = delete;
    MeshQueries& operator=(const MeshQueries&) = delete;

    [[nodiscard]] virtual std::string_view name() const = 0;
    [[nodiscard]] virtual std::size_t face_count() const = 0;

    /// Returns the closest point of the mesh that is no further from p than `radius` [m].
    [[nodiscard]] virtual std::optional<ClosestPoint> closest(
        const Vec3& p, double radius = std::numeric_limits<double>::infinity()) const = 0;

    /// Returns the first point where the segment meets a face, from either side. SegmentProbe says which faces are left
    /// out.
    [[nodiscard]] virtual std::optional<SegmentHit> first_hit(const Vec3& from, const Vec3& to) const = 0;

    /// Finds the faces whose boxes overlap or touch `box`, in ascending order. Replaces the contents of `faces`.
    virtual void overlapping(const Aabb& box, std::vector<int>& faces) const = 0;

    /// Moves the vertices; the faces stay the same. Runs in parallel, with the same result for any number of threads.
    virtual void refit(std::span<const Vec3> vertices) = 0;
    /// Moves the vertices in straight lines from `from` to `to`. The boxes of `overlapping` contain the whole motion;
    /// closest points and hits are those at `to`.
    virtual void refit(std::span<const Vec3> from, std::span<const Vec3> to) = 0;

protected:
    MeshQueries() = default;
};

enum class QueryMethod {
    tree,    // BoxTree: always available; faster in all queries but segments (figures: docs/architecture.md)
    embree,  // in builds with Embree: two thirds of the time for segments, fifteen times the time for a refit
};

[[nodiscard]] bool is_available(QueryMethod method);

/// Creates the queries of a mesh. Vertices must be finite, and corners of faces must be indices of vertices. There are
/// no other conditions; a mesh without faces is allowed. Vertices and faces are copied as far as needed. Throws
/// std::invalid_argument for a method that is not available.
[[nodiscard]] std::unique_ptr<MeshQueries> make_mesh_queries(std::span<const Vec3> vertices,
                                                             std::span<const Face> faces,
                                                             QueryMethod method = QueryMethod::tree);

}  // namespace tulle
