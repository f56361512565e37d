// Control of a simulation between two steps: positions, velocities, external forces, wind, rest lengths and pins. Also
// evaluates forces and their Jacobian.

#include "contact/untangle/crossing_faces.hpp"
#include "core/assert.hpp"
#include "core/counted.hpp"
#include "linear/dynamic_sparsity_matrix.hpp"
#include "linear/prescribed_couplings.hpp"
#include "mesh/rigid_mesh.hpp"
#include "simulation/parts.hpp"
#include "simulation/refuse_argument.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace tulle {
namespace {

void require_size(const char* key, std::size_t size, std::size_t expected, const char* per)
{
    if (size == expected) return;
    refuse_argument(
        key, "expected " + std::to_string(expected) + " values, one per " + per + "; found " + std::to_string(size));
}

void require_finite(const char* key, std::span<const Vec3> values, const char* unit)
{
    for (std::size_t i = 0; i < values.size(); ++i)
        if (!values[i].allFinite())
            refuse_argument(key, "expected finite numbers [" + std::string(unit) + "]; that of number " +
                                     std::to_string(i) + " is not");
}

}  // namespace

void Simulation::Parts::hold_pinned()
{
    const Pins& pins = constraints->pins();
    for (std::size_t i = 0; i < state.size(); ++i) {
        const double inverse = pins.holds(static_cast<int>(i)) ? 0 : 1 / state.mass[i];
        if (inverse == state.inverse_mass[i]) continue;
        state.inverse_mass[i] = inverse;
        if (filter) filter->set_inverse_mass(i, inverse);
    }
}

void Simulation::Parts::require_no_body(const char* key, std::span<const Vec3> now, std::span<const Vec3> wanted) const
{
    const auto refuse_if_changed = [&](int particle) {
        if (static_cast<std::size_t>(particle) >= wanted.size()) return;  // vertices of obstacles are not in `wanted`
        if (now[particle] != wanted[particle])
            refuse_argument(key,
                            "particle " + std::to_string(particle) + " belongs to a rigid body: leave it as it is");
    };
    for (const int particle : constraints->pins().particles())
        if (constraints->pins().is_carried(particle)) refuse_if_changed(particle);
    for (const RigidBody& body : bodies.all)
        for (int k = 0; k < rigid_nodes; ++k) refuse_if_changed(body.first + k);
}

void Simulation::Parts::require_unpinned(std::span<const Vec3> wanted) const
{
    for (const int particle : constraints->pins().particles())
        if (static_cast<std::size_t>(particle) < wanted.size() && state.position[particle] != wanted[particle])
            refuse_argument("positions", "particle " + std::to_string(particle) +
                                             " is pinned, and moved by pin(), or freed by unpin(): leave it as it is");
}

void Simulation::set_positions(std::span<const Vec3> x)
{
    Parts& p = *parts_;
    require_size("positions", x.size(), p.particle_count, "particle");
    require_finite("positions", x, "m");
    p.require_no_body("positions", p.state.position, x);
    p.require_unpinned(x);
    if (p.cloth_contact != nullptr) {
        const std::vector<Vec3> all = Parts::completed(x, p.state.position);
        const ContactSurface& surface = p.cloth_contact->surface();
        const std::size_t crossings = find_crossing_faces(surface, all).size();
        const std::string what = surface.has_obstacles() ? "cloth or an obstacle" : "cloth";
        if (crossings > 0)
            refuse_argument("positions", "cloth would pass through " + what + " in " + counted(crossings, "pair") +
                                             " of triangles, which contact cannot take apart");
    }
    std::copy(x.begin(), x.end(), p.state.position.begin());
    p.constraints->forget_contacts();
    if (p.cloth_contact != nullptr) p.cloth_contact->forget_friction();
    if (p.obstacle_barrier != nullptr) p.obstacle_barrier->forget_friction();
    if (p.filter) p.filter->weigh(p.state.position);
    p.predict_free_fall();
    p.integrator->restart();
}

void Simulation::set_velocities(std::span<const Vec3> v)
{
    Parts& p = *parts_;
    require_size("velocities", v.size(), p.particle_count, "particle");
    require_finite("velocities", v, "m/s");
    p.require_no_body("velocities", p.state.velocity, v);
    for (std::size_t i = 0; i < v.size(); ++i)
        if (!p.constraints->pins().holds(static_cast<int>(i))) p.state.velocity[i] = v[i];
    p.predict_free_fall();
    p.integrator->restart();
}

void Simulation::set_external_forces(std::span<const Vec3> f)
{
    if (!f.empty()) require_size("external_forces", f.size(), parts_->particle_count, "particle");
    require_finite("external_forces", f, "N");
    parts_->applied->set(f);
}

std::span<const Vec3> Simulation::external_forces() const { return parts_->applied->get(); }

void Simulation::set_wind(const Vec3& wind)
{
    if (parts_->air == nullptr)
        refuse_argument("wind", "the scene has no air: give it [air], still where the wind is zero");
    if (!wind.allFinite()) refuse_argument("wind", "expected finite numbers [m/s]");
    parts_->air->set_wind(wind);
}

