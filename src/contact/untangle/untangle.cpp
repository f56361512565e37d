#include "contact/untangle/untangle.hpp"

#include "contact/untangle/separate_layers.hpp"
#include "contact/untangle/separation_direction.hpp"
#include "contact/untangle/smoothed_displacement.hpp"
#include "geometry/box_tree.hpp"
#include "geometry/moving_boxes.hpp"
#include "geometry/segment_triangle.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <utility>

namespace tulle {
namespace {

// Limit of the iterations. Most surfaces need fewer than ten. If whole cloths must slide out of each other, they need
// about a hundred.
constexpr int max_iterations = 600;
// Largest displacement of a piercing edge against the face in an iteration, as a part of the edge's length.
constexpr double part_of_edge = 0.25;
// Largest displacement in an iteration of a particle of a piece that moves back, as a multiple of its longest edge.
constexpr double edges_at_once = 2;
// How far beyond a face an edge that pierced it is moved, as a part of the thickness.
constexpr double clear_part = 0.25;
// If the cosine between a direction and the normal of a face is below this value, the direction counts as along the
// face and does not lead out of it.
constexpr double along_below = 0.3;
// The same limit for moving a particle above a layer: the cosine between the direction and the normal at the particle.
constexpr double layer_along_below = 0.5;

/// The effort of untangling. If there is no progress, the next level is used.
enum class Effort : std::uint8_t {
    contours,  // each contour in its own direction
    parts,     // all contours between two cloths in one direction
    cloths,    // the same, and cloths move as a whole, always in that direction
};

SmoothingSettings settings_for(Effort effort)
{
    if (effort == Effort::contours) return {.sweeps = 8};
    return {.sweeps = 32, .in_pieces = effort == Effort::cloths};
}

/// Returns the number of iterations without progress after which the next level is used. A cloth that slides out of
/// another one intersects it until it is completely out.
int patience(Effort effort) { return effort == Effort::cloths ? 150 : 15; }

class Untangling {
public:
    explicit Untangling(const TangledSurface& surface)
        : surface_(surface),
          field_({surface.faces, surface.links}, surface.inverse_mass, surface.positions),
          x_(surface.positions.begin(), surface.positions.end()),
          edge_(x_.size(), 0)
    {
        for (const auto& [i, j] : field_.edges()) {
            const double length = (x_[j] - x_[i]).norm();
            edge_[i] = std::max(edge_[i], length);
            edge_[j] = std::max(edge_[j], length);
        }
    }

    Untangled run()
    {
        Untangled result;
        result.left = find_surface_crossings(view());
        result.pairs = static_cast<int>(result.left.size());
        while (!result.left.empty() && result.iterations < max_iterations && has_more_to_try(result.left.size())) {
            iterate_once(result.left);
            ++result.iterations;
            result.left = find_surface_crossings(view());
        }
        if (result.left.empty() && result.pairs > 0) {
            separate_layers(surface_, field_, x_);
            result.left = find_surface_crossings(view());
        }
        for (std::size_t i = 0; i < x_.size(); ++i)
            result.largest_displacement = std::max(result.largest_displacement, (x_[i] - surface_.positions[i]).norm());
        for (const Face& face : surface_.faces)
            for (int k = 0; k < 3; ++k) {
                const int a = face[k], b = face[(k + 1) % 3];
                if (a < 0) break;
                const double before = (surface_.positions[a] - surface_.positions[b]).norm();
                result.largest_stretch = std::max(result.largest_stretch, (x_[a] - x_[b]).norm() / before - 1);
            }
        result.positions = std::move(x_);
        return result;
    }

private:
    [[nodiscard]] SurfaceView view() const { return {x_, surface_.faces}; }
    [[nodiscard]] double clear_of(int one, int other) const
    {
        return clear_part * 0.5 * (surface_.materials[one].thickness + surface_.materials[other].thickness);
    }

    /// Watches the progress, and goes to the next level of effort if there is none. Returns false after the last level.
    bool has_more_to_try(std::size_t pairs)
    {
        if (fewest_ == 0 || pairs < fewest_) {
            fewest_ = pairs;
            without_progress_ = 0;
        } else if (++without_progress_ > patience(effort_) || !has_moved_) {
            if (effort_ == Effort::cloths) return false;
            effort_ = effort_ == Effort::contours ? Effort::parts : Effort::cloths;
            fewest_ = pairs;
            without_progress_ = 0;
        }
        return true;
    }

