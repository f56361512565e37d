#include "simulation/warnings.hpp"

#include "core/counted.hpp"
#include "integrators/choice_of.hpp"
#include "mesh/cloth_mesh.hpp"
#include "simulation/body_surfaces.hpp"
#include "simulation/check.hpp"
#include "simulation/make_bodies.hpp"
#include "simulation/scene_extents.hpp"
#include "simulation/start_overlaps.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

namespace tulle {
namespace {

// Bounds of plausible values. They lie well outside the usual values, but by much less than a factor of 100 or 1000,
// which is the error of a value in centimetres, millimetres or grams.
constexpr double lightest = 0.005, heaviest = 5;              // kg/m^2; chiffon has 0.02, a carpet 2
constexpr double smallest_cloth = 0.005, largest_cloth = 20;  // m
constexpr double large_mesh = 20, small_mesh = 1.0 / 200;     // times the largest cloth
constexpr double large_anyway = 10;                           // m; a smaller mesh is taken to be in metres
constexpr double thin_anyway = 0.02;                          // m, plausible for any cloth

// With a limited number of updates, cloth of the mass M [kg] falls and swings as it should while k h^2 / M is at most
// this value times the square of the number of updates (docs/theory/implicit-euler.md, "A limited number of updates").
constexpr double stiffness_of_one_update = 0.06;

double longest_side(const Aabb& box) { return box.sizes().maxCoeff(); }

/// Returns the shorter side of a cloth that is roughly a rectangle: the middle side of its box.
double shorter_side(const Aabb& box)
{
    Vec3 sides = box.sizes();
    std::sort(sides.data(), sides.data() + 3);
    return sides[1];
}

/// Returns the largest distance [m] at rest between neighbours along the threads.
double largest_spacing(const ClothMesh& mesh)
{
    double longest = 0;
    for (const Spring& spring : mesh.springs)
        if (spring.kind == SpringKind::structural) longest = std::max(longest, spring.rest_length);
    return longest;
}

/// Returns "scale = 0.01, if its file is in centimetres", or similar advice for a mesh that is too large by this
/// factor.
std::string scale_advice(double times_too_large)
{
    return times_too_large > 300 ? "scale = 0.001, if its file is in millimetres"
                                 : "scale = 0.01, if its file is in centimetres";
}

class SceneDoubts {
public:
    SceneDoubts(const SceneDescription& scene, const Untangled& start) : scene_(scene), start_(start) {}

    std::vector<Problem> run()
    {
        meshes_ = make_cloth_meshes(scene_);
        for (std::size_t c = 0; c < meshes_.size(); ++c) {
            look_at_cloth(c);
            if (c < scene_.cloths.size()) look_at_updates(c);
        }
        if (start_.pairs > 0) look_at_untangled();
        if (scene_.self_contact) look_at_self_contact(*scene_.self_contact);
        for (std::size_t o = 0; o < scene_.obstacles.size(); ++o) look_at_size(o);
        if (scene_.air) look_at_air(*scene_.air);
        for (const StartOverlap& overlap : find_start_overlaps(scene_, meshes_)) look_at_start(overlap);
        look_at_rigid_bodies();
        return std::move(doubts_);
    }

private:
    void doubt(std::string key, std::string message)
    {
        doubts_.push_back({.key = std::move(key), .message = std::move(message)});
    }

    void look_at_cloth(std::size_t c)
    {
        const std::string path = path_of(scene_, c);
        const Aabb box = box_of(meshes_[c]);
        const double size = longest_side(box);
        largest_cloth_ = std::max(largest_cloth_, size);
        if (c >= scene_.cloths.size()) return;  // a body may have any size and mass
        const ClothDescription& cloth = scene_.cloths[c];
        const bool is_grid = std::holds_alternative<GridDescription>(cloth.shape);
        if (size > largest_cloth)
            doubt(path + (is_grid ? ".grid.size" : ".mesh"), "the cloth is " + about(size) +
                                                                 " m long; lengths are in metres" +
                                                                 (is_grid ? "" : ": " + scale_advice(size)));
        if (size < smallest_cloth)
            doubt(path + (is_grid ? ".grid.size" : ".mesh"), "the cloth is no longer than " + about(size) +
                                                                 " m; lengths are in metres" +
                                                                 (is_grid ? "" : ": see scale"));

        if (cloth.areal_density > heaviest || cloth.areal_density < lightest)
            doubt(path + ".areal_density", about(cloth.areal_density) + " kg/m^2 is " +
                                               (cloth.areal_density > heaviest ? "heavier" : "lighter") +
                                               " than any fabric; silk has 0.06, denim 0.4 (200 g/m^2 are 0.2)");

        // Obstacles require half the distance between particles as thickness, however coarse the mesh is.
        const double usual = std::max({0.1 * shorter_side(box), 0.55 * largest_spacing(meshes_[c]), thin_anyway});
        if (cloth.thickness > usual)
            doubt(path + ".thickness", "the cloth keeps " + about(cloth.thickness) +
                                           " m away from obstacles and is itself " + about(shorter_side(box)) +
                                           " m wide; thickness is in metres (5 mm are 0.005)");
    }

