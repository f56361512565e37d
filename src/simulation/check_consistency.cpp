#include "integrators/choice_of.hpp"
#include "simulation/automatic_steps.hpp"
#include "simulation/check.hpp"
#include "simulation/consistency_checker.hpp"
#include "simulation/scene_fields.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <utility>

namespace tulle {
namespace {

// Frames, and steps in a frame, are counted by int.
constexpr double largest_count = 1e9;

/// Whether `inner` is `outer` or lies within it.
bool within(std::string_view inner, std::string_view outer)
{
    if (!inner.starts_with(outer)) return false;
    return inner.size() == outer.size() || inner[outer.size()] == '.' || inner[outer.size()] == '[';
}

}  // namespace

std::string methods_that(bool IntegratorAbilities::*ability, std::string_view last_separator)
{
    std::vector<std::string_view> names;
    for (const IntegratorChoice& choice : integrator_choices())
        if (choice.can.*ability) names.push_back(choice.name);
    std::string text;
    for (std::size_t k = 0; k < names.size(); ++k) {
        if (k > 0) text += k + 1 == names.size() ? last_separator : ", ";
        text += names[k];
    }
    return text;
}

std::vector<Problem> ConsistencyChecker::run()
{
    check_counts();
    check_integrator();
    check_solver();
    check_filter();
    if (count_cloths_and_bodies(scene_) == 0 && !is_doubtful("cloth") && !is_doubtful("body"))
        report("cloth", "a scene needs at least one cloth or body");
    check_cloth_names();
    for (std::size_t i = 0; i < scene_.cloths.size(); ++i) check_cloth(item("cloth", i), scene_.cloths[i]);
    for (std::size_t i = 0; i < scene_.bodies.size(); ++i) check_body(item("body", i), scene_.bodies[i]);
    check_water();
    check_rigid_steps();
    check_barriers();
    check_self_contact();
    for (std::size_t i = 0; i < scene_.attachments.size(); ++i)
        check_attachment(item("attachment", i), scene_.attachments[i]);
    for (std::size_t i = 0; i < scene_.obstacles.size(); ++i) check_obstacle(item("obstacle", i), scene_.obstacles[i]);
    for (std::size_t i = 0; i < scene_.contact_pairs.size(); ++i)
        check_pair(item("contact_pair", i), scene_.contact_pairs[i]);
    return std::move(problems_);
}

void ConsistencyChecker::report(std::string key, std::string message)
{
    problems_.push_back({.key = std::move(key), .message = std::move(message)});
}

void ConsistencyChecker::add_problems(const std::string& key, const InputError& error)
{
    for (Problem problem : error.problems()) {
        problem.key = key;
        problems_.push_back(std::move(problem));
    }
}

bool ConsistencyChecker::is_doubtful(std::string_view key) const
{
    return std::ranges::any_of(doubtful_, [&](const std::string& k) { return within(k, key) || within(key, k); });
}

bool ConsistencyChecker::shape_is_sound(const std::string& path) const
{
    const auto sound = [&](const char* key) { return !is_doubtful(path + key); };
    return sound(".shape") && sound(".grid") && sound(".mesh") && sound(".net") && sound(".lattice") &&
           sound(".rigid") && sound(".spacing") && sound(".scale") && sound(".rotation") && sound(".translation");
}

void ConsistencyChecker::check_keyframes(const std::string& key, const std::vector<Keyframe>& keyframes)
{
    for (std::size_t k = 1; k < keyframes.size(); ++k) {
        if (is_doubtful(item(key, k - 1) + ".time") || is_doubtful(item(key, k) + ".time")) continue;
        if (keyframes[k].time > keyframes[k - 1].time) continue;
        report(item(key, k) + ".time", "expected a time after the keyframe before, > " +
                                           number_text(keyframes[k - 1].time) + " s, found " +
                                           number_text(keyframes[k].time));
    }
}

void ConsistencyChecker::check_counts()
{
    if (is_doubtful("simulation.fps")) return;
    const double fps = scene_.simulation.fps;
    const double duration = scene_.simulation.duration;
    if (!is_doubtful("simulation.duration") && !(duration * fps <= largest_count))
        report("simulation.duration", "expected at most " + number_text(largest_count / fps) +
                                          " s (1e9 frames at this fps), found " + number_text(duration));
    const double dt = scene_.integrator.dt;
    const bool is_number = !scene_.integrator.adaptive && !scene_.integrator.automatic;
    if (is_number && !is_doubtful("integrator.dt") && !(dt * fps * largest_count >= 1.0))
        report("integrator.dt", "expected at least " + number_text(1.0 / (fps * largest_count)) +
                                    " s (1e9 steps in a frame), found " + number_text(dt));
}

void ConsistencyChecker::check_integrator()
{
    if (is_doubtful("integrator.method")) return;
    const IntegratorChoice* choice = find_integrator(scene_.integrator.method);
    if (choice == nullptr) return;
    if (scene_.integrator.automatic && !has_automatic_steps(choice->name)) report_no_automatic_steps(*choice);
    const bool is_limited = takes_limited_updates(scene_.integrator);
    if (scene_.integrator.adaptive && is_limited)
        report("integrator.update",
               "\"limited\" takes equal steps, which cost the same: give integrator.dt as a number, or take \"auto\"");
    if (!scene_.integrator.adaptive || choice->can.adaptive) return;
    if (choice->controls_error) {
        report("integrator.dt", "expected a number: " + scene_.integrator.method +
                                    " always follows its error, and dt is the longest step it may take");
        return;
    }
    report("integrator.dt", "expected a number: " + scene_.integrator.method +
                                " takes equal steps; \"adaptive\" is for " +
                                methods_that(&IntegratorAbilities::adaptive, ", "));
}

void ConsistencyChecker::report_no_automatic_steps(const IntegratorChoice& choice)
{
    std::string reason = " takes any step: give the one that is precise enough as a number";
    if (choice.controls_error) {
        reason = " always follows its error, and dt is the longest step it may take: give a number";
    } else if (choice.family == IntegratorFamily::explicit_method) {
        reason = " has no step that is safe: give a number, or take symplectic-euler";
    } else if (choice.can.adaptive) {
        reason += ", or \"adaptive\"";
    }
    report("integrator.dt", "\"auto\" finds steps that are stable, and is for " +
                                methods_that(&IntegratorAbilities::stable_steps, " and ") + "; " +
                                scene_.integrator.method + reason);
}

void ConsistencyChecker::check_solver()
{
    if (is_doubtful("solver")) return;
    if (scene_.solver.method == SolverMethod::direct && scene_.solver.preconditioner != PreconditionerKind::automatic)
        report("solver.preconditioner", "solver.method = \"direct\" takes none: leave it out, or take \"cg\"");
}

void ConsistencyChecker::check_filter()
{
    if (!scene_.filter || !scene_.integrator.adaptive || is_doubtful("integrator.dt")) return;
    report("filter",
           "integrator.dt = \"adaptive\" takes no filter, whose effect does not fade with shorter steps: "
           "they would never be short enough. Give dt as a number");
}

std::vector<Problem> check_consistency(const SceneDescription& scene, const std::vector<std::string>& doubtful,
                                       Untangled& start)
{
    ConsistencyChecker checker(scene, doubtful);
    std::vector<Problem> problems = checker.run();
    start = checker.start();
    return problems;
}

std::string path_of(const SceneDescription& scene, std::size_t index)
{
    const std::size_t cloths = scene.cloths.size();
    return index < cloths ? item("cloth", index) : item("body", index - cloths);
}

double area(const ClothDescription& cloth)
{
    if (const auto* grid = std::get_if<GridDescription>(&cloth.shape)) return grid->size.prod();
    const auto& [mesh, file, placement] = std::get<MeshDescription>(cloth.shape);
    double sum = 0;
    for (const Face& face : mesh.faces) {
        const Vec3& x = mesh.positions[face[0]];
        sum += 0.5 * (mesh.positions[face[1]] - x).cross(mesh.positions[face[2]] - x).norm();
    }
    return sum * placement.scale * placement.scale;
}

}  // namespace tulle
