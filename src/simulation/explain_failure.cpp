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

constexpr int no_particle = StepReport{}.worst_particle;

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

std::string tolerances_of(const IntegratorSettings& integrator)
{
    std::ostringstream out;
    out << "integrator.relative_tolerance = " << integrator.relative_tolerance
        << " and absolute_tolerance = " << integrator.absolute_tolerance << " m";
    return out.str();
}

/// Whether the method leaves the turning of springs explicit, and is of first order.
bool turns_explicitly(const IntegratorSettings& integrator)
{
    const IntegratorChoice& method = choice_of(integrator.method);
    const bool is_one_solve = !method.can.iterates || (method.can.updates && integrator.update == UpdateKind::none);
    return method.family == IntegratorFamily::imex_method && method.order == 1 && is_one_solve;
}

}  // namespace

/// Writes the explanation of one step, sentence by sentence.
class Simulation::Explanation {
public:
    Explanation(const Simulation& simulation, const StepReport& failed)
        : simulation_(simulation), p_(*simulation.parts_), failed_(failed)
    {
        out_.precision(4);
    }
    [[nodiscard]] std::string text()
    {
        if (failed_.status == StepStatus::imprecise)
            write_imprecise();
        else
            write_failed();
        return out_.str();
    }

private:
    void write_imprecise();
    void write_failed();
    void write_where();
    void write_what();
    void write_no_room();
    void write_advice();

    const Simulation& simulation_;
    const Parts& p_;
    const StepReport& failed_;
    std::ostringstream out_;
};

void Simulation::Explanation::write_imprecise()
{
    const IntegratorSettings& integrator = p_.scene.integrator;
    if (turns_explicitly(integrator)) {
        out_ << "from t = " << failed_.time << " s on, " << integrator.method << " cannot keep "
             << tolerances_of(integrator)
             << ": it leaves the turning of springs explicit, which slows stiff cloth like a drag, and takes over ten "
                "times as many steps as the motion asks for (down to "
             << failed_.smallest_dt
             << " s), whose errors add up. Expect ten times the error of imex-euler with updates, backward-euler or "
                "bdf2 at the same tolerance.";
    } else if (p_.is_growing) {
        const double needed = turning_limit(choice_of(integrator.method), simulation_.stable_step_limit());
        out_ << integrator.method << " makes vibrations of stiff springs grow at dt = " << simulation_.dt()
             << " s: what comes of it is not to be trusted, also where it does not explode. It needs steps below about "
             << needed << " s here. Try integrator.dt = " << 0.8 * needed
             << ", or integrator.method = \"bdf2\" or \"imex-euler\".";
    } else if (p_.automatic) {
        out_ << "until t = " << failed_.time << " s automatic steps, the last of " << failed_.dt
             << " s, were not short enough: its frame has gained energy from nowhere, or ended stiffer than they "
                "allow. Expect errors from there on; integrator.method = \"imex-euler\" takes it in its stride.";
    } else {
        out_ << "from t = " << failed_.time << " s on shorter steps do not come closer to " << tolerances_of(integrator)
             << ": rounding does not allow it. Steps were taken with the smallest error there is; larger tolerances "
                "give the same result sooner.";
    }
}

void Simulation::Explanation::write_failed()
{
    out_ << "the simulation failed at t = " << failed_.time << " s: ";
    write_where();
    write_what();
    const std::string reason = failed_.time <= start_matters ? start_reason(p_.scene, p_.meshes) : "";
    if (!reason.empty()) {
        out_ << '.' << reason;
        return;
    }
    if (failed_.status == StepStatus::stalled)
        out_ << ". Try larger ones, or check the scene: something jumps or is not finite";
    else if (failed_.status != StepStatus::intersecting)
        write_advice();
    out_ << '.';
}

void Simulation::Explanation::write_where()
{
    if (failed_.worst_particle == no_particle) return;
    const auto& views = p_.views.all();
    const auto cloth = std::find_if(views.rbegin(), views.rend(), [&](const ClothView& view) {
        return view.first_particle <= failed_.worst_particle;
    });
    out_ << "particle " << failed_.worst_particle - cloth->first_particle << " of "
         << kind_of(cloth_or_body(p_.scene, static_cast<std::size_t>(std::distance(cloth, views.rend()) - 1))) << " \""
         << cloth->name << "\" ";
}

