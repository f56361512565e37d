#pragma once
// A made-up result: one row of the paper, with runs of round numbers.

#include "study/papers/ews96/ews96_report.hpp"

#include <algorithm>
#include <string_view>

namespace tulle::testing {

inline Ews96Run made_up_ews96_run(std::string_view method, double seconds, double rms_error)
{
    const auto methods = ews96_methods();
    const auto found =
        std::find_if(methods.begin(), methods.end(), [&](const Ews96Method& w) { return w.name == method; });
    Ews96Run run{.method = &*found};
    run.frames = {{.time = 0.04, .steps = 100, .smallest_dt = 1e-4, .largest_dt = 8e-3, .seconds = 0.5 * seconds},
                  {.time = 0.08, .steps = 300, .smallest_dt = 5e-5, .largest_dt = 2e-3, .seconds = 1.5 * seconds}};
    run.steps = 400;
    run.rejected_steps = 100;
    run.force_evaluations = 3000;
    run.shares = {.force = 0.75, .history = 0.1, .contact = 0.05};
    run.error = 2 * rms_error;
    run.rms_error = rms_error;
    return run;
}

inline Ews96Result made_up_ews96_result()
{
    Ews96RowResult row{.row = ews96_rows()[0]};
    row.runs = {made_up_ews96_run("cash-karp", 2, 0), made_up_ews96_run("bulirsch-stoer", 4, 0.001),
                made_up_ews96_run("symplectic Euler", 0.4, 0.001), made_up_ews96_run("linearised, 5 ms", 0.02, 0.03),
                made_up_ews96_run("linearised, 2.5 ms", 0.05, 0.015)};
    Ews96Result result;
    result.options.choices.frames = 2;
    result.options.fabric.name = "plain";
    result.rows = {row};
    return result;
}

}  // namespace tulle::testing
