#include "contact/untangle/smoothed_displacement.hpp"

#include "geometry/union_find.hpp"

#include <algorithm>
#include <cmath>

namespace tulle {
namespace {

// Part of the difference of two neighbours' displacements that a sweep removes.
constexpr double evened_part = 0.5;
// Limits of the length of an edge, as parts of its rest length. Cloth is stiff, but the edge is changed only once.
constexpr double shortest_edge = 0.85, longest_edge = 1.15;

}  // namespace

SmoothedDisplacement::SmoothedDisplacement(const SurfaceLinks& links, std::span<const double> inverse_mass,
                                           std::span<const Vec3> rest)
    : inverse_mass_(inverse_mass.begin(), inverse_mass.end())
{
    UnionFind pieces(inverse_mass.size());
    for (const Face& face : links.faces)
        for (int k = 0; k < 3; ++k) {
            const auto [low, high] = std::minmax(face[k], face[(k + 1) % 3]);
            edges_.push_back({low, high});
            pieces.join(low, high);
        }
    std::ranges::sort(edges_);
    edges_.erase(std::unique(edges_.begin(), edges_.end()), edges_.end());
    links_ = edges_;
    for (const auto& [i, j] : links.inside) {
        links_.push_back({i, j});
        pieces.join(i, j);
    }
    for (const auto& [i, j] : links_) length_.push_back((rest[j] - rest[i]).norm());

    piece_inverse_mass_.assign(inverse_mass.size(), 0);
    std::vector<double> mass(inverse_mass.size(), 0);
    for (std::size_t i = 0; i < inverse_mass.size(); ++i) {
        piece_.push_back(pieces.of(static_cast<int>(i)));
        mass[piece_[i]] += 1 / inverse_mass[i];  // infinite if a particle is not moved
    }
    for (std::size_t i = 0; i < mass.size(); ++i)
        if (piece_[i] == static_cast<int>(i)) piece_inverse_mass_[i] = 1 / mass[i];
}

std::vector<Vec3> SmoothedDisplacement::meet(std::span<const Parting> partings, std::span<const Vec3> x,
                                             const SmoothingSettings& settings) const
{
    std::vector<Vec3> displacements(x.size(), Vec3::Zero());
    if (settings.in_pieces) part_pieces(partings, displacements);
    for (int sweep = 0; sweep < settings.sweeps; ++sweep) {
        part(partings, displacements);
        even_out(displacements);
        hold_lengths(x, displacements);
    }
    part(partings, displacements);
    return displacements;
}

void SmoothedDisplacement::part_pieces(std::span<const Parting> partings, std::span<Vec3> displacements) const
{
    constexpr int sweeps = 10;
    std::vector<Vec3> of_piece(displacements.size(), Vec3::Zero());
    for (int sweep = 0; sweep < sweeps; ++sweep)
        for (const Parting& parting : partings) {
            const int one = piece_[parting.particles.front()], other = piece_[parting.particles.back()];
            const double weight = piece_inverse_mass_[one] + piece_inverse_mass_[other];
            if (one == other || !(weight > 0)) continue;
            const double left = parting.distance - parting.direction.dot(of_piece[one] - of_piece[other]);
            if (!(left > 0)) continue;
            of_piece[one] += piece_inverse_mass_[one] / weight * left * parting.direction;
            of_piece[other] -= piece_inverse_mass_[other] / weight * left * parting.direction;
        }
    for (std::size_t i = 0; i < displacements.size(); ++i) displacements[i] = of_piece[piece_[i]];
}

void SmoothedDisplacement::part(std::span<const Parting> partings, std::span<Vec3> displacements) const
{
    for (const Parting& parting : partings) {
        double left = parting.distance, weight = 0;
        for (std::size_t k = 0; k < parting.particles.size(); ++k) {
            const int p = parting.particles[k];
            left -= parting.shares[k] * parting.direction.dot(displacements[p]);
            weight += parting.shares[k] * parting.shares[k] * inverse_mass_[p];
        }
        if (!(left > 0) || !(weight > 0)) continue;
        for (std::size_t k = 0; k < parting.particles.size(); ++k) {
            const int p = parting.particles[k];
            displacements[p] += inverse_mass_[p] * parting.shares[k] / weight * left * parting.direction;
        }
    }
}

void SmoothedDisplacement::even_out(std::span<Vec3> displacements) const
{
    for (const auto& [i, j] : links_) {
        const double weight = inverse_mass_[i] + inverse_mass_[j];
        if (!(weight > 0)) continue;
        const Vec3 exchanged = evened_part / weight * (displacements[j] - displacements[i]);
        displacements[i] += inverse_mass_[i] * exchanged;
        displacements[j] -= inverse_mass_[j] * exchanged;
    }
}

void SmoothedDisplacement::hold_lengths(std::span<const Vec3> x, std::span<Vec3> displacements) const
{
    for (std::size_t e = 0; e < links_.size(); ++e) {
        const auto& [i, j] = links_[e];
        const double weight = inverse_mass_[i] + inverse_mass_[j];
        const Vec3 between = x[j] + displacements[j] - x[i] - displacements[i];
        const double length = between.norm();
        const double wanted = std::clamp(length, shortest_edge * length_[e], longest_edge * length_[e]);
        if (wanted == length || !(weight > 0) || !(length > 0)) continue;
        const Vec3 exchanged = (length - wanted) / (length * weight) * between;
        displacements[i] += inverse_mass_[i] * exchanged;
        displacements[j] -= inverse_mass_[j] * exchanged;
    }
}

}  // namespace tulle
