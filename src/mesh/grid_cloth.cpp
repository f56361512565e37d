// Mesh of a rectangular grid cloth: particles, alternating diagonals, and Provot's three kinds of springs.

#include "core/assert.hpp"
#include "mesh/cloth_mesh.hpp"

#include <cmath>
#include <cstddef>
#include <utility>

namespace tulle {
namespace {

struct Axes {
    Vec3 first, second;
};

Axes axes_of(GridDescription::Plane plane)
{
    switch (plane) {
        case GridDescription::Plane::xy:
            return {.first = Vec3::UnitX(), .second = Vec3::UnitY()};
        case GridDescription::Plane::xz:
            return {.first = Vec3::UnitX(), .second = Vec3::UnitZ()};
        case GridDescription::Plane::yz:
            return {.first = Vec3::UnitY(), .second = Vec3::UnitZ()};
    }
    return {};
}

/// Returns the place of particle k of n along an axis, as a share of the size: -1/2 .. 1/2. The numerator is an integer
/// that changes its sign from a particle to its mirror image. So their places mirror each other to the last bit.
double centred(int k, int n) { return (2.0 * k - (n - 1)) / (2.0 * (n - 1)); }

class GridBuilder {
public:
    explicit GridBuilder(const GridDescription& grid)
        : grid_(grid), n_(grid.particles), spacing_(grid.size[0] / (n_[0] - 1), grid.size[1] / (n_[1] - 1))
    {}

    ClothMesh build();

private:
    [[nodiscard]] int index(int a, int b) const { return a + b * n_[0]; }
    void add_particle(int a, int b);
    void add_cell(int a, int b);
    void add_springs(int a, int b);

    const GridDescription& grid_;
    std::array<int, 2> n_;
    Vec2 spacing_;  // m
    ClothMesh mesh_;
};

ClothMesh GridBuilder::build()
{
    const auto particles = static_cast<std::size_t>(n_[0]) * static_cast<std::size_t>(n_[1]);
    mesh_.grid = n_;
    mesh_.positions.reserve(particles);
    mesh_.uvs.reserve(particles);
    mesh_.areas.reserve(particles);
    mesh_.faces.reserve(2 * particles);
    mesh_.springs.reserve(6 * particles);
    for (int b = 0; b < n_[1]; ++b) {
        for (int a = 0; a < n_[0]; ++a) {
            add_particle(a, b);
            add_springs(a, b);
            if (a + 1 < n_[0] && b + 1 < n_[1]) add_cell(a, b);
        }
    }
    mesh_.uv_faces = mesh_.faces;
    return std::move(mesh_);
}

void GridBuilder::add_particle(int a, int b)
{
    const Axes axes = axes_of(grid_.plane);
    const Vec3 offset =
        grid_.size[0] * centred(a, n_[0]) * axes.first + grid_.size[1] * centred(b, n_[1]) * axes.second;
    mesh_.positions.emplace_back(grid_.center + offset);
    mesh_.uvs.emplace_back(static_cast<double>(a) / (n_[0] - 1), static_cast<double>(b) / (n_[1] - 1));

    // A particle gets a quarter of each cell around it. Thirds of the triangles would make every other particle twice
    // as heavy as its neighbour, because the diagonals of the cells meet at every other particle.
    const bool side_a = a == 0 || a == n_[0] - 1;
    const bool side_b = b == 0 || b == n_[1] - 1;
    mesh_.areas.push_back(spacing_[0] * spacing_[1] * (side_a ? 0.5 : 1.0) * (side_b ? 0.5 : 1.0));
}

/// Adds two triangles, counter-clockwise from the first axis to the second. The diagonal alternates from cell to cell,
/// so that the surface prefers neither direction when it folds, is shaded or meets the wind:
///
///      +---+---+
///      | / | \ |
///      +---+---+
///      | \ | / |
///      +---+---+      .
void GridBuilder::add_cell(int a, int b)
{
    const int v00 = index(a, b), v10 = index(a + 1, b), v01 = index(a, b + 1), v11 = index(a + 1, b + 1);
    if ((a + b) % 2 == 0) {
        mesh_.faces.push_back({v00, v10, v01});
        mesh_.faces.push_back({v10, v11, v01});
    } else {
        mesh_.faces.push_back({v00, v10, v11});
        mesh_.faces.push_back({v00, v11, v01});
    }
}

/// Adds the springs to particles with higher indices, in the order of the indices. So every spring is added once, near
/// in memory to those of the neighbours. Rest lengths come from the spacing, so that the fabric is the same at every
/// place. Distances between positions far from the origin would be rounded differently from spring to spring.
void GridBuilder::add_springs(int a, int b)
{
    const double diagonal = std::hypot(spacing_[0], spacing_[1]);
    const auto add = [&](int da, int db, double rest_length, SpringKind kind) {
        if (a + da < 0 || a + da >= n_[0] || b + db >= n_[1]) return;
        mesh_.springs.push_back(
            {.i = index(a, b), .j = index(a + da, b + db), .rest_length = rest_length, .kind = kind});
    };
    add(1, 0, spacing_[0], SpringKind::structural);
    add(2, 0, 2 * spacing_[0], SpringKind::bending);
    add(-1, 1, diagonal, SpringKind::shear);
    add(0, 1, spacing_[1], SpringKind::structural);
    add(1, 1, diagonal, SpringKind::shear);
    add(0, 2, 2 * spacing_[1], SpringKind::bending);
}

}  // namespace

ClothMesh make_cloth_mesh(const GridDescription& grid)
{
    TULLE_ASSERT(grid.particles[0] >= 2 && grid.particles[1] >= 2, grid.particles[0], grid.particles[1]);
    TULLE_ASSERT(grid.size[0] > 0 && grid.size[1] > 0, grid.size[0], grid.size[1]);
    return GridBuilder(grid).build();
}

}  // namespace tulle
