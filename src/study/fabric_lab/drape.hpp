#pragma once
// The drape test after Cusick (BS 5058, ISO 9073-9): a round piece of fabric lies flat on a platform; a disc in the
// middle of it stays where it is while the rest is lowered, and the fabric comes to hang over the edge of the disc. The
// drape coefficient is the part of the ring around the disc on which its shadow falls from above: 0 for a fabric that
// hangs straight down, 1 for one that does not bend. Dropped instead of lowered it folds more often, and hysteresis
// keeps the folds. The same with a square cloth over a round table, as it lies in a house.

#include <tulle/description.hpp>
#include <tulle/triangle_mesh.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace tulle {

enum class SpecimenShape {
    disc,    // a mesh of triangles, not quite flat, turned another way in every run
    square,  // a grid along the threads
};

struct DrapeOptions {
    SpecimenShape shape = SpecimenShape::disc;
    double specimen = 0.30;  // m, diameter or side; discs of 0.24, 0.30 or 0.36 in the standard
    double support = 0.18;   // m, diameter
    int resolution = 12;     // rings of particles around the middle of a disc, particles along a side of a square
    int runs = 3;            // each laid a little off the middle
    double lowering = 2.5;   // s, for the platform to sink by the length that hangs and a quarter more
    double settling = 1.5;   // s, to come to rest
    std::uint32_t seed = 1;
    /// Fraction of everything; false ends it.
    std::function<bool(double fraction)> on_progress = nullptr;
};

struct DrapedPiece {
    double coefficient = 0;       // 0 to 1
    int nodes = 0;                // folds around
    double speed = 0;             // m/s, root mean square at the end: how far it is from rest
    TriangleMesh shape;           // as it hangs
    std::vector<double> outline;  // m, greatest distance from the middle for each degree around
};

struct DrapeTest {
    std::vector<DrapedPiece> pieces;
    double mean = 0, spread = 0;  // of the coefficients; spread is the standard deviation
    double mean_nodes = 0;
};

/// Greatest distance between two points of a flat specimen [m].
[[nodiscard]] double width_across(SpecimenShape shape, double specimen);

/// Edges of the specimen's net [m]; of a disc, about.
[[nodiscard]] double edge_length(SpecimenShape shape, double specimen, int resolution);

/// A disc of triangles around the origin, edges about radius/rings long, texture along x and y. `turned` [rad] turns
/// the triangles, not the threads.
[[nodiscard]] TriangleMesh disc_mesh(double radius, int rings, double turned);

/// Part of the ring between the radii that triangles cover, seen along z.
[[nodiscard]] double covered_part(const TriangleMesh& mesh, const Vec2& middle, double inner, double outer);

/// Folds of an outline: how often it rises and falls by more than `least` [m] on the way around.
[[nodiscard]] int count_folds(const std::vector<double>& outline, double least);

/// None when it was ended, or failed.
[[nodiscard]] std::optional<DrapeTest> drape(const FabricDescription& fabric, const DrapeOptions& options);

}  // namespace tulle
