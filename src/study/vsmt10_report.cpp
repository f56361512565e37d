#include "study/vsmt10_report.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace tulle {
namespace {

using Vsmt10Json = nlohmann::ordered_json;

/// Between the two points around it.
double curve_value_at(const std::vector<double>& xs, const std::vector<double>& ys, double x)
{
    const auto above = std::ranges::upper_bound(xs, x);
    const auto k = std::clamp<std::ptrdiff_t>(above - xs.begin(), 1, static_cast<std::ptrdiff_t>(xs.size()) - 1);
    const auto i = static_cast<std::size_t>(k);
    const double part = (x - xs[i - 1]) / (xs[i] - xs[i - 1]);
    return (1 - part) * ys[i - 1] + part * ys[i];
}

std::string stretch_percent(double part) { return fmt::format("{:.3g} %", 100 * part); }

/// "12 mm", "0.0031 mm", or when and how it ended.
std::string amplitude_text(const Vsmt10Pull& pull)
{
    if (pull.status != RungStatus::ok) return fmt::format("{} at {:.2f} s", name_of(pull.status), pull.time);
    const double amplitude = 1000 * pull.last_amplitude;  // mm
    return amplitude < 100 ? fmt::format("{:.2g} mm", amplitude) : fmt::format("{:.0f} mm", amplitude);
}

const Vsmt10Pull* pull_of(const Vsmt10Result& result, int side, JacobianTreatment treatment, const Vsmt10Solve& solve)
{
    const auto found = std::ranges::find_if(result.pulls, [&](const Vsmt10Pull& one) {
        return one.material == Vsmt10Material::cubic && one.side == side && one.treatment == treatment &&
               one.solve == solve;
    });
    return found == result.pulls.end() ? nullptr : &*found;
}

constexpr std::array shown_treatments{JacobianTreatment::exact, JacobianTreatment::clamped, JacobianTreatment::damped};

/// "exact 12 mm, clamped ..."
std::string swings_text(const Vsmt10Result& result, int side, const Vsmt10Solve& solve)
{
    std::string text;
    for (const JacobianTreatment treatment : shown_treatments)
        if (const Vsmt10Pull* pull = pull_of(result, side, treatment, solve))
            text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name_of(treatment), amplitude_text(*pull));
    return text;
}

/// "0.98 to 1.01", of all rows with so many iterations.
std::string relatives_text(const Vsmt10Result& result, Vsmt10Material material, Vsmt10Material other, int iterations)
{
    std::vector<double> ratios;
    for (const Vsmt10TimeRow& row : result.times) {
        if (row.iterations != iterations) continue;
        double one = 0, two = 0;
        for (const Vsmt10Timed& timed : row.materials) {
            if (timed.material == material) one = timed.relative;
            if (timed.material == other) two = timed.relative;
        }
        if (two > 0) ratios.push_back(one / two);
    }
    if (ratios.empty()) return "none";
    const auto [least, most] = std::ranges::minmax(ratios);
    return ratios.size() == 1 ? fmt::format("{:.2f}", least) : fmt::format("{:.2f} to {:.2f}", least, most);
}

std::vector<int> iterations_of(const Vsmt10Result& result)
{
    std::vector<int> all;
    for (const Vsmt10TimeRow& row : result.times)
        if (std::ranges::find(all, row.iterations) == all.end()) all.push_back(row.iterations);
    return all;
}

/// The two cubic laws whose cloths come out most alike of those that `may_pair`.
struct LikePair {
    const Vsmt10Hung* first = nullptr;
    const Vsmt10Hung* second = nullptr;
};

template <class MayPair>
LikePair most_alike(const Vsmt10Result& result, const MayPair& may_pair)
{
    LikePair pair;
    double least = std::numeric_limits<double>::infinity();
    for (const Vsmt10Hung& a : result.hung)
        for (const Vsmt10Hung& b : result.hung) {
            if (a.material != Vsmt10Material::cubic || b.material != Vsmt10Material::cubic || !may_pair(a, b)) continue;
            const double apart = std::abs(a.mean_stretch / b.mean_stretch - 1);
            if (apart >= least) continue;
            least = apart;
            pair = {&a, &b};
        }
    return pair;
}

