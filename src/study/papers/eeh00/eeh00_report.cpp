#include "study/papers/eeh00/eeh00_report.hpp"

#include "core/counted.hpp"
#include "study/common/table.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>

namespace tulle {
namespace {

bool is_within(const Eeh00Run& run, double error) { return run.sweep_run.is_good() && run.sweep_run.error <= error; }

std::string eps_text(const Eeh00Run& run) { return fmt::format("{:g}", run.eps); }

/// "1e4"
std::string power_text(double value)
{
    const auto exponent = static_cast<int>(std::lround(std::log10(value)));
    return std::abs(value / std::pow(10, exponent) - 1) < 1e-9 ? fmt::format("1e{}", exponent)
                                                               : fmt::format("{:g}", value);
}

std::string paper_text(double value) { return value == 0 ? "-" : fmt::format("{:g}", value); }

/// Returns "527*"; the star marks iterations at or below the paper's.
std::string iterations_text(const Eeh00Run& run, const Eeh00Row& row)
{
    return fmt::format("{}{}", run.sweep_run.linear_iterations, Eeh00Verdict::is_within(&run, row) ? "*" : "");
}

std::string error_text(const SweepRun& sweep_run)
{
    if (!std::isfinite(sweep_run.error)) return std::string(name_of(sweep_run.status));
    return fmt::format("{:.3g} %", 100 * sweep_run.error);
}

/// "527*, newton at 0.1, 0.997 %"
std::string iterations_cell(const Eeh00Run* run, const Eeh00Row& row)
{
    if (run == nullptr) return "none";
    return fmt::format("{}, {} at {}, {}", iterations_text(*run, row), run->method->name, eps_text(*run),
                       error_text(run->sweep_run));
}

double iterations_per_step(const Eeh00Run& run)
{
    return static_cast<double>(run.sweep_run.linear_iterations) / static_cast<double>(run.sweep_run.steps);
}

void append_run(std::string& text, const Eeh00Run& run, const Eeh00Verdict& verdict)
{
    const SweepRun& sweep_run = run.sweep_run;
    std::string marks;
    if (&run == verdict.paper) marks += " cheapest of the paper's;";
    if (&run == verdict.fewest) marks += " fewest iterations;";
    if (&run == verdict.fastest) marks += " fastest;";
    if (!marks.empty()) marks.pop_back();
    text += fmt::format("| {} | {} | {} | {} | {} | {:.3f} | {:.3f} | {:.3f} |{} |\n", run.method->name, eps_text(run),
                        sweep_run.linear_iterations, sweep_run.nonlinear_iterations, error_text(sweep_run),
                        sweep_run.stages.assembly, sweep_run.stages.solve, sweep_run.seconds, marks);
}

void append_row(std::string& text, const Eeh00RowResult& found)
{
    const Eeh00Row& row = found.row;
    const Eeh00Verdict verdict = verdict_of(found);
    text += fmt::format("\n## {}, {} particles, k/m = {}, h = {:g} s\n\n", name_of(row.example), row.particles(),
                        power_text(row.stiffness_per_mass), row.h);
    if (row.iterations > 0)
        text +=
            fmt::format("Theirs: {} iterations; {:g} s for matrices, {:g} s for conjugate gradients, {:g} s in all.\n",
                        row.iterations, row.setup_seconds, row.cg_seconds, row.solver_seconds);
    text += fmt::format("Two converged runs differ by {:.1g} %.\n", 100 * found.spread);
    if (const std::string reason = reason_of(found); !reason.empty())
        text += "The paper's method needs more iterations here: " + reason + ".\n";
    text +=
        "\n| method | eps | iterations | nonlinear | error | matrices [s] | CG [s] | in all [s] | |\n"
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n";
    for (const Eeh00Run& run : found.runs) append_run(text, run, verdict);
}

nlohmann::ordered_json json_of(const Eeh00Run& run)
{
    const SweepRun& sweep_run = run.sweep_run;
    return {{"method", run.method->name},
            {"eps", run.eps},
            {"status", name_of(sweep_run.status)},
            {"iterations", sweep_run.linear_iterations},
            {"nonlinear_iterations", sweep_run.nonlinear_iterations},
            {"steps", sweep_run.steps},
            {"error", sweep_run.error},  // null if the end was not reached
            {"setup_seconds", sweep_run.stages.assembly},
            {"cg_seconds", sweep_run.stages.solve},
            {"seconds", sweep_run.seconds}};
}

}  // namespace

Eeh00Verdict verdict_of(const Eeh00RowResult& result)
{
    Eeh00Verdict verdict;
    const auto fewer = [](const Eeh00Run& run, const Eeh00Run* best) {
        return best == nullptr || run.sweep_run.linear_iterations < best->sweep_run.linear_iterations;
    };
    for (const Eeh00Run& run : result.runs) {
        if (!is_within(run, eeh00_good_error)) continue;
        if (run.method->update == UpdateKind::bare && fewer(run, verdict.paper)) verdict.paper = &run;
        if (run.method->preconditioner == PreconditionerKind::ic0 && fewer(run, verdict.fewest)) verdict.fewest = &run;
    }
    verdict.fastest = fastest_within(result, eeh00_good_error);
    return verdict;
}

const Eeh00Run* fastest_within(const Eeh00RowResult& result, double error)
{
    const Eeh00Run* fastest = nullptr;
    for (const Eeh00Run& run : result.runs)
        if (is_within(run, error) && (fastest == nullptr || run.sweep_run.seconds < fastest->sweep_run.seconds))
            fastest = &run;
    return fastest;
}

std::string reason_of(const Eeh00RowResult& result)
{
    const Eeh00Verdict verdict = verdict_of(result);
    const Eeh00Row& row = result.row;
    if (row.iterations == 0 || Eeh00Verdict::is_within(verdict.paper, row)) return {};
    const double q = result.contraction;
    std::string text = fmt::format(
        "across the springs a bare update leaves q = {:.3f} of the error, {:.0f} nonlinear iterations for a tenth of "
        "it, and the start value 2 v_n - v_(n-1) brings back up to three times what the step before left; ",
        q, std::ceil(std::log(0.1) / std::log(q)));
    if (verdict.paper == nullptr) return text + "no eps tried comes within 1 %";
    return text + fmt::format("{:.2f} iterations a step, {:.2f} in the paper", iterations_per_step(*verdict.paper),
                              row.iterations * row.h);
}

std::string choices_text(const Eeh00Result& result)
{
    const Eeh00Choices& c = result.options.choices;
    return fmt::format(
        "{:g} s; cloth {:g} m x {:g} m, structural k and d as given, shear springs {:g} k, bending springs {:g} k, "
        "both "
        "undamped; table {:g} m x {:g} m, friction {:g}, distance kept {:g} spacings, cloth {:g} m above it; the "
        "hanging "
        "textile starts level, held at two neighbouring corners; {}",
        c.duration, c.size, c.size, c.shear_part, c.bending_part, c.table_part * c.size, c.table_part * c.size,
        c.friction, c.thickness_part, c.gap, counted(result.threads, "thread"));
}

std::string summary_table(const Eeh00Result& result)
{
    Table table({left_column("", 16), right_column("particles", 9), right_column("k/m", 4), right_column("h [s]", 6),
                 right_column("paper", 7), left_column("bare updates", 14), left_column("best with IC(0)", 24),
                 "fastest of all"});
    for (const Eeh00RowResult& found : result.rows) {
        const Eeh00Row& row = found.row;
        const auto [paper, fewest, fastest] = verdict_of(found);
        table.add_row(
            {name_of(row.example), row.particles(), power_text(row.stiffness_per_mass), fmt::format("{}", row.h),
             paper_text(row.iterations),
             paper == nullptr ? "none" : fmt::format("{} ({})", iterations_text(*paper, row), eps_text(*paper)),
             fewest == nullptr
                 ? "none"
                 : fmt::format("{} {} ({})", iterations_text(*fewest, row), fewest->method->name, eps_text(*fewest)),
             fastest == nullptr ? "none"
                                : fmt::format("{:.3f} s {} ({})", fastest->sweep_run.seconds, fastest->method->name,
                                              eps_text(*fastest))});
    }
    return to_text(table);
}

std::string to_markdown(const Eeh00Result& result)
{
    std::string text =
        "# EEH00's performance tables, the paper's beside Tulle's\n\n"
        "Chosen where the paper is silent: " +
        choices_text(result) +
        ".\n\nErrors are the largest distance of a particle from the converged solution of the same steps, in % of the "
        "cloth's side.\nRuns count where they are within 1 %. A star: at or below the paper's count.\n\n";
    Table table({"example", "particles", "k/m", "h [s]", "their iterations", "bare updates", "fewest with IC(0)",
                 "their time [s]", "our fastest"});
    for (const Eeh00RowResult& found : result.rows) {
        const Eeh00Row& row = found.row;
        const auto [paper, fewest, fastest] = verdict_of(found);
        table.add_row({name_of(row.example), row.particles(), power_text(row.stiffness_per_mass), row.h,
                       paper_text(row.iterations), iterations_cell(paper, row), iterations_cell(fewest, row),
                       paper_text(row.solver_seconds),
                       fastest == nullptr ? "none"
                                          : fmt::format("{:.3f} s, {} at {}", fastest->sweep_run.seconds,
                                                        fastest->method->name, eps_text(*fastest))});
    }
    text += to_markdown(table);
    for (const Eeh00RowResult& found : result.rows) append_row(text, found);
    return text;
}

std::string to_csv(const Eeh00Result& result)
{
    Table table({"example", "particles", "k_per_m", "d_per_m", "h_s", "paper_iterations", "paper_setup_s", "paper_cg_s",
                 "paper_solver_s", "method", "eps", "status", "iterations", "nonlinear_iterations", "error", "spread",
                 "setup_s", "cg_s", "wall_s"});
    for (const Eeh00RowResult& found : result.rows) {
        const Eeh00Row& row = found.row;
        for (const Eeh00Run& run : found.runs) {
            const SweepRun& sweep_run = run.sweep_run;
            table.add_row({name_of(row.example), row.particles(), row.stiffness_per_mass, row.damping_per_mass, row.h,
                           row.iterations, row.setup_seconds, row.cg_seconds, row.solver_seconds, run.method->name,
                           run.eps, name_of(sweep_run.status), sweep_run.linear_iterations,
                           sweep_run.nonlinear_iterations, if_finite(sweep_run.error), if_finite(found.spread),
                           sweep_run.stages.assembly, sweep_run.stages.solve, sweep_run.seconds});
        }
    }
    return to_csv(table);
}

nlohmann::ordered_json to_json(const Eeh00Result& result)
{
    const Eeh00Choices& c = result.options.choices;
    nlohmann::ordered_json json{{"choices",
                                 {{"duration", c.duration},
                                  {"size", c.size},
                                  {"areal_density", c.areal_density},
                                  {"shear_part", c.shear_part},
                                  {"bending_part", c.bending_part},
                                  {"table_part", c.table_part},
                                  {"thickness_part", c.thickness_part},
                                  {"gap", c.gap},
                                  {"friction", c.friction}}},
                                {"threads", result.threads},
                                {"interrupted", result.was_interrupted},
                                {"rows", nlohmann::ordered_json::array()}};
    for (const Eeh00RowResult& found : result.rows) {
        const Eeh00Row& row = found.row;
        const Eeh00Verdict verdict = verdict_of(found);
        const auto or_null = [](const Eeh00Run* run) {
            return run == nullptr ? nlohmann::ordered_json() : json_of(*run);
        };
        nlohmann::ordered_json one{{"example", name_of(row.example)},
                                   {"particles", row.particles()},
                                   {"stiffness_per_mass", row.stiffness_per_mass},
                                   {"damping_per_mass", row.damping_per_mass},
                                   {"h", row.h},
                                   {"paper",
                                    {{"iterations", row.iterations},
                                     {"setup_seconds", row.setup_seconds},
                                     {"cg_seconds", row.cg_seconds},
                                     {"solver_seconds", row.solver_seconds}}},
                                   {"contraction", found.contraction},
                                   {"spread", found.spread},
                                   {"bare", or_null(verdict.paper)},
                                   {"fewest_iterations", or_null(verdict.fewest)},
                                   {"fastest", or_null(verdict.fastest)},
                                   {"runs", nlohmann::ordered_json::array()}};
        for (const Eeh00Run& run : found.runs) one["runs"].push_back(json_of(run));
        json["rows"].push_back(std::move(one));
    }
    return json;
}

}  // namespace tulle
