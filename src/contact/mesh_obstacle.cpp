#include "contact/mesh_obstacle.hpp"

#include "contact/shapes.hpp"
#include "geometry/moving_boxes.hpp"
#include "geometry/triangle_distance.hpp"
#include "mesh/mesh_sequence.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace tulle {
namespace {

/// A second face counts as a touch of its own if it reaches in front of the plane of the first by more than this part
/// of its distance. The two sides of a valley that turns by more than 8 degrees do.
constexpr double in_front = 0.01;

/// Returns a frame of three unit vectors that turns with a triangle; the identity for a triangle without area.
Mat3 frame_of(const Triangle& triangle)
{
    const Vec3 side = (triangle[1] - triangle[0]).normalized();
    const Vec3 across = (triangle[2] - triangle[0]).cross(side).normalized();
    Mat3 frame;
    frame << side, across, side.cross(across);
    return frame.allFinite() && across.squaredNorm() > 0.5 ? frame : Mat3::Identity().eval();
}

MeshTouch touch_of(int face, const Triangle& triangle, const Vec3& x)
{
    const TrianglePoint closest = closest_on_triangle(x, triangle);
    MeshTouch touch{.face = face, .distance = std::sqrt(closest.squared_distance), .point = closest.point};
    const Vec3 offset = x - closest.point;
    if (touch.distance > 0) {
        touch.normal = offset / touch.distance;
    } else {  // on the mesh itself, which should not occur: the front side
        touch.normal = (triangle[1] - triangle[0]).cross(triangle[2] - triangle[0]).normalized();
    }
    return touch;
}

Aabb box_of(const MovingPoint& motion)
{
    return {motion.start.cwiseMin(motion.end), motion.start.cwiseMax(motion.end)};
}

bool nearer(const MeshTouch& a, const MeshTouch& b)
{
    return a.distance != b.distance ? a.distance < b.distance : a.face < b.face;
}

}  // namespace

MeshObstacle::MeshObstacle(TriangleMesh mesh, MeshSequence sequence)
    : mesh_(std::move(mesh)),
      sequence_(std::move(sequence)),
      start_(mesh_.positions),
      end_(mesh_.positions),
      boxes_(swept_boxes(mesh_.faces, start_, end_)),
      tree_(boxes_)
{
    if (is_closed(mesh_.faces)) winding_ = std::make_unique<WindingNumber>(end_, mesh_.faces);
    std::vector<std::span<const Vec3>> shapes(sequence_.frames.begin(), sequence_.frames.end());
    if (shapes.empty()) shapes.emplace_back(mesh_.positions);
    sharp_ = std::make_unique<SharpFeatures>(mesh_.faces, shapes, winding_ != nullptr);
    if (changes_shape()) {
        moved_start_ = moved_end_ = mesh_.positions;
        start_ = moved_start_;
        end_ = moved_end_;
        move(0, 0);
    }
    for (const Aabb& box : boxes_) bounds_.extend(box);
}

void MeshObstacle::move(double start, double end)
{
    if (!changes_shape()) return;
    vertices_at(sequence_, start, moved_start_);
    vertices_at(sequence_, end, moved_end_);
    sweep_boxes(mesh_.faces, start_, end_, boxes_);
    tree_.refit(boxes_);
    bounds_.setEmpty();
    for (const Aabb& box : boxes_) bounds_.extend(box);
    sharp_->move(start_, end_);
    if (winding_) winding_->refit(start_);
}

void MeshObstacle::update_inside()
{
    if (winding_ && changes_shape()) winding_->refit(end_);
}

bool MeshObstacle::is_behind(int face, double distance, std::span<const KnownPlane> planes) const
{
    const Face& corners = mesh_.faces[face];
    const bool moves = changes_shape();
    return std::any_of(planes.begin(), planes.end(), [&](const KnownPlane& plane) {
        const double highest = plane.level - distance;
        return std::all_of(corners.begin(), corners.end(), [&](int corner) {
            return plane.normal.dot(start_[corner]) <= highest && (!moves || plane.normal.dot(end_[corner]) <= highest);
        });
    });
}

std::array<MovingPoint, 3> MeshObstacle::motion_of(int face) const
{
    const auto& [a, b, c] = mesh_.faces[face];
    return {{{start_[a], end_[a]}, {start_[b], end_[b]}, {start_[c], end_[c]}}};
}

Triangle MeshObstacle::corners_at(int face, double time) const
{
    Triangle corners;
    const std::array<MovingPoint, 3> motion = motion_of(face);
    for (std::size_t k = 0; k < 3; ++k) corners[k] = motion[k].start + time * (motion[k].end - motion[k].start);
    return corners;
}

MeshObstacle::Carried MeshObstacle::carry(int face, double time, const Vec3& point, const Vec3& normal) const
{
    if (!changes_shape()) return {point, normal, Vec3::Zero()};
    const Triangle then = corners_at(face, time);
    const Triangle first = corners_at(face, 0);
    const Triangle last = corners_at(face, 1);
    const Vec3 weights = closest_on_triangle(point, then).weights;
    const auto at = [&](const Triangle& corners) -> Vec3 {
        return weights[0] * corners[0] + weights[1] * corners[1] + weights[2] * corners[2];
    };
    const Vec3 end = at(last);
    return {end, frame_of(last) * (frame_of(then).transpose() * normal), end - at(first)};
}

bool MeshObstacle::has_closed_on(const Vec3& x) const
{
    return changes_shape() && winding_ && bounds_.contains(x) && winding_->is_inside(x);
}

