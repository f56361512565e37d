#include "integrators/before_walls.hpp"

#include "core/parallel.hpp"

#include <algorithm>

namespace tulle {

BeforeWalls::BeforeWalls(std::size_t particles, StageTimes& times) : times_(times)
{
    for (auto* vector : {&way_left_, &safe_, &from_, &ahead_, &reach_}) vector->assign(particles, Vec3::Zero());
}

double BeforeWalls::free_way(ForceField& forces, std::span<const Vec3> x, double time, std::span<const Vec3> direction,
                             double most)
{
    const StageTimer timer(times_.contact);
    parallel_for(x.size(), [&](std::size_t i) { ahead_[i] = x[i] + most * time * direction[i]; });
    return most * forces.max_collision_free_step(x, ahead_);
}

void BeforeWalls::start(ForceField& forces, std::span<const Vec3> x, const Lead& lead, std::span<Vec3> v)
{
    const StageTimer timer(times_.contact);
    parallel_for(v.size(), [&](std::size_t i) { ahead_[i] = lead.x[i] + lead.time * v[i]; });
    forces.enter_step(x, ahead_);
    parallel_for(v.size(), [&](std::size_t i) { v[i] = (ahead_[i] - lead.x[i]) / lead.time; });
}

void BeforeWalls::limit(ForceField& forces, std::span<const Vec3> x, double time, std::span<Vec3> direction)
{
    const StageTimer timer(times_.contact);
    parallel_for(x.size(), [&](std::size_t i) {
        from_[i] = x[i];
        ahead_[i] = x[i] + time * direction[i];
    });
    std::copy(ahead_.begin(), ahead_.end(), reach_.begin());
    forces.limit_motion(from_, ahead_);
    parallel_for(x.size(), [&](std::size_t i) {
        if (ahead_[i] != reach_[i]) direction[i] = (ahead_[i] - x[i]) / time;
    });
}

bool BeforeWalls::find_way_left(const MotionConstraints& constraints, std::span<const Vec3> v)
{
    constexpr double arrived = 1e-9;  // m/s
    std::copy(v.begin(), v.end(), way_left_.begin());
    constraints.prescribe(way_left_);
    const double longest = largest_.reduce(
        v.size(), 0.0,
        [&](std::size_t begin, std::size_t end) {
            double most = 0;
            for (std::size_t i = begin; i < end; ++i) {
                way_left_[i] -= v[i];
                most = std::max(most, way_left_[i].cwiseAbs().maxCoeff());
            }
            return most;
        },
        [](double a, double b) { return std::max(a, b); });
    return longest > arrived;
}

BeforeWalls::WayLeft BeforeWalls::longest_way_left(std::size_t first) const
{
    WayLeft longest;
    for (std::size_t i = first; i < way_left_.size(); ++i)
        if (way_left_[i].norm() > longest.length) longest = {static_cast<int>(i), way_left_[i].norm()};
    return longest;
}

void BeforeWalls::call_safe(std::span<const Vec3> v) { std::copy(v.begin(), v.end(), safe_.begin()); }

bool BeforeWalls::stay(ForceField& forces, const Lead& lead, std::span<Vec3> v)
{
    if (std::ranges::equal(safe_, v)) return true;
    parallel_for(v.size(), [&](std::size_t i) {
        from_[i] = lead.x[i] + lead.time * safe_[i];
        ahead_[i] = lead.x[i] + lead.time * v[i];
    });
    const StageTimer timer(times_.contact);
    if (forces.max_collision_free_step(from_, ahead_) == 1) return true;
    std::copy(safe_.begin(), safe_.end(), v.begin());
    return false;
}

}  // namespace tulle
