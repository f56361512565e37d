#include "study/papers/vsmt10/vsmt10_report.hpp"

#include "core/counted.hpp"
#include "study/common/table.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tulle {
namespace {

void append_law_curves(std::string& text, const Vsmt10Result& result)
{
    if (result.curves.empty()) return;
    Table table({"law", "stiffness at 0.9", "1", "1.1", "tension at 0.5", "0.9", "1.01", "1.1", "1.4"});
    for (const Vsmt10Curve& curve : result.curves) {
        Table::Row row{curve.name()};
        for (const double length : {0.9, 1.0, 1.1}) row.emplace_back(fmt::format("{:.4g}", curve.stiffness_at(length)));
        for (const double length : {0.5, 0.9, 1.01, 1.1, 1.4})
            row.emplace_back(fmt::format("{:.4g}", curve.tension_at(length)));
        table.add_row(std::move(row));
    }
    text += "\n## Figures 1 and 2: stiffness and tension over length\n\nOver K and K L; lengths in rest lengths.\n\n" +
            to_markdown(table);
}

void append_lattice_pulls(std::string& text, const Vsmt10Result& result)
{
    if (result.pulls.empty()) return;
    const Vsmt10LatticeOptions& options = result.options.lattice;
    text += fmt::format(
        "\n## Figure 3: a lattice whose edges move outward\n\nEdges move to {:g} times their lengths from {:g} s to "
        "{:g} s. "
        "Half of the way up and down of the particle that goes farthest in the last second, and in brackets how far "
        "the "
        "middle has sunk when the edges begin to move [mm].\n\n",
        options.stretch, options.rest, options.rest + options.pull);
    Table table({"particles", "solved by", "exact", "clamped", "damped"});
    for (const int side : options.sides)
        for (const Vsmt10Solve& solve : options.solves) {
            Table::Row row{fmt::format("{} x {}", side, side), solve.name()};
            for (const JacobianTreatment treatment : vsmt10_treatments) {
                const Vsmt10Pull* pull = vsmt10_pull(result, side, treatment, solve);
                row.emplace_back(pull == nullptr ? "-"
                                                 : fmt::format("{} ({:.2g})", amplitude_text(*pull), 1000 * pull->sag));
            }
            table.add_row(std::move(row));
        }
    text += to_markdown(table);
    for (const Vsmt10Pull& one : result.pulls)
        if (one.material != Vsmt10Material::cubic)
            text += fmt::format("\n{} x {} particles of {}, {}, exact: {}.\n", one.side, one.side,
                                name_of(one.material), one.solve.name(), amplitude_text(one));
}

void append_loads(std::string& text, const Vsmt10Result& result)
{
    if (result.loads.empty()) return;
    const Vsmt10LoadOptions& options = result.options.loads;
    text += fmt::format(
        "\n## Figures 4 and 5: heavy things on cloth\n\n{} x {} particles under {:g} and {:g} times their mass. "
        "Stretch of "
        "the springs along the threads: the largest on the way and at the end, after {:g} s, the mean at the end; how "
        "far "
        "the load has sunk, and how fast the fastest particle is then.\n\n",
        options.side, options.side, options.ball_weight, options.cube_weight, options.duration);
    Table table({"", "springs", "largest", "at the end", "mean", "sunk [cm]", "speed [mm/s]"});
    for (const Vsmt10Load& one : result.loads) {
        if (one.status == SweepRunStatus::ok)
            table.add_row({name_of(one.experiment), name_of(one.material), stretch_percent(one.peak_stretch()),
                           stretch_percent(one.end_stretch()), stretch_percent(one.end_mean()),
                           fmt::format("{:.1f}", 100 * one.sunk), fmt::format("{:.2g}", 1000 * one.speed)});
        else
            table.add_row({name_of(one.experiment), name_of(one.material),
                           fmt::format("{} at {:.2f} s", name_of(one.status), one.time), "-", "-", "-", "-"});
    }
    text += to_markdown(table);
}

void append_pressed(std::string& text, const Vsmt10Result& result)
{
    if (result.pressed.empty()) return;
    const Vsmt10PressOptions& options = result.options.press;
    text += fmt::format(
        "\n## Figure 6: a cube under a weight\n\n{} x {} x {} particles under {:g} times their mass. What is left of "
        "the "
        "height, at least and at the end, after {:g} s where steps are solved and {:g} s elsewhere.\n\n",
        options.side, options.side, options.side, options.times_mass, options.duration, options.unsolved_duration);
    Table table({"weight", "solved by", "Jacobian", "springs", "least", "at the end"});
    for (const Vsmt10Press& one : result.pressed)
        table.add_row({weight_text(one), one.solve.name(), name_of(one.treatment), name_of(one.material),
                       height_text(one),
                       one.status == SweepRunStatus::ok ? fmt::format("{:.0f} %", 100 * one.end_height()) : "-"});
    text += to_markdown(table);
}

void append_step_times(std::string& text, const Vsmt10Result& result)
{
    if (result.times.empty()) return;
    Table table(
        {"particles", "iterations", "linear springs", "StVK springs, over linear", "cubic springs", "StVK triangles"});
    for (const Vsmt10TimeRow& row : result.times) {
        Table::Row cells{row.particles(), row.iterations};
        for (const Vsmt10Timed& one : row.materials) {
            const bool is_first = one.material == Vsmt10Material::linear;
            cells.emplace_back(fmt::format(
                "{} ({:.0f} %)",
                is_first ? fmt::format("{:.3g} ms", 1000 * one.seconds) : fmt::format("{:.2f}", one.relative),
                100 * one.force_share));
        }
        table.add_row(std::move(cells));
    }
    text +=
        "\n## Figure 7: time of a step\n\nMedians of processor time, simulations taking turns step by step; in "
        "brackets the share of forces and matrices.\n\n" +
        to_markdown(table);
}

void append_hung_cloths(std::string& text, const Vsmt10Result& result)
{
    if (result.hung.empty()) return;
    const Vsmt10HangingOptions& options = result.options.hanging;
    text += fmt::format(
        "\n## Figure 8: cloth that hangs from one edge\n\nMean stretch of the springs along the threads, and the "
        "largest, when "
        "it has stopped; {} x {} particles.\n\n",
        options.side, options.side);
    Table table({"K [N/m]", "law", "K1/K", "mean", "largest", "stopped after"});
    for (const Vsmt10Hung& one : result.hung) {
        const bool is_cubic = one.material == Vsmt10Material::cubic;
        table.add_row(
            {one.stiffness, is_cubic ? fmt::format("cubic, a1 = {:g}", one.stretched) : "linear",
             value_if(is_cubic, one.factor), stretch_percent(one.mean_stretch), stretch_percent(one.largest_stretch),
             one.status == SweepRunStatus::ok ? fmt::format("{:.2f} s", one.time) : std::string(name_of(one.status))});
    }
    text += to_markdown(table);
}

}  // namespace