    /// Warns if cloth is too stiff for so few updates. Such cloth falls too slowly, and no other message would say so.
    void look_at_updates(std::size_t c)
    {
        const IntegratorSettings& integrator = scene_.integrator;
        const ClothDescription& cloth = scene_.cloths[c];
        const bool is_limited = takes_limited_updates(integrator);
        const bool is_of_springs =
            !cloth.fabric && cloth.springs.model == SpringModel::springs && cloth.springs.stretch_curve.empty();
        const bool is_held = !cloth.pins.empty() || !scene_.obstacles.empty();
        if (!is_limited || !is_of_springs || !is_held) return;
        const std::vector<double>& areas = meshes_[c].areas;
        const double mass = cloth.areal_density * std::accumulate(areas.begin(), areas.end(), 0.0);  // kg
        const double h = std::min(integrator.dt, 1 / scene_.simulation.fps);
        const double k = std::max(cloth.springs.stretch_stiffness, cloth.springs.shear_stiffness);
        constexpr double rounding = 0.1;  // of an update: the bound is no sharper than that
        const double enough = std::ceil(std::sqrt(k * h * h / mass / stiffness_of_one_update) - rounding);
        if (enough <= integrator.updates) return;
        constexpr double affordable = 20;
        doubt("integrator.updates",
              "springs of " + about(k) + " N/m are stiff for the " + about(mass) + " kg of cloth \"" + cloth.name +
                  "\" and steps of " + about(h) + " s: with " + counted(integrator.updates, "update") +
                  " it falls and swings more slowly than it should; " +
                  (enough <= affordable ? about(enough) + " updates would do, or shorter steps, or" : "take") +
                  " update = \"auto\"");
    }

    void look_at_size(std::size_t o)
    {
        const ObstacleDescription& obstacle = scene_.obstacles[o];
        if (!std::holds_alternative<MeshDescription>(obstacle.shape)) return;
        const double size = longest_side(*start_box(obstacle));
        const std::string key = item("obstacle", o) + ".mesh";
        const std::string compared = "obstacle \"" + obstacle.name + "\" is " + about(size) +
                                     " m large, and the largest cloth " + about(largest_cloth_) + " m: ";
        if (size > large_mesh * largest_cloth_ && size > large_anyway) {
            doubt(key, compared + scale_advice(size / largest_cloth_));
            oversized_.push_back(o);
        }
        if (size < small_mesh * largest_cloth_) doubt(key, compared + "scale it up, or is the cloth too large?");
    }

    void look_at_air(const AirDescription& air)
    {
        if (air.gust && air.wind.isZero(0))
            doubt("air.gust", "gusts are parts of the wind, which is zero here: nothing comes of them (see air.wind)");
    }

    void look_at_self_contact(const SelfContactSettings& settings)
    {
        double extent = 0;  // m
        for (const ClothMesh& mesh : meshes_)
            for (const Vec3& x : mesh.positions) extent = std::max(extent, x.cwiseAbs().maxCoeff());
        // Frames are stored in single precision.
        const double rounding = 100 * std::numeric_limits<float>::epsilon() * extent;
        for (std::size_t c = 0; c < meshes_.size(); ++c) {
            const ClothOrBody cloth = cloth_or_body(scene_, c);
            if (cloth.is_rigid()) continue;
            const double thickness = settings.thickness.value_or(cloth.thickness);
            const std::string key = settings.thickness ? "self_contact.thickness" : path_of(scene_, c) + ".thickness";
            const double width = shorter_side(box_of(meshes_[c]));
            if (thickness < rounding)
                doubt(key, "layers may come as near to each other as frames are rounded, " + about(rounding) +
                               " m: stored ones may show them through each other; cloth is 0.0002 m and thicker");
            if (settings.thickness && width > 0 && thickness > width)
                doubt(key, "layers keep " + about(thickness) + " m from each other, and the cloth is itself " +
                               about(width) + " m wide; thickness is in metres (5 mm are 0.005)");
            if (settings.thickness && (thickness < rounding || thickness > width)) break;  // one warning is enough
        }
    }

