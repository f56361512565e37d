#pragma once
// Questions to a triangle mesh that may move: what is closest, what is hit first, what is in a box.
//
// Every implementation gives the same answers to the last bit: they differ in how they find the triangles worth a look,
// the look itself is closest_on_triangle and SegmentProbe, and of equal answers the one with the lowest face counts.

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

/// Several threads may ask at once, none while it is refitted.
class MeshQueries {
public:
    virtual ~MeshQueries() = default;
    MeshQueries(const MeshQueries&) = delete;
    MeshQueries& operator=(const MeshQueries&) = delete;

    [[nodiscard]] virtual std::string_view name() const = 0;
    [[nodiscard]] virtual std::size_t face_count() const = 0;

    /// The closest point of the mesh no further from p than `radius` [m].
    [[nodiscard]] virtual std::optional<ClosestPoint> closest(
        const Vec3& p, double radius = std::numeric_limits<double>::infinity()) const = 0;

    /// Where the segment first meets a face, from whichever side (SegmentProbe says what that leaves out).
    [[nodiscard]] virtual std::optional<SegmentHit> first_hit(const Vec3& from, const Vec3& to) const = 0;

    /// The faces whose boxes overlap or touch `box`, in ascending order; replaces what `faces` held.
    virtual void overlapping(const Aabb& box, std::vector<int>& faces) const = 0;

    /// Moves the vertices; faces stay. In parallel, and with the same result for any number of threads.
    virtual void refit(std::span<const Vec3> vertices) = 0;
    /// The same, for what happens on the way from one place to another in a straight line: the boxes of `overlapping`
    /// hold the whole way; closest points and hits are those of `to`.
    virtual void refit(std::span<const Vec3> from, std::span<const Vec3> to) = 0;

protected:
    MeshQueries() = default;
};

enum class QueryMethod {
    tree,    // BoxTree: always there, and faster in all but segments (docs/architecture.md has the figures)
    embree,  // in builds with Embree: segments in two thirds of the time, refitting in fifteen times
};

[[nodiscard]] bool is_available(QueryMethod method);

/// Vertices must be finite, corners of faces within them; anything else goes, no faces at all included. Both are copied
/// as far as needed. Throws std::invalid_argument for a method that is not available.
[[nodiscard]] std::unique_ptr<MeshQueries> make_mesh_queries(std::span<const Vec3> vertices,
                                                             std::span<const Face> faces,
                                                             QueryMethod method = QueryMethod::tree);

}  // namespace tulle
