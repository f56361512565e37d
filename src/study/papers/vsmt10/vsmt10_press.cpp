#include "study/papers/vsmt10/vsmt10_press.hpp"

#include <tulle/simulation.hpp>
#include <tulle/solid.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace tulle {
namespace {

constexpr double paper_side = 9;       // particles along a side, for which `mass` holds
constexpr double above_floor = 0.002;  // m, contact distance
constexpr std::array pressed_materials{Vsmt10Material::linear, Vsmt10Material::stvk, Vsmt10Material::cubic};

/// Returns the mean height [m] of the topmost layer above the lowest layer.
double lattice_height(std::span<const Vec3> positions, int side)
{
    const auto layer = static_cast<std::size_t>(side * side);
    const std::size_t last = layer * static_cast<std::size_t>(side - 1);
    double top = 0, bottom = 0;
    for (std::size_t i = 0; i < layer; ++i) {
        bottom += positions[i].z();
        top += positions[last + i].z();
    }
    return (top - bottom) / static_cast<double>(layer);
}

SpringNetDescription pressed_net(const Vsmt10Choices& choices, const Vsmt10PressOptions& options,
                                 Vsmt10Material material)
{
    const double size = choices.spacing * (options.side - 1), whole = choices.spacing * (paper_side - 1);
    SpringSolidSettings settings{.density = options.mass / (whole * whole * whole),
                                 .stiffness = options.stiffness,
                                 .diagonal_stiffness = choices.shear_part * options.stiffness,
                                 .cubic = vsmt10_solid_cubic};
    if (material == Vsmt10Material::cubic) settings.law = TensionLaw::cubic;
    if (material == Vsmt10Material::stvk) settings.law = TensionLaw::stvk;
    return make_spring_solid(LatticeDescription{.size = {size, size, size},
                                                .particles = {options.side, options.side, options.side},
                                                .center = {0, 0, 0.5 * size + above_floor}},
                             settings);
}

double mass_of(const SpringNetDescription& net)  // kg
{
    double mass = 0;
    for (const double m : net.masses) mass += m;
    return mass;
}

void weigh_down(SpringNetDescription& net, const Vsmt10PressOptions& options)
{
    const double mass = mass_of(net);
    const auto layer = static_cast<std::size_t>(options.side * options.side);
    for (std::size_t i = net.masses.size() - layer; i < net.masses.size(); ++i)
        net.masses[i] += options.times_mass * mass / static_cast<double>(layer);
}

/// Returns the rigid cube just above the solid. It is wider than the solid, so that its edges do not cut into the
/// solid.
BodyDescription pressing_cube(const Vsmt10Choices& choices, const Vsmt10PressOptions& options, double mass,
                              double speed)
{
    const double solid = choices.spacing * (options.side - 1), size = 1.2 * solid;
    BodyDescription cube;
    cube.name = "weight";
    cube.kind = RigidBodyDescription{
        .shape = BoxShape{.center = {0, 0, solid + 2 * above_floor + 0.5 * size}, .size = {size, size, size}},
        .mass = mass};
    cube.thickness = 0;
    cube.velocity = {0, 0, -speed};
    return cube;
}

}  // namespace

double Vsmt10Press::least_height() const { return heights.empty() ? 1 : *std::ranges::min_element(heights); }

SceneDescription vsmt10_press_scene(const Vsmt10Choices& choices, const Vsmt10PressOptions& options,
                                    const Vsmt10Press& press)
{
    SceneDescription scene = vsmt10_scene(choices);
    scene.simulation.fps = options.fps;
    scene.simulation.duration = options.duration;
    SpringNetDescription net = pressed_net(choices, options, press.material);
    const double weight = options.times_mass * mass_of(net);
    const bool is_cube = press.weight == Vsmt10Weight::cube;
    if (!is_cube) weigh_down(net, options);
    BodyDescription solid;
    solid.name = "solid";
    solid.thickness = above_floor;
    solid.kind = std::move(net);
    if (!is_cube) solid.velocity = {0, 0, -press.speed};
    scene.bodies = {std::move(solid)};
    if (is_cube) scene.bodies.push_back(pressing_cube(choices, options, weight, press.speed));
    scene.obstacles = {{.name = "floor", .shape = PlaneShape{}}};
    scene.integrator.jacobian = press.treatment;
    if (press.solve.is_newton) {
        scene.integrator.dt = options.dt;
    } else {
        scene.simulation.duration = options.unsolved_duration;
        scene.integrator.newton = NewtonKind::once;
        scene.solver = {.method = SolverMethod::cg, .preconditioner = PreconditionerKind::jacobi};
        if (press.solve.iterations) scene.solver.max_iterations = *press.solve.iterations;
    }
    return scene;
}

Vsmt10Press vsmt10_pressed(const Vsmt10Choices& choices, const Vsmt10PressOptions& options, Vsmt10Press press,
                           const StudyListener& listener)
{
    Simulation simulation(vsmt10_press_scene(choices, options, press));
    const std::vector<Vec3> start(simulation.positions().begin(), simulation.positions().end());
    const double height = lattice_height(start, options.side);
    while (simulation.frame() < simulation.frame_count() && listener.keep_going()) {
        const FrameReport frame = simulation.advance_frame();
        press.time = simulation.time();
        if (is_failure(frame.status)) {
            press.status = sweep_run_status_of(frame.status);
            break;
        }
        press.times.push_back(simulation.time());
        press.heights.push_back(lattice_height(simulation.positions(), options.side) / height);
    }
    press.at_end = vsmt10_shape(simulation, start);
    if (press.weight == Vsmt10Weight::cube) press.at_end.back().stretch.clear();
    return press;
}

std::vector<Vsmt10Press> vsmt10_presses(const Vsmt10Choices& choices, const Vsmt10PressOptions& options,
                                        const StudyListener& listener)
{
    std::vector<Vsmt10Press> asked;
    for (const double speed : options.speeds)
        for (const Vsmt10Material material : pressed_materials) asked.push_back({.material = material, .speed = speed});
    for (const JacobianTreatment treatment : vsmt10_treatments)
        for (const Vsmt10Material material : pressed_materials)
            asked.push_back({.material = material,
                             .weight = Vsmt10Weight::layer,
                             .treatment = treatment,
                             .solve = {.iterations = 2}});
    for (const Vsmt10Material material : pressed_materials)
        asked.push_back({.material = material, .weight = Vsmt10Weight::layer});
    std::vector<Vsmt10Press> pressed;
    for (const Vsmt10Press& press : asked) {
        listener.hear(static_cast<double>(pressed.size()) / static_cast<double>(asked.size()),
                      fmt::format("a cube of {} under a weight", name_of(press.material)));
        Vsmt10Press one = vsmt10_pressed(choices, options, press, listener);
        if (!listener.keep_going()) break;
        pressed.push_back(std::move(one));
    }
    return pressed;
}

}  // namespace tulle
