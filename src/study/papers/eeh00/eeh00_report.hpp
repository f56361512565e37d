#pragma once
// Report of the reproduction of EEH00: the paper's rows beside Tulle's, as text, CSV, Markdown and JSON.

#include "study/papers/eeh00/eeh00.hpp"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace tulle {

/// Error below which a run counts as good: distance from the converged final state, relative to the size of the cloth.
inline constexpr double eeh00_good_error = 0.01;

/// Best runs of a row; null if no run was good enough. The pointers are valid while the row lives.
struct Eeh00Verdict {
    const Eeh00Run* paper = nullptr;    // fewest linear iterations, EEH00 Algorithm 1 (UpdateKind::bare)
    const Eeh00Run* fewest = nullptr;   // fewest linear iterations, any method with IC(0)
    const Eeh00Run* fastest = nullptr;  // least time, any method

    /// Returns whether the linear iterations of a run are at most the paper's.
    [[nodiscard]] static bool is_within(const Eeh00Run* run, const Eeh00Row& row)
    {
        return run != nullptr && row.iterations > 0 && run->sweep_run.linear_iterations <= row.iterations;
    }
};
[[nodiscard]] Eeh00Verdict verdict_of(const Eeh00RowResult& result);

/// Returns the fastest run, of any method, with at most this error; null if there is none.
[[nodiscard]] const Eeh00Run* fastest_within(const Eeh00RowResult& result, double error);

/// Returns the reason why the paper's method needs more iterations than the paper counted; empty if it does not.
[[nodiscard]] std::string reason_of(const Eeh00RowResult& result);

/// Returns one line with the settings that the paper leaves open.
[[nodiscard]] std::string choices_text(const Eeh00Result& result);

/// Returns a table for the terminal, with one line per row of the paper's tables.
[[nodiscard]] std::string summary_table(const Eeh00Result& result);

/// Returns the whole report, with tables of all runs.
[[nodiscard]] std::string to_markdown(const Eeh00Result& result);

/// Returns a row per run.
[[nodiscard]] std::string to_csv(const Eeh00Result& result);
[[nodiscard]] nlohmann::ordered_json to_json(const Eeh00Result& result);

}  // namespace tulle
