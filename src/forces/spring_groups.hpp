#pragma once
// Groups of springs with common coefficients and a common law (linear, curve, tension only, buckling, cubic), and the
// group of every spring.

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
struct TensionOnly {  // g = k (l - L) in tension, zero in compression (CK02 type 1)
};
using SpringLaw = std::variant<Linear, TensionCurve, TensionOnly, Buckling, CubicTension>;

struct SpringGroup {
    SpringKind kind = SpringKind::structural;
    double stiffness = 0;  // N/m, k at rest
    double damping = 0;    // N s/m
    DampingKind damping_kind = DampingKind::relative;
    SpringLaw law{};
    std::optional<MuscleDescription> muscle{};

    /// Whether springs of the group never exert a force.
    [[nodiscard]] bool is_idle() const;
};

struct GroupedSprings {
    std::vector<SpringGroup> groups;
    std::vector<std::uint16_t> group;  // of every spring
};

/// Groups the springs of a cloth by Provot's three kinds.
[[nodiscard]] GroupedSprings grouped(std::span<const Spring> springs, const SpringSettings& settings);
/// Groups the springs of a grid for the model of CK02. The structural springs give the spacings of the grid. Bending
/// springs model strips of cloth; at every place of the cloth, two strips overlap.
[[nodiscard]] GroupedSprings choi_ko_springs(const ClothMesh& grid, const SpringSettings& settings);
/// Returns the groups of springs of a net, with their muscles.
[[nodiscard]] GroupedSprings grouped(const SpringNetDescription& net);
/// Returns `count` springs of a body that exert no force.
[[nodiscard]] GroupedSprings idle_springs_of_body(std::size_t count);

/// Returns the rest length that a muscle gives a spring at time t [s], relative to the relaxed rest length.
[[nodiscard]] double contracted(const MuscleDescription& muscle, double t);

}  // namespace tulle
