#include "study/papers/ews96/ews96_report.hpp"

#include "core/counted.hpp"
#include "study/common/table.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace tulle {
namespace {

constexpr std::array counted_operations{
    Ews96Operations{"EWS96, not optimised", 26079, 49397, 483, 6594},
    Ews96Operations{"EWS96, optimised", 1243, 2346, 40, 42},
    Ews96Operations{"Tulle, shared", 500, 846, 48, 42},
    Ews96Operations{"Tulle, closed forms, shared", 300, 350, 22, 18},
};

std::string ms_text(double seconds) { return fmt::format("{:.3g}", 1000 * seconds); }

/// Returns three digits, without powers of ten for large values such as the paper's hour.
std::string seconds_text(double seconds)
{
    return seconds < 1000 ? fmt::format("{:.3g}", seconds) : fmt::format("{:.0f}", seconds);
}

/// "0.27 - 5.8"
std::string range_text(const StepRange& range)
{
    return fmt::format("{:.2g} - {:.2g}", 1000 * range.smallest, 1000 * range.largest);
}

std::string percent_text(double part) { return std::isfinite(part) ? fmt::format("{:.2g} %", 100 * part) : "-"; }

/// Returns the paper's steps of the same method; none if the paper does not give them.
std::optional<StepRange> their_steps(const Ews96Row& row, const Ews96Run& run)
{
    if (!row.paper || !run.method->is_of_paper) return std::nullopt;
    return run.method->name == "cash-karp" ? std::optional(row.paper->runge_kutta) : row.paper->bulirsch_stoer;
}

struct FrameSeconds {
    double least = 0, most = 0, mean = 0;
};

FrameSeconds frame_seconds_of(const Ews96Run& run)
{
    if (run.frames.empty()) return {};
    const auto [least, most] =
        std::minmax_element(run.frames.begin(), run.frames.end(),
                            [](const Ews96Frame& a, const Ews96Frame& b) { return a.seconds < b.seconds; });
    return {least->seconds, most->seconds, run.mean_seconds()};
}

/// Returns "cash-karp", with the status if it is not ok.
std::string method_text(const Ews96Run& run)
{
    if (run.status == SweepRunStatus::ok) return std::string(run.method->name);
    return fmt::format("{} ({})", run.method->name, name_of(run.status));
}

void append_operations(std::string& text)
{
    Table table({"", "additions", "multiplications", "divisions", "functions"});
    for (const Ews96Operations& count : counted_operations)
        table.add_row({count.name, count.additions, count.multiplications, count.divisions, count.functions});
    text += "\n## Table 1: operations for the force on one particle\n\n" + to_markdown(table) +
            "\nWhat is counted, and how Tulle's formulas came about: docs/theory/computer-algebra.md.\n";
}

void append_steps(std::string& text, const Ews96Result& result)
{
    Table table({"example", "particles", "method", "paper", "Tulle", "Tulle's mean", "steps", "undone"});
    for (const Ews96RowResult& found : result.rows)
        for (const Ews96Run& run : found.runs) {
            if (!run.method->is_of_paper) continue;
            const std::optional<StepRange> of_paper = their_steps(found.row, run);
            table.add_row({name_of(found.row.example), found.row.particles(), method_text(run),
                           of_paper ? range_text(*of_paper) : "-", range_text(run.dt_range()), ms_text(run.mean_dt()),
                           run.steps, run.rejected_steps});
        }
    text += "\n## Table 2: steps [ms of simulated time]\n\n" + to_markdown(table);
}

void append_calls(std::string& text, const Ews96Result& result)
{
    text +=
        "\n## Table 3: time of a call with cash-karp, and shares of the time\n\n"
        "Theirs: forces 77 to 86 %, interactions 6 to 15 %, coefficients of bending and shear 6 to 8 %, all else below "
        "2 %; 6 to 10 evaluations of forces a step.\n\n";
    Table table({"example", "particles", "forces: paper [ms]", "Tulle", "share", "hysteresis: paper [ms]", "Tulle",
                 "share", "contact: paper [ms]", "Tulle", "share", "all else", "evaluations a step"});
    const auto share_text = [](double share) { return fmt::format("{:.1f} %", 100 * share); };
    for (const Ews96RowResult& found : result.rows) {
        const Ews96Run* run = run_of(found, "cash-karp");
        if (run == nullptr || run->steps == 0) continue;
        const Ews96Calls calls = calls_of(*run);
        const auto of_paper = [&](double Ews96Paper::*seconds) {
            return found.row.paper ? fmt::format("{:.0f}", 1000 * ((*found.row.paper).*seconds)) : "-";
        };
        const double evaluations = static_cast<double>(run->force_evaluations) / static_cast<double>(run->steps);
        table.add_row({name_of(found.row.example), found.row.particles(), of_paper(&Ews96Paper::force_seconds),
                       ms_text(calls.force), share_text(run->shares.force), of_paper(&Ews96Paper::history_seconds),
                       ms_text(calls.history), share_text(run->shares.history), of_paper(&Ews96Paper::contact_seconds),
                       ms_text(calls.contact), share_text(run->shares.contact), share_text(run->shares.rest()),
                       fmt::format("{:.1f}", evaluations)});
    }
    text += to_markdown(table);
}

void append_frames(std::string& text, const Ews96Result& result)
{
    Table table({"example", "particles", "paper", "cash-karp", "bulirsch-stoer", "Tulle, looking alike",
                 "paper over cash-karp", "cash-karp over Tulle"});
    const auto three = [](const FrameSeconds& s) {
        return seconds_text(s.least) + " / " + seconds_text(s.most) + " / " + seconds_text(s.mean);
    };
    for (const Ews96RowResult& found : result.rows) {
        const Ews96Run* cash_karp = run_of(found, "cash-karp");
        const Ews96Run* bulirsch_stoer = run_of(found, "bulirsch-stoer");
        const Ews96Run* of_tulle = fastest_alike(found);
        const auto& paper = found.row.paper;
        const auto cell = [&](const Ews96Run* run) { return run == nullptr ? "-" : three(frame_seconds_of(*run)); };
        const auto factor = [](double slow, double fast) {
            return fast > 0 ? fmt::format("{:.3g}", slow / fast) : "-";
        };
        const double explicit_mean = cash_karp == nullptr ? 0 : cash_karp->mean_seconds();
        table.add_row({name_of(found.row.example), found.row.particles(),
                       paper ? three({paper->least_frame, paper->most_frame, paper->mean_frame}) : "-", cell(cash_karp),
                       cell(bulirsch_stoer),
                       of_tulle == nullptr ? "none" : fmt::format("{}, {}", cell(of_tulle), method_text(*of_tulle)),
                       paper ? factor(paper->mean_frame, explicit_mean) : "-",
                       of_tulle == nullptr ? "-" : factor(explicit_mean, of_tulle->mean_seconds())});
    }
    text += "\n## Table 4: time of a frame of 40 ms [s], least / most / mean\n\n" + to_markdown(table);
}

void append_methods(std::string& text, const Ews96RowResult& found)
{
    text += fmt::format("\n## {}, {} particles: all methods\n\n", name_of(found.row.example), found.row.particles());
    Table table({"method", "step [ms]", "steps", "frames", "s a frame", "faster than cash-karp", "distance, largest",
                 "root mean square", "forces", "hysteresis", "contact", "matrices"});
    const Ews96Run* cash_karp = run_of(found, "cash-karp");
    for (const Ews96Run& run : found.runs) {
        const double mean = run.mean_seconds();
        const Ews96Shares& s = run.shares;
        table.add_row({method_text(run), ms_text(run.dt > 0 ? run.dt : run.mean_dt()), run.steps, run.frames.size(),
                       fmt::format("{:.3g}", mean),
                       cash_karp != nullptr && mean > 0 ? fmt::format("{:.3g}", cash_karp->mean_seconds() / mean) : "-",
                       percent_text(run.error), percent_text(run.rms_error), fmt::format("{:.0f} %", 100 * s.force),
                       fmt::format("{:.1f} %", 100 * s.history), fmt::format("{:.1f} %", 100 * s.contact),
                       fmt::format("{:.0f} %", 100 * s.matrices)});
    }
    text += to_markdown(table);
}

}  // namespace

