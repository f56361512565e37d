#include "contact/mesh_obstacle.hpp"

#include "contact/shapes.hpp"
#include "geometry/triangle_distance.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace tulle {
namespace {

/// A second face must reach this part of its distance in front of the first one's plane: the walls of a valley that
/// turns by more than 8 degrees do.
constexpr double in_front = 0.01;

Triangle corners(const TriangleMesh& mesh, int face)
{
    const Face& f = mesh.faces[face];
    return {mesh.positions[f[0]], mesh.positions[f[1]], mesh.positions[f[2]]};
}

std::vector<Aabb> face_boxes(const TriangleMesh& mesh)
{
    std::vector<Aabb> boxes(mesh.faces.size());
    for (std::size_t f = 0; f < boxes.size(); ++f) boxes[f] = box_of(corners(mesh, static_cast<int>(f)));
    return boxes;
}

Aabb around(const Vec3& x, double reach) { return {x - Vec3::Constant(reach), x + Vec3::Constant(reach)}; }

bool nearer(const MeshTouch& a, const MeshTouch& b)
{
    return a.distance != b.distance ? a.distance < b.distance : a.face < b.face;
}

}  // namespace

MeshObstacle::MeshObstacle(TriangleMesh mesh) : mesh_(std::move(mesh)), tree_(face_boxes(mesh_))
{
    for (const Face& face : mesh_.faces)
        for (const int corner : face) bounds_.extend(mesh_.positions[corner]);
    if (is_closed(mesh_.faces)) winding_ = std::make_unique<WindingNumber>(mesh_.positions, mesh_.faces);
}

std::array<MovingPoint, 3> MeshObstacle::still(int face) const
{
    const Triangle triangle = corners(mesh_, face);
    return {{{triangle[0], triangle[0]}, {triangle[1], triangle[1]}, {triangle[2], triangle[2]}}};
}

MeshTouch MeshObstacle::touch(int face, const Vec3& x) const
{
    const Triangle triangle = corners(mesh_, face);
    const TrianglePoint closest = closest_on_triangle(x, triangle);
    MeshTouch touch{.face = face, .distance = std::sqrt(closest.squared_distance), .point = closest.point};
    const Vec3 way = x - closest.point;
    if (touch.distance > 0) {
        touch.normal = way / touch.distance;
    } else {  // on the mesh itself, where nobody should be: to the front
        touch.normal = (triangle[1] - triangle[0]).cross(triangle[2] - triangle[0]).normalized();
    }
    return touch;
}

MeshTouch MeshObstacle::nearest(const Vec3& x, double reach) const
{
    MeshTouch best;
    double squared = reach * reach;
    tree_.for_each_near(x, squared, [&](int slot) {
        const MeshTouch here = touch(tree_.index_of_slot()[slot], x);
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
    // The nearest of all, then the nearest that presses otherwise: a few walks through few faces, and nothing is
    // stored.
    while (count < max_touches) {
        MeshTouch best;
        for_each_face(around(x, reach), [&](int face) {
            const MeshTouch here = touch(face, x);
            if (here.distance > reach || (best.face >= 0 && !nearer(here, best)) || !presses_too(here)) return;
            best = here;
        });
        if (best.face < 0) break;
        found[count++] = best;
    }
    return count;
}

MeshImpact MeshObstacle::first_impact(double kept, const Vec3& from, const Vec3& to) const
{
    MeshImpact first;
    double distance = 0;
    const double reach = kept + contact_slop;
    Aabb way = around(from, reach);
    way.extend(around(to, reach));
    for_each_face(way, [&](int face) {
        const MovingImpact impact = point_triangle_impact({from, to}, still(face), {kept, contact_slop});
        if (!impact.hit) return;
        const std::tuple rank{impact.time, impact.distance, face};
        if (first.face >= 0 && rank > std::tuple{first.time, distance, first.face}) return;
        first.face = face;
        first.time = impact.time;
        distance = impact.distance;
        first.normal = impact.normal;
        first.point = from + impact.time * (to - from);
        if (impact.distance < kept) first.point += (kept - impact.distance) * impact.normal;
    });
    if (first.face >= 0 && first.normal.isZero()) first.normal = touch(first.face, from).normal;
    return first;
}

double MeshObstacle::free_part(double kept, const Vec3& from, const Vec3& to) const
{
    double part = 1;
    Aabb way = around(from, kept);
    way.extend(around(to, kept));
    for_each_face(way, [&](int face) {
        const double distance = touch(face, from).distance;
        const double allowed = 0.5 * std::min(kept, distance);
        if (allowed == 0) return;  // on the mesh already: no side to keep
        const ImpactTolerance tolerance{allowed, std::min(contact_slop, 0.5 * allowed)};
        part = std::min(part, point_triangle_impact({from, to}, still(face), tolerance).time);
    });
    return part;
}

double MeshObstacle::depth(const Vec3& x) const
{
    if (!winding_ || !bounds_.contains(x) || !winding_->is_inside(x)) return 0;
    return nearest(x, std::numeric_limits<double>::infinity()).distance;
}

}  // namespace tulle
