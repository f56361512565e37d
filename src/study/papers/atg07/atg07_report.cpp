#include "study/papers/atg07/atg07_report.hpp"

#include "core/counted.hpp"
#include "study/common/table.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace tulle {
namespace {

using OrderedJson = nlohmann::ordered_json;

std::string part_text(double part)
{
    return part < 0.1 ? fmt::format("{:.2g} %", 100 * part) : fmt::format("{:.0f} %", 100 * part);
}

std::string step_ms(double dt) { return fmt::format("{:.3g} ms", 1000 * dt); }

/// Returns "holds", or when and how the run ended.
std::string end_text(SweepRunStatus status, double time)
{
    return status == SweepRunStatus::ok ? "holds" : fmt::format("{} at {:.2f} s", name_of(status), time);
}

// Fraction of the power in short waves above which they count as noise that has grown. A filter leaves far less.
constexpr double is_noise = 0.01;

std::string held_text(const Atg07Held& one)
{
    std::string end = end_text(one.status, one.time);
    if (one.status != SweepRunStatus::ok || !one.method.is_filtered || one.short_part < is_noise) return end;
    return fmt::format("does not explode, but {} of its power is noise", part_text(one.short_part));
}

const Atg07Timed* timed_of(const Atg07Row& row, std::string_view method)
{
    const auto found =
        std::ranges::find_if(row.methods, [&](const Atg07Timed& one) { return one.method.name == method; });
    return found == row.methods.end() ? nullptr : &*found;
}

const Atg07FilteredStep* step_at(const Atg07Result& result, FilterKind kind, double lambda)
{
    const auto found = std::ranges::find_if(
        result.steps, [&](const Atg07FilteredStep& one) { return one.kind == kind && one.lambda == lambda; });
    return found == result.steps.end() ? nullptr : &*found;
}

/// Returns the root mean square of the velocity difference of two motions, over that of the velocities of the first.
double velocity_difference(const GridMotion& a, const GridMotion& b)
{
    double difference = 0, size = 0;
    for (std::size_t k = 0; k < std::min(a.velocities.size(), b.velocities.size()); ++k)
        for (std::size_t i = 0; i < a.particle_count(); ++i) {
            difference += (a.velocities[k][i] - b.velocities[k][i]).squaredNorm();
            size += a.velocities[k][i].squaredNorm();
        }
    return size > 0 ? std::sqrt(difference / size) : 0;
}

/// Returns the range of the time ratio over all rows that have both methods: "0.77 to 0.83".
std::string ratios_text(const std::vector<Atg07Row>& rows, std::string_view method, std::string_view other)
{
    std::vector<double> ratios;
    for (const Atg07Row& row : rows)
        if (const auto ratio = time_ratio(row, method, other)) ratios.push_back(*ratio);
    if (ratios.empty()) return "none reached the end";
    const auto [least, most] = std::ranges::minmax(ratios);
    return ratios.size() == 1 ? fmt::format("{:.2f}", least) : fmt::format("{:.2f} to {:.2f}", least, most);
}

void append_motions(std::string& text, const Atg07Result& result)
{
    text += "\n## Figures 4 and 5: velocities, and what waves they are made of\n\n";
    text += fmt::format(
        "{:g} s, a column every {:g} s. Shares of the power, all frames, cloth mirrored at its borders.\n\n",
        result.options.duration, 1 / result.options.fps);
    Table table({"method", "step", "", "mean square [m^2/s^2]", "the cloth as a whole", "waves of 4 spacings up",
                 "shorter ones", "differs from backward Euler by"});
    for (const Atg07Motion& one : result.motions) {
        const VelocitySpectrum& s = one.spectrum;
        table.add_row(
            {one.method.name, step_ms(one.dt), end_text(one.status, one.motion.times.back()),
             fmt::format("{:.3g}", s.mean_square), part_text(s.rigid_part), part_text(s.long_part),
             part_text(s.short_part),
             result.motions.size() > 1 ? part_text(velocity_difference(result.motions[1].motion, one.motion)) : "-"});
    }
    text += to_markdown(table);
}

Table claims_table(const Atg07Result& result)
{
    Table table({{"ATG07", "paper"}, "here"});
    for (const Atg07Claim& claim : atg07_claims(result)) table.add_row({claim.of_paper, claim.of_tulle});
    return table;
}

Table steps_table(const Atg07Result& result)
{
    Table table({"filter", "lambda", {"by ATG07", "paper"}, "true"});
    const auto factor = [](double value) { return fmt::format("{:.3f}", value); };
    for (const Atg07FilteredStep& one : result.steps)
        table.add_row({one.kind == FilterKind::plain ? "plain" : "averaged",
                       one.lambda,
                       {factor(one.paper), one.paper},
                       {one.truth > 0 ? factor(one.truth) : "none", one.truth}});
    return table;
}

Table held_table(const Atg07Result& result)
{
    Table table({"method", "part", "status", "time_s", "short_waves"});
    for (const Atg07Held& one : result.held)
        table.add_row({one.method.name, one.part, name_of(one.status), one.time, one.short_part});
    return table;
}

void append_filtered_steps(std::string& text, const Atg07Result& result)
{
    if (result.steps.empty()) return;
    text += "\n## Figure 6: longest step of symplectic Euler over lambda, relative to no filter\n\n";
    text += to_markdown(steps_table(result));
}

void append_held(std::string& text, const Atg07Result& result)
{
    if (result.held.empty()) return;
    text += fmt::format("\n## Section 7.1: which steps hold for {:g} s\n\n", result.options.duration);
    text += "Relative to the method's longest stable step without filter at rest.\n\n";
    Table table({"method", "step", "", "waves of less than 4 spacings"});
    for (const Atg07Held& one : result.held)
        table.add_row({one.method.name, one.part, held_text(one),
                       one.status == SweepRunStatus::ok ? part_text(one.short_part) : "-"});
    text += to_markdown(table);
}

void append_swims(std::string& text, const Atg07Result& result)
{
    if (result.swims.empty()) return;
    Table table({"method", "step", "", "processor", "swims at",
                 fmt::format("nodes are from backward Euler's, after {:g} s, by", compared)});
    for (const Atg07Swim& one : result.swims)
        table.add_row({one.method, step_ms(one.dt), one.status == SweepRunStatus::ok ? "holds" : name_of(one.status),
                       fmt::format("{:.3g} s", one.seconds), fmt::format("{:.3g} cm/s", 100 * one.speed),
                       fmt::format("{:.2g} cm", 100 * one.apart)});
    text += "\n## Figure 9: the fish\n\n" + to_markdown(table);
}

void append_times(std::string& text, const std::string& title, const std::vector<Atg07Row>& rows, bool over_k0)
{
    if (rows.empty()) return;
    std::vector<Table::Column> columns{""};
    for (const Atg07Row& row : rows) columns.emplace_back(over_k0 ? k0_text(row.k0) : std::to_string(row.particles()));
    Table table(std::move(columns));
    for (std::size_t w = 0; w < rows[0].methods.size(); ++w) {
        const std::string_view method = rows[0].methods[w].method.name;
        Table::Row cells{method};
        for (const Atg07Row& row : rows) {
            const Atg07Timed& one = row.methods[w];
            const std::optional<double> ratio = time_ratio(row, method, "symplectic Euler");
            cells.emplace_back(ratio ? fmt::format("{:.3g} ({:.2f})", one.seconds_per_second(), *ratio)
                                     : end_text(one.status, one.time));
        }
        table.add_row(std::move(cells));
    }
    text += "\n### " + title + "\n\n" + to_markdown(table);
}

/// Appends how far the cloth fell, because steps may be cheap only because the cloth hardly moves.
void append_falls(std::string& text, const Atg07Result& result)
{
    if (result.stiffnesses.empty()) return;
    std::vector<Table::Column> columns{"k0"};
    for (const Atg07Row& row : result.stiffnesses) columns.emplace_back(k0_text(row.k0));
    Table table(std::move(columns));
    for (const Atg07Timed& method : result.stiffnesses[0].methods) {
        Table::Row cells{method.method.name};
        for (const Atg07Row& row : result.stiffnesses)
            cells.emplace_back(fmt::format("{:.3f}", timed_of(row, method.method.name)->fall));
        table.add_row(std::move(cells));
    }
    text += "\n### How far the middle of the cloth fell meanwhile [m]\n\n" + to_markdown(table);
}

}  // namespace

