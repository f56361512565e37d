#pragma once
// What came of EEH00's rows: theirs beside ours, as text, CSV, Markdown and JSON.

#include "study/papers/eeh00/eeh00.hpp"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace tulle {

/// An end state nearer than this to the converged one counts, as a part of the cloth's size.
inline constexpr double eeh00_good_error = 0.01;

/// What a row comes down to; none where no run was good enough. Valid while the row lives.
struct Eeh00Verdict {
    const Eeh00Run* paper = nullptr;    // fewest iterations in the paper's way, bare updates
    const Eeh00Run* fewest = nullptr;   // fewest iterations with IC(0), in any way
    const Eeh00Run* fastest = nullptr;  // least time, in any way

    /// Whether its iterations are at or below the paper's.
    [[nodiscard]] static bool is_within(const Eeh00Run* run, const Eeh00Row& row)
    {
        return run != nullptr && row.iterations > 0 && run->sweep_run.linear_iterations <= row.iterations;
    }
};
[[nodiscard]] Eeh00Verdict verdict_of(const Eeh00RowResult& result);

/// The least time of a run whose error is at most `error`, in any way; none where there is none.
[[nodiscard]] const Eeh00Run* fastest_within(const Eeh00RowResult& result, double error);

/// Why the paper's way needs more iterations than the paper counted; empty where it does not.
[[nodiscard]] std::string reason_of(const Eeh00RowResult& result);

/// One line of the settings that the paper leaves open.
[[nodiscard]] std::string choices_text(const Eeh00Result& result);

/// A line per row, for a terminal.
[[nodiscard]] std::string summary_table(const Eeh00Result& result);

/// Everything, with tables of all runs.
[[nodiscard]] std::string to_markdown(const Eeh00Result& result);

/// A row per run.
[[nodiscard]] std::string to_csv(const Eeh00Result& result);
[[nodiscard]] nlohmann::ordered_json to_json(const Eeh00Result& result);

}  // namespace tulle
