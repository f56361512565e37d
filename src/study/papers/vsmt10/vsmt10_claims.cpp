// VSMT10's claims beside Tulle's results: implements a part of vsmt10_report.hpp.

#include "study/papers/vsmt10/vsmt10_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace tulle {
namespace {

/// "exact 12 mm, clamped ..."
std::string swings_text(const Vsmt10Result& result, int side, const Vsmt10Solve& solve)
{
    std::string text;
    for (const JacobianTreatment treatment : vsmt10_treatments)
        if (const Vsmt10Pull* pull = vsmt10_pull(result, side, treatment, solve))
            text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name_of(treatment), amplitude_text(*pull));
    return text;
}

/// Returns the range of the time ratio of two materials over all rows with `iterations`: "0.98 to 1.01".
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

/// The two cubic laws with the most similar stretch, among the pairs that `may_pair` allows.
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
        const auto slope = [&](double l) { return curve.stiffness_at(l); };
        const auto pull = [&](double l) { return curve.tension_at(l); };
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
    const auto of_tulle = [&](const Vsmt10Solve& solve) {
        return fmt::format("swing of {} x {} particles in the last second, {}: {}", side, side, solve.name(),
                           swings_text(result, side, solve));
    };
    const Vsmt10Solve& first = result.options.lattice.solves[0];
    std::string laws;
    for (const Vsmt10Pull& one : result.pulls)
        if (one.material != Vsmt10Material::cubic)
            laws += fmt::format("; {}, exact, {}", name_of(one.material), amplitude_text(one));
    claims.push_back(
        {"Figure 3: without damping of the Jacobian the lattice swings out of its plane for ever, with it it comes to "
         "rest",
         of_tulle(first) + laws});
    claims.push_back({"Section 4: two iterations of conjugate gradients are enough", of_tulle(Vsmt10Solve{})});
}

void add_load_claims(std::vector<Vsmt10Claim>& claims, const Vsmt10Result& result)
{
    const auto add = [&](int figure, const char* of_paper) {
        std::string of_tulle;
        for (const Vsmt10Load& one : result.loads) {
            if (figure_of(one.experiment) != figure) continue;
            if (one.material == vsmt10_materials.front())
                of_tulle += fmt::format("{}{}: ", of_tulle.empty() ? "" : "; ", name_of(one.experiment));
            of_tulle += fmt::format("{}{} {}", of_tulle.ends_with(": ") ? "" : ", ", name_of(one.material),
                                    one.status == SweepRunStatus::ok
                                        ? stretch_percent(one.end_stretch())
                                        : fmt::format("{} at {:.2f} s", name_of(one.status), one.time));
        }
        if (!of_tulle.empty()) claims.push_back({of_paper, "largest stretch at the end, " + of_tulle});
    };
    add(4, "Figure 4: cubic springs hold a ball of ten times the weight, linear ones grow far too long");
    add(5, "Figure 5: cubic springs resist the pull of a cube, linear ones grow too long; StVK allows a bit more");
}

void add_press_claims(std::vector<Vsmt10Claim>& claims, const Vsmt10Result& result)
{
    if (result.pressed.empty()) return;
    std::string solved, unsolved;
    for (const Vsmt10Press& one : result.pressed) {
        std::string& text = one.solve.is_newton ? solved : unsolved;
        if (one.material == Vsmt10Material::linear)
            text += fmt::format(
                "{}{}: ", text.empty() ? "" : "; ",
                one.solve.is_newton ? weight_text(one) : fmt::format("{} Jacobian", name_of(one.treatment)));
        text += fmt::format("{}{} {}", text.ends_with(": ") ? "" : ", ", name_of(one.material), height_text(one));
    }
    claims.push_back(
        {"Figure 6: under a cube of seven times its mass a solid of cubic springs holds, linear and StVK "
         "ones collapse",
         "least height, solved steps, " + solved});
    claims.push_back({"Section 4: two iterations of conjugate gradients are enough",
                      "least height under the same mass in the topmost layer, two iterations, " + unsolved});
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
    const auto add = [&](const char* of_paper, const LikePair& pair) {
        if (pair.first == nullptr) return;
        const auto text = [](const Vsmt10Hung& one) {
            return fmt::format("K = {:g} N/m, a1 = {:g} and K1 = {:g} K {}", one.stiffness, one.stretched, one.factor,
                               stretch_percent(one.mean_stretch));
        };
        claims.push_back(
            {of_paper, fmt::format("mean stretch with {}; with {}", text(*pair.first), text(*pair.second))});
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

}  // namespace

std::vector<Vsmt10Claim> vsmt10_claims(const Vsmt10Result& result)
{
    std::vector<Vsmt10Claim> claims;
    add_curve_claims(claims, result);
    add_pull_claims(claims, result);
    add_load_claims(claims, result);
    add_press_claims(claims, result);
    add_time_claims(claims, result);
    add_hanging_claims(claims, result);
    return claims;
}

}  // namespace tulle
