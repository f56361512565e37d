#pragma once
// The cloth of VSMT10's experiments: what the paper says of it, and what was chosen where it is silent.

#include <tulle/description.hpp>

#include <array>
#include <string_view>

namespace tulle {

/// What resists: springs of three laws, or triangles of a sheet (Volino et al. 2009, the paper's other method).
enum class Vsmt10Material { linear, stvk, cubic, triangles };

inline constexpr std::array vsmt10_materials{Vsmt10Material::linear, Vsmt10Material::stvk, Vsmt10Material::cubic,
                                             Vsmt10Material::triangles};

/// "linear springs", "StVK springs", "cubic springs", "StVK triangles"
[[nodiscard]] std::string_view name_of(Vsmt10Material material);

struct Vsmt10Choices {
    double spacing = 0.02;                     // m, rest length L along the threads: the paper's, in all experiments
    double areal_density = 1 / (0.62 * 0.62);  // kg/m^2: 1 kg with the paper's 32 x 32 particles
    double shear_part = 1;                     // stiffness of springs across cells, of those along threads
    double bending_part = 0.001;  // and of those over two spacings: a hint, so that cloth has no sharp folds
    double dt = 0.01;             // s, of backward Euler
};

/// The law of Figures 1, 2, 3 and 5: a1 = 1.1, K1 = 6 K, a2 = 0.9, K2 = 2 K.
inline constexpr CubicDescription vsmt10_usual_cubic{
    .stretched = 1.1, .stretched_factor = 6, .compressed = 0.9, .compressed_factor = 2};

/// A square with `side` particles along each side and springs of `stiffness` [N/m] along its threads; free, in the
/// plane z = 0 about the origin. Triangles get the modulus of threads alone: springs of stiffness K at distances L,
/// each L long, pull with K L per thread and unit strain, that is K per width, and nothing across.
[[nodiscard]] ClothDescription vsmt10_cloth(const Vsmt10Choices& choices, Vsmt10Material material, int side,
                                            double stiffness, const CubicDescription& cubic);

/// Without cloth: backward Euler with steps and frames of choices.dt, and a guard against explosions alone.
[[nodiscard]] SceneDescription vsmt10_scene(const Vsmt10Choices& choices);

}  // namespace tulle
