#pragma once
// A displacement of a surface that parts what is to be parted, and otherwise bends it gently: neighbours move alike,
// and edges stay about as long as they were.
//
// Everything is an exchange between particles by their masses, so that the centre of mass of what is free stays where
// it is. One after the other, always in the same order: the result does not depend on threads.

#include <tulle/math.hpp>

#include <array>
#include <span>
#include <vector>

namespace tulle {

/// Of two things, such as an edge and a face: the sum of shares times displacements is to be at least `way` along
/// `direction`.
struct Parting {
    std::array<int, 6> particles{};  // of those without a share, any
    std::array<double, 6> shares{};  // positive of the first thing, negative of the second, each of sum one
    Vec3 direction = Vec3::Zero();   // unit
    double way = 0;                  // m
};

/// Which vertices are neighbours.
struct SurfaceLinks {
    std::span<const Face> faces;
    std::span<const std::array<int, 2>> inside;  // and without a face
};

struct SmoothingSettings {
    int sweeps = 8;          // the more, the further a displacement reaches
    bool in_pieces = false;  // whole connected pieces first, as if they were rigid
};

class SmoothedDisplacement {
public:
    /// `inverse_mass` [1/kg] per particle, 0 where it stays; `rest` [m]: edges are as long there as they should be.
    SmoothedDisplacement(const SurfaceLinks& links, std::span<const double> inverse_mass, std::span<const Vec3> rest);

    /// m, per particle, from the places x. Partings in which no particle may move are left.
    [[nodiscard]] std::vector<Vec3> meet(std::span<const Parting> partings, std::span<const Vec3> x,
                                         const SmoothingSettings& settings) const;

    /// The connected piece of a particle: the lowest of its particles.
    [[nodiscard]] int piece(int particle) const { return piece_[particle]; }
    /// Of faces, in ascending order.
    [[nodiscard]] std::span<const std::array<int, 2>> edges() const { return edges_; }

private:
    void part_pieces(std::span<const Parting> partings, std::span<Vec3> ways) const;
    void part(std::span<const Parting> partings, std::span<Vec3> ways) const;
    void even_out(std::span<Vec3> ways) const;
    void hold_lengths(std::span<const Vec3> x, std::span<Vec3> ways) const;

    std::vector<std::array<int, 2>> edges_, links_;  // of faces; and all
    std::vector<double> length_;                     // m, per link
    std::vector<double> inverse_mass_;
    std::vector<int> piece_;
    std::vector<double> piece_inverse_mass_;  // per particle that names a piece; 0 where one of it stays
};

}  // namespace tulle
