#include "run/live_frame.hpp"

#include "output/frame_files.hpp"

#include <Eigen/Geometry>

#include <numbers>

namespace tulle {
namespace {

/// A motion of one keyframe, at a pose.
RigidMotion motion_at_rest(const RigidPose& pose)
{
    const Eigen::AngleAxisd turn(pose.rotation);
    constexpr double degree = std::numbers::pi / 180;
    RigidMotion motion;
    motion.keyframes = {{.translation = pose.translation, .angle = turn.angle() / degree}};
    motion.axis = turn.axis();
    return motion;
}

}  // namespace

LiveFrame::LiveFrame(const SceneDescription& scene, const Simulation& simulation)
    : scene_(scene),
      simulation_(simulation),
      obstacles_(scene.obstacles),
      meshes_(make_cloth_meshes(scene)),
      whole_(scene, meshes_),
      fields_(meshes_),
      values_(static_cast<std::size_t>(simulation.particle_count()))
{}

const FrameData& LiveFrame::read(int /*index*/)
{
    frame_ = current_frame(simulation_);
    for (std::size_t o = 0; o < obstacles_.size(); ++o)
        obstacles_[o].motion = motion_at_rest(simulation_.obstacle_pose(static_cast<int>(o)));
    if (!frame_.intact.empty()) {
        intact_ = IntactFaces(meshes_);
        intact_.set(frame_.intact);
    }
    return frame_;
}

std::span<const double> LiveFrame::values(std::size_t field)
{
    if (fields()[field].needs_forces) {
        // The simulation has the history of fabrics, and the rest lengths that a program has set.
        values_ = simulation_.field(fields()[field].name);
    } else {
        fields_.compute(field, frame_.positions, frame_.velocities, values_, intact_);
    }
    hide_unseen(frame_, values_);
    return values_;
}

}  // namespace tulle
