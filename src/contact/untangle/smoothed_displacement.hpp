#pragma once
// Smoothed displacement of a surface: the displacement satisfies the required partings, moves neighbours alike, and
// nearly keeps the lengths of edges.
//
// Every operation exchanges displacement between particles in proportion to their inverse masses, so that the centre of
// mass of free particles does not move. The operations follow each other in a fixed order (Gauss-Seidel), so that the
// result does not depend on the number of threads.

#include <tulle/math.hpp>

#include <array>
#include <span>
#include <vector>

namespace tulle {

/// A parting of two things, such as an edge and a face: the sum of shares times displacements should be at least
/// `distance` along `direction`.
struct Parting {
    std::array<int, 6> particles{};  // unused entries: any particle, with share 0
    std::array<double, 6> shares{};  // of the first thing positive with sum 1, of the second negative with sum -1
    Vec3 direction = Vec3::Zero();   // unit
    double distance = 0;             // m
};

/// Pairs of neighbouring vertices: edges of faces, and links without a face.
struct SurfaceLinks {
    std::span<const Face> faces;
    std::span<const std::array<int, 2>> inside;  // links without a face
};

struct SmoothingSettings {
    int sweeps = 8;          // with more sweeps, a displacement reaches further
    bool in_pieces = false;  // first moves whole connected pieces as if they were rigid
};

class SmoothedDisplacement {
public:
    /// `inverse_mass` [1/kg] is per particle, 0 for a particle that is not moved. Edges have their rest lengths at the
    /// positions `rest` [m].
    SmoothedDisplacement(const SurfaceLinks& links, std::span<const double> inverse_mass, std::span<const Vec3> rest);

    /// Returns the displacement [m] of each particle from the places x. Partings without a movable particle are
    /// ignored.
    [[nodiscard]] std::vector<Vec3> meet(std::span<const Parting> partings, std::span<const Vec3> x,
                                         const SmoothingSettings& settings) const;

    /// Returns the connected piece of a particle, named by its lowest particle.
    [[nodiscard]] int piece(int particle) const { return piece_[particle]; }
    /// Returns the edges of faces, in ascending order.
    [[nodiscard]] std::span<const std::array<int, 2>> edges() const { return edges_; }

private:
    void part_pieces(std::span<const Parting> partings, std::span<Vec3> displacements) const;
    void part(std::span<const Parting> partings, std::span<Vec3> displacements) const;
    void even_out(std::span<Vec3> displacements) const;
    void hold_lengths(std::span<const Vec3> x, std::span<Vec3> displacements) const;

    std::vector<std::array<int, 2>> edges_, links_;  // edges of faces; all links
    std::vector<double> length_;                     // m, per link
    std::vector<double> inverse_mass_;
    std::vector<int> piece_;
    std::vector<double> piece_inverse_mass_;  // per piece, 0 if one of its particles is not moved
};

}  // namespace tulle
