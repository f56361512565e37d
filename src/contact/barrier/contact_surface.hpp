#pragma once
// What touches, as barriers between surfaces see it: vertices, edges and faces of all cloths, of obstacles that are
// meshes and of rigid bodies, and how far any two of them stay apart. The vertices of obstacles are particles as well,
// after those of cloths; their motion is prescribed. Those of rigid bodies are weighted sums of four particles
// (carried_vertices.hpp). To cloth a rigid body is an obstacle that gives way: cloth meets both, they never meet here.

#include "contact/active_set/active_set.hpp"
#include "contact/barrier/carried_vertices.hpp"
#include "mesh/intact_faces.hpp"

#include <tulle/math.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace tulle {

/// What a particle belongs to.
struct SurfaceMaterial {
    int cloth = 0;         // cloths first, then obstacles, then rigid bodies
    double thickness = 0;  // m; two layers keep the mean of theirs
    double friction = 0;   // Coulomb coefficient; of two, the mean
};

/// Between a cloth and an obstacle or a rigid body.
struct ObstacleMaterial {
    double thickness = 0;   // m, distance kept
    double friction = 0;    // Coulomb coefficient
    double load = 0;        // N, that may rest on a pair
    bool gives_way = true;  // stays short of its place where cloth leaves it no room
};

/// Obstacles and rigid bodies as part of a surface: their faces are the last ones.
struct SurfaceObstacles {
    std::size_t faces = 0;                    // how many
    int cloths = 0;                           // how many; SurfaceMaterial::cloth of the first obstacle
    int obstacles = 0;                        // how many are no rigid bodies
    std::vector<CarriedVertices> bodies;      // rigid ones
    std::vector<int> attached_to;             // per particle: the rigid body that holds it, or -1; empty: none
    std::vector<ObstacleMaterial> materials;  // by cloth, then obstacle, then rigid body
    bool cloth_meets_cloth = true;            // else cloth meets obstacles only
    const ActiveSet* contacts = nullptr;  // which outlive the surface: how they move, and which particles are pinned

    /// Of a cloth and an obstacle or a rigid body, as SurfaceMaterial::cloth counts.
    [[nodiscard]] ObstacleMaterial& beside(int cloth, int obstacle) { return materials[place_of(cloth, obstacle)]; }
    [[nodiscard]] const ObstacleMaterial& beside(int cloth, int obstacle) const
    {
        return materials[place_of(cloth, obstacle)];
    }

private:
    [[nodiscard]] std::size_t place_of(int cloth, int obstacle) const
    {
        const auto per_cloth = static_cast<int>(materials.size()) / cloths;
        return static_cast<std::size_t>(cloth * per_cloth + obstacle - cloths);
    }
};

enum class PairKind : std::uint8_t { vertex_face, edge_edge };

/// A vertex (the first particle) and a face, or two edges (the first two particles and the others), without a particle
/// in common.
struct SurfacePair {
    std::array<int, 4> particles{};
    PairKind kind = PairKind::vertex_face;
    double contact_distance = 0;  // m, distance at which they begin to push each other away
    double apart = 0;             // m, distance where they were found
};

/// The closest points of a pair: what lies between them is the sum of shares times positions.
struct PairPoints {
    std::array<double, 4> shares{};  // positive of the first thing, negative of the second
    Vec3 between = Vec3::Zero();     // m, from the second thing to the first
};
[[nodiscard]] PairPoints closest_points(const SurfacePair& pair, std::span<const Vec3> x);

class ContactSurface {
public:
    /// `faces` of all cloths, of particles that count through them, negative where a face touches nothing; `start` [m]:
    /// where they began: distances there tell which parts are neighbours. `intact` outlives the surface. The faces of
    /// `obstacles` are the last ones.
    ContactSurface(std::vector<Face> faces, std::vector<SurfaceMaterial> materials, std::vector<Vec3> start,
                   const IntactFaces& intact, SurfaceObstacles obstacles = {});

    /// Takes away what has torn since; true when something has.
    bool follow_tears();

    [[nodiscard]] std::span<const int> vertices() const { return vertices_; }  // particles, ascending
    [[nodiscard]] std::span<const std::array<int, 2>> edges() const { return edges_; }
    [[nodiscard]] std::span<const Face> faces() const { return faces_; }
    [[nodiscard]] const SurfaceMaterial& material(int particle) const { return materials_[particle]; }
    [[nodiscard]] std::span<const Vec3> start() const { return start_; }  // m, where particles began
    [[nodiscard]] double largest_contact_distance() const { return largest_contact_distance_; }  // m

    [[nodiscard]] double smallest_thickness() const;  // m, of a particle of cloth that a face has

