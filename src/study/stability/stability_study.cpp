#include "study/stability/stability_study.hpp"

#include "integrators/choice_of.hpp"
#include "mesh/cloth_or_body.hpp"
#include "simulation/check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace tulle {
namespace {

constexpr std::size_t longest_list = 10;
constexpr double worth_saying = 1.01;  // smallest ratio of steps that is reported
constexpr std::string_view usual_method = "symplectic-euler";

struct Place {
    std::string cloth;
    int particle;
};

/// Returns the cloth of a particle, and its number within the cloth, from its number in the scene.
Place place_of(const StepLimits& limits, int particle)
{
    const auto after = std::ranges::upper_bound(limits.cloths(), particle, {}, &ClothView::first_particle);
    const ClothView& cloth = *std::prev(after);
    return {std::string(cloth.name), particle - cloth.first_particle};
}

std::string spring_name(const std::optional<SpringKind>& kind)
{
    constexpr std::array names{"structural", "shear", "bending"};  // by SpringKind
    return kind ? names.at(static_cast<std::size_t>(*kind)) : "";
}

/// A scene with one change, and a description of the change.
struct Change {
    std::string text;
    SceneDescription scene;
};

void add_softer(const SceneDescription& scene, std::vector<Change>& changes)
{
    struct Kind {
        std::string_view name;
        double SpringSettings::*stiffness;
    };
    constexpr std::array kinds{Kind{"stretch_stiffness", &SpringSettings::stretch_stiffness},
                               Kind{"shear_stiffness", &SpringSettings::shear_stiffness},
                               Kind{"bending_stiffness", &SpringSettings::bending_stiffness}};
    const auto add = [&](const SceneDescription& changed, const std::string& key, double stiffness) {
        changes.push_back(
            {fmt::format("softer: {} = {:g} N/m instead of {:g}", key, 0.5 * stiffness, stiffness), changed});
    };
    for (std::size_t c = 0; c < scene.cloths.size(); ++c) {
        const std::string path = item("cloth", c);
        SceneDescription changed = scene;
        if (scene.cloths[c].fabric) continue;
        for (const Kind& kind : kinds) {
            double& stiffness = changed.cloths[c].springs.*kind.stiffness;
            if (stiffness == 0) continue;
            const double whole = std::exchange(stiffness, 0.5 * stiffness);
            add(changed, fmt::format("{}.{}", path, kind.name), whole);
            stiffness = whole;
        }
    }
    for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
        SceneDescription changed = scene;
        if (auto* solid = std::get_if<ElasticSolidDescription>(&changed.bodies[b].kind)) {
            double& modulus = solid->elastic.young_modulus;
            const double whole = std::exchange(modulus, 0.5 * modulus);
            changes.push_back({fmt::format("softer: {}.elastic.young_modulus = {:g} Pa instead of {:g}",
                                           item("body", b), modulus, whole),
                               changed});
            continue;
        }
        auto* net = std::get_if<SpringNetDescription>(&changed.bodies[b].kind);
        if (net == nullptr) continue;
        for (NetSprings& springs : net->springs) {
            const double stiffness = std::exchange(springs.stiffness, 0.5 * springs.stiffness);
            add(changed, fmt::format("stiffness of springs \"{}\" of {}", springs.name, item("body", b)), stiffness);
            springs.stiffness = stiffness;
        }
    }
}

void add_less_damping(const SceneDescription& scene, std::vector<Change>& changes)
{
    Change change{"less damping: half of every damping", scene};
    for (ClothDescription& cloth : change.scene.cloths) {
        cloth.springs.stretch_damping *= 0.5;
        cloth.springs.shear_damping *= 0.5;
        cloth.springs.bending_damping *= 0.5;
        cloth.damping_time *= 0.5;
    }
    for (BodyDescription& body : change.scene.bodies) {
        if (auto* net = std::get_if<SpringNetDescription>(&body.kind))
            for (NetSprings& springs : net->springs) springs.damping *= 0.5;
        if (auto* solid = std::get_if<ElasticSolidDescription>(&body.kind)) solid->elastic.damping_time *= 0.5;
    }
    changes.push_back(std::move(change));
}