MeshTouch MeshObstacle::nearest_exit(const Vec3& x) const
{
    MeshTouch touch = nearest(start_, x, std::numeric_limits<double>::infinity());
    touch.normal = -touch.normal;
    touch.distance = -touch.distance;
    return touch;
}

MeshTouch MeshObstacle::nearest(const Vec3& x, double reach) const { return nearest(end_, x, reach); }

MeshTouch MeshObstacle::nearest(std::span<const Vec3> vertices, const Vec3& x, double reach) const
{
    MeshTouch best;
    double squared = reach * reach;
    tree_.for_each_near(x, squared, [&](int slot) {
        const int face = tree_.index_of_slot()[slot];
        const MeshTouch here = touch_of(face, triangle_of(mesh_.faces[face], vertices), x);
        if (here.distance > reach || (best.face >= 0 && !nearer(here, best))) return;
        best = here;
        squared = here.distance * here.distance;
    });
    return best;
}

int MeshObstacle::touches(const Vec3& x, double reach, std::array<MeshTouch, max_touches>& found) const
{
    int count = 0;
    const auto presses_too = [&](const MeshTouch& other) {
        return std::all_of(found.begin(), found.begin() + count, [&](const MeshTouch& known) {
            return known.normal.dot(other.point - known.point) > in_front * other.distance;
        });
    };
    const MeshTouch first = nearest(start_, x, reach);
    if (first.face < 0) return 0;
    found[count++] = first;
    // Finds the nearest face of another direction. This takes a few searches among few faces, and stores nothing.
    while (count < max_touches) {
        const MeshTouch& known = found[count - 1];
        const KnownPlane plane{known.normal, known.normal.dot(known.point)};
        MeshTouch best;
        for_each_face(reach, Aabb(x, x), [&](int face) {
            const Face& corners = mesh_.faces[face];
            const bool reaches_in_front = std::any_of(corners.begin(), corners.end(), [&](int corner) {
                return plane.normal.dot(start_[corner]) > plane.level;
            });
            if (!reaches_in_front) return;
            const MeshTouch here = touch_of(face, triangle_of(mesh_.faces[face], start_), x);
            if (here.distance > reach || (best.face >= 0 && !nearer(here, best)) || !presses_too(here)) return;
            best = here;
        });
        if (best.face < 0) break;
        found[count++] = best;
    }
    return count;
}

void MeshObstacle::collect_for_impact(double contact_distance, const MovingPoint& motion, std::vector<int>& faces) const
{
    for_each_face(contact_distance + contact_slop, box_of(motion), [&](int face) { faces.push_back(face); });
}

MeshImpact MeshObstacle::first_impact(double contact_distance, const MovingPoint& motion, std::span<const int> faces,
                                      double give, std::span<const KnownPlane> planes) const
{
    MeshImpact first;
    double distance = 0;  // m, from the mesh to the particle at the time of the impact
    for (const int face : faces) {
        if (is_behind(face, contact_distance + contact_slop - give, planes)) continue;
        const MovingImpact impact =
            point_triangle_impact(motion, motion_of(face), {contact_distance - give, contact_slop});
        if (!impact.hit) continue;
        const std::tuple rank{impact.time, impact.distance, face};
        if (first.face >= 0 && rank > std::tuple{first.time, distance, first.face}) continue;
        first.face = face;
        first.time = impact.time;
        distance = impact.distance;
        first.normal = impact.normal;
    }
    if (first.face < 0) return first;
    if (first.normal.isZero())
        first.normal = touch_of(first.face, corners_at(first.face, first.time), motion.start).normal;
    first.point = motion.start + first.time * (motion.end - motion.start);
    if (!changes_shape()) {
        if (distance < contact_distance) first.point += (contact_distance - distance) * first.normal;
        return first;
    }
    const Carried end = carry(first.face, first.time, first.point - distance * first.normal, first.normal);
    first.normal = end.normal;
    first.moved = end.moved;
    first.point = end.point + std::max(distance, contact_distance) * end.normal;
    return first;
}

void MeshObstacle::collect_for_collision_free_step(double contact_distance, const MovingPoint& motion,
                                                   std::vector<int>& faces) const
{
    for_each_face(0.5 * contact_distance + contact_slop, box_of(motion), [&](int face) { faces.push_back(face); });
}

CollisionFreeStep MeshObstacle::collision_free_step(double contact_distance, const MovingPoint& motion,
                                                    std::span<const int> faces,
                                                    std::span<const KnownPlane> planes) const
{
    CollisionFreeStep free;
    for (const int face : faces) {
        if (is_behind(face, 0.5 * contact_distance + contact_slop, planes)) continue;
        const double distance = touch_of(face, corners_at(face, 0), motion.start).distance;
        const double allowed = 0.5 * std::min(contact_distance, distance);
        if (allowed == 0) continue;  // on the mesh already: no side is known
        const ImpactTolerance tolerance{allowed, std::min(contact_slop, 0.5 * allowed)};
        const double part = point_triangle_impact(motion, motion_of(face), tolerance).time;
        if (part < free.part) free = {part, face};
    }
    return free;
}

double MeshObstacle::depth(const Vec3& x) const
{
    if (!winding_ || !bounds_.contains(x) || !winding_->is_inside(x)) return 0;
    return nearest(x, std::numeric_limits<double>::infinity()).distance;
}

}  // namespace tulle
