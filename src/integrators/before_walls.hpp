#pragma once
// Ways of velocities between walls that forces have (Force::max_collision_free_step): none is gone further than to the
// next wall.

#include "contact/motion_constraints.hpp"
#include "core/reduce.hpp"
#include "core/stage_clock.hpp"
#include "forces/force_field.hpp"

#include <span>
#include <vector>

namespace tulle {

/// Where velocities v [m/s] lead to: x + time v.
struct Lead {
    std::span<const Vec3> x;  // m
    double time;              // s
};

class BeforeWalls {
public:
    BeforeWalls(std::size_t particles, StageTimes& times);

    /// How far velocities that lead to `x` [m] may go along `direction` [m/s], up to `most`.
    [[nodiscard]] double free_way(ForceField& forces, std::span<const Vec3> x, double time,
                                  std::span<const Vec3> direction, double most);
    /// Shortens the direction [m/s] of every particle so far that it leads from `x` [m] past nothing.
    void limit(ForceField& forces, std::span<const Vec3> x, double time, std::span<Vec3> direction);
    /// Velocities lead from x [m] as far towards their own end as nothing is in the way.
    void start(ForceField& forces, std::span<const Vec3> x, const Lead& lead, std::span<Vec3> v);

    /// From velocities to those that constraints prescribe: whether there is any way left.
    [[nodiscard]] bool find_way_left(const MotionConstraints& constraints, std::span<const Vec3> v);
    [[nodiscard]] std::span<const Vec3> way_left() const { return way_left_; }  // m/s
    struct WayLeft {
        int particle = -1;
        double length = 0;  // m/s
    };
    /// Of the particles from `first` on.
    [[nodiscard]] WayLeft longest_way_left(std::size_t first = 0) const;

    /// No wall has been passed by v.
    void call_safe(std::span<const Vec3> v);
    /// Whether v passes none on its way from those that are safe; else it becomes them.
    [[nodiscard]] bool stay(ForceField& forces, const Lead& lead, std::span<Vec3> v);

private:
    StageTimes& times_;
    std::vector<Vec3> way_left_;              // m/s
    std::vector<Vec3> safe_;                  // m/s
    std::vector<Vec3> from_, ahead_, reach_;  // m, scratch: the ends of a way that walls may cut
    BlockReducer<double> largest_;
};

}  // namespace tulle
