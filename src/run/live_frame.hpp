#pragma once
// A simulation as it is now, as the one frame of a run: for pictures of what is still under way.

#include "mesh/cloth_mesh.hpp"
#include "mesh/intact_faces.hpp"
#include "output/run_frames.hpp"
#include "simulation/cloth_views.hpp"

#include <string>

namespace tulle {

/// The frame [m, m/s] as runs keep it.
[[nodiscard]] FrameData frame_of(const Simulation& simulation);

class LiveFrame final : public RunFrames {
public:
    /// Both outlive it; the simulation is the scene's.
    LiveFrame(const SceneDescription& scene, const Simulation& simulation);

    [[nodiscard]] std::string_view name() const override { return "simulation"; }
    [[nodiscard]] double fps() const override { return scene_.simulation.fps; }
    [[nodiscard]] int count() const override { return 1; }
    [[nodiscard]] double time(int /*index*/) const override { return simulation_.time(); }
    [[nodiscard]] std::span<const ClothView> cloths() const override { return whole_.all(); }
    [[nodiscard]] std::span<const ObstacleDescription> obstacles() const override { return scene_.obstacles; }
    [[nodiscard]] const MetricsTable& metrics() const override { return metrics_; }
    [[nodiscard]] const FrameData& read(int index) override;
    [[nodiscard]] std::span<const FieldInfo> fields() const override { return ParticleFields::list(); }
    [[nodiscard]] std::span<const double> values(std::size_t field) override;

private:
    const SceneDescription& scene_;
    const Simulation& simulation_;
    std::vector<ClothMesh> meshes_;
    ClothViews whole_;
    ParticleFields fields_;
    IntactFaces intact_;    // of the frame; empty where nothing can tear
    MetricsTable metrics_;  // none are kept
    FrameData frame_;
    std::vector<double> values_;
};

}  // namespace tulle