void add_heavier_and_coarser(const SceneDescription& scene, std::vector<Change>& changes)
{
    Change heavier{"heavier: twice the mass of everything", scene};
    Change coarser{"coarser: half as many particles along both sides of every grid", scene};
    bool has_grids = false;
    for (std::size_t c = 0; c < scene.cloths.size(); ++c) {
        heavier.scene.cloths[c].areal_density *= 2;
        auto* grid = std::get_if<GridDescription>(&coarser.scene.cloths[c].shape);
        if (grid == nullptr) continue;
        has_grids = true;
        for (int& count : grid->particles) count = std::max(2, (count + 1) / 2);
    }
    for (BodyDescription& body : heavier.scene.bodies) {
        const auto double_mass = [](auto& kind) {
            if constexpr (requires { kind.masses; })
                for (double& mass : kind.masses) mass *= 2;
            else
                kind.mass *= 2;
        };
        std::visit(double_mass, body.kind);
    }
    changes.push_back(std::move(heavier));
    // On another grid, pins by index would be at other places.
    const bool pins_move = std::ranges::any_of(cloths_and_bodies(scene), [](const ClothOrBody& cloth) {
        return std::ranges::any_of(
            cloth.pins, [](const PinDescription& pin) { return std::holds_alternative<PinIndices>(pin.where); });
    });
    if (has_grids && !pins_move) changes.push_back(std::move(coarser));
}

void add_filters(const SceneDescription& scene, std::vector<Change>& changes)
{
    if (scene.filter) return;
    for (const auto& [name, kind] : {std::pair{"momentum", FilterKind::momentum}, {"plain", FilterKind::plain}}) {
        Change change{fmt::format("a filter: [filter] kind = \"{}\", lambda = 1", name), scene};
        change.scene.filter = FilterSettings{.kind = kind};
        change.scene.integrator.adaptive = false;
        changes.push_back(std::move(change));
    }
}

}  // namespace

StabilityStudy study_stability(const SceneDescription& scene, const StabilityOptions& options)
{
    StabilityStudy study;
    const StepLimits limits(scene);
    study.particles = limits.particle_count();
    if (!scene.integrator.adaptive && !scene.integrator.automatic) study.dt = limits.dt();

    std::vector<Change> changes;
    add_softer(scene, changes);
    add_less_damping(scene, changes);
    add_heavier_and_coarser(scene, changes);
    add_filters(scene, changes);

    const std::span<const IntegratorChoice> choices = integrator_choices();
    const IntegratorChoice& own = choice_of(scene.integrator.method);
    const bool has_limit = own.family == IntegratorFamily::explicit_method && !own.controls_error;
    study.is_scene_method = has_limit;
    study.method = has_limit ? scene.integrator.method : std::string(usual_method);
    study.is_filtered = limits.has_filter();

    const StudyClock clock;
    const double all = static_cast<double>(choices.size() + changes.size() + 1);
    double done = 0;
    const auto go_on = [&](const std::string& what) {
        if (options.on_progress) options.on_progress(clock.at(done / all, what));
        ++done;
        study.was_interrupted = options.stop != nullptr && *options.stop;
        return !study.was_interrupted;
    };

    double limit = 0;
    for (const IntegratorChoice& choice : choices) {
        if (!go_on(std::string(choice.name))) return study;
        MethodSteps steps{std::string(choice.name),
                          std::string(name_of(choice.family)),
                          std::string(choice.stability),
                          limits.of(choice.name, false),
                          {}};
        if (limits.has_filter()) steps.filtered = limits.of(choice.name, true);
        if (choice.name == study.method)
            limit = (steps.filtered ? *steps.filtered : steps.unfiltered).longest.value_or(0);
        study.methods.push_back(std::move(steps));
    }

    if (!go_on("what limits it")) return study;
    const StiffestMode mode = limits.stiffest_mode(study.method, study.is_filtered, limit);
    study.shares = mode.particles;
    std::vector<int> order(mode.particles.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, std::greater{}, [&](int i) { return mode.particles[static_cast<std::size_t>(i)]; });
    for (std::size_t k = 0; k < std::min(longest_list, order.size()); ++k) {
        const Place place = place_of(limits, order[k]);
        study.limiting_particles.push_back(
            {place.cloth, place.particle, mode.particles[static_cast<std::size_t>(order[k])]});
    }
    for (std::size_t k = 0; k < std::min(longest_list, mode.pairs.size()); ++k) {
        const auto& [i, j, share] = mode.pairs[k];
        const Place first = place_of(limits, i), second = place_of(limits, j);
        const double apart =
            (limits.positions()[static_cast<std::size_t>(i)] - limits.positions()[static_cast<std::size_t>(j)]).norm();
        study.limiting_pairs.push_back(
            {first.cloth, spring_name(limits.spring_between(i, j)), first.particle, second.particle, apart, share});
    }

    for (const Change& change : changes) {
        if (!go_on(change.text)) return study;
        if (!(limit > 0 && std::isfinite(limit))) continue;
        const StepLimits changed(change.scene, &limits);
        const double other = changed.of(study.method, changed.has_filter()).longest.value_or(0);
        if (other > worth_saying * limit) study.remedies.push_back({change.text, other / limit});
    }
    study.remedies.push_back({"implicit: integrator.method = \"imex-euler\"", std::numeric_limits<double>::infinity()});
    std::ranges::stable_sort(study.remedies, std::greater{}, &Remedy::factor);
    return study;
}

}  // namespace tulle
