#include "output/gltf_obstacle.hpp"

#include "mesh/obstacle_mesh.hpp"
#include "mesh/rigid_motion.hpp"

#include <Eigen/Geometry>

namespace tulle {
namespace {

/// Returns a rotation as a quaternion x y z w, the order of glTF. Of its two quaternions it takes the one closer to
/// `before`, so that interpolation takes the shorter path.
Eigen::Vector4d quaternion_of(const Mat3& rotation, const Eigen::Vector4d& before)
{
    const Eigen::Vector4d q = Eigen::Quaterniond(rotation).normalized().coeffs();
    return q.dot(before) < 0 ? Eigen::Vector4d(-q) : q;
}

}  // namespace

GltfObstacle::GltfObstacle(const ObstacleDescription& obstacle, double half_width, double time)
    : obstacle_(&obstacle), half_width_(half_width), start_(time)
{
    const TriangleMesh mesh = unmoved_obstacle_mesh(obstacle, half_width, time);
    split_ = split_corners(mesh.positions.size(), mesh.faces, creased_normals(mesh).faces);
    corner_of_.resize(split_.vertex_of.size());
    for (std::size_t f = split_.faces.size(); f-- > 0;)
        for (std::size_t c = 3; c-- > 0;) corner_of_[static_cast<std::size_t>(split_.faces[f][c])] = {f, c};
}

/// Returns the shape before the rigid motion, which is applied by the node. Vertices stay split at the creases of the
/// start: each vertex takes the normal of its first corner, because all shapes have the same corners.
GltfShape GltfObstacle::shape_at(double time) const
{
    const TriangleMesh mesh = unmoved_obstacle_mesh(*obstacle_, half_width_, time);
    const CornerNormals creased = creased_normals(mesh);
    GltfShape shape;
    shape.positions = pick(std::span<const Vec3>(mesh.positions), split_.vertex_of);
    for (const auto& [face, corner] : corner_of_)
        shape.normals.push_back(creased.normals[static_cast<std::size_t>(creased.faces[face][corner])]);
    return shape;
}

std::size_t GltfObstacle::target_bytes() const
{
    return is_deforming(*obstacle_) ? target_vertex_bytes * split_.vertex_of.size() : 0;
}

GlbBuilder::Json GltfObstacle::mesh_json(GlbBuilder& glb, std::span<const double> times, std::size_t material) const
{
    GltfShape start = shape_at(start_);
    round_to_floats(start.positions);
    GlbBuilder::Json mesh{{"name", obstacle_->name}};
    GlbBuilder::Json primitive{
        {"attributes", add_shape(glb, start)}, {"indices", glb.add_indices(split_.faces)}, {"material", material}};
    if (is_deforming(*obstacle_) && times.size() > 1) {
        for (const double time : times.subspan(1))
            primitive["targets"].push_back(add_target(glb, start, shape_at(time)));
        const int count = static_cast<int>(times.size());
        mesh["weights"] = target_weights(count - 1, count);  // shows the last frame, like the cloths
    }
    mesh["primitives"] = GlbBuilder::Json::array({primitive});
    return mesh;
}

GlbBuilder::Json GltfObstacle::node_json(std::size_t mesh, double time) const
{
    GlbBuilder::Json node{{"name", obstacle_->name}, {"mesh", mesh}};
    if (obstacle_->motion.keyframes.empty()) return node;
    const RigidPose pose = pose_at(obstacle_->motion, time);
    const Vec3& t = pose.translation;
    const Eigen::Vector4d q = quaternion_of(pose.rotation, Eigen::Vector4d::UnitW());
    node["translation"] = {t.x(), t.y(), t.z()};
    node["rotation"] = {q.x(), q.y(), q.z(), q.w()};
    return node;
}

void GltfObstacle::animate(GlbBuilder& glb, GlbBuilder::Json& animation, std::span<const double> times, int input,
                           std::size_t node) const
{
    const auto add_channel = [&](std::size_t sampler, const char* path) {
        animation["channels"].push_back({{"sampler", sampler}, {"target", {{"node", node}, {"path", path}}}});
    };
    const auto add_sampler = [&](int output) {
        animation["samplers"].push_back({{"input", input}, {"interpolation", "LINEAR"}, {"output", output}});
        return animation["samplers"].size() - 1;
    };
    if (is_deforming(*obstacle_)) add_channel(0, "weights");
    if (obstacle_->motion.keyframes.size() < 2) return;
    std::vector<Vec3> translations;
    std::vector<Eigen::Vector4d> rotations;
    for (const double time : times) {
        const RigidPose pose = pose_at(obstacle_->motion, time);
        translations.push_back(pose.translation);
        rotations.push_back(
            quaternion_of(pose.rotation, rotations.empty() ? Eigen::Vector4d::UnitW() : rotations.back()));
    }
    add_channel(add_sampler(glb.add_translations(translations)), "translation");
    add_channel(add_sampler(glb.add_rotations(rotations)), "rotation");
}

}  // namespace tulle
