#include "geometry/embree_queries.hpp"

#include "core/parallel.hpp"
#include "geometry/candidate_search.hpp"
#include "geometry/moving_boxes.hpp"

#include <tulle/threads.hpp>

#include <embree3/rtcore.h>

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>

namespace tulle {
namespace {

/// Widening of boxes and radii, relative to the largest coordinate. It is thirty times the rounding of single
/// precision; Embree's slab test and our conversions take a few roundings.
constexpr double widening = 2e-6;

struct ClosestRequest {
    ClosestSearch search;
    const std::vector<Triangle>& triangles;
    double rounding;  // m, of the point in single precision
};

float widened(double radius, double rounding) { return static_cast<float>(radius * (1 + widening) + rounding); }

bool show_closest(RTCPointQueryFunctionArguments* args)
{
    auto& request = *static_cast<ClosestRequest*>(args->userPtr);
    if (!request.search.show(static_cast<int>(args->primID), request.triangles[args->primID])) return false;
    args->query->radius = widened(std::sqrt(request.search.squared_radius()), request.rounding);
    return true;
}

struct OverlapRequest {
    const Aabb& box;
    const std::vector<Aabb>& boxes;
    std::vector<int>& faces;
};

bool show_overlap(RTCPointQueryFunctionArguments* args)
{
    auto& request = *static_cast<OverlapRequest*>(args->userPtr);
    if (request.boxes[args->primID].intersects(request.box)) request.faces.push_back(static_cast<int>(args->primID));
    return false;
}

/// Embree passes its context on to our callbacks. A class derived from the context carries our data there.
struct HitRequest : RTCIntersectContext {
    HitSearch search;
    const std::vector<Triangle>& triangles;
    EmbreeQueries::Part part;

    HitRequest(const Vec3& from, const Vec3& to, const std::vector<Triangle>& t)
        : RTCIntersectContext{}, search(from, to), triangles(t)
    {
        rtcInitIntersectContext(this);
    }
};

void show_hit(const RTCIntersectFunctionNArguments* args)
{
    if (args->valid[0] == 0) return;
    auto& request = *static_cast<HitRequest*>(args->context);
    if (!request.search.show(static_cast<int>(args->primID), request.triangles[args->primID])) return;
    const double passed = (request.search.end_time() - request.part.begin) / (request.part.end - request.part.begin);
    auto* hit = reinterpret_cast<RTCRayHit*>(args->rayhit);
    hit->ray.tfar = std::min(hit->ray.tfar, static_cast<float>(passed * (1 + widening) + widening));
    hit->hit.geomID = args->geomID;
}

void give_bounds(const RTCBoundsFunctionArguments* args)
{
    const auto& [boxes, margin] = *static_cast<std::pair<const Aabb*, double>*>(args->geometryUserPtr);
    const Aabb box = inflated(boxes[args->primID], margin);
    RTCBounds& out = *args->bounds_o;
    out.lower_x = static_cast<float>(box.min().x());
    out.lower_y = static_cast<float>(box.min().y());
    out.lower_z = static_cast<float>(box.min().z());
    out.upper_x = static_cast<float>(box.max().x());
    out.upper_y = static_cast<float>(box.max().y());
    out.upper_z = static_cast<float>(box.max().z());
}

double largest_coordinate(const Aabb& box)
{
    return std::max(box.min().cwiseAbs().maxCoeff(), box.max().cwiseAbs().maxCoeff());
}

}  // namespace

struct EmbreeQueries::Embree {
    RTCDevice device = nullptr;
    RTCScene scene = nullptr;
    RTCGeometry geometry = nullptr;
    std::pair<const Aabb*, double> bounds{nullptr, 0};

    Embree() : device(rtcNewDevice(nullptr))
    {
        if (device == nullptr) throw std::runtime_error("Embree: error " + std::to_string(rtcGetDeviceError(nullptr)));
        scene = rtcNewScene(device);
        rtcSetSceneFlags(scene, static_cast<RTCSceneFlags>(RTC_SCENE_FLAG_ROBUST | RTC_SCENE_FLAG_DYNAMIC));
        geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_USER);
    }
    ~Embree()
    {
        rtcReleaseGeometry(geometry);
        rtcReleaseScene(scene);
        rtcReleaseDevice(device);
    }
    Embree(const Embree&) = delete;
    Embree& operator=(const Embree&) = delete;

    void commit() const
    {
        rtcCommitGeometry(geometry);
        {
            // The thread sanitizer cannot follow our callback on threads that Embree creates.
            const ThreadLimit one_thread(1);
            rtcCommitScene(scene);
        }
        if (rtcGetDeviceError(device) != RTC_ERROR_NONE)
            throw std::runtime_error("Embree: the tree of a mesh could not be built");
    }
};

