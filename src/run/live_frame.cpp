#include "run/live_frame.hpp"

#include "output/frame_files.hpp"

#include <limits>

namespace tulle {

std::vector<ClothMesh> meshes_of(const SceneDescription& scene)
{
    std::vector<ClothMesh> meshes;
    for (const ClothDescription& cloth : scene.cloths)
        meshes.push_back(std::visit([](const auto& shape) { return make_cloth_mesh(shape); }, cloth.shape));
    return meshes;
}

FrameData frame_of(const Simulation& simulation)
{
    return {.frame = simulation.frame(),
            .time = simulation.time(),
            .positions = simulation.visible_positions(),
            .velocities = simulation.velocities(),
            .cloths = simulation.cloths(),
            .standing = simulation.standing_faces()};
}

LiveFrame::LiveFrame(const SceneDescription& scene, const Simulation& simulation)
    : scene_(scene),
      simulation_(simulation),
      meshes_(meshes_of(scene)),
      whole_(scene.cloths, meshes_),
      fields_(meshes_),
      values_(static_cast<std::size_t>(simulation.particle_count()))
{}

const FrameData& LiveFrame::read(int /*index*/)
{
    frame_ = frame_of(simulation_);
    if (!frame_.standing.empty()) {
        standing_ = StandingFaces(meshes_);
        standing_.set(frame_.standing);
    }
    return frame_;
}

std::span<const double> LiveFrame::values(std::size_t field)
{
    fields_.compute(field, frame_.positions, frame_.velocities, values_, standing_);
    // What nobody sees must not stretch the scale of colours.
    const std::vector<unsigned char> seen = seen_particles(frame_);
    for (std::size_t i = 0; i < seen.size(); ++i)
        if (seen[i] == 0) values_[i] = std::numeric_limits<double>::quiet_NaN();
    return values_;
}

}  // namespace tulle