void add_curve_claims(std::vector<Vsmt10Claim>& claims, const Vsmt10Result& result)
{
    if (result.curves.empty()) return;
    std::string stiffness, tension;
    for (const Vsmt10Curve& curve : result.curves) {
        const auto slope = [&](double l) { return curve_value_at(curve.lengths, curve.stiffness, l); };
        const auto pull = [&](double l) { return curve_value_at(curve.lengths, curve.tensions, l); };
        stiffness += fmt::format("{}{} {:.3g}, {:.3g}, {:.3g}", stiffness.empty() ? "" : "; ", curve.name(), slope(0.9),
                                 slope(1), slope(1.1));
        tension += fmt::format("{}{} {:.3g}, {:.3g}, {:.3g}", tension.empty() ? "" : "; ", curve.name(), pull(0.5),
                               pull(1.01), pull(1.1));
    }
    claims.push_back({"Figure 1: the cubic law resists both ways; StVK is softer when compressed",
                      "stiffness at 0.9, 1 and 1.1 rest lengths, over that at rest: " + stiffness});
    claims.push_back({"Figure 2: stretched it is like StVK, near rest like a linear spring; compressed, StVK collapses",
                      "tension at 0.5, 1.01 and 1.1 rest lengths [K L]: " + tension});
}

void add_pull_claims(std::vector<Vsmt10Claim>& claims, const Vsmt10Result& result)
{
    if (result.pulls.empty()) return;
    const int side = result.options.lattice.sides[0];
    const auto ours = [&](const Vsmt10Solve& solve) {
        return fmt::format("swing of {} x {} particles in the last second, {}: {}", side, side, solve.name(),
                           swings_text(result, side, solve));
    };
    const Vsmt10Solve& first = result.options.lattice.solves[0];
    std::string laws;
    for (const Vsmt10Pull& one : result.pulls)
        if (one.material != Vsmt10Material::cubic)
            laws += fmt::format("; {}, exact, {}", name_of(one.material), amplitude_text(one));
    claims.push_back(
        {"Figure 3: without damping of the Jacobian the lattice swings out of its plane and does not come to rest; "
         "with "
         "it, it does",
         ours(first) + laws});
    claims.push_back({"Section 4: two iterations of conjugate gradients are enough", ours(Vsmt10Solve{})});
}

void add_time_claims(std::vector<Vsmt10Claim>& claims, const Vsmt10Result& result)
{
    if (result.times.empty()) return;
    const auto all = [&](Vsmt10Material material, Vsmt10Material other) {
        std::string text;
        for (const int iterations : iterations_of(result))
            text += fmt::format("{}{} with {} iterations", text.empty() ? "" : ", ",
                                relatives_text(result, material, other, iterations), iterations);
        return text;
    };
    claims.push_back({"Figure 7: cubic springs take 1.05 to 1.10 times the time of linear and StVK springs",
                      "over linear springs: cubic " + all(Vsmt10Material::cubic, Vsmt10Material::linear) + "; StVK " +
                          all(Vsmt10Material::stvk, Vsmt10Material::linear)});
    claims.push_back(
        {"Figure 7: cubic springs are 40 % faster than StVK triangles",
         "triangles take so many times as long: " + all(Vsmt10Material::triangles, Vsmt10Material::cubic)});
}

void add_hanging_claims(std::vector<Vsmt10Claim>& claims, const Vsmt10Result& result)
{
    const auto add = [&](const char* theirs, const LikePair& pair) {
        if (pair.first == nullptr) return;
        const auto text = [](const Vsmt10Hung& one) {
            return fmt::format("K = {:g} N/m, a1 = {:g} and K1 = {:g} K {}", one.stiffness, one.stretched, one.factor,
                               stretch_percent(one.mean_stretch));
        };
        claims.push_back({theirs, fmt::format("mean stretch with {}; with {}", text(*pair.first), text(*pair.second))});
    };
    add("Figure 8: different combinations of the parameters give similar deformations",
        most_alike(result, [](const Vsmt10Hung& a, const Vsmt10Hung& b) {
            return a.stiffness == b.stiffness && a.stretched < b.stretched && a.factor != b.factor;
        }));
    add("Section 5: a lower a1 does what a larger K would do",
        most_alike(result, [](const Vsmt10Hung& a, const Vsmt10Hung& b) {
            return a.stiffness < b.stiffness && a.stretched < b.stretched && a.factor == b.factor;
        }));
}