EmbreeQueries::EmbreeQueries(std::span<const Vec3> vertices, std::span<const Face> faces)
    : faces_(faces.begin(), faces.end()),
      boxes_(faces.size()),
      triangles_(faces.size()),
      embree_(std::make_unique<Embree>())
{
    update(vertices, vertices);
    rtcSetGeometryUserPrimitiveCount(embree_->geometry, static_cast<unsigned>(faces_.size()));
    rtcSetGeometryUserData(embree_->geometry, &embree_->bounds);
    rtcSetGeometryBoundsFunction(embree_->geometry, give_bounds, nullptr);
    rtcSetGeometryIntersectFunction(embree_->geometry, show_hit);
    rtcSetGeometryBuildQuality(embree_->geometry, RTC_BUILD_QUALITY_MEDIUM);
    rtcAttachGeometry(embree_->scene, embree_->geometry);
    embree_->commit();
    rtcSetGeometryBuildQuality(embree_->geometry, RTC_BUILD_QUALITY_REFIT);
}

EmbreeQueries::~EmbreeQueries() = default;

void EmbreeQueries::refit(std::span<const Vec3> from, std::span<const Vec3> to)
{
    update(from, to);
    embree_->commit();
}

void EmbreeQueries::update(std::span<const Vec3> from, std::span<const Vec3> to)
{
    sweep_boxes(faces_, from, to, boxes_);
    parallel_for(faces_.size(), [&](std::size_t f) { triangles_[f] = triangle_of(faces_[f], to); });
    around_ = Aabb();
    for (const Aabb& box : boxes_) around_.extend(box);
    margin_ = faces_.empty() ? 0 : widening * largest_coordinate(around_) + std::numeric_limits<float>::min();
    around_ = inflated(around_, 0.25 * margin_);
    embree_->bounds = {boxes_.data(), margin_};
}

std::optional<ClosestPoint> EmbreeQueries::closest(const Vec3& p, double radius) const
{
    if (faces_.empty()) return std::nullopt;
    ClosestRequest request{ClosestSearch(p, radius), triangles_, widening * p.cwiseAbs().maxCoeff() + 1e-15};
    RTCPointQueryContext context{};
    rtcInitPointQueryContext(&context);
    RTCPointQuery query{};
    query.x = static_cast<float>(p.x());
    query.y = static_cast<float>(p.y());
    query.z = static_cast<float>(p.z());
    query.radius = widened(radius, request.rounding);
    rtcPointQuery(embree_->scene, &query, &context, show_closest, &request);
    return request.search.result();
}

/// Clips a segment to the box of the mesh. A segment from far away would be inaccurate in single precision, so that
/// only its part at the mesh is given to Embree.
EmbreeQueries::Part EmbreeQueries::part_inside(const Vec3& from, const Vec3& displacement) const
{
    Part part;
    for (int axis = 0; axis < 3; ++axis) {
        double one = around_.min()[axis] - from[axis];
        double other = around_.max()[axis] - from[axis];
        if (displacement[axis] == 0) {
            if (one > 0 || other < 0) return {1, 0};
            continue;
        }
        one /= displacement[axis];
        other /= displacement[axis];
        part.begin = std::max(part.begin, std::min(one, other));
        part.end = std::min(part.end, std::max(one, other));
    }
    return part;
}

std::optional<SegmentHit> EmbreeQueries::first_hit(const Vec3& from, const Vec3& to) const
{
    const Vec3 displacement = to - from;
    if (faces_.empty() || displacement == Vec3::Zero()) return std::nullopt;
    HitRequest request(from, to, triangles_);
    request.part = part_inside(from, displacement);
    if (!(request.part.begin < request.part.end)) return std::nullopt;
    const Vec3 origin = from + request.part.begin * displacement;
    const Vec3 direction = (request.part.end - request.part.begin) * displacement;
    RTCRayHit ray{};
    ray.ray.org_x = static_cast<float>(origin.x());
    ray.ray.org_y = static_cast<float>(origin.y());
    ray.ray.org_z = static_cast<float>(origin.z());
    ray.ray.dir_x = static_cast<float>(direction.x());
    ray.ray.dir_y = static_cast<float>(direction.y());
    ray.ray.dir_z = static_cast<float>(direction.z());
    ray.ray.tfar = static_cast<float>(1 + widening);
    ray.ray.mask = ~0U;
    ray.hit.geomID = RTC_INVALID_GEOMETRY_ID;
    rtcIntersect1(embree_->scene, &request, &ray);
    return request.search.result();
}

/// Embree has queries for balls but not for boxes. It searches the ball around the box, and the callback tests the
/// boxes themselves.
void EmbreeQueries::overlapping(const Aabb& box, std::vector<int>& faces) const
{
    faces.clear();
    if (faces_.empty() || box.isEmpty()) return;
    OverlapRequest request{box, boxes_, faces};
    RTCPointQueryContext context{};
    rtcInitPointQueryContext(&context);
    const Vec3 center = box.center();
    RTCPointQuery query{};
    query.x = static_cast<float>(center.x());
    query.y = static_cast<float>(center.y());
    query.z = static_cast<float>(center.z());
    query.radius = widened(0.5 * box.diagonal().norm(), widening * largest_coordinate(box) + 1e-15);
    rtcPointQuery(embree_->scene, &query, &context, show_overlap, &request);
    std::ranges::sort(faces);
}

}  // namespace tulle
