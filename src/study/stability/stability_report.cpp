#include "study/stability/stability_report.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace tulle {
namespace {

std::string step_text(const std::optional<double>& step)
{
    if (!step) return "-";
    if (std::isinf(*step)) return "any";
    return *step > 0 ? fmt::format("{:.4g} s", *step) : "none";
}

std::string paper_text(const StepLimit& limit)
{
    if (!limit.paper || std::isinf(*limit.paper)) return "-";
    return fmt::format("{:.4g} s", *limit.paper);
}

std::string factor_text(double factor) { return std::isinf(factor) ? "any" : fmt::format("x {:.2f}", factor); }

/// Returns "any" for an infinite step, because JSON has no infinity.
nlohmann::ordered_json step_json(const std::optional<double>& step)
{
    if (!step) return nullptr;
    if (std::isinf(*step)) return "any";
    return *step;
}

nlohmann::ordered_json limit_json(const StepLimit& limit)
{
    return {{"longest_s", step_json(limit.longest)}, {"paper_s", step_json(limit.paper)}};
}

const MethodSteps& steps_of(const StabilityStudy& study)
{
    return *std::ranges::find(study.methods, study.method, &MethodSteps::method);
}

std::string verdict(const StabilityStudy& study)
{
    const MethodSteps& steps = steps_of(study);
    const std::optional<double> longest = (steps.filtered ? *steps.filtered : steps.unfiltered).longest;
    if (!study.is_scene_method)
        return "The scene's own method has no limit of this kind; what follows is of symplectic-euler.\n";
    if (!study.dt || !longest) return "";
    if (*longest == 0 && study.is_filtered)
        return fmt::format(
            "{} grows at any step here: the filter turns some velocities around. Take a larger "
            "filter.lambda, or filter.kind = \"averaged\" or \"momentum\".\n",
            study.method);
    if (*longest == 0) return fmt::format("{} grows at any step here.\n", study.method);
    const bool is_stable = *study.dt <= *longest;
    return fmt::format("The scene's steps of {:.4g} s are {} for {}: {:.4g} times the longest of {}.\n", *study.dt,
                       is_stable ? "stable" : "TOO LONG", study.method, *study.dt / *longest, step_text(longest));
}

}  // namespace

std::string to_text(const StabilityStudy& study)
{
    const bool has_filter = std::ranges::any_of(study.methods, [](const auto& m) { return m.filtered.has_value(); });
    std::string text = fmt::format("{}: {} particles, linearised at the start\n\n", study.scene, study.particles);
    text += fmt::format("{:<18} {:<9} {:>12} {:>12}", "method", "", "longest step", "by ATG07");
    if (has_filter) text += fmt::format(" {:>14} {:>12}", "with filter", "by ATG07");
    text += '\n';
    for (const MethodSteps& steps : study.methods) {
        text += fmt::format("{:<18} {:<9} {:>12} {:>12}", steps.method, steps.family,
                            step_text(steps.unfiltered.longest), paper_text(steps.unfiltered));
        if (steps.filtered)
            text += fmt::format(" {:>14} {:>12}", step_text(steps.filtered->longest), paper_text(*steps.filtered));
        if (!steps.unfiltered.longest) text += "  " + steps.note;
        text += '\n';
    }
    text += '\n' + verdict(study);
    if (study.was_interrupted) return text + "Interrupted: the rest was not looked for.\n";

    const auto list = [&](const std::string& title, const auto& all, const auto& line) {
        if (all.empty()) return;
        text += '\n' + title + '\n';
        for (const auto& one : all) text += "  " + line(one) + '\n';
    };
    const std::string which = study.method + (study.is_filtered ? " with the scene's filter" : "");
    list(fmt::format("What limits {}: particles, by their share in the vibration that grows first", which),
         study.limiting_particles, [](const LimitingParticle& p) {
             return fmt::format("{:>6.2f} %  particle {} of {}", 100 * p.share, p.particle, p.cloth);
         });
    list("and pairs of particles, by theirs in its elastic energy", study.limiting_pairs, [](const LimitingPair& p) {
        return fmt::format("{:>6.2f} %  particles {} and {} of {}, {:.4g} m apart{}", 100 * p.share, p.first, p.second,
                           p.cloth, p.length, p.kind.empty() ? "" : ": " + p.kind);
    });
    list(fmt::format("What makes longer steps possible for {}", which), study.remedies,
         [](const Remedy& remedy) { return fmt::format("{:<8} {}", factor_text(remedy.factor), remedy.change); });
    return text;
}

nlohmann::ordered_json to_json(const StabilityStudy& study)
{
    nlohmann::ordered_json json{{"scene", study.scene},
                                {"particles", study.particles},
                                {"interrupted", study.was_interrupted},
                                {"method", study.method},
                                {"filtered", study.is_filtered}};
    json["dt_s"] = step_json(study.dt);
    json["methods"] = nlohmann::ordered_json::array();
    for (const MethodSteps& steps : study.methods) {
        nlohmann::ordered_json row{{"method", steps.method}, {"family", steps.family}};
        row["unfiltered"] = limit_json(steps.unfiltered);
        row["filtered"] = steps.filtered ? limit_json(*steps.filtered) : nlohmann::ordered_json(nullptr);
        json["methods"].push_back(row);
    }
    json["limiting_particles"] = nlohmann::ordered_json::array();
    for (const LimitingParticle& p : study.limiting_particles)
        json["limiting_particles"].push_back({{"cloth", p.cloth}, {"particle", p.particle}, {"share", p.share}});
    json["limiting_pairs"] = nlohmann::ordered_json::array();
    for (const LimitingPair& p : study.limiting_pairs)
        json["limiting_pairs"].push_back(
            {{"cloth", p.cloth},
             {"particles", {p.first, p.second}},
             {"kind", p.kind.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(p.kind)},
             {"length_m", p.length},
             {"share", p.share}});
    json["remedies"] = nlohmann::ordered_json::array();
    for (const Remedy& remedy : study.remedies)
        json["remedies"].push_back({{"change", remedy.change}, {"factor", step_json(remedy.factor)}});
    json["shares"] = study.shares;
    return json;
}

}  // namespace tulle
