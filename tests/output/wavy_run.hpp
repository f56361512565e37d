#pragma once
// A run of wavy cloths, as if it had been simulated: for tests of what is made from whole runs.

#include "output/wavy_cloths.hpp"

#include <tulle/run_frames.hpp>

#include <stdexcept>
#include <utility>

namespace tulle {

class WavyRun final : public RunFrames {
public:
    WavyRun(WavyCloths cloths, int count, std::vector<ObstacleDescription> obstacles = {})
        : wave_(std::move(cloths)), count_(count), obstacles_(std::move(obstacles))
    {
        cloths_ = wave_.whole();
    }

    [[nodiscard]] std::string_view name() const override { return scene_name; }
    [[nodiscard]] double fps() const override { return WavyCloths::fps; }
    [[nodiscard]] int count() const override { return count_; }
    [[nodiscard]] std::span<const ClothView> cloths() const override { return cloths_; }
    [[nodiscard]] std::span<const ObstacleDescription> obstacles() const override { return obstacles_; }
    [[nodiscard]] const MetricsTable& metrics() const override { return metrics_; }

    /// As promised, what an earlier call returned changes.
    [[nodiscard]] const FrameData& read(int index) override
    {
        if (index < 0 || index >= count_) throw std::out_of_range("frame " + std::to_string(index));
        if (readable == 0) throw std::runtime_error("unreadable");
        --readable;
        frame_ = wave_.frame(index);
        if (frame_.intact.empty()) frame_.cloths = cloths_;
        return frame_;
    }

    [[nodiscard]] std::span<const FieldDescription> fields() const override { return {}; }
    [[nodiscard]] std::span<const double> values(std::size_t /*field*/) override { return {}; }

    std::string scene_name = "wave";
    int readable = -1;  // that many reads succeed; negative: all do

private:
    WavyCloths wave_;
    int count_;
    std::vector<ObstacleDescription> obstacles_;
    std::vector<ClothView> cloths_;
    FrameData frame_;
    MetricsTable metrics_;
};

inline std::vector<ObstacleDescription> one_obstacle_of_each_kind()
{
    // Open, with a face twice, one without area, and a vertex that no face has.
    const MeshDescription ridge{
        .mesh = {.positions = {{0, 0, 0}, {1, 0, 0}, {1, 0.5, 0.5}, {0, 0.5, 0.5}, {0, 1, 0}, {1, 1, 0}, {7, 7, 7}},
                 .faces = {{0, 1, 2}, {0, 2, 3}, {3, 2, 4}, {4, 2, 5}, {4, 2, 5}, {0, 3, 3}},
                 .uvs = {},
                 .uv_faces = {}},
        .file = "ridge.obj",
        .placement = {.scale = 0.5, .axis = {0, 0, 1}, .angle = 30, .translation = {0, 0, -1}}};
    return {{.name = "floor", .shape = PlaneShape{.point = {0, 0, -1}}},
            {.name = "table", .shape = BoxShape{.center = {1, 1, -0.5}, .size = {1, 2, 0.5}}},
            {.name = "ball", .shape = SphereShape{.center = {0, 1, -0.5}, .radius = 0.3}},
            {.name = "pole", .shape = CylinderShape{.center = {2, 1, -0.5}, .axis = {0, 1, 1}, .radius = 0.1}},
            {.name = "limb", .shape = CapsuleShape{.center = {2, 0, -0.5}, .axis = {1, 0, 1}, .radius = 0.1}},
            {.name = "ridge", .shape = ridge}};
}

/// One that goes and turns as a whole, one that changes its shape, and one that does both.
inline std::vector<ObstacleDescription> moving_obstacles()
{
    RigidMotion motion;
    motion.axis = {1, 2, 3};
    motion.pivot = {0.2, 0, 0};
    motion.keyframes = {{.time = 0, .translation = {0, 0, -1}, .angle = -30},
                        {.time = 0.05, .translation = {1, 0, -1}, .angle = 80},
                        {.time = 0.2, .translation = {1, 2, -1.5}, .angle = 250}};
    MeshDescription roof;
    roof.mesh.positions = {{0, 0, 0}, {1, 0, 0}, {1, 0.5, 0.5}, {0, 0.5, 0.5}, {0, 1, 0}, {1, 1, 0}};
    roof.mesh.faces = {{0, 1, 2}, {0, 2, 3}, {3, 2, 5}, {3, 5, 4}};
    roof.placement.scale = 2;
    MeshSequence flat{.fps = 10};  // the crease goes while it sinks
    flat.frames = {roof.mesh.positions, roof.mesh.positions};
    for (Vec3& x : flat.frames[1]) x.z() *= 0.25;
    return {{.name = "drawer", .shape = BoxShape{.size = {0.5, 0.3, 0.2}}, .motion = motion},
            {.name = "roof", .shape = roof, .sequence = flat},
            {.name = "kite", .shape = roof, .motion = motion, .sequence = flat}};
}

}  // namespace tulle