std::string k0_text(double k0)
{
    const int exponent = static_cast<int>(std::floor(std::log10(k0) + 1e-9));
    return fmt::format("{:g}e{}", k0 / std::pow(10.0, exponent), exponent);
}

std::optional<double> time_ratio(const Atg07Row& row, std::string_view method, std::string_view other)
{
    const Atg07Timed* one = timed_of(row, method);
    const Atg07Timed* two = timed_of(row, other);
    if (one == nullptr || two == nullptr || one->status != SweepRunStatus::ok || two->status != SweepRunStatus::ok ||
        !(two->seconds > 0))
        return std::nullopt;
    return one->seconds_per_second() / two->seconds_per_second();
}

std::string choices_text(const Atg07Result& result)
{
    const Atg07Choices& c = result.options.choices;
    return fmt::format(
        "cloth of {:g} m x {:g} m and {:g} kg/m^2 with {} x {} particles, level at first, nailed at two neighbouring "
        "corners, without damping, air and obstacles; shear springs of {:g} and bending springs of {:g} times the "
        "structural stiffness, which makes k0 = {}/s^2; filter plain, exponential, lambda = {:g}, over all "
        "neighbours "
        "by springs; explicit steps {:.3g} of the longest stable one, {:g} times that with the filter, at most {:g} s; "
        "implicit steps {:g} s, one Newton step, conjugate gradients to {:g} with a diagonal preconditioner; {}",
        c.size, c.size, c.areal_density, c.side, c.side, c.shear_part, c.bending_part, k0_text(c.k0), c.lambda,
        c.limit_part, c.gain, c.longest, c.longest, c.tolerance, counted(result.threads, "thread"));
}

