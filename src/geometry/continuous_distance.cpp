#include "geometry/continuous_distance.hpp"

#include "core/assert.hpp"
#include "geometry/triangle_distance.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tulle {
namespace {

/// Time steps below this count as no progress.
constexpr double least_step = 1e-14;

using Corners = std::array<Vec3, 4>;

struct Closest {
    std::array<double, 4> weights{};
    Vec3 between = Vec3::Zero();  // m, from the second feature to the first
};

/// Returns the component of v perpendicular to the edge.
Vec3 without(const Vec3& v, const Vec3& edge)
{
    const double squared = edge.squaredNorm();
    return squared > 0 ? Vec3(v - (edge.dot(v) / squared) * edge) : v;
}

Vec3 towards(const Vec3& normal, const Vec3& v) { return normal.dot(v) < 0 ? Vec3(-normal) : normal; }

// If features nearly touch, rounding of the closest points turns the vector between them. Next to a narrow triangle,
// the vector may then be far from the shortest one. `across` computes the direction from the edges that contain the
// closest points instead.

/// Corner 0 against the triangle 1, 2, 3.
struct PointAndTriangle {
    static constexpr int first_corners = 1;
    static Closest closest(const Corners& x)
    {
        const TrianglePoint found = closest_on_triangle(x[0], {x[1], x[2], x[3]});
        return {{1, found.weights[0], found.weights[1], found.weights[2]}, x[0] - found.point};
    }
    static Vec3 across(const Corners& x, const Closest& closest)
    {
        for (int k = 1; k < 4; ++k)
            if (closest.weights[k] == 0) return without(closest.between, x[1 + k % 3] - x[1 + (k + 1) % 3]);
        return towards((x[2] - x[1]).cross(x[3] - x[1]), closest.between);
    }
};

/// The edge 0, 1 against the edge 2, 3.
struct TwoEdges {
    static constexpr int first_corners = 2;
    static Closest closest(const Corners& x)
    {
        const SegmentPoints found = closest_of_segments(x[0], x[1], x[2], x[3]);
        return {{1 - found.s, found.s, 1 - found.t, found.t}, found.on_p - found.on_q};
    }
    static Vec3 across(const Corners& x, const Closest& closest)
    {
        const auto& w = closest.weights;
        if (w[0] == 0 || w[1] == 0) return without(closest.between, x[3] - x[2]);
        if (w[2] == 0 || w[3] == 0) return without(closest.between, x[1] - x[0]);
        return towards((x[1] - x[0]).cross(x[3] - x[2]), closest.between);
    }
};

template <class Kind>
class Advancement {
public:
    Advancement(const std::array<MovingPoint, 4>& corners, const ImpactTolerance& tolerance) : tolerance_(tolerance)
    {
        double size = 0;
        Vec3 mean = Vec3::Zero();
        for (int k = 0; k < 4; ++k) {
            start_[k] = corners[k].start - corners[0].start;
            motion_[k] = corners[k].end - corners[k].start;
            size = std::max(size, start_[k].cwiseAbs().maxCoeff() + motion_[k].cwiseAbs().maxCoeff());
            mean += 0.25 * motion_[k];
        }
        rounding_ = 128 * std::numeric_limits<double>::epsilon() * size;
        for (Vec3& motion : motion_) motion -= mean;
        double first = 0;
        double second = 0;
        for (int k = 0; k < 4; ++k) {
            double& longest = k < Kind::first_corners ? first : second;
            longest = std::max(longest, motion_[k].norm());
        }
        moves_ = first + second > rounding_;
        speed_ = first + second + rounding_;
    }

    [[nodiscard]] MovingImpact run()
    {
        MovingImpact impact;
        look(0);
        if (distance_ <= tolerance_.separation + tolerance_.slop) {
            if (distance_ == 0 ? moves_ : approaches()) return hit(impact, 0);
            if (distance_ == 0) return impact;
            start_from_within();
        } else {
            target_ = tolerance_.separation + 0.5 * tolerance_.slop;
            arrived_ = tolerance_.separation + tolerance_.slop;
        }
        double time = 0;
        for (; impact.iterations < max_advancements; ++impact.iterations) {
            const double step = free_time() * (1 - 1e-12);
            if (step >= 1 - time) return impact;
            if (!(step > least_step)) break;
            time += step;
            look(time);
            if (distance_ <= arrived_) break;
        }
        return hit(impact, time);
    }

private:
    void look(double time)
    {
        for (int k = 0; k < 4; ++k) x_[k] = start_[k] + time * motion_[k];
        closest_ = Kind::closest(x_);
        distance_ = closest_.between.norm();
        normal_ = distance_ > 0 ? Vec3(closest_.between / distance_) : Vec3::Zero();
    }