void append_law_curves(std::string& text, const Vsmt10Result& result)
{
    if (result.curves.empty()) return;
    text +=
        "\n## Figures 1 and 2: stiffness and tension over length\n\nOver K and K L; lengths in rest lengths.\n\n"
        "| law | stiffness at 0.9 | 1 | 1.1 | tension at 0.5 | 0.9 | 1.01 | 1.1 | 1.4 |\n"
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n";
    for (const Vsmt10Curve& curve : result.curves) {
        text += fmt::format("| {} |", curve.name());
        for (const double length : {0.9, 1.0, 1.1})
            text += fmt::format(" {:.4g} |", curve_value_at(curve.lengths, curve.stiffness, length));
        for (const double length : {0.5, 0.9, 1.01, 1.1, 1.4})
            text += fmt::format(" {:.4g} |", curve_value_at(curve.lengths, curve.tensions, length));
        text += '\n';
    }
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
        "middle has sunk when the edges begin to move [mm].\n\n| particles | solved by | exact | clamped | damped |\n"
        "| --- | --- | --- | --- | --- |\n",
        options.stretch, options.rest, options.rest + options.pull);
    for (const int side : options.sides)
        for (const Vsmt10Solve& solve : options.solves) {
            text += fmt::format("| {} x {} | {} |", side, side, solve.name());
            for (const JacobianTreatment treatment : shown_treatments) {
                const Vsmt10Pull* pull = pull_of(result, side, treatment, solve);
                text +=
                    pull == nullptr ? " - |" : fmt::format(" {} ({:.2g}) |", amplitude_text(*pull), 1000 * pull->sag);
            }
            text += '\n';
        }
    for (const Vsmt10Pull& one : result.pulls)
        if (one.material != Vsmt10Material::cubic)
            text += fmt::format("\n{} x {} particles of {}, {}, exact: {}.\n", one.side, one.side,
                                name_of(one.material), one.solve.name(), amplitude_text(one));
}

void append_step_times(std::string& text, const Vsmt10Result& result)
{
    if (result.times.empty()) return;
    text +=
        "\n## Figure 7: time of a step\n\nMedians of processor time, simulations taking turns step by step; in "
        "brackets "
        "the share of forces and matrices.\n\n| particles | iterations | linear springs | StVK springs, over linear | "
        "cubic springs | StVK triangles |\n| --- | --- | --- | --- | --- | --- |\n";
    for (const Vsmt10TimeRow& row : result.times) {
        text += fmt::format("| {} | {} |", row.particles(), row.iterations);
        for (const Vsmt10Timed& one : row.materials) {
            const bool is_first = one.material == Vsmt10Material::linear;
            text += fmt::format(
                " {} ({:.0f} %) |",
                is_first ? fmt::format("{:.3g} ms", 1000 * one.seconds) : fmt::format("{:.2f}", one.relative),
                100 * one.force_share);
        }
        text += '\n';
    }
}

void append_hung_cloths(std::string& text, const Vsmt10Result& result)
{
    if (result.hung.empty()) return;
    const Vsmt10HangingOptions& options = result.options.hanging;
    text += fmt::format(
        "\n## Figure 8: cloth that hangs from one edge\n\nMean stretch of the springs along the threads, and the "
        "largest, when "
        "it has stopped; {} x {} particles.\n\n| K [N/m] | law | K1/K | mean | largest | stopped after |\n"
        "| --- | --- | --- | --- | --- | --- |\n",
        options.side, options.side);
    for (const Vsmt10Hung& one : result.hung) {
        const bool is_cubic = one.material == Vsmt10Material::cubic;
        text += fmt::format(
            "| {:g} | {} | {} | {} | {} | {} |\n", one.stiffness,
            is_cubic ? fmt::format("cubic, a1 = {:g}", one.stretched) : "linear",
            is_cubic ? fmt::format("{:g}", one.factor) : "", stretch_percent(one.mean_stretch),
            stretch_percent(one.largest_stretch),
            one.status == RungStatus::ok ? fmt::format("{:.2f} s", one.time) : std::string(name_of(one.status)));
    }
}

}  // namespace

std::string choices_text(const Vsmt10Result& result)
{
    const Vsmt10Choices& c = result.options.choices;
    return fmt::format(
        "springs of one law along threads, of {:g} times the stiffness across cells and {:g} times over two spacings "
        "of "
        "{:g} cm; {:.3g} kg/m^2; triangles with the modulus of the threads alone; backward Euler with steps of {:g} "
        "ms; {} {}",
        c.shear_part, c.bending_part, 100 * c.spacing, c.areal_density, 1000 * c.dt, result.threads,
        result.threads == 1 ? "thread" : "threads");
}

std::vector<Vsmt10Claim> vsmt10_claims(const Vsmt10Result& result)
{
    std::vector<Vsmt10Claim> claims;
    add_curve_claims(claims, result);
    add_pull_claims(claims, result);
    add_time_claims(claims, result);
    add_hanging_claims(claims, result);
    return claims;
}

std::string to_markdown(const Vsmt10Result& result)
{
    std::string text =
        "# VSMT10's figures, theirs beside ours\n\nChosen where the paper is silent: " + choices_text(result) +
        ".\n\n| VSMT10 | here |\n| --- | --- |\n";
    for (const Vsmt10Claim& claim : vsmt10_claims(result))
        text += fmt::format("| {} | {} |\n", claim.theirs, claim.ours);
    append_law_curves(text, result);
    append_lattice_pulls(text, result);
    append_step_times(text, result);
    append_hung_cloths(text, result);
    return text;
}

