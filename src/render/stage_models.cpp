#include "render/stage_models.hpp"

#include "mesh/obstacle_mesh.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <variant>

namespace tulle {
namespace {

constexpr double obstacle_reach = 0.6;         // of the cloth's size; points beyond it are moved to this distance
constexpr double obstacle_inset = 0.002;       // of the radius
constexpr double floating = 0.06;              // of the radius; height of cloth above a floor that supports nothing
constexpr std::uint32_t clay = 0x96664a;       // of meshes; contrasts with pale cloth and with the cool floor
constexpr std::size_t points_per_pose = 4000;  // of a moving obstacle: enough for the camera

bool is_mesh(const ObstacleDescription& obstacle) { return std::holds_alternative<MeshDescription>(obstacle.shape); }

/// Returns the height of a horizontal plane [m], which becomes the floor; nothing for other obstacles.
std::optional<double> floor_height(const ObstacleDescription& obstacle, double time)
{
    const auto* plane = std::get_if<PlaneShape>(&obstacle.shape);
    if (plane == nullptr) return std::nullopt;
    const RigidPose pose = pose_at(obstacle.motion, time);
    if ((pose.rotation * plane->normal.normalized()).z() < 0.9999) return std::nullopt;
    return pose.apply(plane->point).z();
}

Eigen::AlignedBox3d box_around(const TriangleMesh& mesh)
{
    Eigen::AlignedBox3d box;
    for (const Vec3& p : mesh.positions) box.extend(p);
    return box;
}

void set_back(TriangleMesh& mesh, double inset)
{
    const Eigen::AlignedBox3d bounds = box_around(mesh);
    for (Vec3& p : mesh.positions) {
        for (int axis = 0; axis < 2; ++axis) {
            const double half = 0.5 * bounds.sizes()[axis];
            if (half > inset) p[axis] += (bounds.center()[axis] - p[axis]) * inset / half;
        }
        p.z() -= inset;  // also at the bottom, so that no gap opens above a support
    }
}

/// Chooses the material: wood for tables; plaster for balls, posts and limbs; clay for meshes, such as statues.
void choose_material(ObstacleModel& model, const ObstacleDescription& obstacle, const Eigen::AlignedBox3d& box)
{
    if (is_mesh(obstacle)) model.colour = from_hex(clay);
    const bool is_ball = std::holds_alternative<SphereShape>(obstacle.shape) ||
                         std::holds_alternative<CapsuleShape>(obstacle.shape) || is_mesh(obstacle);
    const bool is_slender = box.sizes().z() > 2 * box.sizes().head<2>().minCoeff();
    model.finish = is_ball || is_slender ? Finish::matte : Finish::wood;
}

}  // namespace

StageModels::StageModels(const RunFrames& run, std::span<const int> frames, const Eigen::AlignedBox3d& cloths)
    : obstacles_(run.obstacles()),
      run_(&run),
      size_(cloths.diagonal().norm()),
      inset_(obstacle_inset * 0.5 * size_),
      lowest_(cloths.min().z() - floating * 0.5 * size_)
{
    const Vec3 reach = Vec3::Constant(obstacle_reach * size_);
    const Eigen::AlignedBox3d near(cloths.min() - reach, cloths.max() + reach);
    for (std::size_t o = 0; o < obstacles_.size(); ++o) {
        const auto is_level = [&](int frame) { return floor_height(obstacles_[o], time_of(frame)).has_value(); };
        if (std::ranges::all_of(frames, is_level)) {
            floors_.push_back(o);
        } else {
            add(o, frames, near);
        }
    }
}

void StageModels::add(std::size_t index, std::span<const int> frames, const Eigen::AlignedBox3d& near)
{
    const ObstacleDescription& obstacle = obstacles_[index];
    const bool moves = is_moving(obstacle);
    const bool is_plane = std::holds_alternative<PlaneShape>(obstacle.shape);
    for (const int frame : moves ? frames : frames.first(1)) {
        const std::vector<Vec3> positions = obstacle_mesh(obstacle, 2 * size_, time_of(frame)).positions;
        const std::size_t stride = moves ? 1 + positions.size() / points_per_pose : 1;
        for (std::size_t i = 0; i < positions.size(); ++i) {
            if (!is_plane) lowest_ = std::min(lowest_, positions[i].z());
            if (i % stride == 0) points_.emplace_back(positions[i].cwiseMax(near.min()).cwiseMin(near.max()));
        }
    }
    Shown shown;
    shown.index = index;
    const double start = time_of(frames.front());
    // Use the obstacle without its motion, so that its material and grain do not change in time.
    const Eigen::AlignedBox3d box = box_around(unmoved_obstacle_mesh(obstacle, 2 * size_, start));
    choose_material(shown.model, obstacle, box);
    shown.model.origin = box.center();
    shown.model.grain = std::min(box.sizes().maxCoeff(), size_);
    place(shown.model, obstacle, start);
    shown_.push_back(std::move(shown));
}

void StageModels::place(ObstacleModel& model, const ObstacleDescription& obstacle, double time) const
{
    model.mesh = obstacle_mesh(obstacle, 2 * size_, time);
    model.pose = pose_at(obstacle.motion, time);
    if (is_mesh(obstacle)) {
        // Only lower a mesh: it may be hollow, and an inset from the outside would move its inner side outward.
        for (Vec3& p : model.mesh.positions) p.z() -= inset_;
    } else {
        set_back(model.mesh, inset_);
    }
}

double StageModels::ground(int frame) const
{
    std::optional<double> floor;
    for (const std::size_t o : floors_) {
        const auto height = floor_height(obstacles_[o], time_of(frame));
        if (height) floor = std::max(floor.value_or(*height), *height);
    }
    return floor.value_or(lowest_) - inset_;
}

std::vector<ObstacleModel> StageModels::obstacles(int frame) const
{
    std::vector<ObstacleModel> models;
    for (const Shown& shown : shown_) {
        models.push_back(shown.model);
        const ObstacleDescription& obstacle = obstacles_[shown.index];
        if (is_moving(obstacle)) place(models.back(), obstacle, time_of(frame));
    }
    return models;
}

}  // namespace tulle
