#include "forces/woven_grid.hpp"

#include "materials/kes.hpp"

#include <utility>

namespace tulle {
namespace {

/// Grid lines as threads. Axis 0 is the grid's first, axis 1 its second.
class GridLines {
public:
    GridLines(const GridDescription& grid, int first_particle)
        : n_(grid.particles),
          spacing_{grid.size[0] / (n_[0] - 1), grid.size[1] / (n_[1] - 1)},
          first_particle_(first_particle)
    {}

    [[nodiscard]] std::array<int, 2> particles() const { return n_; }
    [[nodiscard]] double spacing(int axis) const { return spacing_[axis]; }
    [[nodiscard]] double cell() const { return spacing_[0] * spacing_[1]; }
    [[nodiscard]] int index(int a, int b) const { return first_particle_ + a + b * n_[0]; }
    [[nodiscard]] bool contains(int a, int b) const { return a >= 0 && a < n_[0] && b >= 0 && b < n_[1]; }
    /// Lines at the border carry half a strip.
    [[nodiscard]] double strip_share(int axis, int a, int b) const
    {
        const int across = axis == 0 ? b : a;
        return across == 0 || across == n_[1 - axis] - 1 ? 0.5 : 1.0;
    }

private:
    std::array<int, 2> n_;
    std::array<double, 2> spacing_;  // m
    int first_particle_;
};

/// Two vectors across the cell and its mixed derivative, as sums of its corners (0, 0), (1, 0), (0, 1), (1, 1).
SumStencil<3, 4> cell_sums(double cell)
{
    const double c = 1 / cell;
    return {{{{c, -c, -c, c}, {-0.5, 0.5, -0.5, 0.5}, {-0.5, -0.5, 0.5, 0.5}}}};
}

}  // namespace

void WovenGrid::add(const ClothDescription& cloth, std::span<const Vec3> x, int first_particle)
{
    const FabricDescription& fabric = *cloth.fabric;
    const GridLines grid(std::get<GridDescription>(cloth.shape), first_particle);
    const auto [columns, rows] = grid.particles();
    const bool warp_first = cloth.warp == WarpAxis::first;
    std::array<std::uint16_t, 2> tension_loop{}, bending_loop{};
    for (int axis = 0; axis < 2; ++axis) {
        const FabricDirection& thread = (axis == 0) == warp_first ? fabric.warp : fabric.weft;
        tension_loop[axis] = tension.add_loop(loop_of(thread.tension), cloth.damping_time);
        bending_loop[axis] = bending.add_loop(loop_of(thread.bending), cloth.damping_time);
    }
    const std::uint16_t shear_loop = shear.add_loop(loop_of(fabric.shear), cloth.damping_time);
    const std::uint16_t twist_law = twist.add_loop(twist_loop(fabric), cloth.damping_time);

    const auto add_thread = [&](int a, int b, int axis) {
        const int da = axis == 0 ? 1 : 0, db = 1 - da;
        if (!grid.contains(a + da, b + db)) return;
        const int here = grid.index(a, b), next = grid.index(a + da, b + db);
        const double weight = grid.cell() * grid.strip_share(axis, a, b), spacing = grid.spacing(axis);
        tension.add({{here, next}, tension_loop[axis], weight, 1 / spacing, spacing}, x);
        if (!grid.contains(a - da, b - db)) return;
        // Across the thread, between its neighbours; at a border from the one there is.
        int from = grid.contains(a - db, b - da) ? grid.index(a - db, b - da) : here;
        int to = grid.contains(a + db, b + da) ? grid.index(a + db, b + da) : here;
        if (axis == 1) std::swap(from, to);  // both axes see the surface from the same side
        bending.add({{grid.index(a - da, b - db), here, next, from, to}, bending_loop[axis], weight, 1 / spacing, 0},
                    x);
    };
    const SumStencil<3, 4> sums = cell_sums(grid.cell());
    const auto add_cell = [&](int a, int b) {
        if (!grid.contains(a + 1, b + 1)) return;
        const std::array<int, 4> corners{grid.index(a, b), grid.index(a + 1, b), grid.index(a, b + 1),
                                         grid.index(a + 1, b + 1)};
        twist.add({corners, twist_law, grid.cell(), 1, 0, sums}, x);
        // Each corner with the two beside it.
        for (const auto& [corner, beside, above] : {Face{0, 1, 2}, Face{1, 0, 3}, Face{2, 3, 0}, Face{3, 2, 1}})
            shear.add({{corners[corner], corners[beside], corners[above]}, shear_loop, 0.25 * grid.cell(), 1, 0}, x);
    };
    for (int b = 0; b < rows; ++b)
        for (int a = 0; a < columns; ++a) {
            add_thread(a, b, 0);
            add_thread(a, b, 1);
            add_cell(a, b);
        }
}

}  // namespace tulle
