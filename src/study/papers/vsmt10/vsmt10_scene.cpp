#include "study/papers/vsmt10/vsmt10_scene.hpp"

namespace tulle {
namespace {

// Soft cloth under a heavy load may stretch to several times its length. Such a stretch is a result and no explosion.
constexpr double any_stretch_of_loads = 100;

TensionLaw law_of(Vsmt10Material material)
{
    switch (material) {
        case Vsmt10Material::stvk:
            return TensionLaw::stvk;
        case Vsmt10Material::cubic:
            return TensionLaw::cubic;
        case Vsmt10Material::linear:
        case Vsmt10Material::triangles:
            break;
    }
    return TensionLaw::linear;
}

}  // namespace

std::string_view name_of(Vsmt10Material material)
{
    switch (material) {
        case Vsmt10Material::linear:
            return "linear springs";
        case Vsmt10Material::stvk:
            return "StVK springs";
        case Vsmt10Material::cubic:
            return "cubic springs";
        case Vsmt10Material::triangles:
            break;
    }
    return "StVK triangles";
}

ClothDescription vsmt10_cloth(const Vsmt10Choices& choices, Vsmt10Material material, int side, double stiffness,
                              const CubicDescription& cubic)
{
    const double size = choices.spacing * (side - 1);
    ClothDescription cloth;
    cloth.shape = GridDescription{.size = {size, size}, .particles = {side, side}};
    cloth.areal_density = choices.areal_density;
    cloth.springs.stretch_stiffness = stiffness;
    cloth.springs.shear_stiffness = choices.shear_part * stiffness;
    cloth.springs.bending_stiffness = choices.bending_part * stiffness;
    cloth.springs.law = law_of(material);
    cloth.springs.cubic = cubic;
    if (material == Vsmt10Material::triangles) {
        cloth.springs.model = SpringModel::membrane;
        cloth.springs.membrane = {.modulus = stiffness, .poisson_ratio = 0};
    }
    return cloth;
}

SceneDescription vsmt10_scene(const Vsmt10Choices& choices)
{
    SceneDescription scene;
    scene.simulation.max_stretch = any_stretch_of_loads;
    scene.simulation.fps = 1 / choices.dt;
    scene.integrator.method = "backward-euler";
    scene.integrator.dt = choices.dt;
    return scene;
}

}  // namespace tulle