std::span<const Ews96Operations> ews96_operations() { return counted_operations; }

const Ews96Run* run_of(const Ews96RowResult& result, std::string_view method)
{
    const auto found = std::find_if(result.runs.begin(), result.runs.end(),
                                    [&](const Ews96Run& run) { return run.method->name == method; });
    return found == result.runs.end() ? nullptr : &*found;
}

const Ews96Run* fastest_alike(const Ews96RowResult& result)
{
    const Ews96Run* fastest = nullptr;
    for (const Ews96Run& run : result.runs) {
        if (run.method->is_of_paper || !run.is_whole() || !(run.rms_error <= ews96_alike)) continue;
        if (fastest == nullptr || run.seconds() < fastest->seconds()) fastest = &run;
    }
    return fastest;
}

Ews96Calls calls_of(const Ews96Run& run)
{
    const double seconds = run.seconds();
    const auto tried = static_cast<double>(run.steps + run.rejected_steps);  // rejected steps update the history too
    const auto evaluations = static_cast<double>(run.force_evaluations);
    return {.force = evaluations > 0 ? run.shares.force * seconds / evaluations : 0,
            .history = tried > 0 ? run.shares.history * seconds / tried : 0,
            .contact = tried > 0 ? run.shares.contact * seconds / tried : 0};
}