    [[nodiscard]] bool has_obstacles() const { return obstacles_.faces > 0; }
    [[nodiscard]] std::span<const CarriedVertices> bodies() const { return obstacles_.bodies; }
    [[nodiscard]] bool is_obstacle(int particle) const
    {
        return has_obstacles() && materials_[particle].cloth >= obstacles_.cloths;
    }
    [[nodiscard]] bool is_with_obstacle(const SurfacePair& pair) const
    {
        return is_obstacle(pair.particles.front()) || is_obstacle(pair.particles.back());
    }
    /// Pinned particles are where their pins say: what hangs on them passes obstacles, so that they may be in one.
    /// What is attached to a rigid body hangs from it, and may be in it.
    [[nodiscard]] bool is_let_through(const SurfacePair& pair) const
    {
        if (!is_with_obstacle(pair)) return false;
        if (const int body = body_of(pair); body >= 0) return is_attached(pair, body);
        if (obstacles_.contacts == nullptr) return false;
        const std::span<const unsigned char> pinned = obstacles_.contacts->pinned();
        return std::ranges::any_of(pair.particles, [&](int p) { return pinned[p] != 0 && !is_obstacle(p); });
    }
    /// How the obstacle of a pair moves in this step; null where it has none that moves.
    [[nodiscard]] const ObstaclePath* path(const SurfacePair& pair) const
    {
        if (obstacles_.contacts == nullptr || !is_with_obstacle(pair) || body_of(pair) >= 0) return nullptr;
        const ObstaclePath& path = obstacles_.contacts->path(last_of(pair) - obstacles_.cloths);
        return path.moves() ? &path : nullptr;
    }
    /// Whether cloth meets cloth, and not obstacles only.
    [[nodiscard]] bool cloth_meets_cloth() const { return obstacles_.cloth_meets_cloth; }

    /// Of a pair [m]: the mean of two, or what a cloth and an obstacle keep.
    [[nodiscard]] double thickness(const SurfacePair& pair) const
    {
        if (is_with_obstacle(pair)) return beside_obstacle(pair).thickness;
        return 0.5 * (materials_[pair.particles.front()].thickness + materials_[pair.particles.back()].thickness);
    }
    /// The distance that a pair keeps [m]: the mean of two thicknesses, but at most what lay between the two at the
    /// start; of that half within a cloth, whose parts may come nearer to each other when it is bent or sheared.
    [[nodiscard]] double contact_distance(const SurfacePair& pair) const;
    [[nodiscard]] double friction(const SurfacePair& pair) const
    {
        if (is_with_obstacle(pair)) return beside_obstacle(pair).friction;
        return 0.5 * (materials_[pair.particles.front()].friction + materials_[pair.particles.back()].friction);
    }
    /// Whether a pair is of cloth and an obstacle that stays short of its place where there is no room.
    [[nodiscard]] bool gives_way(const SurfacePair& pair) const
    {
        return is_with_obstacle(pair) && beside_obstacle(pair).gives_way;
    }
    /// N, that may rest on a pair besides what its particles weigh.
    [[nodiscard]] double load(const SurfacePair& pair) const
    {
        return is_with_obstacle(pair) ? beside_obstacle(pair).load : 0;
    }

    /// The vertices of a rigid body and the four particles that carry it move alike: each of them by the smallest of
    /// their parts.
    void join_parts_of_bodies(std::span<double> part) const;

private:
    void list_features();
    /// SurfaceMaterial::cloth of an obstacle or a rigid body, where one is in the pair.
    [[nodiscard]] int last_of(const SurfacePair& pair) const
    {
        return std::max(materials_[pair.particles.front()].cloth, materials_[pair.particles.back()].cloth);
    }
    /// The rigid body in the pair, or a negative number.
    [[nodiscard]] int body_of(const SurfacePair& pair) const
    {
        return obstacles_.bodies.empty() ? -1 : last_of(pair) - obstacles_.cloths - obstacles_.obstacles;
    }
    [[nodiscard]] bool is_attached(const SurfacePair& pair, int body) const
    {
        return !obstacles_.attached_to.empty() &&
               std::ranges::any_of(pair.particles, [&](int p) { return obstacles_.attached_to[p] == body; });
    }
    [[nodiscard]] const ObstacleMaterial& beside_obstacle(const SurfacePair& pair) const
    {
        const auto [cloth, obstacle] =
            std::minmax(materials_[pair.particles.front()].cloth, materials_[pair.particles.back()].cloth);
        return obstacles_.beside(cloth, obstacle);
    }

    std::vector<Face> all_faces_, faces_;
    std::vector<SurfaceMaterial> materials_;
    std::vector<Vec3> start_;
    const IntactFaces& intact_;
    SurfaceObstacles obstacles_;
    std::uint64_t tears_followed_ = 0;
    std::vector<int> vertices_;
    std::vector<std::array<int, 2>> edges_;
    double largest_contact_distance_ = 0;
};

}  // namespace tulle
