#pragma once
// Narrow phase of mesh queries: the tests of single triangles that all mesh queries share, and the choice between equal
// results.

#include "geometry/mesh_queries.hpp"
#include "geometry/segment_triangle.hpp"
#include "geometry/triangle_distance.hpp"

#include <cmath>

namespace tulle {

/// Keeps the closest of the triangles that are passed to `show`, in any order.
class ClosestSearch {
public:
    ClosestSearch(const Vec3& p, double radius) : p_(p), squared_radius_(radius * radius) {}

    /// Squared search radius [m^2]. Triangles that are further away need not be shown.
    [[nodiscard]] double& squared_radius() { return squared_radius_; }

    /// Returns true if this triangle is the closest so far. Of equally close triangles, the lowest face counts.
    bool show(int face, const Triangle& triangle)
    {
        const TrianglePoint found = closest_on_triangle(p_, triangle);
        if (found.squared_distance > squared_radius_) return false;
        if (found.squared_distance == squared_radius_ && face_ >= 0 && face_ < face) return false;
        face_ = face;
        best_ = found;
        squared_radius_ = found.squared_distance;
        return true;
    }

    [[nodiscard]] std::optional<ClosestPoint> result() const
    {
        if (face_ < 0) return std::nullopt;
        return ClosestPoint{face_, best_.weights, best_.point, std::sqrt(best_.squared_distance)};
    }

private:
    Vec3 p_;
    double squared_radius_;
    int face_ = -1;
    TrianglePoint best_;
};

/// Keeps the earliest crossing with the triangles that are passed to `show`, in any order.
class HitSearch {
public:
    HitSearch(const Vec3& from, const Vec3& to) : probe_(from, to) {}

    /// End of the searched time. Triangles that the segment meets later need not be shown.
    [[nodiscard]] double& end_time() { return end_time_; }

    bool show(int face, const Triangle& triangle)
    {
        const auto found = probe_.crossing(triangle);
        if (!found || found->time > end_time_) return false;
        if (found->time == end_time_ && hit_.face >= 0 && hit_.face < face) return false;
        const auto& [a, b, c] = triangle;
        end_time_ = found->time;
        hit_ = {face, found->weights, found->weights.x() * a + found->weights.y() * b + found->weights.z() * c,
                found->time};
        return true;
    }

    [[nodiscard]] std::optional<SegmentHit> result() const
    {
        if (hit_.face < 0) return std::nullopt;
        return hit_;
    }

private:
    SegmentProbe probe_;
    double end_time_ = 1;
    SegmentHit hit_;
};

}  // namespace tulle
