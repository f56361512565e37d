#pragma once
// Obstacles and floor as the pictures of a run show them, frame by frame.

#include "output/run_frames.hpp"
#include "render/render_scene.hpp"

#include <Eigen/Geometry>

#include <span>
#include <vector>

namespace tulle {

class StageModels {
public:
    StageModels() = default;
    /// For pictures of `frames`, at least one, in which the cloths take up `cloths` [m]. The run must outlive it.
    StageModels(const RunFrames& run, std::span<const int> frames, const Eigen::AlignedBox3d& cloths);

    /// What of the obstacles must be in these pictures [m]. Far from the cloths they need not be seen whole.
    [[nodiscard]] std::span<const Vec3> points() const { return points_; }
    /// Height of the floor [m]: that of a plane which is level in all of these pictures, or below everything in them.
    [[nodiscard]] double ground(int frame) const;
    [[nodiscard]] std::vector<ObstacleModel> obstacles(int frame) const;

private:
    struct Shown {
        std::size_t index = 0;  // in obstacles_
        ObstacleModel model;    // of the first frame
    };

    [[nodiscard]] double time_of(int frame) const { return run_->time(frame); }
    void place(ObstacleModel& model, const ObstacleDescription& obstacle, double time) const;
    void add(std::size_t index, std::span<const int> frames, const Eigen::AlignedBox3d& near);

    std::span<const ObstacleDescription> obstacles_;
    const RunFrames* run_ = nullptr;
    double size_ = 0;   // m, of the cloths
    double inset_ = 0;  // m; cloth that touches an obstacle must not flicker into it
    double lowest_ = 0;
    std::vector<Shown> shown_;
    std::vector<std::size_t> floors_;  // in obstacles_
    std::vector<Vec3> points_;
};

}  // namespace tulle
