#pragma once
// The contact surface for barriers: vertices, edges and faces of all cloths, of mesh obstacles and of rigid bodies, and
// the contact distance of any two of them. The vertices of obstacles are particles, too. Vertices of obstacles are
// numbered after the particles of cloths, and have a prescribed motion. The vertices of rigid bodies are weighted sums
// of four particles (carried_vertices.hpp). For cloth, a rigid body is an obstacle that can be pushed. Pairs consist of
// cloth and cloth, cloth and obstacle, or cloth and body; there are no pairs of obstacles and bodies.

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

/// The cloth, obstacle or body of a particle, and its contact properties.
struct SurfaceMaterial {
    int cloth = 0;         // cloths first, then obstacles, then rigid bodies
    double thickness = 0;  // m; the contact distance of two layers is the mean of their thicknesses
    double friction = 0;   // Coulomb coefficient; a pair of cloths has the mean of the two coefficients
};

/// Contact properties of a cloth with an obstacle or a rigid body.
struct ObstacleMaterial {
    double thickness = 0;  // m, contact distance
    double friction = 0;   // Coulomb coefficient
    double load = 0;       // N, load that may rest on a pair
    bool yields = true;    // the obstacle stays short of its place if cloth leaves no room
};

/// The obstacles and rigid bodies of a surface. The faces of obstacles and bodies are the last faces of the surface.
struct SurfaceObstacles {
    std::size_t faces = 0;                    // number of their faces
    int cloths = 0;                           // number of cloths, and SurfaceMaterial::cloth of the first obstacle
    int obstacles = 0;                        // number of obstacles, without rigid bodies
    std::vector<CarriedVertices> bodies;      // rigid bodies
    std::vector<int> attached_to;             // per particle: the rigid body that holds it, or -1; empty: none
    std::vector<ObstacleMaterial> materials;  // for each cloth: all obstacles, then all rigid bodies
    bool cloth_meets_cloth = true;            // false: cloth meets obstacles only
    const ActiveSet* contacts = nullptr;      // paths of obstacles, pinned particles; outlives the surface

    /// Returns the properties of a cloth with an obstacle or a rigid body, both numbered as in SurfaceMaterial::cloth.
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

/// A pair of features without a common particle: a vertex (the first particle) and a face (the others), or two edges
/// (two particles each).
struct SurfacePair {
    std::array<int, 4> particles{};
    PairKind kind = PairKind::vertex_face;
    double contact_distance = 0;  // m, distance at which the barrier begins; 0: not computed yet
    double apart = 0;             // m, lower bound of the distance on the searched motion
};

/// The closest points of a pair. The vector between them is the sum of shares times positions.
struct PairPoints {
    std::array<double, 4> shares{};  // positive on the first part, negative on the second
    Vec3 between = Vec3::Zero();     // m, from the second part to the first
};
[[nodiscard]] PairPoints closest_points(const SurfacePair& pair, std::span<const Vec3> x);

class ContactSurface {
public:
    /// `faces` has the faces of all cloths and then those of `obstacles`. The particles of faces are numbered through
    /// all cloths; negative numbers mark a face that takes no part in contact. `start` [m] has the positions at the
    /// start, which show which parts are neighbours. `intact` outlives the surface.
    ContactSurface(std::vector<Face> faces, std::vector<SurfaceMaterial> materials, std::vector<Vec3> start,
                   const IntactFaces& intact, SurfaceObstacles obstacles = {});

    /// Removes the faces that have torn since the last call. Returns whether any face was removed.
    bool follow_tears();

    [[nodiscard]] std::span<const int> vertices() const { return vertices_; }  // particles, ascending
    [[nodiscard]] std::span<const std::array<int, 2>> edges() const { return edges_; }
    [[nodiscard]] std::span<const Face> faces() const { return faces_; }
    [[nodiscard]] const SurfaceMaterial& material(int particle) const { return materials_[particle]; }
    [[nodiscard]] std::span<const Vec3> start() const { return start_; }  // m, positions at the start
    [[nodiscard]] double largest_contact_distance() const { return largest_contact_distance_; }  // m

    [[nodiscard]] double smallest_thickness() const;  // m, of the particles of cloth that have a face

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
    /// Returns whether a pair with an obstacle has no barrier. A pin may hold a particle inside an obstacle, so edges
    /// and faces with a pinned particle have no barriers with obstacles. Edges and faces with a particle that is
    /// attached to a rigid body may lie inside this body, so they have no barriers with this body.
    [[nodiscard]] bool is_let_through(const SurfacePair& pair) const
    {
        if (!is_with_obstacle(pair)) return false;
        if (const int body = body_of(pair); body >= 0) return is_attached(pair, body);
        if (obstacles_.contacts == nullptr) return false;
        const std::span<const unsigned char> pinned = obstacles_.contacts->pinned();
        return std::ranges::any_of(pair.particles, [&](int p) { return pinned[p] != 0 && !is_obstacle(p); });
    }
    /// Returns the motion in this step of the obstacle of a pair; null if the pair has no moving obstacle.
    [[nodiscard]] const ObstaclePath* path(const SurfacePair& pair) const
    {
        if (obstacles_.contacts == nullptr || !is_with_obstacle(pair) || body_of(pair) >= 0) return nullptr;
        const ObstaclePath& path = obstacles_.contacts->path(last_of(pair) - obstacles_.cloths);
        return path.moves() ? &path : nullptr;
    }
    /// Returns whether cloth meets cloth, not only obstacles.
    [[nodiscard]] bool cloth_meets_cloth() const { return obstacles_.cloth_meets_cloth; }

    /// Returns the thickness [m] of a pair: the mean of two cloths, or the contact distance of a cloth and an obstacle.
    [[nodiscard]] double thickness(const SurfacePair& pair) const
    {
        if (is_with_obstacle(pair)) return beside_obstacle(pair).thickness;
        return 0.5 * (materials_[pair.particles.front()].thickness + materials_[pair.particles.back()].thickness);
    }
    /// Returns the contact distance [m] of a pair: its thickness, but at most the distance of the pair at the start.
    /// Within one cloth, the contact distance is at most half the distance at the start, because parts of a cloth come
    /// nearer to each other when the cloth is bent or sheared.
    [[nodiscard]] double contact_distance(const SurfacePair& pair) const;
    [[nodiscard]] double friction(const SurfacePair& pair) const
    {
        if (is_with_obstacle(pair)) return beside_obstacle(pair).friction;
        return 0.5 * (materials_[pair.particles.front()].friction + materials_[pair.particles.back()].friction);
    }
    /// Returns whether a pair has an obstacle that stays short of its place where cloth leaves no room.
    [[nodiscard]] bool yields(const SurfacePair& pair) const
    {
        return is_with_obstacle(pair) && beside_obstacle(pair).yields;
    }
    /// Returns the load [N] that may rest on a pair besides the weight of its particles.
    [[nodiscard]] double load(const SurfacePair& pair) const
    {
        return is_with_obstacle(pair) ? beside_obstacle(pair).load : 0;
    }

    /// A rigid body moves as a whole: sets the step parts of its vertices and of its four particles to the smallest of
    /// these parts.
    void join_parts_of_bodies(std::span<double> part) const;

private:
    void list_features();
    /// Returns SurfaceMaterial::cloth of the obstacle or rigid body in the pair, if there is one.
    [[nodiscard]] int last_of(const SurfacePair& pair) const
    {
        return std::max(materials_[pair.particles.front()].cloth, materials_[pair.particles.back()].cloth);
    }
    /// Returns the number of the rigid body in the pair; negative if there is none.
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
