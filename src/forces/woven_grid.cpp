#include "forces/woven_grid.hpp"

#include "forces/crease_fold.hpp"
#include "materials/kes.hpp"
#include "materials/slack_loop.hpp"

#include <cmath>
#include <limits>
#include <map>
#include <utility>

namespace tulle {
namespace {

/// Column and row of a particle.
struct GridPoint {
    int a, b;
};

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
    template <std::size_t size>
    [[nodiscard]] std::array<int, size> indices(const std::array<GridPoint, size>& points) const
    {
        std::array<int, size> result;
        for (std::size_t k = 0; k < size; ++k) result[k] = first_particle_ + points[k].a + points[k].b * n_[0];
        return result;
    }
    /// Returns the places of the points on the flat cloth [m].
    template <std::size_t size>
    [[nodiscard]] std::array<Vec2, size> places(const std::array<GridPoint, size>& points) const
    {
        std::array<Vec2, size> result;
        for (std::size_t k = 0; k < size; ++k) result[k] = {points[k].a * spacing_[0], points[k].b * spacing_[1]};
        return result;
    }
    [[nodiscard]] bool contains(const GridPoint& p) const { return p.a >= 0 && p.a < n_[0] && p.b >= 0 && p.b < n_[1]; }
    /// Returns the width in spacings of the strip that belongs to the grid line through p: one half at the border.
    [[nodiscard]] double strip_share(int axis, const GridPoint& p) const
    {
        const int across = axis == 0 ? p.b : p.a;
        return across == 0 || across == n_[1 - axis] - 1 ? 0.5 : 1.0;
    }

private:
    std::array<int, 2> n_;
    std::array<double, 2> spacing_;  // m
    int first_particle_;
};

/// The mixed derivative of a cell and two vectors across the cell, as sums over its corners (0, 0), (1, 0), (0, 1),
/// (1, 1).
SumStencil<3, 4> cell_sums(double cell)
{
    const double c = 1 / cell;
    return {{{{c, -c, -c, c}, {-0.5, 0.5, -0.5, 0.5}, {-0.5, -0.5, 0.5, 0.5}}}};
}

/// A law of tension or shear, and its variants with slack for elements that measure across a crease.
class SlackLaw {
public:
    SlackLaw(const MeasuredLoop& loop, double viscosity) : loop_(loop), viscosity_(viscosity) {}

    /// Returns the number of the law with slack from zero to `change`. The slack is rounded up to thousandths, so that
    /// many elements share a law.
    std::uint16_t number(auto& elements, double change)
    {
        const int thousandths = std::abs(change) < 1e-9 ? 0 : static_cast<int>(std::ceil(1e3 * std::abs(change)));
        const int key = change < 0 ? -thousandths : thousandths;
        if (const auto known = numbers_.find(key); known != numbers_.end()) return known->second;
        // Laws with slack have no viscosity; otherwise folding would be damped as if it stretched the threads.
        return numbers_[key] = key == 0 ? elements.add_loop(loop_, viscosity_)
                                        : elements.add_loop(with_slack(loop_, 1e-3 * key), 0);
    }

private:
    MeasuredLoop loop_;
    double viscosity_;  // s
    std::map<int, std::uint16_t> numbers_;
};

}  // namespace

void WovenGrid::add(const ClothDescription& cloth, std::span<const Vec3> x, int first_particle)
{
    const FabricDescription& fabric = *cloth.fabric;
    const auto& description = std::get<GridDescription>(cloth.shape);
    const GridLines grid(description, first_particle);
    const auto [columns, rows] = grid.particles();
    const std::vector<FoldLine> folds = fold_lines(cloth.creases, description.size);
    const bool warp_first = cloth.warp == WarpAxis::first;
    const FabricDirection& first = warp_first ? fabric.warp : fabric.weft;
    const FabricDirection& second = warp_first ? fabric.weft : fabric.warp;
    const double damping = cloth.damping_time;
    std::array<SlackLaw, 2> tension_laws{SlackLaw(loop_of(first.tension), damping),
                                         SlackLaw(loop_of(second.tension), damping)};
    SlackLaw shear_law(shear_loop_at_rest(fabric), damping);
    const std::array<std::uint16_t, 2> bending_loop{bending.add_loop(loop_of(first.bending), damping),
                                                    bending.add_loop(loop_of(second.bending), damping)};
    const std::uint16_t twist_law = twist.add_loop(twist_loop(fabric), damping);

    const auto add_thread = [&](int a, int b, int axis) {
        const int da = axis == 0 ? 1 : 0, db = 1 - da;
        const GridPoint here{a, b}, next{a + da, b + db}, before{a - da, b - db};
        if (!grid.contains(next)) return;
        const double weight = grid.cell() * grid.strip_share(axis, here), spacing = grid.spacing(axis);
        const std::array ends{here, next};
        const double shorter = change_by_folds<ThreadLength>(folds, ThreadStencil{}, grid.places(ends)) / spacing;
        const std::uint16_t tension_loop = tension_laws[axis].number(tension, shorter);
        const FabricDirection& thread = axis == 0 ? first : second;
        if (tension_loop == strengths.size())
            strengths.push_back(thread.strength.value_or(std::numeric_limits<double>::infinity()));
        tension.add({grid.indices(ends), tension_loop, weight, 1 / spacing, spacing}, x);
        if (!grid.contains(before)) return;
        // The vector across the thread is between the two neighbours beside it; at a border one neighbour is missing.
        GridPoint from{a - db, b - da}, to{a + db, b + da};
        if (!grid.contains(from)) from = here;
        if (!grid.contains(to)) to = here;
        if (axis == 1) std::swap(from, to);  // so that both axes have the same normal
        const std::array turn{before, here, next, from, to};
        const double rest = change_by_folds<ThreadTurn>(folds, TurnStencil{}, grid.places(turn));
        bending.add({grid.indices(turn), bending_loop[axis], weight, 1 / spacing, rest}, x);
    };
    const SumStencil<3, 4> sums = cell_sums(grid.cell());
    const auto add_cell = [&](int a, int b) {
        if (!grid.contains({a + 1, b + 1})) return;
        const std::array<GridPoint, 4> cell{{{a, b}, {a + 1, b}, {a, b + 1}, {a + 1, b + 1}}};
        const double rest = change_by_folds<SurfaceCurvature>(folds, sums, grid.places(cell));
        twist.add({grid.indices(cell), twist_law, grid.cell(), 1, rest, sums}, x);
        // Each corner of the cell, with the two corners beside it.
        for (const auto& [corner, beside, above] : {Face{0, 1, 2}, Face{1, 0, 3}, Face{2, 3, 0}, Face{3, 2, 1}}) {
            const std::array points{cell[corner], cell[beside], cell[above]};
            const double change = change_by_folds<ThreadCorner>(folds, CornerStencil{}, grid.places(points));
            shear.add({grid.indices(points), shear_law.number(shear, change), 0.25 * grid.cell(), 1, 0}, x);
        }
    };
    for (int b = 0; b < rows; ++b)
        for (int a = 0; a < columns; ++a) {
            add_thread(a, b, 0);
            add_thread(a, b, 1);
            add_cell(a, b);
        }
}

}  // namespace tulle