nlohmann::ordered_json to_json(const Vsmt10Result& result)
{
    Vsmt10Json json{{"interrupted", result.was_interrupted}, {"threads", result.threads}};
    json["choices"] = choices_text(result);
    json["claims"] = Vsmt10Json::array();
    for (const Vsmt10Claim& claim : vsmt10_claims(result))
        json["claims"].push_back({{"paper", claim.theirs}, {"here", claim.ours}});
    json["curves"] = Vsmt10Json::array();
    for (const Vsmt10Curve& curve : result.curves)
        json["curves"].push_back({{"law", curve.name()},
                                  {"lengths_m", curve.lengths},
                                  {"tensions_n", curve.tensions},
                                  {"stiffness_n_per_m", curve.stiffness}});
    json["pulled"] = Vsmt10Json::array();
    for (const Vsmt10Pull& one : result.pulls)
        json["pulled"].push_back({{"material", name_of(one.material)},
                                  {"particles", one.side * one.side},
                                  {"jacobian", name_of(one.treatment)},
                                  {"solved_by", one.solve.name()},
                                  {"status", name_of(one.status)},
                                  {"time_s", one.time},
                                  {"sag_m", one.sag},
                                  {"last_amplitude_m", one.last_amplitude}});
    json["times"] = Vsmt10Json::array();
    for (const Vsmt10TimeRow& row : result.times) {
        Vsmt10Json entry{{"particles", row.particles()}, {"iterations", row.iterations}, {"turns", row.turns}};
        entry["materials"] = Vsmt10Json::array();
        for (const Vsmt10Timed& one : row.materials)
            entry["materials"].push_back({{"material", name_of(one.material)},
                                          {"processor_s", one.seconds},
                                          {"relative", one.relative},
                                          {"force_share", one.force_share}});
        json["times"].push_back(std::move(entry));
    }
    json["hanging"] = Vsmt10Json::array();
    for (const Vsmt10Hung& one : result.hung) {
        Vsmt10Json entry{{"material", name_of(one.material)}, {"stiffness_n_per_m", one.stiffness}};
        if (one.material == Vsmt10Material::cubic) entry.update({{"a1", one.stretched}, {"k1_over_k", one.factor}});
        entry.update({{"status", name_of(one.status)},
                      {"time_s", one.time},
                      {"mean_stretch", one.mean_stretch},
                      {"largest_stretch", one.largest_stretch}});
        json["hanging"].push_back(std::move(entry));
    }
    return json;
}

std::string curves_csv(const Vsmt10Result& result)
{
    std::string text = "law,length_m,stiffness_n_per_m,tension_n\n";
    for (const Vsmt10Curve& curve : result.curves)
        for (std::size_t k = 0; k < curve.lengths.size(); ++k)
            text +=
                fmt::format("\"{}\",{},{},{}\n", curve.name(), curve.lengths[k], curve.stiffness[k], curve.tensions[k]);
    return text;
}

std::string pulls_csv(const Vsmt10Result& result)
{
    std::string text = "material,particles,jacobian,solved_by,time_s,amplitude_m\n";
    for (const Vsmt10Pull& one : result.pulls)
        for (std::size_t k = 0; k < one.times.size(); ++k)
            text += fmt::format("{},{},{},{},{},{}\n", name_of(one.material), one.side * one.side,
                                name_of(one.treatment), one.solve.name(), one.times[k], one.amplitudes[k]);
    return text;
}

std::string times_csv(const Vsmt10Result& result)
{
    std::string text = "particles,iterations,material,processor_s,relative,force_share\n";
    for (const Vsmt10TimeRow& row : result.times)
        for (const Vsmt10Timed& one : row.materials)
            text += fmt::format("{},{},{},{},{},{}\n", row.particles(), row.iterations, name_of(one.material),
                                one.seconds, one.relative, one.force_share);
    return text;
}

std::string hung_csv(const Vsmt10Result& result)
{
    std::string text = "material,stiffness_n_per_m,a1,k1_over_k,status,time_s,mean_stretch,largest_stretch\n";
    for (const Vsmt10Hung& one : result.hung) {
        const bool is_cubic = one.material == Vsmt10Material::cubic;
        text +=
            fmt::format("{},{},{},{},{},{},{},{}\n", name_of(one.material), one.stiffness,
                        is_cubic ? fmt::format("{}", one.stretched) : "", is_cubic ? fmt::format("{}", one.factor) : "",
                        name_of(one.status), one.time, one.mean_stretch, one.largest_stretch);
    }
    return text;
}

}  // namespace tulle