    void iterate_once(std::span<const FacePair> pairs)
    {
        const CrossingContours contours = find_contours(view(), pairs);
        const SurfaceCuts cuts(contours, surface_.faces, field_.edges(), x_.size());
        find_normals();
        tree_.emplace(swept_boxes(surface_.faces, x_, x_));
        std::vector<Parting> partings;
        for (const Contour& group : groups_of(contours)) part_group(contours, group, cuts, partings);
        for (const FacePair& pair : contours.flat) part_flat(pair, partings);
        const std::vector<Vec3> displacements = field_.meet(partings, x_, settings_for(effort_));
        has_moved_ =
            std::ranges::any_of(displacements, [](const Vec3& displacement) { return !displacement.isZero(0); });
        for (std::size_t i = 0; i < x_.size(); ++i) x_[i] += displacements[i];
    }

    void find_normals()
    {
        normal_.assign(x_.size(), Vec3::Zero());
        for (const Face& face : surface_.faces)
            for (const int corner : face) normal_[corner] += across(face);
        for (Vec3& normal : normal_) normal.normalize();
    }

    [[nodiscard]] Vec3 across(const Face& face) const
    {
        return (x_[face[1]] - x_[face[0]]).cross(x_[face[2]] - x_[face[0]]);
    }

    /// Returns the connected pieces of the surface, usually cloths, of the edge and of the face.
    [[nodiscard]] std::pair<int, int> cloths_of(const Piercing& piercing) const
    {
        return {field_.piece(piercing.edge[0]), field_.piece(surface_.faces[piercing.face][0])};
    }

    /// Returns the groups of piercings that are separated in one direction.
    [[nodiscard]] std::vector<Contour> groups_of(const CrossingContours& contours) const
    {
        if (effort_ == Effort::contours) return contours.contours;
        std::vector<Contour> groups;
        std::map<std::pair<int, int>, Contour> between;
        for (const Contour& contour : contours.contours) {
            const auto [one, other] = cloths_of(contours.piercings[contour.piercings.front()]);
            if (one == other) {  // through itself: no direction fits the whole cloth
                groups.push_back(contour);
                continue;
            }
            for (const int p : contour.piercings) {
                const auto [edge, face] = cloths_of(contours.piercings[p]);
                Contour& group = between[std::minmax(edge, face)];
                group.piercings.push_back(p);
                group.side.push_back(edge < face ? 1 : -1);
            }
        }
        for (auto& [cloths, group] : between) groups.push_back(std::move(group));
        return groups;
    }

    [[nodiscard]] SeparationDirection direction_of(const CrossingContours& contours, const Contour& group,
                                                   const SurfaceCuts& cuts)
    {
        const auto [one, other] = cloths_of(contours.piercings[group.piercings.front()]);
        if (effort_ != Effort::cloths || one == other) return choose_direction(contours, group, cuts);
        if (const auto decided = decided_.find(std::minmax(one, other)); decided != decided_.end())
            return {.direction = decided->second};
        SeparationDirection chosen = choose_direction(contours, group, cuts);
        decided_[std::minmax(one, other)] = chosen.direction;
        return chosen;
    }

    void part_group(const CrossingContours& contours, const Contour& group, const SurfaceCuts& cuts,
                    std::vector<Parting>& partings)
    {
        const SeparationDirection apart = direction_of(contours, group, cuts);
        std::vector<Parting> along;  // partings that do not lead out of the face
        double furthest = 0;         // m, largest distance of the partings that lead out
        for (std::size_t k = 0; k < group.piercings.size(); ++k) {
            const Piercing& piercing = contours.piercings[group.piercings[k]];
            Vec3 direction = group.side[k] * apart.direction;
            // Without a common direction, a point moves as far as it is pulled. On a straight contour nothing pulls.
            if (direction.isZero(0)) direction = piercing.pull();
            const double strength = std::min(1.0, direction.norm());
            if (strength == 0) continue;
            direction.normalize();
            const Face& face = surface_.faces[piercing.face];
            const double most = strength * part_of_edge * (x_[piercing.edge[1]] - x_[piercing.edge[0]]).norm();
            const std::optional<double> out = distance_out(piercing, direction);
            const Parting parting{
                {piercing.edge[0], piercing.edge[1], face[0], face[1], face[2], face[2]},
                {1 - piercing.at, piercing.at, -piercing.weights[0], -piercing.weights[1], -piercing.weights[2], 0},
                direction,
                std::min(out.value_or(most), most)};
            (out ? partings : along).push_back(parting);
            if (out) furthest = std::max(furthest, parting.distance);
        }
        for (Parting& parting : along) {
            if (furthest > 0) parting.distance = std::min(parting.distance, furthest);
            partings.push_back(parting);
        }
        part_pieces(contours, group, cuts, apart, partings);
    }

