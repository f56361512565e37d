#include "simulation/reference_trajectory.hpp"

#include "core/assert.hpp"
#include "simulation/check.hpp"
#include "simulation/parts.hpp"

#include <tulle/error.hpp>

namespace tulle {
namespace {

/// Returns the scene if its motion is smooth, else throws InputError.
const SceneDescription& require_smooth(const SceneDescription& scene)
{
    std::vector<Problem> problems;
    for (std::size_t o = 0; o < scene.obstacles.size(); ++o)
        problems.push_back({.key = item("obstacle", o),
                            .message = "a reference solution needs a smooth motion, and touching is not smooth; take "
                                       "the obstacles out of a copy of the scene to compare methods on it"});
    const std::vector<ClothOrBody> all = cloths_and_bodies(scene);
    for (std::size_t c = 0; c < all.size(); ++c)
        for (std::size_t p = 0; p < all[c].pins.size(); ++p)
            if (!all[c].pins[p].motion.keyframes.empty())
                problems.push_back({.key = item(path_of(scene, c) + ".pin", p) + ".keyframes",
                                    .message = "a reference solution needs a smooth motion, and the velocity of a "
                                               "moving pin jumps at its keyframes; use a copy of the scene with pins "
                                               "that stand still"});
    if (!problems.empty()) throw InputError(std::move(problems));
    return scene;
}

}  // namespace

ReferenceTrajectory::ReferenceTrajectory(const SceneDescription& scene, ReferenceOptions options)
    : parts_(std::make_unique<Simulation::Parts>(require_smooth(scene))), options_(std::move(options))
{}

ReferenceTrajectory::~ReferenceTrajectory() = default;

ReferenceReport ReferenceTrajectory::advance_to(double time)
{
    TULLE_ASSERT(time >= time_);
    ParticleState& state = parts_->state;
    ReferenceOptions options = options_;
    if (options_.keep_going) options.keep_going = [&](double since) { return options_.keep_going(time_ + since); };
    parts_->forces->set_time(time_);
    const ReferenceReport report = solve_reference(*parts_->forces, state.mass, parts_->constraints->filter().fixed,
                                                   state.position, state.velocity, time - time_, options);
    time_ = report.time < time - time_ ? time_ + report.time : time;
    return report;
}

std::span<const Vec3> ReferenceTrajectory::positions() const { return parts_->state.position; }
std::span<const Vec3> ReferenceTrajectory::velocities() const { return parts_->state.velocity; }

}  // namespace tulle
