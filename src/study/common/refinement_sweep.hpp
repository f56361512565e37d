#pragma once
// Refinement sweep of one method: runs with steps or tolerances that become smaller and smaller, until smaller ones
// give no new information.

#include "study/common/sweep_run.hpp"

#include <optional>
#include <span>

namespace tulle {

struct SweepOptions {
    std::optional<double> from{}, to{};      // s, first and last step
    std::optional<double> loose{}, tight{};  // first and last relative tolerance
    bool keep_tolerances = false;            // fixed solver tolerances; false: they fall with the step
};

class RefinementSweep {
public:
    RefinementSweep(const SweepOptions& options, const StudyMethod& method, const SceneDescription& scene,
                    double duration);

    /// Returns the settings of the next run, given the runs so far; none when the sweep ends.
    [[nodiscard]] std::optional<SweepRunSettings> next(std::span<const SweepRun> sweep_runs) const;
    /// Returns the largest possible number of runs.
    [[nodiscard]] int max_runs() const { return max_runs_; }

private:
    [[nodiscard]] bool tells_enough(std::span<const SweepRun> sweep_runs) const;
    [[nodiscard]] SweepRunSettings settings_of(int sweep_run) const;

    StudyMethod method_;
    IntegratorSettings integrator_;
    SolverSettings solver_;
    bool keep_tolerances_;
    bool goes_to_the_end_;
    double first_;          // s, or a tolerance
    double divisor_;        // of the step or tolerance, from run to run
    double absolute_part_;  // m, absolute over relative tolerance, as in the scene
    int max_runs_;
};

}  // namespace tulle