std::string choices_text(const Ews96Result& result)
{
    const Ews96Choices& c = result.options.choices;
    return fmt::format(
        "{} frames, {:g} s; fabric {}, {}; cloth {:g} m x {:g} m in still air, undamped; table {:g} m x {:g} m, round "
        "table and sphere of radius {:g} m, friction {:g}, distance kept {:g} spacings, cloth {:g} m above; {}",
        c.frames, c.frames / ews96_fps, result.options.fabric.name,
        c.tension_loop ? "with the loops of tension" : "without the loops of tension", c.size, c.size,
        c.table_part * c.size, c.table_part * c.size, c.radius_part * c.size, result.options.fabric.friction,
        c.thickness_part, c.gap, counted(result.threads, "thread"));
}

std::string summary_table(const Ews96Result& result)
{
    // The first column of a group is one character wider than its entries, which separates the groups.
    Table table({left_column("", 12), right_column("particles", 9), right_column("paper [ms]", 13),
                 right_column("cash-karp", 12), right_column("bul.-stoer", 12), right_column("paper [s]", 10),
                 right_column("cash-karp", 9), right_column("bul.-stoer", 9), "Tulle, looking alike [s]"});
    for (const Ews96RowResult& found : result.rows) {
        const auto steps = [&](std::string_view method) {
            const Ews96Run* run = run_of(found, method);
            return run == nullptr ? "-" : range_text(run->dt_range());
        };
        const auto seconds = [&](std::string_view method) {
            const Ews96Run* run = run_of(found, method);
            return run == nullptr ? "-" : fmt::format("{:.3g}", run->mean_seconds());
        };
        const auto& paper = found.row.paper;
        const Ews96Run* of_tulle = fastest_alike(found);
        table.add_row(
            {name_of(found.row.example), found.row.particles(), paper ? range_text(paper->runge_kutta) : "-",
             steps("cash-karp"), steps("bulirsch-stoer"), paper ? fmt::format("{:g}", paper->mean_frame) : "-",
             seconds("cash-karp"), seconds("bulirsch-stoer"),
             of_tulle == nullptr ? "none"
                                 : fmt::format("{:.3g} {}", of_tulle->mean_seconds(), method_text(*of_tulle))});
    }
    return to_text(table);
}

std::string to_markdown(const Ews96Result& result)
{
    std::string text =
        "# EWS96's examples, the paper's beside Tulle's\n\n"
        "Chosen where the paper is silent: " +
        choices_text(result) +
        ".\n\nTimes are of the processor. Nothing is extrapolated: steps, times and shares are of the frames named "
        "above.\nShapes look alike when particles are within " +
        fmt::format("{:g}", 100 * ews96_alike) + " % of the cloth's side of those of cash-karp, root mean square.\n";
    append_operations(text);
    append_steps(text, result);
    append_calls(text, result);
    append_frames(text, result);
    for (const Ews96RowResult& found : result.rows) append_methods(text, found);
    return text;
}

std::string to_csv(const Ews96Result& result)
{
    Table table({"example", "particles", quoted_column("method"), "status", "frame_end_s", "steps", "smallest_step_s",
                 "largest_step_s", "processor_s", "paper_smallest_step_s", "paper_largest_step_s",
                 "paper_mean_frame_s"});
    for (const Ews96RowResult& found : result.rows)
        for (const Ews96Run& run : found.runs) {
            const std::optional<StepRange> of_paper = their_steps(found.row, run);
            const bool has_mean = found.row.paper && run.method->name == "cash-karp";
            for (const Ews96Frame& frame : run.frames)
                table.add_row({name_of(found.row.example), found.row.particles(), run.method->name, name_of(run.status),
                               frame.time, frame.steps, frame.smallest_dt, frame.largest_dt, frame.seconds,
                               of_paper ? Table::Cell(of_paper->smallest) : Table::Cell(),
                               of_paper ? Table::Cell(of_paper->largest) : Table::Cell(),
                               has_mean ? Table::Cell(found.row.paper->mean_frame) : Table::Cell()});
        }
    return to_csv(table);
}

}  // namespace tulle
