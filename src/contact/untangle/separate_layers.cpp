#include "contact/untangle/separate_layers.hpp"

#include "contact/barrier/cloth_contact.hpp"

#include <algorithm>
#include <map>

namespace tulle {
namespace {

constexpr int max_separations = 60;
// Largest separation that an iteration asks for, as a part of the required distance.
constexpr double widened_at_once = 0.25;
constexpr SmoothingSettings widening{.sweeps = 6};
// A pair at this part of its required distance, or further apart, is left alone.
constexpr double nearly = 0.99;
// Neighbours in a cloth keep at most half of their distance at the start (ContactSurface::contact_distance).
constexpr double neighbours_part = 0.5;
// A particle that was moved by less than this part of its thickness was not tangled. Its place is intended.
constexpr double moved_part = 0.05;
// A displacement that brings the nearest pair nearer is halved. After this number of attempts, the separation ends.
constexpr int most_cuts = 5;

/// Shortest paths between particles along the edges of a surface, with the lengths of edges in the places `rest`.
class NearAlongSurface {
public:
    NearAlongSurface(std::span<const std::array<int, 2>> edges, std::span<const Vec3> rest) : next_(rest.size())
    {
        for (const auto& [i, j] : edges) {
            const double length = (rest[j] - rest[i]).norm();
            next_[i].emplace_back(j, length);
            next_[j].emplace_back(i, length);
        }
    }

    /// Returns whether the shortest path from one particle to another is at most about `reach` [m] long. `reach` must
    /// be the same in all calls.
    [[nodiscard]] bool are_near(int from, int to, double reach)
    {
        const auto [found, is_new] = within_.try_emplace(from);
        if (is_new) found->second = all_within(from, reach);
        return std::ranges::binary_search(found->second, to);
    }

private:
    [[nodiscard]] std::vector<int> all_within(int from, double reach) const
    {
        std::map<int, double> distance{{from, 0}};
        std::vector<int> waiting{from};
        for (std::size_t k = 0; k < waiting.size(); ++k)
            for (const auto& [to, length] : next_[waiting[k]]) {
                const double path = distance[waiting[k]] + length;
                const auto [known, is_new] = distance.try_emplace(to, path);
                if (path > reach || (!is_new && known->second <= path)) continue;
                known->second = path;
                waiting.push_back(to);
            }
        std::vector<int> all;  // includes the particles just beyond `reach`
        for (const auto& [particle, path] : distance) all.push_back(particle);
        return all;
    }

    std::vector<std::vector<std::pair<int, double>>> next_;
    std::map<int, std::vector<int>> within_;
};

class LayerSeparation {
public:
    LayerSeparation(const TangledSurface& surface, const SmoothedDisplacement& field, std::vector<Vec3>& x)
        : surface_(surface), field_(field), neighbours_(field.edges(), surface.positions), x_(x)
    {
        for (const SurfaceMaterial& material : surface.materials) reach_ = std::max(reach_, 2 * material.thickness);
        for (std::size_t i = 0; i < x.size(); ++i)
            has_moved_.push_back((x[i] - surface.positions[i]).norm() > moved_part * surface.materials[i].thickness);
    }

    void run()
    {
        const std::vector<double> any_mass(x_.size(), 1);
        for (int iteration = 0; iteration < max_separations; ++iteration) {
            ClothContact contact(ContactSurface({surface_.faces.begin(), surface_.faces.end()},
                                                {surface_.materials.begin(), surface_.materials.end()}, x_, untorn_),
                                 any_mass, 1);
            look(contact.surface());
            if (partings_.empty()) return;
            std::vector<Vec3> to = field_.meet(partings_, x_, widening);
            for (std::size_t i = 0; i < x_.size(); ++i) to[i] += x_[i];
            double part = contact.max_collision_free_step(x_, to);
            const std::vector<Vec3> from = x_;
            const double before = tightest_;
            for (int cut = 0;; ++cut, part *= 0.5) {
                if (cut == most_cuts) {
                    x_ = from;
                    return;
                }
                for (std::size_t i = 0; i < x_.size(); ++i) x_[i] = from[i] + part * (to[i] - from[i]);
                look(contact.surface());
                if (tightest_ >= before) break;
            }
        }
    }

private:
    /// Finds all pairs that are too near: their partings, and the smallest ratio of distance to required distance.
    void look(const ContactSurface& contact)
    {
        PairSearch(contact).find_meeting(x_, x_, separated_part * contact.largest_contact_distance(), pairs_);
        partings_.clear();
        tightest_ = 1;
        for (const SurfacePair& pair : pairs_) {
            if (std::ranges::none_of(pair.particles, [&](int p) { return has_moved_[p]; })) continue;
            const PairPoints points = closest_points(pair, x_);
            const double distance = points.between.norm();
            double wanted = separated_part * contact.thickness(pair);
            if (!(distance < nearly * wanted)) continue;
            if (are_neighbours(pair))
                wanted = std::min(wanted, neighbours_part * closest_points(pair, surface_.positions).between.norm());
            if (!(distance < nearly * wanted)) continue;
            tightest_ = std::min(tightest_, distance / wanted);
            const auto& [a, b, c, d] = pair.particles;
            partings_.push_back({{a, b, c, d, d, d},
                                 {points.shares[0], points.shares[1], points.shares[2], points.shares[3], 0, 0},
                                 points.between / distance,
                                 std::min(wanted - distance, widened_at_once * wanted)});
        }
    }

    [[nodiscard]] bool are_neighbours(const SurfacePair& pair)
    {
        const auto& [a, b, c, d] = pair.particles;
        const bool is_face = pair.kind == PairKind::vertex_face;
        return neighbours_.are_near(a, d, reach_) || neighbours_.are_near(a, c, reach_) ||
               neighbours_.are_near(is_face ? a : b, is_face ? b : d, reach_);
    }

    const TangledSurface& surface_;
    const SmoothedDisplacement& field_;
    const IntactFaces untorn_;
    NearAlongSurface neighbours_;
    double reach_ = 0;  // m
    std::vector<bool> has_moved_;
    std::vector<Vec3>& x_;
    std::vector<SurfacePair> pairs_;
    std::vector<Parting> partings_;
    double tightest_ = 1;
};

}  // namespace

void separate_layers(const TangledSurface& surface, const SmoothedDisplacement& field, std::vector<Vec3>& x)
{
    LayerSeparation(surface, field, x).run();
}

}  // namespace tulle
