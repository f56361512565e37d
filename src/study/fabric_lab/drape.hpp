#pragma once
// Drape test after Cusick (BS 5058, ISO 9073-9): a round piece of fabric lies flat on a platform. A disc in the middle
// of the platform stays in place while the rest is lowered, and the fabric then hangs over the edge of the disc. The
// drape coefficient is the covered fraction of the ring around the disc, seen from above: 0 for a fabric that hangs
// straight down, 1 for a fabric that does not bend. A fabric that is dropped instead of lowered makes more folds, and
// hysteresis keeps the folds. The same test is available with a square cloth over a round table, as in a house.

#include <tulle/description.hpp>
#include <tulle/triangle_mesh.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace tulle {

enum class SpecimenShape {
    disc,    // a triangle mesh, not quite flat, with another rotation in every run
    square,  // a grid along the threads
};

struct DrapeOptions {
    SpecimenShape shape = SpecimenShape::disc;
    double specimen = 0.30;  // m, diameter or side; discs of 0.24, 0.30 or 0.36 in the standard
    double support = 0.18;   // m, diameter
    int resolution = 12;     // rings of particles around the middle of a disc, particles along a side of a square
    int runs = 3;            // each with a small random offset from the middle
    double lowering = 2.5;   // s, in which the platform sinks by 1.25 times the hanging length
    double settling = 1.5;   // s, in which the fabric comes to rest
    std::uint32_t seed = 1;
    /// Receives the fraction done of the whole test; returns false to stop it.
    std::function<bool(double fraction)> on_progress = nullptr;
};

struct DrapedPiece {
    double coefficient = 0;       // 0 to 1
    int nodes = 0;                // number of folds
    double speed = 0;             // m/s, root mean square at the end; 0 at rest
    TriangleMesh shape;           // at the end
    std::vector<double> outline;  // m, greatest distance from the middle for each degree around
};

struct DrapeTest {
    std::vector<DrapedPiece> pieces;
    double mean = 0, spread = 0;  // of the coefficients; spread is the standard deviation
    double mean_nodes = 0;
};

/// Returns the greatest distance [m] between two points of a flat specimen.
[[nodiscard]] double width_across(SpecimenShape shape, double specimen);

/// Returns the length [m] of the edges of the specimen's mesh; approximate for a disc.
[[nodiscard]] double edge_length(SpecimenShape shape, double specimen, int resolution);

/// Returns a triangle mesh of a disc around the origin, with edges of about radius/rings and texture coordinates along
/// x and y. `turned` [rad] rotates the triangles, but not the threads.
[[nodiscard]] TriangleMesh disc_mesh(double radius, int rings, double turned);

/// Returns the fraction of the ring between the radii that is covered by triangles, seen along z.
[[nodiscard]] double covered_part(const TriangleMesh& mesh, const Vec2& middle, double inner, double outer);

/// Returns the number of folds of an outline: how often it rises and falls by more than `least` [m] in a full turn.
[[nodiscard]] int count_folds(const std::vector<double>& outline, double least);

/// Runs the drape test. Returns nothing when it was stopped or failed.
[[nodiscard]] std::optional<DrapeTest> drape(const FabricDescription& fabric, const DrapeOptions& options);

}  // namespace tulle
