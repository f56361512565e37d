#pragma once
// The cloth of VSMT10's experiments: the values of the paper, and choices where the paper gives none.

#include <tulle/description.hpp>

#include <array>
#include <string_view>

namespace tulle {

/// Elastic model: springs with three laws, or triangles of a membrane (Volino et al. 2009, the paper's other method).
enum class Vsmt10Material { linear, stvk, cubic, triangles };

inline constexpr std::array vsmt10_materials{Vsmt10Material::linear, Vsmt10Material::stvk, Vsmt10Material::cubic,
                                             Vsmt10Material::triangles};

/// "linear springs", "StVK springs", "cubic springs", "StVK triangles"
[[nodiscard]] std::string_view name_of(Vsmt10Material material);

struct Vsmt10Choices {
    double spacing = 0.02;                     // m, rest length L along the threads: the paper's
    double areal_density = 1 / (0.62 * 0.62);  // kg/m^2: 1 kg with the paper's 32 x 32 particles
    double shear_part = 1;                     // stiffness of shear springs over stiffness along threads
    double bending_part = 0.001;               // bending springs likewise: small, against sharp folds only
    double dt = 0.01;                          // s, of backward Euler
};

/// The law of Figures 1, 2, 3 and 5: a1 = 1.1, K1 = 6 K, a2 = 0.9, K2 = 2 K.
inline constexpr CubicDescription vsmt10_usual_cubic{
    .stretched = 1.1, .stretched_factor = 6, .compressed = 0.9, .compressed_factor = 2};

/// Returns a square cloth with `side` particles along each side and springs of `stiffness` [N/m] along its threads. The
/// cloth has no pins and lies in the plane z = 0 about the origin. Triangles get the modulus of the threads alone:
/// springs of stiffness K and length L at distances L pull with K L per thread and unit strain, which is K per width.
/// They do not pull across, so that Poisson's ratio is zero.
[[nodiscard]] ClothDescription vsmt10_cloth(const Vsmt10Choices& choices, Vsmt10Material material, int side,
                                            double stiffness, const CubicDescription& cubic);

/// Returns a scene without cloth: backward Euler with steps and frames of choices.dt, and a stretch limit that detects
/// explosions only.
[[nodiscard]] SceneDescription vsmt10_scene(const Vsmt10Choices& choices);

}  // namespace tulle
