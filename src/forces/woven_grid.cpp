#include "forces/woven_grid.hpp"

#include "materials/kes.hpp"

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

}  // namespace

void WovenGrid::add(const ClothDescription& cloth, std::span<const Vec3> x, int first_particle)
{
    const FabricDescription& fabric = *cloth.fabric;
    const GridLines grid(std::get<GridDescription>(cloth.shape), first_particle);
    const auto [columns, rows] = grid.particles();
    const bool warp_first = cloth.warp == WarpAxis::first;
    const std::array<const FabricDirection*, 2> thread{warp_first ? &fabric.warp : &fabric.weft,
                                                       warp_first ? &fabric.weft : &fabric.warp};
    std::array<std::uint16_t, 2> tension_loop{}, bending_loop{};
    for (int axis = 0; axis < 2; ++axis) {
        tension_loop[axis] = tension.add_loop(loop_of(thread[axis]->tension), cloth.damping_time);
        bending_loop[axis] = bending.add_loop(loop_of(thread[axis]->bending), cloth.damping_time);
    }
    const std::uint16_t shear_loop = shear.add_loop(loop_of(fabric.shear), cloth.damping_time);
    const std::uint16_t twist_law = twist.add_loop(twist_loop(fabric), cloth.damping_time);
    // Of a cell: the mixed derivative, and its sides along both axes.
    const double per_cell = 1 / grid.cell();
    const SumStencil<3, 4> cell_sums{
        {{{per_cell, -per_cell, -per_cell, per_cell}, {-0.5, 0.5, -0.5, 0.5}, {-0.5, -0.5, 0.5, 0.5}}}};

    for (int b = 0; b < rows; ++b) {
        for (int a = 0; a < columns; ++a) {
            for (int axis = 0; axis < 2; ++axis) {
                const int da = axis == 0 ? 1 : 0, db = 1 - da;
                if (!grid.contains(a + da, b + db)) continue;
                const double weight = grid.cell() * grid.strip_share(axis, a, b), spacing = grid.spacing(axis);
                tension.add(
                    {{grid.index(a, b), grid.index(a + da, b + db)}, tension_loop[axis], weight, 1 / spacing, spacing},
                    x);
                if (!grid.contains(a - da, b - db)) continue;
                // Across, from the far neighbour to the near one where both are there.
                const bool has_near = grid.contains(a - db, b - da), has_far = grid.contains(a + db, b + da);
                const int near = has_near ? grid.index(a - db, b - da) : grid.index(a, b);
                const int far = has_far ? grid.index(a + db, b + da) : grid.index(a, b);
                // Both axes see the surface from the same side.
                bending.add({{grid.index(a - da, b - db), grid.index(a, b), grid.index(a + da, b + db),
                              axis == 0 ? near : far, axis == 0 ? far : near},
                             bending_loop[axis],
                             weight,
                             1 / spacing,
                             0},
                            x);
            }
            if (grid.contains(a + 1, b + 1))
                twist.add({{grid.index(a, b), grid.index(a + 1, b), grid.index(a, b + 1), grid.index(a + 1, b + 1)},
                           twist_law,
                           grid.cell(),
                           1,
                           0,
                           cell_sums},
                          x);
            for (const int sa : {-1, 1})
                for (const int sb : {-1, 1})
                    if (grid.contains(a + sa, b + sb))
                        shear.add({{grid.index(a, b), grid.index(a + sa, b), grid.index(a, b + sb)},
                                   shear_loop,
                                   0.25 * grid.cell(),
                                   1,
                                   0},
                                  x);
        }
    }
}

}  // namespace tulle
