// Obstacles that a program finds by name, asks for their poses and moves between two steps.

#include "core/list_names.hpp"
#include "mesh/placed_mesh.hpp"
#include "simulation/parts.hpp"
#include "simulation/refuse_argument.hpp"

#include <algorithm>
#include <cmath>

namespace tulle {
namespace {

void require_obstacle(const SceneDescription& scene, int obstacle)
{
    const int count = static_cast<int>(scene.obstacles.size());
    if (obstacle >= 0 && obstacle < count) return;
    refuse_argument("obstacle", count == 0 ? "the scene has no obstacles"
                                           : "expected a number from 0 to " + std::to_string(count - 1) + ", found " +
                                                 std::to_string(obstacle));
}

/// The point of an obstacle that moves straight while the obstacle turns: its middle.
Vec3 middle_of(const ObstacleDescription& obstacle)
{
    if (const auto* plane = std::get_if<PlaneShape>(&obstacle.shape)) return plane->point;
    if (const auto* mesh = std::get_if<MeshDescription>(&obstacle.shape)) {
        const std::vector<Vec3> positions = placed_mesh(*mesh).positions;
        Vec3 sum = Vec3::Zero();
        for (const Vec3& x : positions) sum += x;
        return sum / static_cast<double>(std::max<std::size_t>(positions.size(), 1));
    }
    return std::visit(
        [](const auto& shape) -> Vec3 {
            if constexpr (requires { shape.center; }) return shape.center;
            return Vec3::Zero();
        },
        obstacle.shape);
}

}  // namespace

int Simulation::find_obstacle(std::string_view name) const
{
    const std::vector<ObstacleDescription>& obstacles = parts_->scene.obstacles;
    const auto found = std::ranges::find(obstacles, name, &ObstacleDescription::name);
    if (found != obstacles.end()) {
        if (std::ranges::count(obstacles, name, &ObstacleDescription::name) > 1)
            refuse_argument("obstacle",
                            "several obstacles are called " + std::string(name) + ": give a number, from 0 on");
        return static_cast<int>(found - obstacles.begin());
    }
    refuse_argument("obstacle", obstacles.empty()
                                    ? "the scene has no obstacles"
                                    : "expected one of " + list_names(obstacles, &ObstacleDescription::name) +
                                          "; found " + std::string(name));
}

RigidPose Simulation::obstacle_pose(int obstacle) const
{
    require_obstacle(parts_->scene, obstacle);
    return parts_->constraints->contacts().obstacle(obstacle).pose(time()).value_or(RigidPose{});
}

void Simulation::move_obstacle(int obstacle, const RigidPose& pose, double duration)
{
    const RigidPose now = obstacle_pose(obstacle);
    constexpr double rounding = 1e-6;
    const bool is_rotation = (pose.rotation * pose.rotation.transpose() - Mat3::Identity()).norm() < rounding &&
                             pose.rotation.determinant() > 0;
    if (!is_rotation) refuse_argument("rotation", "expected a rotation matrix: orthogonal, with determinant 1");
    if (!pose.translation.allFinite()) refuse_argument("translation", "expected finite numbers [m]");
    if (!std::isfinite(duration) || duration < 0)
        refuse_argument("duration", "expected a finite number >= 0 s, found " + std::to_string(duration));
    const double within = duration > 0 ? duration : dt();
    parts_->constraints->contacts().drive_obstacle(
        obstacle, {now, pose, time(), time() + within, middle_of(parts_->scene.obstacles[obstacle])});
}

}  // namespace tulle
