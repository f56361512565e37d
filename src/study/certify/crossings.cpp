#include "study/certify/crossings.hpp"

#include "core/parallel.hpp"
#include "geometry/crossing_depth.hpp"
#include "geometry/exact_crossing.hpp"
#include "geometry/moving_boxes.hpp"
#include "geometry/winding_number.hpp"
#include "mesh/cloth_or_body.hpp"
#include "mesh/obstacle_mesh.hpp"
#include "mesh/rigid_motion.hpp"
#include "output/export_mesh.hpp"
#include "output/frame_files.hpp"
#include "simulation/contact_distance.hpp"
#include "study/certify/solid_depth.hpp"

#include <fmt/format.h>

#include <Eigen/Geometry>

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace tulle {
namespace {

/// An obstacle or a rigid body, which cloth must not enter, as a frame shows it.
class ShownThing {
public:
    virtual ~ShownThing() = default;

    virtual void move_to(const FrameData& frame) = 0;
    [[nodiscard]] virtual bool has_inside() const = 0;
    /// Returns the depth of a point [m]; 0 outside.
    [[nodiscard]] virtual double depth(const Vec3& x) const = 0;
    /// Returns the depth [m] of the deepest point of a triangle in the exact solid that the drawn mesh approximates, or
    /// `known` if that is larger.
    [[nodiscard]] virtual double solid_depth(const Triangle& /*t*/, double known) const { return known; }

    [[nodiscard]] CrossingSurface surface() const
    {
        CrossingSurface surface{mesh_.positions, mesh_.faces, queries_.get()};
        if (has_inside()) surface.is_inside = [this](const Vec3& x) { return depth(x) > 0; };
        return surface;
    }
    /// Returns the faces that have a point in common with a triangle.
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

protected:
    void show(TriangleMesh mesh)
    {
        mesh_ = std::move(mesh);
        box_.setEmpty();
        for (const Vec3& x : mesh_.positions) box_.extend(x);
        if (queries_)
            queries_->refit(mesh_.positions);
        else
            queries_ = make_mesh_queries(mesh_.positions, mesh_.faces);
    }

    TriangleMesh mesh_;
    Aabb box_;
    std::unique_ptr<MeshQueries> queries_;
};

/// An obstacle at the time of a frame: its drawn mesh and its exact solid.
class ShownObstacle final : public ShownThing {
public:
    ShownObstacle(const ObstacleDescription& description, double half_width, double time)
        : description_(&description), half_width_(half_width), solid_(Solid::of(description))
    {
        place(time);
        if (!solid_ && is_closed(mesh_.faces)) winding_.emplace(mesh_.positions, mesh_.faces);
    }

    void move_to(const FrameData& frame) override
    {
        if (!is_moving(*description_)) return;
        place(frame.time);
        if (winding_) winding_->refit(mesh_.positions);
    }

    [[nodiscard]] bool has_inside() const override { return solid_ || winding_; }
    [[nodiscard]] double depth(const Vec3& x) const override
    {
        if (solid_) return std::max(0.0, -solid_->distance(pose_.undo(x)));
        if (!winding_ || !box_.contains(x) || !winding_->is_inside(x)) return 0;
        return queries_->closest(x)->distance;
    }
    [[nodiscard]] double solid_depth(const Triangle& t, double known) const override
    {
        return solid_ ? solid_->depth({pose_.undo(t[0]), pose_.undo(t[1]), pose_.undo(t[2])}, known) : known;
    }

private:
    void place(double time)
    {
        pose_ = pose_at(description_->motion, time);
        show(obstacle_mesh(*description_, half_width_, time));
    }

    const ObstacleDescription* description_;
    double half_width_;  // m, of planes
    std::optional<Solid> solid_;
    RigidPose pose_;
    std::optional<WindingNumber> winding_;
};

/// A rigid body in a frame. Rigid bodies are convex: a point inside lies behind all faces.
class ShownBody final : public ShownThing {
public:
    ShownBody(const FrameData& start, std::size_t cloth) : cloth_(cloth) { move_to(start); }

    void move_to(const FrameData& frame) override
    {
        const ClothView& view = frame.cloths[cloth_];
        const std::span<const Vec3> x = part_of(frame.positions, view);
        TriangleMesh mesh;
        mesh.positions.assign(x.begin(), x.end());
        mesh.faces.assign(view.faces.begin(), view.faces.end());
        normals_.clear();
        for (const auto& [a, b, c] : mesh.faces) normals_.push_back((x[b] - x[a]).cross(x[c] - x[a]).normalized());
        show(std::move(mesh));
    }

    [[nodiscard]] bool has_inside() const override { return true; }
    [[nodiscard]] double depth(const Vec3& x) const override
    {
        if (!box_.contains(x)) return 0;
        double depth = std::numeric_limits<double>::infinity();
        for (std::size_t f = 0; f < normals_.size() && depth > 0; ++f)
            depth = std::min(depth, normals_[f].dot(mesh_.positions[mesh_.faces[f][0]] - x));
        return std::max(depth, 0.0);
    }

private:
    std::size_t cloth_;          // index among the cloths of a frame
    std::vector<Vec3> normals_;  // unit, outward, per face
};

class CrossingSearch {
public:
    CrossingSearch(RunFrames& run, const SceneDescription& scene) : run_(run)
    {
        result_.scene = run.name();
        const double half_width = plane_half_width(run);
        const FrameData& start = run.read(0);
        for (const ObstacleDescription& obstacle : scene.obstacles)
            things_.push_back(std::make_unique<ShownObstacle>(obstacle, half_width, start.time));
        const std::vector<ClothOrBody> all = cloths_and_bodies(scene);
        std::vector<const ClothOrBody*> bodies;
        for (std::size_t c = 0; c < all.size(); ++c)
            if (all[c].is_rigid()) {
                things_.push_back(std::make_unique<ShownBody>(start, c));
                bodies.push_back(&all[c]);
            }
        for (std::size_t c = 0; c < all.size(); ++c) {
            const ClothOrBody& cloth = all[c];
            for (std::size_t o = 0; o < scene.obstacles.size(); ++o)
                add_part(c, o, cloth.name, scene.obstacles[o].name, contact_distance(scene, cloth, scene.obstacles[o]));
            for (std::size_t b = 0; b < bodies.size() && !cloth.is_rigid(); ++b)
                add_part(c, scene.obstacles.size() + b, cloth.name, bodies[b]->name,
                         cloth.thickness + bodies[b]->thickness);
        }
    }

    void look_at(int index)
    {
        const FrameData& frame = run_.read(index);
        for (const std::unique_ptr<ShownThing>& thing : things_) thing->move_to(frame);
        for (std::size_t k = 0; k < pairs_.size(); ++k) {
            const ClothView& cloth = frame.cloths[pairs_[k].cloth];
            const ShownThing& thing = *things_[pairs_[k].thing];
            const std::span<const Vec3> positions = part_of(frame.positions, cloth);
            look_at_particles(frame, positions, thing, result_.parts[k].particle);
            look_at_triangles(frame, positions, cloth.faces, thing, result_.parts[k]);
        }
        ++result_.frames;
    }

    Crossings& result() { return result_; }

private:
    /// A cloth and an obstacle or rigid body that it must not enter.
    struct Pair {
        std::size_t cloth, thing;
    };
    void add_part(std::size_t cloth, std::size_t thing, const std::string& name, const std::string& thing_name,
                  double thickness)
    {
        pairs_.push_back({cloth, thing});
        result_.parts.push_back({.cloth = name,
                                 .obstacle = thing_name,
                                 .thickness = thickness,
                                 .has_inside = things_[thing]->has_inside()});
    }

    void look_at_particles(const FrameData& frame, std::span<const Vec3> positions, const ShownThing& obstacle,
                           DeepestParticle& deepest)
    {
        depths_.resize(positions.size());
        parallel_for(positions.size(), [&](std::size_t i) { depths_[i] = obstacle.depth(positions[i]); });
        const auto largest = std::max_element(depths_.begin(), depths_.end());
        if (largest == depths_.end() || *largest <= deepest.depth) return;
        deepest = {*largest, frame.frame, frame.time, static_cast<int>(largest - depths_.begin())};
    }

    void look_at_triangles(const FrameData& frame, std::span<const Vec3> positions, std::span<const Face> faces,
                           const ShownThing& obstacle, ClothInObstacle& part)
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
    std::vector<std::unique_ptr<ShownThing>> things_;  // obstacles, then rigid bodies
    std::vector<Pair> pairs_;                          // per part of the result
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
