#include "simulation/step_limits.hpp"

#include "analysis/step_growth.hpp"
#include "integrators/choice_of.hpp"
#include "simulation/parts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tulle {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

/// Returns the scene without what only a run needs: obstacles, air, water, automatic steps, and adaptive steps with a
/// filter.
SceneDescription bare(SceneDescription scene)
{
    scene.obstacles.clear();
    scene.contact_pairs.clear();
    scene.air.reset();
    scene.water.reset();
    if (scene.filter) scene.integrator.adaptive = false;
    scene.integrator.automatic = false;
    return scene;
}

}  // namespace

StepLimits::StepLimits(const SceneDescription& scene, const StepLimits* like)
    : parts_(std::make_unique<Simulation::Parts>(bare(scene))),
      linear_(std::make_unique<LinearForce>(*parts_->forces, parts_->start_position)),
      like_(like)
{
    if (parts_->filter) parts_->filter->weigh(parts_->start_position);
    if (like != nullptr && like->particle_count() == particle_count()) modes_ = like->modes_;
}

StepLimits::~StepLimits() = default;

std::size_t StepLimits::particle_count() const { return parts_->state.size(); }
std::span<const Vec3> StepLimits::positions() const { return parts_->start_position; }
const std::vector<ClothView>& StepLimits::cloths() const { return parts_->views.all(); }
std::optional<SpringKind> StepLimits::spring_between(int i, int j) const { return parts_->springs->kind_between(i, j); }

double StepLimits::dt() const { return parts_->clock.dt(); }
bool StepLimits::has_filter() const { return parts_->filter.has_value(); }

SystemAtRest StepLimits::system_at_rest(bool filtered) const
{
    return {*parts_->forces, parts_->start_position, parts_->state.mass, parts_->constraints->filter().fixed,
            filtered && parts_->filter ? &*parts_->filter : nullptr};
}

const SymplecticLimit& StepLimits::symplectic() const
{
    constexpr double rough = 1e-3;
    if (symplectic_) return *symplectic_;
    const std::vector<unsigned char>& fixed = parts_->constraints->filter().fixed;
    if (like_ == nullptr) {
        symplectic_ = find_symplectic_limit(*linear_, parts_->state.mass, fixed);
    } else {
        const std::vector<Vec3>& mode = like_->symplectic().mode;
        symplectic_ = find_symplectic_limit(*linear_, parts_->state.mass, fixed, rough,
                                            mode.size() == particle_count() ? mode : std::span<const Vec3>());
    }
    return *symplectic_;
}

double StepLimits::paper(bool filtered) const
{
    std::optional<double>& known = paper_.at(filtered ? 1 : 0);
    if (!known) {
        const double k0 = symplectic().k0;
        known = filtered && parts_->filter ? paper_step_limit(system_at_rest(true), *linear_, symplectic().mode)
                                           : (k0 > 0 ? 2 / std::sqrt(k0) : infinite);
    }
    return *known;
}

bool StepLimits::turns_around() const
{
    if (!turns_around_) turns_around_ = turns_velocities_around(system_at_rest(true));
    return *turns_around_;
}

void StepLimits::start(StepSpectrum& spectrum, bool filtered) const
{
    for (const bool kind : {filtered, !filtered}) {
        const Mode& mode = modes_.at(kind ? 1 : 0);
        if (mode[0].v.empty()) continue;
        spectrum.start_from(mode);
        return;
    }
    const SymplecticLimit& limit = symplectic();
    if (limit.mode.empty() || !std::isfinite(limit.longest)) return;
    Mode mode;
    mode[0].x = mode[0].v = limit.mode;
    for (Vec3& v : mode[0].v) v *= 2 / limit.longest;  // at the limit x changes sign in every step
    mode[1].x = mode[1].v = std::vector<Vec3>(limit.mode.size(), Vec3::Zero());
    spectrum.start_from(mode);
}

double StepLimits::search(std::string_view method, bool filtered) const
{
    const SystemAtRest at_rest = system_at_rest(filtered);
    StepSpectrum spectrum(at_rest, *linear_, method);
    start(spectrum, filtered);
    const double longest = find_step_limit(spectrum, guess(method, filtered), like_ != nullptr);
    if (spectrum.has_mode()) modes_.at(filtered ? 1 : 0) = spectrum.mode();
    found_[{std::string(method), filtered}] = longest;
    return longest;
}

