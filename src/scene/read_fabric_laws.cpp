#include "scene/read_fabric_laws.hpp"

#include "materials/kes.hpp"
#include "scene/measured_loop_check.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

namespace tulle {
namespace {

using Measured = FabricQuantity;

/// The quantities of a loop's points and of its slope after a reversal.
struct LoopQuantities {
    const Quantity& at;
    const Quantity& value;
    const Quantity& slope;
    LoopShape shape;
};

constexpr LoopQuantities tension_loop{Measured::strain, Measured::tension, Measured::tension_slope,
                                      LoopShape::from_zero};
constexpr LoopQuantities shear_loop{Measured::angle, Measured::shear_force, Measured::shear_slope,
                                    LoopShape::both_ways};
constexpr LoopQuantities bending_loop{Measured::curvature, Measured::moment, Measured::bending_slope,
                                      LoopShape::both_ways};

/// Returns the need of a law's keys: an alternative in the list of all keys, and required in a file that uses these
/// keys.
Need law_need(const SceneReader& in) { return in.is_catalogue() ? Need::alternative : Need::required; }

bool read_loop(SceneReader& in, FabricNumbers& numbers, const LoopQuantities& of, MeasuredLoop& loop)
{
    const bool has_loading = numbers.points(in, "loading", of.at, of.value, law_need(in), loop.loading);
    const bool has_unloading = numbers.points(in, "unloading", of.at, of.value, law_need(in), loop.unloading);
    in.explain_missing("unloading", "; a fabric that gives everything back has the points of loading here");
    numbers.optional_number(in, "reversal", of.slope, loop.reversal);
    if (!has_loading || !has_unloading) return false;

    const LoopWords words{[&](double at) { return numbers.text_of(at, of.at); },
                          [&](double value) { return numbers.text_of(value, of.value); }};
    if (const auto problem = loop_problem(loop, of.shape, words)) {
        in.complain(problem->point ? join_index(problem->branch, *problem->point) : problem->branch, problem->message);
        return false;
    }
    if (of.shape == LoopShape::both_ways && half_given(loop)) loop = with_mirrored_half(loop);
    return true;
}

/// Reads a law from points or from KES numbers, depending on the keys of the table.
template <class Kes, class ReadKes>
void read_law(SceneReader& in, FabricNumbers& numbers, const LoopQuantities& of,
              const std::vector<std::string>& kes_keys, auto& law, const ReadKes& read_kes)
{
    const std::vector<std::string> point_keys{"loading", "unloading", "reversal"};
    const bool has_points = in.has("loading") || in.has("unloading");
    if (in.is_catalogue() || !has_points) {
        Kes kes;
        read_kes(kes);
        in.explain_missing(kes_keys.front(), "; or the points of the loop, loading and unloading");
        law = kes;
    }
    if (in.is_catalogue() || has_points) {
        MeasuredLoop loop;
        if (read_loop(in, numbers, of, loop)) law = std::move(loop);
        for (const std::string& key : kes_keys)
            in.refuse(key, "loading and unloading say it all: give points or the numbers of the Kawabata system");
    } else {
        in.refuse("reversal", "belongs to points, loading and unloading; the Kawabata system has no number for it");
        in.pass_over(point_keys);
    }
}

/// Reads the law of EWS96. EMT and its force determine the cubic term of the energy, and `compression` is the
/// coefficient of the quintic term.
void read_power_tension(SceneReader& in, FabricNumbers& numbers, PowerTension& law)
{
    double extension = 0.05, force = KesTension().force;
    if (!in.is_catalogue()) {
        numbers.number(in, "EMT", Measured::extension, Need::required, extension);
        numbers.number(in, "force", Measured::greatest_tension, Need::optional, force);
    }
    law.stretch = stretch_through(extension, force);
    numbers.number(in, "compression", Measured::compression, law_need(in), law.compression);
    if (in.is_catalogue()) return;
    for (const char* key : {"LT", "WT", "RT", "loading", "unloading", "reversal"})
        in.refuse(key, "law = \"ews96\" has EMT, force and compression alone; without law this key belongs here");
}

}  // namespace

void read_tension(SceneReader& in, FabricNumbers& numbers, std::variant<KesTension, MeasuredLoop, PowerTension>& law)
{
    std::string name;
    in.word("law", name, {"ews96"});
    if (in.is_catalogue() || in.has("law")) {
        PowerTension power;
        read_power_tension(in, numbers, power);
        law = power;
        if (!in.is_catalogue()) return;
    } else {
        in.refuse("compression", "belongs to law = \"ews96\"; a measured law goes on with its first slope");
    }
    read_law<KesTension>(in, numbers, tension_loop, {"EMT", "LT", "WT", "RT", "force"}, law, [&](KesTension& kes) {
        const bool has_extension = numbers.number(in, "EMT", Measured::extension, law_need(in), kes.extension);
        in.exactly_one({"LT", "WT"});
        const bool has_linearity = numbers.number(in, "LT", Measured::linearity, Need::alternative, kes.linearity);
        double work = 0.0;  // J/m^2
        const bool has_work = numbers.number(in, "WT", Measured::work, Need::alternative, work);
        numbers.number(in, "RT", Measured::resilience, law_need(in), kes.resilience);
        numbers.number(in, "force", Measured::greatest_tension, Need::optional, kes.force);
        if (!has_work || has_linearity || !has_extension) return;
        kes.linearity = work / (0.5 * kes.force * kes.extension);
        if (!Measured::linearity.possible.contains(kes.linearity))
            in.complain("WT",
                        fmt::format("is {:.4g} times the work of a straight line to EMT, {} (LT); expected LT {}",
                                    kes.linearity, numbers.text_of(0.5 * kes.force * kes.extension, Measured::work),
                                    Measured::linearity.possible.text()));
    });
}

void read_shear(SceneReader& in, FabricNumbers& numbers, std::variant<KesShear, MeasuredLoop>& law)
{
    read_law<KesShear>(in, numbers, shear_loop, {"G", "2HG", "2HG5"}, law, [&](KesShear& kes) {
        const bool sound = numbers.number(in, "G", Measured::shear_stiffness, law_need(in), kes.stiffness);
        const bool has_near = numbers.number(in, "2HG", Measured::shear_width, law_need(in), kes.width_half_degree);
        const bool has_far = numbers.number(in, "2HG5", Measured::shear_width, law_need(in), kes.width_5_degrees);
        if (!sound || !has_near || !has_far || !numbers.system()) return;
        // |2HG5 - 2HG| <= 2 (4.5 degrees) G: from 0.5 to 5 degrees the middle of the loop rises by (4.5 degrees) G. So
        // no branch falls where the width of the loop changes.
        constexpr double between = 4.5 * std::numbers::pi / 180.0;  // rad
        if (std::abs(kes.width_5_degrees - kes.width_half_degree) > 2.0 * between * kes.stiffness)
            in.complain("2HG5",
                        fmt::format("differs so much from 2HG that with this G a branch of the loop would fall; "
                                    "expected at most {} between the two",
                                    numbers.text_of(2.0 * between * kes.stiffness, Measured::shear_width)));
    });
}

void read_bending(SceneReader& in, FabricNumbers& numbers, std::variant<KesBending, MeasuredLoop>& law)
{
    read_law<KesBending>(in, numbers, bending_loop, {"B", "2HB"}, law, [&](KesBending& kes) {
        numbers.number(in, "B", Measured::bending_rigidity, law_need(in), kes.rigidity);
        numbers.number(in, "2HB", Measured::bending_width, law_need(in), kes.width);
    });
}

}  // namespace tulle
