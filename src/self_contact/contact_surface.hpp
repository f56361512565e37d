#pragma once
// The surface of all cloths together, as contact with itself sees it: vertices, edges and faces of particles, and how
// far any two of them stay apart.

#include "mesh/standing_faces.hpp"

#include <tulle/math.hpp>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace tulle {

/// What a particle belongs to.
struct SurfaceMaterial {
    int cloth = 0;
    double thickness = 0;  // m; two layers keep the mean of theirs
    double friction = 0;   // Coulomb coefficient; of two, the mean
};

enum class PairKind : std::uint8_t { vertex_face, edge_edge };

/// A vertex (the first particle) and a face, or two edges (the first two particles and the others), without a particle
/// in common.
struct SurfacePair {
    std::array<int, 4> particles{};
    PairKind kind = PairKind::vertex_face;
    double kept = 0;   // m, distance at which they begin to push each other away
    double apart = 0;  // m, distance where they were found
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
    /// where they began, whose distances tell who is whose neighbour. `standing` outlives the surface.
    ContactSurface(std::vector<Face> faces, std::vector<SurfaceMaterial> materials, std::vector<Vec3> start,
                   const StandingFaces& standing);

    /// Takes away what has torn since; true when something has.
    bool follow_tears();

    [[nodiscard]] std::span<const int> vertices() const { return vertices_; }  // particles, ascending
    [[nodiscard]] std::span<const std::array<int, 2>> edges() const { return edges_; }
    [[nodiscard]] std::span<const Face> faces() const { return faces_; }
    [[nodiscard]] const SurfaceMaterial& material(int particle) const { return materials_[particle]; }
    [[nodiscard]] std::span<const Vec3> start() const { return start_; }  // m, where particles began
    [[nodiscard]] double largest_kept() const { return largest_kept_; }   // m

    [[nodiscard]] double smallest_thickness() const;  // m, of a particle that a face has

    /// Of a pair: the mean of two [m].
    [[nodiscard]] double thickness(const SurfacePair& pair) const
    {
        return 0.5 * (materials_[pair.particles.front()].thickness + materials_[pair.particles.back()].thickness);
    }
    /// The distance that a pair keeps [m]: the mean of two thicknesses, but at most what lay between the two at the
    /// start; of that half within a cloth, whose parts may come nearer to each other when it is bent or sheared.
    [[nodiscard]] double kept(const SurfacePair& pair) const;
    [[nodiscard]] double friction(const SurfacePair& pair) const
    {
        return 0.5 * (materials_[pair.particles.front()].friction + materials_[pair.particles.back()].friction);
    }

private:
    void list_features();

    std::vector<Face> all_faces_, faces_;
    std::vector<SurfaceMaterial> materials_;
    std::vector<Vec3> start_;
    const StandingFaces& standing_;
    std::uint64_t tears_followed_ = 0;
    std::vector<int> vertices_;
    std::vector<std::array<int, 2>> edges_;
    double largest_kept_ = 0;
};

}  // namespace tulle