double StepLimits::guess(std::string_view method, bool filtered) const
{
    // The guess is rather too long than too short: a vibration that grows leads to the limit at once.
    constexpr double more = 1.03;
    const double unfiltered = symplectic().longest;
    if (like_ != nullptr) {
        const auto known = like_->found_.find({std::string(method), filtered});
        const bool helps = known != like_->found_.end() && known->second > 0 && std::isfinite(known->second);
        if (helps) return more * unfiltered * known->second / like_->symplectic().longest;
    }
    const double k0 = symplectic().k0;
    const double undamped = k0 > 0 ? 2 / std::sqrt(k0) : unfiltered;
    const double gain = filtered && like_ == nullptr ? std::min(paper(true) / paper(false), 1.5) : filtered ? 1.2 : 1.0;
    return more * gain * undamped * (method == "rk4" ? std::sqrt(2.0) : 1.0);
}

StepLimit StepLimits::of(std::string_view method, bool filtered) const
{
    const IntegratorChoice& choice = choice_of(method);
    if (choice.controls_error) return {};
    if (choice.can.iterates) return {infinite, {}};
    if (choice.family != IntegratorFamily::explicit_method) return {};
    // The linearised step (LinearStep) has the methods with stable steps; no limit of others is known.
    const bool has_limit = choice.can.stable_steps || method == "forward-euler";
    if (!has_limit) return {};
    const SystemAtRest at_rest = system_at_rest(filtered);
    const double unfiltered = symplectic().longest;
    if (!std::isfinite(unfiltered)) return {infinite, infinite};

    StepLimit result;
    // ATG07 gives forward Euler the limit of symplectic Euler and Verlet, and RK4 a limit that is 4.6 % too long:
    // docs/theory/stability.md#other-methods-and-atg07-corrected.
    if (like_ == nullptr) result.paper = (method == "rk4" ? std::sqrt(8.75) / 2 : 1.0) * paper(filtered);

    const bool is_damped = linear_->is_damped();
    if (method == "forward-euler") {
        // With damping or a filter, vibrations grow so slowly near the limit of forward Euler that it cannot be found.
        if (!is_damped && at_rest.filter == nullptr) result.longest = 0;
    } else if (at_rest.filter == nullptr && method == "symplectic-euler") {
        result.longest = unfiltered;
    } else if (at_rest.filter == nullptr && !is_damped) {
        result.longest = (method == "rk4" ? std::sqrt(2.0) : 1.0) * unfiltered;  // sqrt(8/k0) and 2/sqrt(k0)
    } else if (at_rest.filter != nullptr && method != "rk4" && turns_around()) {
        result.longest = 0;
    } else {
        // Without damping Verlet is symplectic Euler, written with the velocity that moves the particles.
        result.longest = search(method == "verlet" && !is_damped ? "symplectic-euler" : method, filtered);
    }
    return result;
}

StiffestMode StepLimits::stiffest_mode(std::string_view method, bool filtered, double limit) const
{
    StiffestMode mode;
    if (!(limit > 0 && std::isfinite(limit))) return mode;
    const SystemAtRest at_rest = system_at_rest(filtered);
    StepSpectrum spectrum(at_rest, *linear_, method);
    start(spectrum, filtered);
    // The step must exceed the limit by so much that one vibration soon outgrows all others, and by so little that this
    // vibration is the first one to grow.
    constexpr double little = 1.01, too_much = 1.3;
    constexpr int steps = 28;
    double h = little * limit;
    while (!spectrum.grows(h, steps)) {
        h *= little;
        if (h > too_much * limit) return mode;
    }
    const auto& [real, imaginary] = spectrum.mode();
    double doubled = 0;
    for (std::size_t i = 0; i < real.v.size(); ++i) {
        const double energy = parts_->state.mass[i] * (real.v[i].squaredNorm() + imaginary.v[i].squaredNorm());
        mode.particles.push_back(energy);
        doubled += energy;
    }
    for (double& share : mode.particles) share /= doubled;

    const Csr<Mat3>& stiffness = linear_->stiffness();
    const SparsityPattern& pattern = *stiffness.pattern;
    double total = 0;
    for (std::size_t i = 0; i < pattern.rows(); ++i) {
        for (int e = pattern.row_begin[i]; e < pattern.diagonal[i]; ++e) {
            const int j = pattern.column[static_cast<std::size_t>(e)];
            double energy = 0;
            for (const Vibration* part : {&real, &imaginary}) {
                const Vec3 apart = part->x[i] - part->x[static_cast<std::size_t>(j)];
                energy -= apart.dot(stiffness.value[static_cast<std::size_t>(e)] * apart);
            }
            total += std::max(energy, 0.0);
            mode.pairs.push_back({j, static_cast<int>(i), std::max(energy, 0.0)});
        }
    }
    for (StiffestMode::Pair& pair : mode.pairs) pair.share /= total > 0 ? total : 1;
    std::ranges::stable_sort(mode.pairs, std::greater{}, &StiffestMode::Pair::share);
    return mode;
}

double turning_limit(const IntegratorChoice& choice, double symplectic)
{
    return (choice.order > 2 ? 0.15 : 0.5) * symplectic;
}

}  // namespace tulle
