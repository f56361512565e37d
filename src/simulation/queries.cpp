// Queries of a simulation between two steps: contacts and particle fields.

#include "core/list_names.hpp"
#include "simulation/parts.hpp"
#include "simulation/refuse_argument.hpp"

#include <algorithm>

namespace tulle {
namespace {

/// Sets the obstacle of a contact if some of its particles are vertices of an obstacle, and removes these particles.
/// The obstacle becomes the second thing of the contact.
void name_obstacle(const MotionConstraints& constraints, std::size_t particle_count, std::span<const Vec3> x,
                   ContactPoint& contact)
{
    const auto is_vertex = [&](int particle) { return static_cast<std::size_t>(particle) >= particle_count; };
    const auto vertex = std::ranges::find_if(contact.particles, is_vertex);
    if (vertex == contact.particles.end()) return;
    contact.obstacle = constraints.obstacle_of(*vertex);
    if (contact.shares[static_cast<std::size_t>(vertex - contact.particles.begin())] > 0) {
        for (double& share : contact.shares) share = -share;
        contact.normal = -contact.normal;
    }
    contact.point.setZero();
    std::size_t left = 0;
    for (std::size_t k = 0; k < contact.particles.size(); ++k) {
        if (is_vertex(contact.particles[k])) continue;
        contact.point += contact.shares[k] * x[contact.particles[k]];
        contact.particles[left] = contact.particles[k];
        contact.shares[left] = contact.shares[k];
        ++left;
    }
    contact.particles.resize(left);
    contact.shares.resize(left);
}

std::size_t field_number(std::string_view name)
{
    const std::span<const FieldDescription> list = ParticleFields::list();
    const auto found = std::ranges::find(list, name, &FieldDescription::name);
    if (found != list.end()) return static_cast<std::size_t>(found - list.begin());
    refuse_argument("field",
                    "expected one of " + list_names(list, &FieldDescription::name) + "; found " + std::string(name));
}

}  // namespace

std::vector<ContactPoint> Simulation::contacts() const
{
    Parts& p = *parts_;
    const std::span<const Vec3> x = p.state.position;
    std::vector<ContactPoint> contacts;
    p.constraints->contacts().list_contacts(x, contacts);
    p.forces->list_contacts(x, contacts);
    if (p.split_barrier) p.split_barrier->with_change().list_contacts(x, contacts);
    for (ContactPoint& contact : contacts) name_obstacle(*p.constraints, p.particle_count, x, contact);
    return contacts;
}

std::vector<FieldDescription> Simulation::fields()
{
    const std::span<const FieldDescription> list = ParticleFields::list();
    return {list.begin(), list.end()};
}

std::vector<double> Simulation::field(std::string_view name) const
{
    Parts& p = *parts_;
    const std::size_t number = field_number(name);
    // The meshes are made from the scene again, because the forces have taken the springs out of the first ones.
    if (!p.fields) {
        const std::vector<ClothMesh> meshes = make_cloth_meshes(p.scene);
        p.fields = std::make_unique<ParticleFields>(meshes);
        p.fields->set_forces(meshes, {p.springs, p.fabrics, p.membrane, true});
    }
    std::vector<double> values(p.particle_count);
    p.fields->compute(number, positions(), velocities(), values, p.intact);
    return values;
}

}  // namespace tulle
