#pragma once
// Slow and obvious: every query looks at every triangle.

#include "geometry/candidate_search.hpp"
#include "geometry/moving_boxes.hpp"

namespace tulle::testing {

class BruteForceQueries final : public MeshQueries {
public:
    BruteForceQueries(std::span<const Vec3> vertices, std::span<const Face> faces)
        : faces_(faces.begin(), faces.end()), from_(vertices.begin(), vertices.end()), to_(from_)
    {}

    [[nodiscard]] std::string_view name() const override { return "brute force"; }
    [[nodiscard]] std::size_t face_count() const override { return faces_.size(); }

    [[nodiscard]] std::optional<ClosestPoint> closest(const Vec3& p, double radius) const override
    {
        ClosestSearch search(p, radius);
        for (std::size_t f = 0; f < faces_.size(); ++f) search.show(static_cast<int>(f), triangle_of(faces_[f], to_));
        return search.result();
    }

    [[nodiscard]] std::optional<SegmentHit> first_hit(const Vec3& from, const Vec3& to) const override
    {
        HitSearch search(from, to);
        for (std::size_t f = 0; f < faces_.size(); ++f) search.show(static_cast<int>(f), triangle_of(faces_[f], to_));
        return search.result();
    }

    void overlapping(const Aabb& box, std::vector<int>& faces) const override
    {
        faces.clear();
        for (std::size_t f = 0; f < faces_.size(); ++f)
            if (box_of(triangle_of(faces_[f], to_)).merged(box_of(triangle_of(faces_[f], from_))).intersects(box))
                faces.push_back(static_cast<int>(f));
    }

    void refit(std::span<const Vec3> vertices) override { refit(vertices, vertices); }
    void refit(std::span<const Vec3> from, std::span<const Vec3> to) override
    {
        from_.assign(from.begin(), from.end());
        to_.assign(to.begin(), to.end());
    }

private:
    std::vector<Face> faces_;
    std::vector<Vec3> from_, to_;
};

}  // namespace tulle::testing