    /// Returns the distance [m] along `direction` until the edge is on one side of the face's plane, and a little
    /// beyond; none if the direction leads along the face.
    [[nodiscard]] std::optional<double> distance_out(const Piercing& piercing, const Vec3& direction) const
    {
        const double across = direction.dot(piercing.normal);
        if (std::abs(across) < along_below) return std::nullopt;
        double behind = 0;
        for (const int end : piercing.edge) {
            const double height = piercing.normal.dot(x_[end] - piercing.place);
            behind = std::max(behind, across > 0 ? -height : height);
        }
        return (behind + clear_of(piercing.edge[0], surface_.faces[piercing.face][0])) / std::abs(across);
    }

    /// Adds partings for the pieces that move back: all their particles below a layer move above it. The contour alone
    /// would also lead them there, but edge by edge.
    void part_pieces(const CrossingContours& contours, const Contour& group, const SurfaceCuts& cuts,
                     const SeparationDirection& apart, std::vector<Parting>& partings)
    {
        const Vec3 back = apart.side * apart.direction;
        double furthest = -std::numeric_limits<double>::infinity();  // m, end of the contour along `back`
        for (const int p : group.piercings) furthest = std::max(furthest, back.dot(contours.piercings[p].place));
        for (int i = 0; i < static_cast<int>(x_.size()); ++i) {
            if (!std::ranges::binary_search(apart.pieces, cuts.piece(i))) continue;
            const double reach = furthest - back.dot(x_[i]);
            if (!(reach > 0) || std::abs(back.dot(normal_[i])) < layer_along_below) continue;
            const auto layer = first_layer(i, reach * back, cuts);
            if (!layer) continue;
            const auto& [face, hit] = *layer;
            partings.push_back({{i, i, face[0], face[1], face[2], face[2]},
                                {1, 0, -hit.weights[0], -hit.weights[1], -hit.weights[2], 0},
                                back,
                                std::min(hit.time * reach + clear_of(i, face[0]), edges_at_once * edge_[i])});
        }
    }

    /// Returns the first face on the path of a particle that does not belong to the particle's own piece.
    [[nodiscard]] std::optional<std::pair<Face, SegmentCrossing>> first_layer(int particle, const Vec3& displacement,
                                                                              const SurfaceCuts& cuts) const
    {
        std::optional<std::pair<Face, SegmentCrossing>> first;
        const Vec3 &from = x_[particle], to = from + displacement;
        const SegmentProbe probe(from, to);
        double end_time = 1;
        tree_->for_each_along(from, to, end_time, [&](int slot) {
            const Face& face = surface_.faces[tree_->index_of_slot()[slot]];
            const auto is_own = [&](int corner) { return cuts.piece(corner) == cuts.piece(particle); };
            if (std::ranges::any_of(face, is_own)) return;
            const auto hit = probe.crossing(triangle_of(face, x_));
            if (!hit || hit->time > end_time) return;
            if (first && hit->time == first->second.time && !(face < first->first)) return;
            end_time = hit->time;
            first = {face, *hit};
        });
        return first;
    }

    /// Adds a parting for two faces in one plane. The second face moves along the normal of the first face, so that all
    /// faces agree which of two cloths is above.
    void part_flat(const FacePair& pair, std::vector<Parting>& partings) const
    {
        const Face &one = surface_.faces[pair.first], &other = surface_.faces[pair.second];
        Vec3 normal = across(one);
        if (normal.isZero(0)) normal = across(other);
        if (normal.isZero(0)) normal = Vec3::UnitZ();
        constexpr double third = 1.0 / 3;
        partings.push_back({{one[0], one[1], one[2], other[0], other[1], other[2]},
                            {third, third, third, -third, -third, -third},
                            -normal.normalized(),
                            clear_of(one[0], other[0])});
    }

    const TangledSurface& surface_;
    SmoothedDisplacement field_;
    std::vector<Vec3> x_;
    std::vector<double> edge_;  // m, per particle, the longest of its edges at the start
    Effort effort_ = Effort::contours;
    std::size_t fewest_ = 0;  // smallest number of pairs so far
    int without_progress_ = 0;
    bool has_moved_ = true;        // whether a particle moved in the last iteration
    std::vector<Vec3> normal_;     // unit, per particle
    std::optional<BoxTree> tree_;  // of faces
    std::map<std::pair<int, int>, Vec3> decided_;
};

}  // namespace

Untangled untangle(const TangledSurface& surface) { return Untangling(surface).run(); }

}  // namespace tulle