std::string stretch_percent(double part) { return fmt::format("{:.3g} %", 100 * part); }

std::string amplitude_text(const Vsmt10Pull& pull)
{
    if (pull.status != SweepRunStatus::ok) return fmt::format("{} at {:.2f} s", name_of(pull.status), pull.time);
    const double amplitude = 1000 * pull.last_amplitude;  // mm
    return amplitude < 100 ? fmt::format("{:.2g} mm", amplitude) : fmt::format("{:.0f} mm", amplitude);
}

std::string weight_text(const Vsmt10Press& press)
{
    if (press.weight == Vsmt10Weight::layer) return "mass of the topmost layer";
    return press.speed > 0 ? fmt::format("cube at {:g} m/s", press.speed) : "cube that lies on it";
}

std::string height_text(const Vsmt10Press& press)
{
    if (press.status != SweepRunStatus::ok) return fmt::format("{} at {:.2f} s", name_of(press.status), press.time);
    return fmt::format("{:.0f} %", 100 * press.least_height());
}

const Vsmt10Pull* vsmt10_pull(const Vsmt10Result& result, int side, JacobianTreatment treatment,
                              const Vsmt10Solve& solve)
{
    const auto found = std::ranges::find_if(result.pulls, [&](const Vsmt10Pull& one) {
        return one.material == Vsmt10Material::cubic && one.side == side && one.treatment == treatment &&
               one.solve == solve;
    });
    return found == result.pulls.end() ? nullptr : &*found;
}

std::string choices_text(const Vsmt10Result& result)
{
    const Vsmt10Choices& c = result.options.choices;
    return fmt::format(
        "springs of one law along threads, of {:g} times the stiffness across cells and {:g} times over two spacings "
        "of "
        "{:g} cm; {:.3g} kg/m^2; triangles with the modulus of the threads alone; backward Euler with steps of {:g} "
        "ms; {}",
        c.shear_part, c.bending_part, 100 * c.spacing, c.areal_density, 1000 * c.dt, counted(result.threads, "thread"));
}

std::string to_markdown(const Vsmt10Result& result)
{
    Table claims({"VSMT10", "here"});
    for (const Vsmt10Claim& claim : vsmt10_claims(result)) claims.add_row({claim.of_paper, claim.of_tulle});
    std::string text =
        "# VSMT10's figures, the paper's beside Tulle's\n\nChosen where the paper is silent: " + choices_text(result) +
        ".\n\n" + to_markdown(claims);
    append_law_curves(text, result);
    append_lattice_pulls(text, result);
    append_loads(text, result);
    append_pressed(text, result);
    append_step_times(text, result);
    append_hung_cloths(text, result);
    return text;
}

}  // namespace tulle
