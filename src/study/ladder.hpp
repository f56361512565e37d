#pragma once
// Which steps or tolerances a method is tried at, each finer than the one before, and when finer ones tell nothing new.

#include "study/rung.hpp"

#include <optional>
#include <span>

namespace tulle {

struct LadderOptions {
    std::optional<double> from{}, to{};      // s, first and last step
    std::optional<double> loose{}, tight{};  // first and last relative tolerance
    bool keep_tolerances = false;            // of the solvers, instead of lowering them with the step
};

class Ladder {
public:
    Ladder(const LadderOptions& options, const StudyMethod& method, const SceneDescription& scene, double duration);

    /// What to try after the rungs so far; none when the ladder ends.
    [[nodiscard]] std::optional<RungSettings> next(std::span<const Rung> rungs) const;
    /// Where the ladder ends at the latest.
    [[nodiscard]] int most_rungs() const { return most_rungs_; }

private:
    [[nodiscard]] bool tells_enough(std::span<const Rung> rungs) const;
    [[nodiscard]] RungSettings settings_of(int rung) const;

    StudyMethod method_;
    IntegratorSettings integrator_;
    SolverSettings solver_;
    bool keep_tolerances_;
    bool goes_to_the_end_;
    double first_;          // s, or a tolerance
    double divisor_;        // from rung to rung
    double absolute_part_;  // m, absolute per relative tolerance: the scene's own two keep their proportion
    int most_rungs_;
};

}  // namespace tulle