Vec3 Simulation::wind() const { return parts_->air == nullptr ? Vec3::Zero() : parts_->air->wind(); }

std::vector<std::array<int, 2>> Simulation::springs() const
{
    std::vector<std::array<int, 2>> pairs;
    for (const auto& [i, j] : parts_->springs->ends()) pairs.push_back({i, j});
    return pairs;
}

std::span<const double> Simulation::rest_lengths() const { return parts_->springs->rest_lengths(); }

void Simulation::set_rest_lengths(std::span<const double> lengths)
{
    Springs& springs = *parts_->springs;
    require_size("rest_lengths", lengths.size(), springs.size(), "spring");
    for (std::size_t s = 0; s < lengths.size(); ++s)
        if (!(lengths[s] > 0) || !std::isfinite(lengths[s]))
            refuse_argument("rest_lengths", "expected numbers > 0 m; that of spring " + std::to_string(s) + " is " +
                                                std::to_string(lengths[s]));
    for (const std::size_t s : springs.muscles())
        if (lengths[s] != springs.rest_lengths()[s])
            refuse_argument("rest_lengths",
                            "a muscle sets that of spring " + std::to_string(s) + ": leave it as it is");
    springs.set_rest_lengths(lengths);
}

void Simulation::pin(std::span<const int> particles, std::span<const Vec3> targets)
{
    Parts& p = *parts_;
    if (!targets.empty()) require_size("targets", targets.size(), particles.size(), "particle");
    require_finite("targets", targets, "m");
    p.require_particles(particles);
    bool has_changed = false;
    for (std::size_t k = 0; k < particles.size(); ++k) {
        const int particle = particles[k];
        has_changed = has_changed || !p.constraints->pins().holds(particle);
        const Vec3 from = p.state.position[particle];
        p.constraints->drive_pin(particle, {from, targets.empty() ? from : targets[k], time(), time() + dt()});
    }
    if (has_changed) p.pins_changed();
}

void Simulation::unpin(std::span<const int> particles)
{
    Parts& p = *parts_;
    p.require_particles(particles);
    bool has_changed = false;
    for (const int particle : particles) {
        has_changed = has_changed || p.constraints->pins().holds(particle);
        p.constraints->release_pin(particle);
    }
    if (has_changed) p.pins_changed();
}

std::vector<int> Simulation::pinned() const
{
    const Pins& pins = parts_->constraints->pins();
    std::vector<int> held;
    for (const int particle : pins.particles())
        if (!pins.is_carried(particle)) held.push_back(particle);
    return held;
}

void Simulation::Parts::require_particles(std::span<const int> particles) const
{
    for (const int particle : particles) {
        if (particle < 0 || static_cast<std::size_t>(particle) >= particle_count)
            refuse_argument("particles", "expected 0 to " + std::to_string(particle_count - 1) + "; found " +
                                             std::to_string(particle));
        if (bodies.own(particle))
            refuse_argument("particles", "particle " + std::to_string(particle) +
                                             " belongs to a rigid body, which cannot be pinned");
    }
}

void Simulation::Parts::pins_changed()
{
    hold_pinned();
    if (filter) filter->weigh(state.position);
    integrator->restart();
}

void Simulation::forces(std::span<const Vec3> x, std::span<const Vec3> v, std::span<Vec3> f) const
{
    const Parts& p = *parts_;
    TULLE_ASSERT(f.size() == p.particle_count, f.size());
    require_size("positions", x.size(), f.size(), "particle");
    require_size("velocities", v.size(), f.size(), "particle");
    if (f.size() == p.state.size()) return p.forces->force(x, v, f);
    std::vector<Vec3> all(p.state.size());
    p.forces->force(Parts::completed(x, p.state.position), Parts::completed(v, p.state.velocity), all);
    std::ranges::copy(p.of_cloths(all), f.begin());
}

BlockMatrix Simulation::jacobian(Derivative by, JacobianTreatment treatment) const
{
    return jacobian(positions(), velocities(), by, treatment);
}

BlockMatrix Simulation::jacobian(std::span<const Vec3> x, std::span<const Vec3> v, Derivative by,
                                 JacobianTreatment treatment) const
{
    const Parts& p = *parts_;
    ForceField& field = *p.forces;
    require_size("positions", x.size(), p.particle_count, "particle");
    require_size("velocities", v.size(), p.particle_count, "particle");
    const std::vector<Vec3> all_x = Parts::completed(x, p.state.position);
    const std::vector<Vec3> all_v = Parts::completed(v, p.state.velocity);
    const double by_x = by == Derivative::by_position ? 1 : 0;
    Csr<Mat3> A(field.pattern());
    field.add_jacobian(all_x, all_v, treatment, by_x, 1 - by_x, A);
    std::vector<StencilBlock> contact_blocks;
    field.add_contact_hessian(all_x, all_v, by_x, 1 - by_x, contact_blocks);
    PrescribedCouplings().take_from(contact_blocks, A);  // obstacles are no unknowns
    DynamicSparsityMatrix dynamic;
    const Csr<Mat3>& full = dynamic.of(A, contact_blocks);
    return {full.pattern->row_begin, full.pattern->column, full.value};
}

}  // namespace tulle