    /// Warns that cloth was moved apart. Puts the cloths where they start, so that later checks against obstacles see
    /// it.
    void look_at_untangled()
    {
        std::size_t first = 0;
        for (ClothMesh& mesh : meshes_) {
            std::copy_n(start_.positions.begin() + static_cast<std::ptrdiff_t>(first), mesh.positions.size(),
                        mesh.positions.begin());
            first += mesh.positions.size();
        }
        doubt("self_contact.untangle", "cloth starts through cloth in " + counted(start_.pairs, "pair") +
                                           " of triangles and was taken apart; particles were moved by up to " +
                                           about(start_.largest_displacement) + " m");
    }

    void look_at_start(const StartOverlap& overlap)
    {
        const bool is_mesh = std::holds_alternative<MeshDescription>(scene_.obstacles[overlap.obstacle].shape);
        std::string text = text_of(overlap, scene_);
        // With self-contact particles come out slowly, because layers must not all be sent to the surface at once.
        const std::string pace = scene_.self_contact ? "within some steps" : "at once";
        if (overlap.inside > 0) {
            text += is_mesh ? "; a mesh lets nothing through, so there they stay. "
                            : "; they are pushed out through its nearest side " + pace + ". ";
        } else {
            text += (is_mesh ? "; they are pushed away " : "; they are pushed out ") + pace + ". ";
        }
        const ClothOrBody cloth = cloth_or_body(scene_, overlap.cloth);
        const bool is_grid = cloth.grid() != nullptr;
        const bool is_body = cloth.body != nullptr;
        text += std::string(is_body ? "Move the body (" : "Move the cloth (") +
                (is_grid ? "grid.center" : "translation") + ") or the obstacle";
        const bool is_oversized = std::ranges::find(oversized_, overlap.obstacle) != oversized_.end();
        if (is_oversized) text += ", or make the obstacle smaller (scale)";
        doubt(path_of(scene_, overlap.cloth) + (is_grid ? ".grid.center" : is_body ? "" : ".mesh"), text);
    }

    /// Warns of particles that start inside a rigid body: the first step pushes them out, and they fly off.
    void look_at_rigid_bodies()
    {
        const RigidBodies bodies = make_bodies(scene_, meshes_);
        if (bodies.empty()) return;
        std::vector<Vec3> x;
        for (const ClothMesh& mesh : meshes_) x.insert(x.end(), mesh.positions.begin(), mesh.positions.end());
        const std::size_t doubts = doubts_.size();
        for (std::size_t b = 0, c = 0; b < bodies.all.size(); ++c) {
            if (cloth_or_body(scene_, c).is_rigid()) look_into(bodies.all[b++], c, x);
        }
        // No particle is in a body, but faces may be.
        if (doubts_.size() == doubts && asks_for_body_barriers(scene_) && can_meet_bodies(scene_, meshes_) &&
            !starts_outside_bodies(scene_, meshes_, bodies, x))
            doubt("body",
                  "cloth starts through a rigid body, or on its very surface, where barriers have no gap to keep: "
                  "bodies meet cloth by its particles alone. Move one of the two");
    }

    void look_into(const RigidBody& body, std::size_t own, const std::vector<Vec3>& x)
    {
        constexpr double negligible = 1e-6;  // m
        const BodyPose pose(body, x);
        std::size_t first = 0;
        for (std::size_t c = 0; c < meshes_.size(); first += meshes_[c++].positions.size()) {
            if (c == own) continue;
            const std::size_t count = meshes_[c].positions.size() - static_cast<std::size_t>(meshes_[c].hidden);
            int inside = 0;
            double deepest = negligible;  // m
            for (std::size_t p = 0; p < count; ++p) {
                const double depth = -nearest_surface(body.shape, pose.local(x[first + p])).distance;
                inside += depth > negligible ? 1 : 0;
                deepest = std::max(deepest, depth);
            }
            const ClothOrBody cloth = cloth_or_body(scene_, c);
            if (inside > 0)
                doubt(path_of(scene_, own) + ".rigid",
                      std::to_string(inside) + " of the " + std::to_string(count) + " particles of " + kind_of(cloth) +
                          " \"" + cloth.name + "\" start inside body \"" + cloth_or_body(scene_, own).name +
                          "\", up to " + about(deepest) + " m deep; they are pushed out at once. Move one of the two");
        }
    }

    const SceneDescription& scene_;
    const Untangled& start_;
    std::vector<ClothMesh> meshes_;
    double largest_cloth_ = 0;            // m
    std::vector<std::size_t> oversized_;  // obstacles whose mesh is too large
    std::vector<Problem> doubts_;
};

}  // namespace

std::vector<Problem> warnings(const SceneDescription& scene, const Untangled& start)
{
    return SceneDoubts(scene, start).run();
}

}  // namespace tulle
