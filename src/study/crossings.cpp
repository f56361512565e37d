#include "study/crossings.hpp"

#include "core/parallel.hpp"
#include "geometry/crossing_depth.hpp"
#include "geometry/exact_crossing.hpp"
#include "geometry/moving_boxes.hpp"
#include "geometry/winding_number.hpp"
#include "mesh/obstacle_mesh.hpp"
#include "mesh/rigid_motion.hpp"
#include "output/export_mesh.hpp"
#include "output/frame_files.hpp"
#include "simulation/distance_kept.hpp"
#include "study/solid_depth.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

namespace tulle {
namespace {

/// An obstacle at the time of a frame: what is drawn of it, and what of space it fills.
class ShownObstacle {
public:
    ShownObstacle(const ObstacleDescription& description, double half_width, double time)
        : description_(&description), half_width_(half_width), solid_(Solid::of(description))
    {
        place(time);
        queries_ = make_mesh_queries(mesh_.positions, mesh_.faces);
        if (!solid_ && is_closed(mesh_.faces)) winding_.emplace(mesh_.positions, mesh_.faces);
    }

    void move_to(double time)
    {
        if (!is_moving(*description_)) return;
        place(time);
        queries_->refit(mesh_.positions);
        if (winding_) winding_->refit(mesh_.positions);
    }

    [[nodiscard]] bool has_inside() const { return solid_ || winding_; }
    [[nodiscard]] CrossingSurface surface() const
    {
        CrossingSurface surface{mesh_.positions, mesh_.faces, queries_.get()};
        if (has_inside()) surface.is_inside = [this](const Vec3& x) { return depth(x) > 0; };
        return surface;
    }

    /// m; 0 outside
    [[nodiscard]] double depth(const Vec3& x) const
    {
        if (solid_) return std::max(0.0, -solid_->distance(pose_.undo(x)));
        if (!winding_ || !box_.contains(x) || !winding_->is_inside(x)) return 0;
        return queries_->closest(x)->distance;
    }
    /// m, of the deepest point of a triangle in a solid that is not a mesh; `known` or more.
    [[nodiscard]] double solid_depth(const Triangle& t, double known) const
    {
        return solid_ ? solid_->depth({pose_.undo(t[0]), pose_.undo(t[1]), pose_.undo(t[2])}, known) : known;
    }
    /// Faces that have a point in common with a triangle.
    [[nodiscard]] std::vector<int> crossed_by(const Triangle& triangle) const
    {
        std::vector<int> faces;
        queries_->overlapping(box_of(triangle), faces);
        const auto is_apart = [&](int face) {
            return !have_common_point(triangle, triangle_of(mesh_.faces[face], mesh_.positions));
        };
        faces.erase(std::remove_if(faces.begin(), faces.end(), is_apart), faces.end());
        return faces;
    }

private:
    void place(double time)
    {
        mesh_ = obstacle_mesh(*description_, half_width_, time);
        pose_ = pose_at(description_->motion, time);
        box_.setEmpty();
        for (const Vec3& x : mesh_.positions) box_.extend(x);
    }

    const ObstacleDescription* description_;
    double half_width_;  // m, of planes
    std::optional<Solid> solid_;
    TriangleMesh mesh_;
    RigidPose pose_;
    Aabb box_;
    std::unique_ptr<MeshQueries> queries_;
    std::optional<WindingNumber> winding_;
};

class CrossingSearch {
public:
    CrossingSearch(RunFrames& run, const SceneDescription& scene) : run_(run)
    {
        result_.scene = run.name();
        const double half_width = plane_half_width(run);
        const double start = run.read(0).time;
        for (const ObstacleDescription& obstacle : scene.obstacles)
            obstacles_.emplace_back(obstacle, half_width, start);
        for (const ClothDescription& cloth : scene.cloths)
            for (std::size_t o = 0; o < scene.obstacles.size(); ++o)
                result_.parts.push_back({.cloth = cloth.name,
                                         .obstacle = scene.obstacles[o].name,
                                         .thickness = distance_kept(scene, cloth, scene.obstacles[o]),
                                         .has_inside = obstacles_[o].has_inside()});
    }