std::vector<Atg07Claim> atg07_claims(const Atg07Result& result)
{
    std::vector<Atg07Claim> claims;
    if (result.motions.size() == 3) {
        const auto& m = result.motions;
        claims.push_back(
            {"Figures 4, 5: symplectic Euler has high frequencies, backward Euler few of them, filtered "
             "symplectic Euler almost as few",
             fmt::format("waves of less than 4 spacings have {}, {} and {} of the power",
                         part_text(m[0].spectrum.short_part), part_text(m[1].spectrum.short_part),
                         part_text(m[2].spectrum.short_part))});
        claims.push_back(
            {"Figure 4: the filter reproduces the damping of backward Euler",
             fmt::format("mean squares of the velocity are {:.2f}, {:.2f} and {:.2f} m^2/s^2; velocities differ from "
                         "backward Euler's by {} without and {} with the filter",
                         m[0].spectrum.mean_square, m[1].spectrum.mean_square, m[2].spectrum.mean_square,
                         part_text(velocity_difference(m[1].motion, m[0].motion)),
                         part_text(velocity_difference(m[1].motion, m[2].motion)))});
    }
    if (const Atg07FilteredStep* one = step_at(result, FilterKind::plain, 1))
        claims.push_back({"Figure 6: lambda = 1 doubles the step",
                          fmt::format("by its criterion {:.2f} times, in truth {:.2f} times", one->paper, one->truth)});
    if (const Atg07FilteredStep* one = step_at(result, FilterKind::plain, 10))
        claims.push_back(
            {"Figure 6: lambda > 10 has almost no effect",
             fmt::format("at 10 by its criterion {:.3f} times, in truth {:.3f} times", one->paper, one->truth)});
    for (const double part : {result.options.choices.gain, 2.0}) {
        std::string of_tulle;
        for (const Atg07Held& one : result.held)
            if (one.part == part)
                of_tulle += fmt::format("{}{} {}", of_tulle.empty() ? "" : "; ", one.method.name, held_text(one));
        if (!of_tulle.empty())
            claims.push_back({part == 2 ? "Section 7.1: some examples took twice the step with the filter"
                                        : "Section 7.1: all took 1.25 times the step with the filter, none without",
                              of_tulle});
    }
    if (!result.particles.empty()) {
        std::string of_tulle;
        for (const std::string_view method : {"symplectic Euler", "Verlet", "RK4"})
            of_tulle += fmt::format("{}{} {}", of_tulle.empty() ? "" : "; ", method,
                                    ratios_text(result.particles, fmt::format("filtered {}", method), method));
        claims.push_back({"Section 7.2: with the filter and 1.25 times the step 20 % less time, that is 0.80",
                          "time over that without: " + of_tulle});
        claims.push_back({"Figure 8: filtered symplectic Euler is very close to backward Euler at k0 = 1e6",
                          "time over that of backward Euler: " +
                              ratios_text(result.particles, "filtered symplectic Euler", "backward Euler")});
    }
    if (!result.stiffnesses.empty()) {
        std::string of_tulle;
        for (const Atg07Row& row : result.stiffnesses)
            if (const auto ratio = time_ratio(row, "filtered symplectic Euler", "backward Euler"))
                of_tulle += fmt::format("{}{:.2g} at {}", of_tulle.empty() ? "" : ", ", *ratio, k0_text(row.k0));
        claims.push_back({"Figure 8: implicit methods win beyond k0 = 1e6",
                          "time of filtered symplectic Euler over that of backward Euler: " + of_tulle});
    }
    if (!result.swims.empty()) {
        std::string of_tulle;
        for (const Atg07Swim& one : result.swims)
            of_tulle += fmt::format("{}{} {:.3g} cm/s", of_tulle.empty() ? "" : ", ", one.method, 100 * one.speed);
        claims.push_back({"Section 7.2: the fish looks alike by the three methods", "it swims at: " + of_tulle});
    }
    return claims;
}

