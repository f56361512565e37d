#include <tulle/run.hpp>

#include "analysis/particle_fields.hpp"
#include "core/refuse.hpp"
#include "mesh/cloth_mesh.hpp"
#include "mesh/intact_faces.hpp"
#include "output/frame_cache.hpp"
#include "output/frame_files.hpp"
#include "run/metrics_reader.hpp"
#include "run/run_directory.hpp"
#include "simulation/cloth_views.hpp"
#include "simulation/make_forces.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <string>
#include <utility>

namespace tulle {
namespace {

namespace fs = std::filesystem;

int particles_of(const std::vector<ClothMesh>& meshes)
{
    std::size_t particles = 0;
    for (const ClothMesh& mesh : meshes) particles += mesh.positions.size();
    return static_cast<int>(particles);
}

int faces_of(const std::vector<ClothMesh>& meshes)
{
    std::size_t faces = 0;
    for (const ClothMesh& mesh : meshes) faces += mesh.faces.size();
    return static_cast<int>(faces);
}

class StoredRun final : public RunFrames {
public:
    StoredRun(const fs::path& directory, SceneFile scene)
        : scene_(std::move(scene)),
          meshes_(make_cloth_meshes(scene_.scene)),
          fields_(meshes_),
          cache_(directory / frame_cache_name, particles_of(meshes_), faces_of(meshes_)),
          metrics_(read_metrics(directory / metrics_file_name, cache_.count()))
    {
        // A killed run may have more frames than rows of metrics. Only frames with metrics are shown.
        count_ = std::min(cache_.count(), static_cast<int>(metrics_.rows.size()));
        if (count_ == 0) refuse(directory, "holds no frames yet");
        const auto particles = static_cast<std::size_t>(particles_of(meshes_));
        for (auto* vectors : {&positions_, &velocities_}) vectors->resize(particles);
        values_.resize(particles);
        whole_ = intact_views_ = ClothViews(scene_.scene, meshes_);
        if (!cache_.can_tear()) return;
        intact_ = IntactFaces(meshes_);
        face_intact_.resize(intact_.all().size());
    }

    [[nodiscard]] std::string_view name() const override { return scene_.name; }
    [[nodiscard]] double fps() const override { return scene_.scene.simulation.fps; }
    [[nodiscard]] int count() const override { return count_; }
    [[nodiscard]] std::span<const ClothView> cloths() const override { return whole_.all(); }
    [[nodiscard]] std::span<const ObstacleDescription> obstacles() const override { return scene_.scene.obstacles; }
    [[nodiscard]] const MetricsTable& metrics() const override { return metrics_; }

    [[nodiscard]] const FrameData& read(int index) override
    {
        if (index < 0 || index >= count_)
            refuse(name(), fmt::format("expected a frame from 0 to {}, found {}", count_ - 1, index));
        if (frame_.positions.empty() || frame_.frame != index) {
            double time = 0;
            cache_.read(index, time, positions_, velocities_, face_intact_);
            if (cache_.can_tear()) {
                intact_.set(face_intact_);
                intact_views_.show(face_intact_);
            }
            frame_ = {index, time, positions_, velocities_, intact_views_.all(), face_intact_};
        }
        return frame_;
    }

    [[nodiscard]] std::span<const FieldDescription> fields() const override { return ParticleFields::list(); }
    [[nodiscard]] std::span<const double> values(std::size_t field) override
    {
        if (fields()[field].needs_forces && !fields_.has_forces()) {
            forces_ = make_sheet_forces(scene_.scene, meshes_);
            fields_.set_forces(meshes_, forces_.view());
        }
        fields_.compute(field, positions_, velocities_, values_, intact_);
        hide_unseen(frame_, values_);
        return values_;
    }

private:
    SceneFile scene_;
    std::vector<ClothMesh> meshes_;
    ClothViews whole_, intact_views_;
    IntactFaces intact_;
    std::vector<unsigned char> face_intact_;  // per face; empty if no face can tear
    MadeSheetForces forces_;                  // made when a field first needs them
    ParticleFields fields_;
    FrameCacheReader cache_;
    MetricsTable metrics_;
    int count_ = 0;
    FrameData frame_;
    std::vector<Vec3> positions_, velocities_;
    std::vector<double> values_;
};

}  // namespace

std::unique_ptr<RunFrames> open_run(const fs::path& directory)
{
    return open_run(directory, read_run_scene(directory));
}

std::unique_ptr<RunFrames> open_run(const fs::path& directory, SceneFile scene)
{
    return std::make_unique<StoredRun>(directory, std::move(scene));
}

}  // namespace tulle
