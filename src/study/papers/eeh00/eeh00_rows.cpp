#include "study/papers/eeh00/eeh00_rows.hpp"

#include <array>

namespace tulle {
namespace {

constexpr auto table = Eeh00Example::table;
constexpr auto hanging = Eeh00Example::hanging;

constexpr std::array rows{
    Eeh00Row{table, 20, 1e4, 40, 0.01, 192, 1.14, 1.31, 3.34},
    Eeh00Row{table, 20, 1e4, 40, 0.02, 233, 1.04, 0.7, 2.16},
    Eeh00Row{table, 20, 1e6, 40, 0.005, 2601, 8.07, 2.67, 12.47},
    Eeh00Row{table, 52, 1e6, 40, 0.01, 1344, 32.29, 10.46, 49.64},
    Eeh00Row{hanging, 20, 1e4, 40, 0.01, 58, 0.54, 1.3, 2.7},
    Eeh00Row{hanging, 20, 1e6, 40, 0.001, 614, 5.56, 12.66, 27.02},
};

// Stretch limit that detects explosions. Soft springs of the hanging textile stretch to several times their length.
constexpr double max_stretch = 100;

ClothDescription cloth_of(const Eeh00Row& row, const Eeh00Choices& choices)
{
    const double spacing = choices.size / (row.side - 1);
    const double mass = choices.areal_density * spacing * spacing;
    ClothDescription cloth;
    GridDescription grid{.size = {choices.size, choices.size}, .particles = {row.side, row.side}};
    cloth.thickness = choices.thickness_part * spacing;
    if (row.example == table) {
        grid.center = {0, 0, cloth.thickness + choices.gap};
    } else {
        for (const bool max_first : {false, true}) {
            PinDescription& pin = cloth.pins.emplace_back();
            pin.where = PinCorner{.max_first = max_first, .max_second = false};
        }
    }
    cloth.shape = grid;
    cloth.areal_density = choices.areal_density;
    cloth.springs.stretch_stiffness = row.stiffness_per_mass * mass;
    cloth.springs.shear_stiffness = choices.shear_part * cloth.springs.stretch_stiffness;
    cloth.springs.bending_stiffness = choices.bending_part * cloth.springs.stretch_stiffness;
    cloth.springs.stretch_damping = row.damping_per_mass * mass;
    cloth.springs.shear_damping = cloth.springs.bending_damping = 0;  // d is of structural springs (eq. 14)
    return cloth;
}

}  // namespace

std::string_view name_of(Eeh00Example example) { return example == table ? "square table" : "hanging textile"; }

std::span<const Eeh00Row> eeh00_rows() { return rows; }

SceneDescription eeh00_scene(const Eeh00Row& row, const Eeh00Choices& choices)
{
    SceneDescription scene;
    scene.simulation.duration = choices.duration;
    scene.simulation.fps = 1 / choices.duration;
    scene.simulation.max_stretch = max_stretch;
    scene.integrator.dt = row.h;
    scene.cloths = {cloth_of(row, choices)};
    if (row.example == table) {
        const double side = choices.table_part * choices.size;
        scene.obstacles = {{.name = "table",
                            .shape = BoxShape{.center = {0, 0, -side / 2}, .size = {side, side, side}},
                            .friction = choices.friction}};
    }
    return scene;
}

}  // namespace tulle
