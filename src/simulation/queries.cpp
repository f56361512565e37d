// Queries of a simulation between two steps: contacts, particle fields and obstacle poses. Also moves obstacles.

#include "mesh/placed_mesh.hpp"
#include "simulation/parts.hpp"

#include <tulle/error.hpp>

#include <algorithm>
#include <cmath>

namespace tulle {
namespace {

[[noreturn]] void refuse_query(const char* key, std::string message)
{
    throw InputError(Problem{.key = key, .message = std::move(message)});
}

/// Sets the obstacle of a contact if some of its particles are vertices of an obstacle, and removes these particles.
/// The obstacle becomes the second thing of the contact.
void name_obstacle(const MotionConstraints& constraints, std::size_t particle_count, std::span<const Vec3> x,
                   ContactPoint& contact)
{
    const auto is_vertex = [&](int particle) { return static_cast<std::size_t>(particle) >= particle_count; };
    const auto vertex = std::ranges::find_if(contact.particles, is_vertex);
    if (vertex == contact.particles.end()) return;
    contact.obstacle = constraints.obstacle_of(*vertex);
    if (contact.shares[static_cast<std::size_t>(vertex - contact.particles.begin())] > 0) {
        for (double& share : contact.shares) share = -share;
        contact.normal = -contact.normal;
    }
    contact.point.setZero();
    std::size_t left = 0;
    for (std::size_t k = 0; k < contact.particles.size(); ++k) {
        if (is_vertex(contact.particles[k])) continue;
        contact.point += contact.shares[k] * x[contact.particles[k]];
        contact.particles[left] = contact.particles[k];
        contact.shares[left] = contact.shares[k];
        ++left;
    }
    contact.particles.resize(left);
    contact.shares.resize(left);
}

std::size_t field_number(std::string_view name)
{
    const std::span<const FieldInfo> list = ParticleFields::list();
    const auto found = std::ranges::find(list, name, &FieldInfo::name);
    if (found != list.end()) return static_cast<std::size_t>(found - list.begin());
    std::string names;
    for (const FieldInfo& field : list) names += (names.empty() ? "" : ", ") + std::string(field.name);
    refuse_query("field", "expected one of " + names + "; found " + std::string(name));
}

void require_obstacle(const SceneDescription& scene, int obstacle)
{
    const int count = static_cast<int>(scene.obstacles.size());
    if (obstacle >= 0 && obstacle < count) return;
    refuse_query("obstacle", count == 0 ? "the scene has no obstacles"
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

std::vector<ContactPoint> Simulation::contacts() const
{
    Parts& p = *parts_;
    const std::span<const Vec3> x = p.state.position;
    std::vector<ContactPoint> contacts;
    p.constraints->contacts().list_contacts(x, contacts);
    p.forces->list_contacts(x, contacts);
    if (p.split_barrier) p.split_barrier->with_change().list_contacts(x, contacts);
    for (ContactPoint& contact : contacts) name_obstacle(*p.constraints, p.particle_count, x, contact);
    return contacts;
}

std::vector<FieldDescription> Simulation::fields()
{
    std::vector<FieldDescription> fields;
    for (const FieldInfo& field : ParticleFields::list()) fields.push_back({field.name, field.unit, field.description});
    return fields;
}

std::vector<double> Simulation::field(std::string_view name) const
{
    Parts& p = *parts_;
    const std::size_t number = field_number(name);
    // The meshes are made from the scene again, because the forces have taken the springs out of the first ones.
    if (!p.fields) p.fields = std::make_unique<ParticleFields>(make_cloth_meshes(p.scene));
    std::vector<double> values(p.particle_count);
    p.fields->compute(number, positions(), velocities(), values, p.intact);
    return values;
}

int Simulation::find_obstacle(std::string_view name) const
{
    const std::vector<ObstacleDescription>& obstacles = parts_->scene.obstacles;
    const auto found = std::ranges::find(obstacles, name, &ObstacleDescription::name);
    if (found != obstacles.end()) {
        if (std::ranges::count(obstacles, name, &ObstacleDescription::name) > 1)
            refuse_query("obstacle",
                         "several obstacles are called " + std::string(name) + ": give a number, from 0 on");
        return static_cast<int>(found - obstacles.begin());
    }
    std::string names;
    for (const ObstacleDescription& obstacle : obstacles) names += (names.empty() ? "" : ", ") + obstacle.name;
    refuse_query("obstacle", obstacles.empty() ? "the scene has no obstacles"
                                               : "expected one of " + names + "; found " + std::string(name));
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
    if (!is_rotation) refuse_query("rotation", "expected a rotation matrix: orthogonal, with determinant 1");
    if (!pose.translation.allFinite()) refuse_query("translation", "expected finite numbers [m]");
    if (!std::isfinite(duration) || duration < 0)
        refuse_query("duration", "expected a finite number >= 0 s, found " + std::to_string(duration));
    const double within = duration > 0 ? duration : dt();
    parts_->constraints->contacts().drive_obstacle(
        obstacle, {now, pose, time(), time() + within, middle_of(parts_->scene.obstacles[obstacle])});
}

}  // namespace tulle