    [[nodiscard]] bool approaches() const
    {
        Vec3 motion = Vec3::Zero();
        for (int k = 0; k < 4; ++k) motion += (k < Kind::first_corners ? 1 : -1) * closest_.weights[k] * motion_[k];
        return normal_.dot(motion) < -rounding_;
    }

    void start_from_within()
    {
        const double base = std::min(tolerance_.separation, distance_);
        const double floor = std::max(base - tolerance_.slop, 0.5 * base);
        target_ = floor + 0.25 * (distance_ - floor);
        arrived_ = floor + 0.5 * (distance_ - floor);
    }

    /// Returns the distance [m] by which a plane with unit normal n separates the two features. It is a lower bound of
    /// their distance for any n.
    [[nodiscard]] double separation_along(const Vec3& n) const
    {
        double least = std::numeric_limits<double>::infinity();
        for (int i = 0; i < Kind::first_corners; ++i)
            for (int j = Kind::first_corners; j < 4; ++j) least = std::min(least, n.dot(x_[i] - x_[j]));
        return least;
    }

    /// Returns a lower bound of the time for which the distance stays above the target.
    [[nodiscard]] double free_time() const
    {
        Vec3 n = normal_;
        double apart = separation_along(n);
        if (apart < distance_ - rounding_) {
            const Vec3 across = Kind::across(x_, closest_).stableNormalized();
            const double by_edges = separation_along(across);
            if (by_edges > apart) {
                apart = by_edges;
                n = across;
            }
        }
        const double in_any_direction = (std::min(apart, distance_) - target_ - rounding_) / speed_;
        double across_plane = 2;  // longer than the step
        for (int i = 0; i < Kind::first_corners; ++i) {
            for (int j = Kind::first_corners; j < 4; ++j) {
                const double gap = n.dot(x_[i] - x_[j]) - target_ - rounding_;
                const double growth = n.dot(motion_[i] - motion_[j]) - rounding_;
                if (!(gap > 0)) return in_any_direction;
                if (growth < 0) across_plane = std::min(across_plane, gap / -growth);
            }
        }
        return std::max(in_any_direction, across_plane);
    }

    [[nodiscard]] MovingImpact& hit(MovingImpact& impact, double time) const
    {
        impact.hit = true;
        impact.time = time;
        impact.distance = distance_;
        impact.normal = normal_;
        impact.weights = closest_.weights;
        return impact;
    }

    ImpactTolerance tolerance_;
    Corners start_, motion_;  // m, relative to the first corner's start and to the mean motion
    double rounding_ = 0;     // m
    double speed_ = 0;        // m per step, upper bound of the speed of approach
    bool moves_ = false;
    Corners x_;
    Closest closest_;
    Vec3 normal_ = Vec3::Zero();
    double distance_ = 0;
    double target_ = 0, arrived_ = 0;  // m, the distance to which time advances, and the one that ends it
};

}  // namespace

MovingImpact point_triangle_impact(const MovingPoint& point, const std::array<MovingPoint, 3>& triangle,
                                   const ImpactTolerance& tolerance)
{
    TULLE_ASSERT(tolerance.separation >= 0 && tolerance.slop > 0, tolerance.separation, tolerance.slop);
    return Advancement<PointAndTriangle>({point, triangle[0], triangle[1], triangle[2]}, tolerance).run();
}

MovingImpact edge_edge_impact(const std::array<MovingPoint, 2>& first, const std::array<MovingPoint, 2>& second,
                              const ImpactTolerance& tolerance)
{
    TULLE_ASSERT(tolerance.separation >= 0 && tolerance.slop > 0, tolerance.separation, tolerance.slop);
    return Advancement<TwoEdges>({first[0], first[1], second[0], second[1]}, tolerance).run();
}

}  // namespace tulle
