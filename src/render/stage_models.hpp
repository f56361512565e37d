#pragma once
// Obstacles and floor in the pictures of a run, frame by frame.

#include "render/render_scene.hpp"

#include <tulle/run_frames.hpp>

#include <Eigen/Geometry>

#include <span>
#include <vector>

namespace tulle {

class StageModels {
public:
    StageModels() = default;
    /// For pictures of `frames` (at least one), with the cloths inside the box `cloths` [m]. The run must outlive this.
    StageModels(const RunFrames& run, std::span<const int> frames, const Eigen::AlignedBox3d& cloths);

    /// Returns points of the obstacles that must be inside these pictures [m]. They are limited to the surroundings of
    /// the cloths, so distant parts of obstacles may be outside the picture.
    [[nodiscard]] std::span<const Vec3> points() const { return points_; }
    /// Returns the height of the floor [m]: the highest plane that is horizontal in all of these pictures, or a height
    /// below all content.
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
    double inset_ = 0;  // m; obstacles are drawn smaller by it, to keep touching cloth visible
    double lowest_ = 0;
    std::vector<Shown> shown_;
    std::vector<std::size_t> floors_;  // in obstacles_
    std::vector<Vec3> points_;
};

}  // namespace tulle
