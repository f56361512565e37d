#pragma once
// Springs that share their coefficients and their law, and which spring belongs to which.

#include "materials/buckling.hpp"
#include "materials/cubic_tension.hpp"
#include "materials/tension_curve.hpp"
#include "mesh/cloth_mesh.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <variant>
#include <vector>

namespace tulle {

struct Linear {};     // g = k (l - L)
struct TensionOnly {  // the same where it is pulled, nothing where it is pushed together (CK02 type 1)
};
using SpringLaw = std::variant<Linear, TensionCurve, TensionOnly, Buckling, CubicTension>;

struct SpringGroup {
    SpringKind kind = SpringKind::structural;
    double stiffness = 0;  // N/m, k; at rest
    double damping = 0;    // N s/m
    DampingKind damping_kind = DampingKind::relative;
    SpringLaw law{};
    std::optional<MuscleDescription> muscle{};

    /// Exerts nothing, ever.
    [[nodiscard]] bool is_idle() const;
};

struct GroupedSprings {
    std::vector<SpringGroup> groups;
    std::vector<std::uint16_t> group;  // of every spring
};

/// Provot's three kinds, a group each.
[[nodiscard]] GroupedSprings grouped(std::span<const Spring> springs, const SpringSettings& settings);
/// CK02 on a grid whose structural springs give its spacings: bending springs stand for strips of cloth, two of which
/// lie one over the other everywhere.
[[nodiscard]] GroupedSprings choi_ko_springs(const ClothMesh& grid, const SpringSettings& settings);
/// Of a body: its groups, with their muscles.
[[nodiscard]] GroupedSprings grouped(const NetDescription& net);

/// The part of its rest length that a muscle leaves a spring at time t [s].
[[nodiscard]] double contracted(const MuscleDescription& muscle, double t);

}  // namespace tulle
