// Simulation::explain: says in words why a step failed or is imprecise, and what to try.

#include <tulle/simulation.hpp>

#include "integrators/choice_of.hpp"
#include "simulation/check.hpp"
#include "simulation/parts.hpp"
#include "simulation/scene_fields.hpp"
#include "simulation/start_overlaps.hpp"
#include "simulation/step_limits.hpp"

#include <algorithm>
#include <sstream>

namespace tulle {
namespace {

constexpr int nobody = StepReport{}.worst_particle;

// s; a run that fails sooner may have failed because of its start
constexpr double start_matters = 0.5;

/// Returns a sentence about cloth that starts inside or too near to obstacles; empty if there is none.
std::string start_reason(const SceneDescription& scene, const std::vector<ClothMesh>& meshes)
{
    const std::vector<StartOverlap> overlaps = find_start_overlaps(scene, meshes);
    const auto worst =
        std::max_element(overlaps.begin(), overlaps.end(), [](const StartOverlap& a, const StartOverlap& b) {
            return std::pair(a.inside, a.too_near) < std::pair(b.inside, b.too_near);
        });
    if (worst == overlaps.end()) return {};
    return " The likely reason: " + text_of(*worst, scene) + ". Move one of the two.";
}

}  // namespace

std::string Simulation::explain(const StepReport& failed) const
{
    const Parts& p = *parts_;
    std::ostringstream out;
    out.precision(4);
    const IntegratorSettings& integrator = p.scene.integrator;
    std::ostringstream tolerances;
    tolerances << "integrator.relative_tolerance = " << integrator.relative_tolerance
               << " and absolute_tolerance = " << integrator.absolute_tolerance << " m";
    const IntegratorChoice& own = choice_of(integrator.method);
    const bool is_one_solve = !own.can.iterates || (own.can.updates && integrator.update == UpdateKind::none);
    const bool turns_explicitly = own.family == IntegratorFamily::imex_method && own.order == 1 && is_one_solve;
    if (failed.status == StepStatus::imprecise && turns_explicitly) {
        out << "from t = " << failed.time << " s on, " << integrator.method << " cannot keep " << tolerances.str()
            << ": it leaves the turning of springs explicit, which slows stiff cloth like a drag, and takes over ten "
               "times "
               "as many steps as the motion asks for (down to "
            << failed.smallest_dt
            << " s), whose errors add up. Expect ten times the error of imex-euler with updates, backward-euler or "
               "bdf2 at "
               "the same tolerance.";
        return out.str();
    }
    if (failed.status == StepStatus::imprecise && p.is_growing) {
        const double needed = turning_limit(choice_of(integrator.method), stable_step_limit());
        out << integrator.method << " makes vibrations of stiff springs grow at dt = " << dt()
            << " s: what comes of it is not to be trusted, also where it does not explode. It needs steps below about "
            << needed << " s here. Try integrator.dt = " << 0.8 * needed
            << ", or integrator.method = \"bdf2\" or \"imex-euler\".";
        return out.str();
    }
    if (failed.status == StepStatus::imprecise && p.automatic) {
        out << "until t = " << failed.time << " s automatic steps, the last of " << failed.dt
            << " s, were not short enough: its frame has gained energy from nowhere, or ended stiffer than they allow. "
               "Expect errors from there on; integrator.method = \"imex-euler\" takes it in its stride.";
        return out.str();
    }
    if (failed.status == StepStatus::imprecise) {
        out << "from t = " << failed.time << " s on shorter steps do not come closer to " << tolerances.str()
            << ": rounding does not allow it. Steps were taken with the smallest error there is; larger tolerances "
               "give the same result sooner.";
        return out.str();
    }
    out << "the simulation failed at t = " << failed.time << " s: ";
    if (failed.worst_particle != nobody) {
        const auto& views = p.views.all();
        const auto cloth = std::find_if(views.rbegin(), views.rend(), [&](const ClothView& view) {
            return view.first_particle <= failed.worst_particle;
        });
        out << "particle " << failed.worst_particle - cloth->first_particle << " of "
            << kind_of(p.scene.cloths[static_cast<std::size_t>(std::distance(cloth, views.rend()) - 1)]) << " \""
            << cloth->name << "\" ";
    }
    if (failed.status == StepStatus::exploded) {
        out << "hangs on a spring longer than simulation.max_stretch = " << p.scene.simulation.max_stretch << " allows";
    } else if (failed.status == StepStatus::intersecting) {
        out << (failed.worst_particle != nobody ? "has no way to go: " : "")
            << "no step however short keeps cloth from passing through cloth"
            << (p.obstacle_barrier != nullptr ? " or an obstacle" : "")
            << ". Pins, obstacles or its own speed leave it no room: move them apart or more slowly, take a shorter "
               "integrator.dt (now "
            << p.scene.integrator.dt << " s), or make the cloth thinner (cloth[].thickness"
            << (p.scene.self_contact ? ", self_contact.thickness)" : ")");
        if (p.obstacle_barrier != nullptr)
            out << "; contact.method = \"velocity-constraint\" lets obstacles press on cloth where there is no room";
    } else if (failed.status == StepStatus::stalled) {
        out << "no step however short meets " << tolerances.str();
    } else if (failed.worst_particle != nobody) {
        out << "has a position or velocity that is not finite";
    } else {
        out << "forces are too large to be measured";
    }
    if (const std::string reason = failed.time <= start_matters ? start_reason(p.scene, p.meshes) : "";
        !reason.empty()) {
        out << '.' << reason;
        return out.str();
    }
    if (failed.status == StepStatus::intersecting) {
        out << '.';
        return out.str();
    }
    const std::string& method = p.scene.integrator.method;
    const bool has_limit = has_automatic_steps(method);
    const double limit = has_limit && failed.status != StepStatus::stalled
                             ? *StepLimits(p.scene).of(method, p.filter.has_value()).longest
                             : stable_step_limit();  // s
    if (failed.status == StepStatus::stalled) {
        out << ". Try larger ones, or check the scene: something jumps or is not finite.";
        return out.str();
    }
    const auto is_plain_imex = [](const IntegratorChoice& choice) {
        return choice.family == IntegratorFamily::imex_method && !choice.can.iterates;
    };
    const IntegratorChoice& choice = choice_of(method);
    if (has_limit && limit == 0) {
        out << ". " << method
            << " grows at any step here: the filter turns some velocities around. Take a larger filter.lambda, or "
               "filter.kind = \"averaged\" or \"momentum\"";
    } else if (has_limit && failed.dt > limit) {
        out << ". The step is too large for " << method << ": dt = " << failed.dt << " s, largest stable step " << limit
            << (p.filter ? " s with the scene's filter" : " s") << ". Try integrator.dt = " << 0.9 * limit
            << ", softer or heavier springs, or integrator.method = \"imex-euler\"";
    } else if (p.automatic) {
        out << ". Automatic steps were shortened down to " << failed.dt << " s in vain, where " << limit
            << " s are stable at the scene's start: not the step is the reason. Check stiffnesses, masses and "
               "simulation.max_stretch";
    } else if (has_limit) {
        out << ". The step dt = " << failed.dt << " s is below the stability limit " << limit
            << " s of the scene's start; springs that stretch, or contact, lower it. Try half of it";
    } else if (method == "forward-euler") {
        out << ". forward-euler grows at any step unless damping outweighs it. Try integrator.method = "
               "\"symplectic-euler\" with steps below "
            << limit << " s";
    } else if (is_plain_imex(choice)) {
        const double needed = turning_limit(choice, limit);
        out << ". " << method << " leaves the turning of springs explicit and needs steps below about " << needed
            << " s here (dt = " << failed.dt
            << " s). Try integrator.dt = " << (failed.dt > needed ? 0.8 * needed : 0.5 * failed.dt)
            << ", or integrator.method = \"bdf2\" or \"imex-euler\"";
    } else {
        out << ". Try a smaller integrator.dt (now " << failed.dt << " s), a smaller integrator.tolerance, or check "
            << "stiffnesses and masses";
    }
    out << '.';
    return out.str();
}

}  // namespace tulle
