#pragma once
// Which steps or tolerances a method is tried at, each finer than the one before, and when finer ones tell nothing new.

#include "study/common/sweep_run.hpp"

#include <optional>
#include <span>

namespace tulle {

struct SweepOptions {
    std::optional<double> from{}, to{};      // s, first and last step
    std::optional<double> loose{}, tight{};  // first and last relative tolerance
    bool keep_tolerances = false;            // of the solvers, instead of lowering them with the step
};

class RefinementSweep {
public:
    RefinementSweep(const SweepOptions& options, const StudyMethod& method, const SceneDescription& scene,
                    double duration);

    /// What to try after the sweep_runs so far; none when the sweep ends.
    [[nodiscard]] std::optional<SweepRunSettings> next(std::span<const SweepRun> sweep_runs) const;
    /// Where the sweep ends at the latest.
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
    double divisor_;        // from sweep_run to sweep_run
    double absolute_part_;  // m, absolute per relative tolerance: the scene's own two keep their proportion
    int max_runs_;
};

}  // namespace tulle
