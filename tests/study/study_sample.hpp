#pragma once
// Studies made up for tests: methods and rungs that nobody ran.

#include "study/work_precision.hpp"

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

inline Rung good_rung(double value, double error, double seconds = 1)
{
    Rung rung;
    rung.settings.dt = rung.settings.relative_tolerance = value;
    rung.error = rung.rms_error = error;
    rung.seconds = seconds;
    rung.time = 0.5;
    return rung;
}

inline Rung failed_rung(double value, RungStatus status)
{
    Rung rung;
    rung.settings.dt = rung.settings.relative_tolerance = value;
    rung.status = status;
    rung.seconds = 0.1;
    rung.time = 0.1;
    return rung;
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
        {fixed_method("quick"), {good_rung(0.02, 0.02, 0.1), good_rung(0.01, 0.008, 0.2), good_rung(0.005, 5e-3, 0.4)}},
        {fixed_method("exact", "IMEX", 4), {good_rung(0.02, 9e-4, 1.5), good_rung(0.01, 5e-5, 3)}},
        {fixed_method("wild", "explicit"),
         {failed_rung(0.02, RungStatus::exploded), failed_rung(0.01, RungStatus::exploded), good_rung(0.005, 9e-3, 0.3),
          failed_rung(0.0025, RungStatus::too_slow)}},
        {controlled_method("slow"), {failed_rung(0.1, RungStatus::too_slow)}},
    };
    return study;
}

}  // namespace tulle::testing
