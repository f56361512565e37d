#include "forces/spring_groups.hpp"

#include "core/assert.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tulle {
namespace {

SpringLaw law_of(TensionLaw law, double stiffness, const CubicDescription& cubic)
{
    switch (law) {
        case TensionLaw::stvk:
            return CubicTension::stvk(stiffness);
        case TensionLaw::cubic:
            return CubicTension::through(stiffness, cubic);
        case TensionLaw::linear:
            break;
    }
    return Linear{};
}

SpringGroup group_of(SpringKind kind, double stiffness, double damping, const std::vector<CurvePoint>& curve,
                     const std::optional<TensionLaw>& law, const SpringSettings& settings)
{
    SpringGroup group{
        kind, stiffness, damping, settings.damping_kind, law_of(law.value_or(settings.law), stiffness, settings.cubic),
        {}};
    if (!curve.empty()) group.law = TensionCurve(curve);
    return group;
}

}  // namespace

bool SpringGroup::is_idle() const
{
    const bool has_stiffness = std::holds_alternative<Linear>(law) || std::holds_alternative<TensionOnly>(law) ||
                               std::holds_alternative<CubicTension>(law);
    return damping == 0 && has_stiffness && stiffness == 0;
}

GroupedSprings grouped(std::span<const Spring> springs, const SpringSettings& settings)
{
    GroupedSprings all;
    all.groups = {group_of(SpringKind::structural, settings.stretch_stiffness, settings.stretch_damping,
                           settings.stretch_curve, settings.stretch_law, settings),
                  group_of(SpringKind::shear, settings.shear_stiffness, settings.shear_damping, settings.shear_curve,
                           settings.shear_law, settings),
                  group_of(SpringKind::bending, settings.bending_stiffness, settings.bending_damping,
                           settings.bending_curve, settings.bending_law, settings)};
    all.group.reserve(springs.size());
    for (const Spring& spring : springs) all.group.push_back(static_cast<std::uint16_t>(spring.kind));
    return all;
}

GroupedSprings choi_ko_springs(const ClothMesh& grid, const SpringSettings& settings)
{
    TULLE_ASSERT(grid.grid[0] > 0, grid.grid[0]);
    GroupedSprings all = grouped(grid.springs, settings);
    all.groups[0].law = TensionOnly{};
    all.groups[1].law = TensionOnly{};
    // Index 0 is the first axis, index 1 the second.
    const auto is_along_first = [](const Spring& spring) {
        return spring.j - spring.i == (spring.kind == SpringKind::bending ? 2 : 1);
    };
    std::array<double, 2> spacing{};  // m
    for (const Spring& spring : grid.springs)
        if (spring.kind == SpringKind::structural) spacing[is_along_first(spring) ? 0 : 1] = spring.rest_length;
    const bool resists = settings.bending_rigidity > 0 && settings.stretch_stiffness > 0;
    all.groups[2].stiffness = 0;
    all.groups.push_back(all.groups[2]);
    for (std::size_t axis = 0; resists && axis < 2; ++axis)
        all.groups[2 + axis].law = Buckling(0.5 * settings.bending_rigidity * spacing[1 - axis],
                                            settings.stretch_stiffness, 2 * spacing[axis]);
    for (std::size_t s = 0; s < grid.springs.size(); ++s)
        if (grid.springs[s].kind == SpringKind::bending && !is_along_first(grid.springs[s])) all.group[s] = 3;
    return all;
}

GroupedSprings grouped(const SpringNetDescription& net)
{
    GroupedSprings all;
    for (std::size_t g = 0; g < net.springs.size(); ++g) {
        const NetSprings& springs = net.springs[g];
        all.groups.push_back({SpringKind::structural,
                              springs.stiffness,
                              springs.damping,
                              DampingKind::projected,
                              law_of(springs.law, springs.stiffness, springs.cubic),
                              {}});
        const auto muscle = std::ranges::find(net.muscles, springs.name, &MuscleDescription::springs);
        if (muscle != net.muscles.end()) all.groups.back().muscle = *muscle;
        all.group.insert(all.group.end(), springs.between.size(), static_cast<std::uint16_t>(g));
    }
    return all;
}

GroupedSprings idle_springs_of_body(std::size_t count)
{
    GroupedSprings idle;
    idle.groups.push_back({SpringKind::structural, 0, 0, DampingKind::projected, Linear{}, {}});
    idle.group.assign(count, 0);
    return idle;
}

double contracted(const MuscleDescription& muscle, double t)
{
    const double grown = muscle.ramp > 0 ? std::clamp(t / muscle.ramp, 0.0, 1.0) : 1.0;
    const double angle = 2 * std::numbers::pi * (muscle.frequency * t - muscle.phase / 360);
    return 1 - grown * muscle.contraction * 0.5 * (1 - std::cos(angle));
}

}  // namespace tulle
