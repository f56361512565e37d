// Scenes of VSMT10 Figures 4 and 5: implements a part of vsmt10_loads.hpp.

#include "study/papers/vsmt10/vsmt10_loads.hpp"

namespace tulle {
namespace {

constexpr double contact_thickness = 0.002;  // m, contact distance

BodyDescription rigid_load(const RigidBodyDescription& rigid)
{
    BodyDescription load;
    load.name = "load";
    load.kind = rigid;
    load.thickness = 0;
    return load;
}

ClothDescription loaded_cloth(const Vsmt10Choices& choices, const Vsmt10LoadOptions& options,
                              Vsmt10Experiment experiment, Vsmt10Material material)
{
    ClothDescription cloth =
        vsmt10_cloth(choices, material, options.side, stiffness_of(experiment), cubic_of(experiment));
    cloth.thickness = contact_thickness;
    return cloth;
}

double cloth_size(const Vsmt10Choices& choices, const Vsmt10LoadOptions& options)
{
    return choices.spacing * (options.side - 1);
}

void add_ball(SceneDescription& scene, const Vsmt10Choices& choices, const Vsmt10LoadOptions& options,
              Vsmt10Experiment experiment, Vsmt10Material material)
{
    const double size = cloth_size(choices, options), radius = options.ball_part * size;
    ClothDescription cloth = loaded_cloth(choices, options, experiment, material);
    if (experiment == Vsmt10Experiment::ball_on_edges)
        for (const int axis : {0, 1})
            for (const bool max : {false, true}) cloth.pins.push_back({.where = PinEdge{.axis = axis, .max = max}});
    else
        for (const bool first : {false, true})
            for (const bool second : {false, true}) cloth.pins.push_back({.where = PinCorner{first, second}});
    BodyDescription ball =
        rigid_load({.shape = SphereShape{.center = {0, 0, radius + options.ball_drop}, .radius = radius},
                    .mass = options.ball_weight * choices.areal_density * size * size});
    scene.cloths = {std::move(cloth)};
    scene.bodies = {std::move(ball)};
}

void add_hanging_cube(SceneDescription& scene, const Vsmt10Choices& choices, const Vsmt10LoadOptions& options,
                      Vsmt10Experiment experiment, Vsmt10Material material)
{
    const double size = cloth_size(choices, options), cube = options.cube_part * size;
    ClothDescription cloth = loaded_cloth(choices, options, experiment, material);
    std::get<GridDescription>(cloth.shape).plane = GridDescription::Plane::xz;
    cloth.pins = {{.where = PinEdge{.axis = 1, .max = true}}};
    AttachmentDescription held{.cloth = cloth.name, .body = "load", .where = PinEdge{.axis = 1, .max = false}};
    if (experiment == Vsmt10Experiment::cube_on_middle)
        held.where = PinBox{.min = {-0.5 * cube, -cube, -0.5 * size - 0.1 * choices.spacing},
                            .max = {0.5 * cube, cube, -0.5 * size + 0.1 * choices.spacing}};
    BodyDescription load =
        rigid_load({.shape = BoxShape{.center = {0, 0, -0.5 * (size + cube)}, .size = {cube, cube, cube}},
                    .mass = options.cube_weight * choices.areal_density * size * size});
    scene.cloths = {std::move(cloth)};
    scene.bodies = {std::move(load)};
    scene.attachments = {std::move(held)};
}

}  // namespace

std::string_view name_of(Vsmt10Experiment experiment)
{
    switch (experiment) {
        case Vsmt10Experiment::ball_on_edges:
            return "ball in a cloth held at its edges";
        case Vsmt10Experiment::ball_on_corners:
            return "ball in a cloth held at its corners";
        case Vsmt10Experiment::cube_on_edge:
            return "cube on the whole edge of a cloth";
        case Vsmt10Experiment::cube_on_middle:
            break;
    }
    return "cube on the middle of the edge of a cloth";
}

std::string_view short_name_of(Vsmt10Experiment experiment)
{
    switch (experiment) {
        case Vsmt10Experiment::ball_on_edges:
            return "edges";
        case Vsmt10Experiment::ball_on_corners:
            return "corners";
        case Vsmt10Experiment::cube_on_edge:
            return "edge";
        case Vsmt10Experiment::cube_on_middle:
            break;
    }
    return "middle";
}

int figure_of(Vsmt10Experiment experiment)
{
    const bool is_ball =
        experiment == Vsmt10Experiment::ball_on_edges || experiment == Vsmt10Experiment::ball_on_corners;
    return is_ball ? 4 : 5;
}

double stiffness_of(Vsmt10Experiment experiment) { return figure_of(experiment) == 4 ? 1000 : 500; }

CubicDescription cubic_of(Vsmt10Experiment experiment)
{
    CubicDescription cubic = vsmt10_usual_cubic;
    if (figure_of(experiment) == 4) {
        cubic.stretched = 1.04;
        cubic.compressed = 0.96;
    }
    return cubic;
}

SceneDescription vsmt10_load_scene(const Vsmt10Choices& choices, const Vsmt10LoadOptions& options,
                                   Vsmt10Experiment experiment, Vsmt10Material material)
{
    SceneDescription scene = vsmt10_scene(choices);
    scene.simulation.fps = options.fps;
    scene.simulation.duration = options.duration;
    if (figure_of(experiment) == 4)
        add_ball(scene, choices, options, experiment, material);
    else
        add_hanging_cube(scene, choices, options, experiment, material);
    return scene;
}

}  // namespace tulle
