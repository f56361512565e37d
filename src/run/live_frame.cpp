#include "run/live_frame.hpp"

#include "output/frame_files.hpp"

namespace tulle {

FrameData frame_of(const Simulation& simulation)
{
    return {.frame = simulation.frame(),
            .time = simulation.time(),
            .positions = simulation.visible_positions(),
            .velocities = simulation.velocities(),
            .cloths = simulation.cloths(),
            .intact = simulation.intact_faces()};
}

LiveFrame::LiveFrame(const SceneDescription& scene, const Simulation& simulation)
    : scene_(scene),
      simulation_(simulation),
      meshes_(make_cloth_meshes(scene)),
      whole_(scene.cloths, meshes_),
      fields_(meshes_),
      values_(static_cast<std::size_t>(simulation.particle_count()))
{}

const FrameData& LiveFrame::read(int /*index*/)
{
    frame_ = frame_of(simulation_);
    if (!frame_.intact.empty()) {
        intact_ = IntactFaces(meshes_);
        intact_.set(frame_.intact);
    }
    return frame_;
}

std::span<const double> LiveFrame::values(std::size_t field)
{
    fields_.compute(field, frame_.positions, frame_.velocities, values_, intact_);
    hide_unseen(frame_, values_);
    return values_;
}

}  // namespace tulle
