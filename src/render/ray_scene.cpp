#include "render/ray_scene.hpp"

#include <tulle/threads.hpp>

#include <embree3/rtcore.h>

#include <Eigen/Geometry>

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>

namespace tulle {
namespace {

[[noreturn]] void fail(RTCDevice device)
{
    throw std::runtime_error("Embree: error " + std::to_string(rtcGetDeviceError(device)));
}

/// Returns the offset from a point of a flat triangle to the smooth surface, on the side of the corner normals.
Vec3f lift(const std::array<Vec3f, 3>& corners, const std::array<Vec3f, 3>& normals, const Vec3f& weights,
           const Vec3f& point)
{
    Vec3f sum = Vec3f::Zero();
    for (std::size_t c = 0; c < 3; ++c) {
        const float depth = std::min((point - corners[c]).dot(normals[c]), 0.0F);
        sum -= weights[static_cast<Eigen::Index>(c)] * depth * normals[c];
    }
    return sum;
}

template <class Embree>
void set_ray(Embree& out, const Ray& ray, float reach)
{
    out.org_x = ray.origin.x(), out.org_y = ray.origin.y(), out.org_z = ray.origin.z();
    out.dir_x = ray.direction.x(), out.dir_y = ray.direction.y(), out.dir_z = ray.direction.z();
    out.tnear = 0;
    out.tfar = reach;
    out.time = 0;
    out.mask = ~0U;
    out.id = 0;
    out.flags = 0;
}

}  // namespace

struct RayScene::Embree {
    RTCDevice device = nullptr;
    RTCScene scene = nullptr;

    explicit Embree(const std::vector<Surface>& surfaces);
    ~Embree()
    {
        rtcReleaseScene(scene);
        rtcReleaseDevice(device);
    }
    Embree(const Embree&) = delete;
    Embree& operator=(const Embree&) = delete;

    void add(const Surface& surface, unsigned number) const;
};

RayScene::Embree::Embree(const std::vector<Surface>& surfaces) : device(rtcNewDevice(nullptr))
{
    if (device == nullptr) fail(nullptr);
    scene = rtcNewScene(device);
    rtcSetSceneFlags(scene, RTC_SCENE_FLAG_ROBUST);  // no ray passes between two triangles
    for (std::size_t k = 0; k < surfaces.size(); ++k)
        if (!surfaces[k].triangles.empty()) add(surfaces[k], static_cast<unsigned>(k));  // a body may have no faces
    {
        // A single thread builds the same tree every time. This matters because the tree decides which of two triangles
        // is hit on their common edge. The build takes little time.
        const ThreadLimit one_thread(1);
        rtcCommitScene(scene);
    }
    if (rtcGetDeviceError(device) != RTC_ERROR_NONE) throw std::runtime_error("Embree: the scene could not be built");
}

void RayScene::Embree::add(const Surface& surface, unsigned number) const
{
    RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE);
    // Use Embree's buffers, because Embree reads padding beyond the end of a buffer.
    auto* points = static_cast<float*>(rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3,
                                                               3 * sizeof(float), surface.points.size()));
    auto* indices = static_cast<unsigned*>(rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3,
                                                                   3 * sizeof(unsigned), surface.triangles.size()));
    if (points == nullptr || indices == nullptr) fail(device);
    for (const Vec3f& p : surface.points) points = std::copy_n(p.data(), 3, points);
    for (const auto& triangle : surface.triangles) indices = std::ranges::copy(triangle, indices).out;
    rtcCommitGeometry(geometry);
    rtcAttachGeometryByID(scene, geometry, number);
    rtcReleaseGeometry(geometry);
}

RayScene::RayScene(std::vector<Surface> surfaces, float offset)
    : surfaces_(std::move(surfaces)), offset_(offset), embree_(std::make_unique<Embree>(surfaces_))
{}

RayScene::~RayScene() = default;

std::optional<SurfaceHit> RayScene::hit(const Ray& ray, float reach) const
{
    RTCIntersectContext context{};
    rtcInitIntersectContext(&context);
    RTCRayHit found{};
    set_ray(found.ray, ray, reach);
    found.hit.geomID = RTC_INVALID_GEOMETRY_ID;
    rtcIntersect1(embree_->scene, &context, &found);
    if (found.hit.geomID == RTC_INVALID_GEOMETRY_ID) return std::nullopt;

    SurfaceHit hit;
    hit.surface = found.hit.geomID;
    hit.distance = found.ray.tfar;
    const Surface& surface = surfaces_[hit.surface];
    hit.face = surface.face_of(found.hit.primID);
    const std::array<Vec3f, 3> lattice = surface.face_weights(found.hit.primID);
    const Vec3f within(1 - found.hit.u - found.hit.v, found.hit.u, found.hit.v);
    hit.weights = within[0] * lattice[0] + within[1] * lattice[1] + within[2] * lattice[2];

    const auto& triangle = surface.triangles[found.hit.primID];
    const std::array<Vec3f, 3> corners{surface.points[triangle[0]], surface.points[triangle[1]],
                                       surface.points[triangle[2]]};
    // Compute the point from the weights: this is more accurate than a long step along the ray.
    hit.point = within[0] * corners[0] + within[1] * corners[1] + within[2] * corners[2];
    Vec3f face_normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]).normalized();
    hit.is_front = face_normal.dot(ray.direction) < 0;
    const float side = hit.is_front ? 1.0F : -1.0F;
    hit.face_normal = side * face_normal;

    const auto& face_normals = surface.normals[hit.face];
    std::array<Vec3f, 3> normals;
    for (std::size_t c = 0; c < 3; ++c) {
        const Vec3f& w = lattice[c];
        normals[c] = side * (w[0] * face_normals[0] + w[1] * face_normals[1] + w[2] * face_normals[2]).normalized();
    }
    hit.normal = (within[0] * normals[0] + within[1] * normals[1] + within[2] * normals[2]).normalized();
    hit.above = hit.point + lift(corners, normals, within, hit.point) + offset_ * hit.face_normal;
    for (Vec3f& n : normals) n = -n;
    hit.below = hit.point + lift(corners, normals, within, hit.point) - offset_ * hit.face_normal;
    return hit;
}

bool RayScene::is_blocked(const Ray& ray) const
{
    RTCIntersectContext context{};
    rtcInitIntersectContext(&context);
    RTCRay shadow{};
    set_ray(shadow, ray, std::numeric_limits<float>::infinity());
    rtcOccluded1(embree_->scene, &context, &shadow);
    return shadow.tfar < 0;
}

}  // namespace tulle
