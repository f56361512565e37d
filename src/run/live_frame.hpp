#pragma once
// Shows the current state of a simulation as the single frame of a run, for pictures during the simulation.

#include "analysis/particle_fields.hpp"
#include "mesh/cloth_mesh.hpp"
#include "mesh/intact_faces.hpp"
#include "simulation/cloth_views.hpp"

#include <tulle/run_frames.hpp>

#include <string>

namespace tulle {

class LiveFrame final : public RunFrames {
public:
    /// Scene and simulation must outlive this object. `simulation` must have been constructed from
    /// `scene`.
    LiveFrame(const SceneDescription& scene, const Simulation& simulation);

    [[nodiscard]] std::string_view name() const override { return "simulation"; }
    [[nodiscard]] double fps() const override { return scene_.simulation.fps; }
    [[nodiscard]] int count() const override { return 1; }
    [[nodiscard]] double time(int /*index*/) const override { return simulation_.time(); }
    [[nodiscard]] std::span<const ClothView> cloths() const override { return whole_.all(); }
    [[nodiscard]] std::span<const ObstacleDescription> obstacles() const override { return obstacles_; }
    [[nodiscard]] const MetricsTable& metrics() const override { return metrics_; }
    [[nodiscard]] const FrameData& read(int index) override;
    [[nodiscard]] std::span<const FieldDescription> fields() const override { return ParticleFields::list(); }
    [[nodiscard]] std::span<const double> values(std::size_t field) override;

private:
    const SceneDescription& scene_;
    const Simulation& simulation_;
    std::vector<ObstacleDescription> obstacles_;  // where they are now, also those that a program has moved
    std::vector<ClothMesh> meshes_;
    ClothViews whole_;
    ParticleFields fields_;
    IntactFaces intact_;    // of the frame; empty if no cloth can tear
    MetricsTable metrics_;  // always empty
    FrameData frame_;
    std::vector<double> values_;
};

}  // namespace tulle
