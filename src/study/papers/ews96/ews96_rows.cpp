#include "study/papers/ews96/ews96_rows.hpp"

#include "materials/kes.hpp"

#include <array>

namespace tulle {
namespace {

constexpr double in_ms = 1e-3, in_minutes = 60;  // s

constexpr std::array printed_rows{
    Ews96Row{Ews96Example::table, 30,
             Ews96Paper{{0.27 * in_ms, 5.8 * in_ms},
                        StepRange{0.018 * in_ms, 0.92 * in_ms},
                        0.26,
                        0.13,
                        0.18,
                        0.3 * in_minutes,
                        7 * in_minutes,
                        5 * in_minutes}},
    Ews96Row{
        Ews96Example::round_table, 30,
        Ews96Paper{{0.18 * in_ms, 25 * in_ms}, {}, 0.26, 0.13, 0.84, 3 * in_minutes, 8 * in_minutes, 6 * in_minutes}},
    Ews96Row{
        Ews96Example::sphere, 30,
        Ews96Paper{{0.19 * in_ms, 9 * in_ms}, {}, 0.26, 0.13, 0.06, 1 * in_minutes, 9 * in_minutes, 6 * in_minutes}},
    Ews96Row{Ews96Example::table, 52,
             Ews96Paper{{0.22 * in_ms, 2.1 * in_ms},
                        StepRange{0.00008 * in_ms, 6.1 * in_ms},
                        0.86,
                        0.43,
                        0.44,
                        7 * in_minutes,
                        67 * in_minutes,
                        21 * in_minutes}},
    Ews96Row{
        Ews96Example::round_table, 52,
        Ews96Paper{{0.13 * in_ms, 6 * in_ms}, {}, 0.86, 0.43, 2.2, 10 * in_minutes, 94 * in_minutes, 24 * in_minutes}},
    Ews96Row{Ews96Example::sphere, 52,
             Ews96Paper{
                 {0.12 * in_ms, 2.1 * in_ms}, {}, 0.86, 0.43, 0.14, 4 * in_minutes, 50 * in_minutes, 27 * in_minutes}},
};

ObstacleDescription obstacle_of(Ews96Example example, const Ews96Choices& choices)
{
    const double side = choices.table_part * choices.size, radius = choices.radius_part * choices.size;
    ObstacleDescription obstacle;
    switch (example) {
        case Ews96Example::table:
            obstacle.shape = BoxShape{.center = {0, 0, -side / 2}, .size = {side, side, side}};
            break;
        case Ews96Example::round_table:
            obstacle.shape = CylinderShape{.center = {0, 0, -side / 2}, .radius = radius, .height = side};
            break;
        case Ews96Example::sphere:
            obstacle.shape = SphereShape{.center = {0, 0, -radius}, .radius = radius};
            break;
    }
    return obstacle;
}

}  // namespace

std::string_view name_of(Ews96Example example)
{
    switch (example) {
        case Ews96Example::table:
            return "table";
        case Ews96Example::round_table:
            return "round table";
        case Ews96Example::sphere:
            break;
    }
    return "sphere";
}

std::span<const Ews96Row> ews96_rows() { return printed_rows; }

FabricDescription without_tension_loop(FabricDescription fabric)
{
    for (FabricDirection* direction : {&fabric.warp, &fabric.weft}) {
        MeasuredLoop loop = loop_of(direction->tension);
        loop.unloading = loop.loading;
        loop.reversal.reset();
        direction->tension = std::move(loop);
    }
    return fabric;
}

SceneDescription ews96_scene(const Ews96Row& row, const Ews96Choices& choices, const FabricDescription& fabric)
{
    SceneDescription scene;
    scene.simulation.fps = ews96_fps;
    scene.simulation.duration = choices.frames / ews96_fps;
    scene.air.emplace();
    ClothDescription cloth;
    cloth.fabric = choices.tension_loop ? fabric : without_tension_loop(fabric);
    cloth.areal_density = fabric.areal_density;
    cloth.damping_time = 0;
    cloth.thickness = choices.thickness_part * choices.size / (row.side - 1);
    cloth.shape = GridDescription{.size = {choices.size, choices.size},
                                  .particles = {row.side, row.side},
                                  .center = {0, 0, cloth.thickness + choices.gap}};
    scene.cloths = {cloth};
    scene.obstacles = {obstacle_of(row.example, choices)};
    scene.obstacles[0].friction = fabric.friction;
    return scene;
}

}  // namespace tulle