std::string to_markdown(const Atg07Result& result)
{
    std::string text =
        "# ATG07's figures, the paper's beside Tulle's\n\nChosen where the paper is silent: " + choices_text(result) +
        ".\n\n" + to_markdown(claims_table(result));
    append_motions(text, result);
    append_filtered_steps(text, result);
    append_held(text, result);
    if (!result.particles.empty()) {
        text += fmt::format(
            "\n## Figure 8: seconds of processor time for a simulated second\n\nOver {:g} s, the methods "
            "of a column in turn, frame by frame; in brackets relative to symplectic Euler.\n",
            result.options.timed);
        append_times(text, fmt::format("Over the number of particles, k0 = {}/s^2", k0_text(result.options.choices.k0)),
                     result.particles, false);
        append_times(
            text,
            fmt::format("Over k0 [1/s^2], {} particles", result.options.choices.side * result.options.choices.side),
            result.stiffnesses, true);
        append_falls(text, result);
    }
    append_swims(text, result);
    return text;
}

OrderedJson to_json(const Atg07Result& result)
{
    OrderedJson json{{"interrupted", result.was_interrupted}, {"threads", result.threads}};
    json["choices"] = choices_text(result);
    json["claims"] = to_json(claims_table(result));
    json["motions"] = OrderedJson::array();
    for (const Atg07Motion& one : result.motions)
        json["motions"].push_back({{"method", one.method.name},
                                   {"dt_s", one.dt},
                                   {"status", name_of(one.status)},
                                   {"mean_square_m2_per_s2", one.spectrum.mean_square},
                                   {"whole", one.spectrum.rigid_part},
                                   {"four_spacings_up", one.spectrum.long_part},
                                   {"shorter", one.spectrum.short_part}});
    json["filtered_steps"] = to_json(steps_table(result));
    json["held"] = to_json(held_table(result));
    const auto rows_json = [](const std::vector<Atg07Row>& rows) {
        OrderedJson all = OrderedJson::array();
        for (const Atg07Row& row : rows) {
            OrderedJson entry{{"particles", row.particles()}, {"k0_per_s2", row.k0}};
            entry["methods"] = OrderedJson::array();
            for (const Atg07Timed& one : row.methods)
                entry["methods"].push_back({{"method", one.method.name},
                                            {"dt_s", one.dt},
                                            {"status", name_of(one.status)},
                                            {"time_s", one.time},
                                            {"steps", one.steps},
                                            {"processor_s", one.seconds},
                                            {"fall_m", one.fall}});
            all.push_back(entry);
        }
        return all;
    };
    json["over_particles"] = rows_json(result.particles);
    json["over_k0"] = rows_json(result.stiffnesses);
    json["fish"] = OrderedJson::array();
    for (const Atg07Swim& one : result.swims)
        json["fish"].push_back({{"method", one.method},
                                {"dt_s", one.dt},
                                {"status", name_of(one.status)},
                                {"processor_s", one.seconds},
                                {"speed_m_s", one.speed},
                                {"apart_m", one.apart}});
    return json;
}

std::string spectra_csv(const Atg07Result& result)
{
    Table table({"method", "over", "frequency", "power_m2_per_s2"});
    const auto add = [&](const char* method, const char* over, double step, const std::vector<double>& power) {
        for (std::size_t k = 0; k < power.size(); ++k)
            table.add_row({method, over, step * static_cast<double>(k), power[k]});
    };
    for (const Atg07Motion& one : result.motions) {
        add(one.method.name, "space [1/m]", one.spectrum.ring_step, one.spectrum.mean_rings);
        add(one.method.name, "time [Hz]", one.spectrum.time_step, one.spectrum.times);
    }
    return to_csv(table);
}

std::string steps_csv(const Atg07Result& result) { return to_csv(steps_table(result), Decimals::plain); }

std::string held_csv(const Atg07Result& result) { return to_csv(held_table(result), Decimals::plain); }

std::string times_csv(const Atg07Result& result)
{
    Table table({"over", "particles", "k0_per_s2", quoted_column("method"), "dt_s", "status", "time_s", "steps",
                 "processor_s", "fall_m"});
    const auto add = [&](const char* over, const std::vector<Atg07Row>& rows) {
        for (const Atg07Row& row : rows)
            for (const Atg07Timed& one : row.methods)
                table.add_row({over, row.particles(), row.k0, one.method.name, one.dt, name_of(one.status), one.time,
                               one.steps, one.seconds, one.fall});
    };
    add("particles", result.particles);
    add("k0", result.stiffnesses);
    return to_csv(table, Decimals::plain);
}

}  // namespace tulle