    void look_at(int index)
    {
        const FrameData& frame = run_.read(index);
        for (ShownObstacle& obstacle : obstacles_) obstacle.move_to(frame.time);
        for (std::size_t c = 0; c < frame.cloths.size(); ++c)
            for (std::size_t o = 0; o < obstacles_.size(); ++o) {
                ClothInObstacle& part = result_.parts[c * obstacles_.size() + o];
                const std::span<const Vec3> positions = part_of(frame.positions, frame.cloths[c]);
                look_at_particles(frame, positions, obstacles_[o], part.particle);
                look_at_triangles(frame, positions, frame.cloths[c].faces, obstacles_[o], part);
            }
        ++result_.frames;
    }

    Crossings& result() { return result_; }

private:
    void look_at_particles(const FrameData& frame, std::span<const Vec3> positions, const ShownObstacle& obstacle,
                           DeepestParticle& deepest)
    {
        depths_.resize(positions.size());
        parallel_for(positions.size(), [&](std::size_t i) { depths_[i] = obstacle.depth(positions[i]); });
        const auto largest = std::max_element(depths_.begin(), depths_.end());
        if (largest == depths_.end() || *largest <= deepest.depth) return;
        deepest = {*largest, frame.frame, frame.time, static_cast<int>(largest - depths_.begin())};
    }

    void look_at_triangles(const FrameData& frame, std::span<const Vec3> positions, std::span<const Face> faces,
                           const ShownObstacle& obstacle, ClothInObstacle& part)
    {
        DeepestCrossing& deepest = part.crossing;
        const double known = deepest.depth;
        const auto note = [&](double depth, std::size_t face, int obstacle_face) {
            if (depth > deepest.depth)
                deepest = {depth, frame.frame, frame.time, static_cast<int>(face), obstacle_face};
        };
        depths_.resize(faces.size());
        crossed_.resize(faces.size());
        parallel_for(faces.size(), [&](std::size_t f) {
            const Triangle triangle = triangle_of(faces[f], positions);
            crossed_[f] = obstacle.crossed_by(triangle);
            depths_[f] = obstacle.solid_depth(triangle, known);
        });
        std::vector<FacePair> pairs;
        for (std::size_t f = 0; f < faces.size(); ++f)
            for (const int other : crossed_[f]) pairs.push_back({static_cast<int>(f), other});
        if (!pairs.empty()) {
            const auto queries = make_mesh_queries(positions, faces);
            const std::vector<double> depths =
                crossing_depths({positions, faces, queries.get()}, obstacle.surface(), pairs);
            for (std::size_t k = 0; k < pairs.size(); ++k)
                note(depths[k], static_cast<std::size_t>(pairs[k].first), pairs[k].second);
            part.pairs += static_cast<long>(pairs.size());
            ++part.frames_with_pairs;
        }
        for (std::size_t f = 0; f < faces.size(); ++f) note(depths_[f], f, -1);
    }

    RunFrames& run_;
    std::vector<ShownObstacle> obstacles_;
    Crossings result_;
    std::vector<double> depths_;             // per particle or face
    std::vector<std::vector<int>> crossed_;  // per face
};

}  // namespace

bool Crossings::is_free() const
{
    return std::all_of(parts.begin(), parts.end(), [](const ClothInObstacle& part) { return part.is_free(); });
}

Crossings find_crossings(RunFrames& run, const SceneDescription& scene, const CrossingOptions& options)
{
    const StudyClock clock;
    CrossingSearch search(run, scene);
    const int count = run.count();
    for (int frame = 0; frame < count && !search.result().was_interrupted; ++frame) {
        search.look_at(frame);
        if (options.on_progress)
            options.on_progress(clock.at((frame + 1.0) / count, fmt::format("frame {} of {}", frame + 1, count)));
        search.result().was_interrupted = options.stop != nullptr && *options.stop && frame + 1 < count;
    }
    return search.result();
}

}  // namespace tulle