void Simulation::Explanation::write_what()
{
    if (failed_.status == StepStatus::exploded)
        out_ << "hangs on a spring longer than simulation.max_stretch = " << p_.scene.simulation.max_stretch
             << " allows";
    else if (failed_.status == StepStatus::intersecting)
        write_no_room();
    else if (failed_.status == StepStatus::stalled)
        out_ << "no step however short meets " << tolerances_of(p_.scene.integrator);
    else if (failed_.worst_particle != no_particle)
        out_ << "has a position or velocity that is not finite";
    else
        out_ << "forces are too large to be measured";
}

void Simulation::Explanation::write_no_room()
{
    const bool has_barriers = p_.constraints->contacts().are_left_to_barriers();
    out_ << (failed_.worst_particle != no_particle ? "has no collision-free motion: " : "")
         << "no step however short keeps cloth from passing through cloth" << (has_barriers ? " or an obstacle" : "")
         << ". Pins, obstacles or its own speed leave it no room: move them apart or more slowly, take a shorter "
            "integrator.dt (now "
         << p_.scene.integrator.dt << " s), or make the cloth thinner (cloth[].thickness"
         << (p_.scene.self_contact ? ", self_contact.thickness)" : ")");
    if (has_barriers)
        out_ << "; contact.method = \"velocity-constraint\" lets obstacles press on cloth where there is no room";
}

void Simulation::Explanation::write_advice()
{
    const std::string& method = p_.scene.integrator.method;
    const IntegratorChoice& choice = choice_of(method);
    const bool has_limit = has_automatic_steps(method);
    // Limits of methods are those of the scene; only the general one knows of forces that a program has added.
    const double limit = has_limit && p_.user_forces.empty()
                             ? *StepLimits(p_.scene).of(method, p_.filter.has_value()).longest
                             : simulation_.stable_step_limit();  // s
    if (has_limit && limit == 0) {
        out_ << ". " << method
             << " grows at any step here: the filter turns some velocities around. Take a larger filter.lambda, or "
                "filter.kind = \"averaged\" or \"momentum\"";
    } else if (has_limit && failed_.dt > limit) {
        out_ << ". The step is too large for " << method << ": dt = " << failed_.dt << " s, largest stable step "
             << limit << (p_.filter ? " s with the scene's filter" : " s") << ". Try integrator.dt = " << 0.9 * limit
             << ", softer or heavier springs, or integrator.method = \"imex-euler\"";
    } else if (p_.automatic) {
        out_ << ". Automatic steps were shortened down to " << failed_.dt << " s in vain, where " << limit
             << " s are stable at the scene's start: not the step is the reason. Check stiffnesses, masses and "
                "simulation.max_stretch";
    } else if (has_limit) {
        out_ << ". The step dt = " << failed_.dt << " s is below the stability limit " << limit
             << " s of the scene's start; springs that stretch, or contact, lower it. Try half of it";
    } else if (method == "forward-euler") {
        out_ << ". forward-euler grows at any step unless damping outweighs it. Try integrator.method = "
                "\"symplectic-euler\" with steps below "
             << limit << " s";
    } else if (choice.family == IntegratorFamily::imex_method && !choice.can.iterates) {
        const double needed = turning_limit(choice, limit);
        out_ << ". " << method << " leaves the turning of springs explicit and needs steps below about " << needed
             << " s here (dt = " << failed_.dt
             << " s). Try integrator.dt = " << (failed_.dt > needed ? 0.8 * needed : 0.5 * failed_.dt)
             << ", or integrator.method = \"bdf2\" or \"imex-euler\"";
    } else {
        out_ << ". Try a smaller integrator.dt (now " << failed_.dt << " s), a smaller integrator.tolerance, or check "
             << "stiffnesses and masses";
    }
}

std::string Simulation::explain(const StepReport& failed) const { return Explanation(*this, failed).text(); }

}  // namespace tulle
