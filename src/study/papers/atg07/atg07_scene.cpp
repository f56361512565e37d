#include "study/papers/atg07/atg07_scene.hpp"

#include "simulation/step_limits.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

namespace tulle {
namespace {

// Stretch limit that detects explosions. It is large, because soft cloth hangs down to several times its length.
constexpr double any_stretch = 100;

SceneDescription nailed_cloth(const Atg07Choices& choices, double stiffness)
{
    SceneDescription scene;
    scene.simulation.max_stretch = any_stretch;
    ClothDescription cloth;
    cloth.shape = GridDescription{.size = {choices.size, choices.size}, .particles = {choices.side, choices.side}};
    cloth.areal_density = choices.areal_density;
    cloth.springs = {.stretch_stiffness = stiffness,
                     .shear_stiffness = choices.shear_part * stiffness,
                     .bending_stiffness = choices.bending_part * stiffness,
                     .stretch_damping = 0,
                     .shear_damping = 0,
                     .bending_damping = 0};
    cloth.pins = {{.where = PinCorner{false, false}}, {.where = PinCorner{true, false}}};
    scene.cloths = {cloth};
    return scene;
}

}  // namespace

double atg07_unit_k0(const Atg07Choices& choices)
{
    const double step = StepLimits(nailed_cloth(choices, 1)).of("symplectic-euler", false).paper.value();
    return 4 / (step * step);
}

double atg07_limit(const Atg07Method& method, double k0)
{
    return std::sqrt((std::string_view(method.integrator) == "rk4" ? 8 : 4) / k0);
}

double atg07_step(const Atg07Method& method, const Atg07Choices& choices)
{
    if (!method.is_explicit) return choices.longest;
    const double part = choices.limit_part * (method.is_filtered ? choices.gain : 1);
    return std::min(choices.longest, part * atg07_limit(method, choices.k0));
}

SceneDescription atg07_scene(const Atg07Method& method, const Atg07Choices& choices, double unit_k0)
{
    SceneDescription scene = nailed_cloth(choices, choices.k0 / unit_k0);
    scene.integrator.method = method.integrator;
    scene.integrator.newton = NewtonKind::once;  // like Baraff and Witkin, whose method the paper uses
    scene.integrator.update = method.update;
    scene.integrator.tolerance = scene.solver.tolerance = choices.tolerance;
    scene.solver.method = SolverMethod::cg;
    scene.solver.preconditioner = PreconditionerKind::jacobi;
    if (method.is_filtered) scene.filter = FilterSettings{.kind = FilterKind::plain, .lambda = choices.lambda};
    return scene;
}

}  // namespace tulle
