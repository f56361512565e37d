#pragma once
// Studies made up for tests: methods and sweep_runs of no real study.

#include "study/work_precision/work_precision.hpp"

namespace tulle::testing {

inline StudyMethod fixed_method(const std::string& name, const std::string& family = "implicit", int order = 1)
{
    return {.name = name, .integrator = name, .family = family, .order = order};
}

inline StudyMethod controlled_method(const std::string& name)
{
    return {.name = name + "-adaptive",
            .integrator = name,
            .family = "implicit",
            .order = 2,
            .controls_error = true,
            .adaptive = true};
}

inline SweepRun good_sweep_run(double value, double error, double seconds = 1)
{
    SweepRun sweep_run;
    sweep_run.settings.dt = sweep_run.settings.relative_tolerance = value;
    sweep_run.error = sweep_run.rms_error = error;
    sweep_run.seconds = seconds;
    sweep_run.time = 0.5;
    return sweep_run;
}

inline SweepRun failed_sweep_run(double value, SweepRunStatus status)
{
    SweepRun sweep_run;
    sweep_run.settings.dt = sweep_run.settings.relative_tolerance = value;
    sweep_run.status = status;
    sweep_run.seconds = 0.1;
    sweep_run.time = 0.1;
    return sweep_run;
}

/// `quick` is cheap and coarse, `exact` dear and exact, `wild` explodes at first, `slow-adaptive` never gets there.
inline WorkPrecision sample_study()
{
    WorkPrecision study;
    study.scene = "sample";
    study.particles = 400;
    study.duration = 0.5;
    study.size = 1.4;
    study.methods = {
        {fixed_method("quick"),
         {good_sweep_run(0.02, 0.02, 0.1), good_sweep_run(0.01, 0.008, 0.2), good_sweep_run(0.005, 5e-3, 0.4)}},
        {fixed_method("exact", "IMEX", 4), {good_sweep_run(0.02, 9e-4, 1.5), good_sweep_run(0.01, 5e-5, 3)}},
        {fixed_method("wild", "explicit"),
         {failed_sweep_run(0.02, SweepRunStatus::exploded), failed_sweep_run(0.01, SweepRunStatus::exploded),
          good_sweep_run(0.005, 9e-3, 0.3), failed_sweep_run(0.0025, SweepRunStatus::too_slow)}},
        {controlled_method("slow"), {failed_sweep_run(0.1, SweepRunStatus::too_slow)}},
    };
    return study;
}

}  // namespace tulle::testing
