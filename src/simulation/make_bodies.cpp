#include "simulation/make_bodies.hpp"

#include "contact/pins.hpp"
#include "forces/stvk_tetrahedra.hpp"
#include "integrators/choice_of.hpp"
#include "integrators/contact_projection.hpp"
#include "mesh/cloth_or_body.hpp"
#include "mesh/rigid_mesh.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>

namespace tulle {
namespace {

// Stiffnesses in units of m/h^2, for a mass m and a step h. With the stiffness s m/h^2 a support gives way under the
// weight of m by g h^2/s, a part 1/s of the fall of m in a step.
constexpr double frame_stiffness = 250;     // of the tetrahedron of a body, along its longest edge
constexpr double point_stiffness = 25;      // of a point of a body in contact
constexpr double held_stiffness = 100;      // of all attachments of a body together
constexpr double particle_stiffness = 100;  // of a particle in contact, for its own mass

/// Makes a body from its scaled description and its particles before they are placed.
RigidBody body_of(const RigidBodyDescription& rigid, const std::vector<Vec3>& particles, double thickness, int first)
{
    const std::size_t surface = particles.size() - rigid_nodes;
    RigidBody body;
    body.first = first + static_cast<int>(surface);
    for (std::size_t k = 0; k < rigid_nodes; ++k) body.rest[k] = particles[surface + k];
    body.shape = rigid_shape(rigid);
    body.mass = rigid.mass;
    body.friction = rigid.friction;
    body.thickness = thickness;
    return body;
}

/// Visits (cloth or body, its mesh, index of its first particle).
template <class Visit>
void each_cloth(const SceneDescription& scene, const std::vector<ClothMesh>& meshes, const Visit& visit)
{
    int first = 0;
    for (std::size_t c = 0; c < meshes.size(); ++c) {
        visit(cloth_or_body(scene, c), meshes[c], first);
        first += static_cast<int>(meshes[c].positions.size());
    }
}

/// Makes the elastic tetrahedra that hold the four particles of each body together. Springs along the edges would give
/// way across a thin body, whose four particles nearly lie in a plane: a blow of a few newtons would turn the body
/// inside out.
std::unique_ptr<StvkTetrahedra> frames_of(const RigidBodies& bodies, const ParticleState& state, double h)
{
    auto frames = std::make_unique<StvkTetrahedra>();
    frames->leave_unmeasured();
    std::vector<Vec3> rest = state.position;
    double mass_of_all = 0;  // kg; all bodies may rest on one
    for (const RigidBody& body : bodies.all) mass_of_all += body.mass;
    for (const RigidBody& body : bodies.all) {
        std::ranges::copy(body.rest, rest.begin() + body.first);
        const double stiffness = frame_stiffness * std::sqrt(body.mass * mass_of_all) / (h * h);  // N/m
        double longest_squared = 0;                                                               // m^2
        for (std::size_t i = 0; i < 4; ++i)
            for (std::size_t j = 0; j < i; ++j)
                longest_squared = std::max(longest_squared, (body.rest[i] - body.rest[j]).squaredNorm());
        const Vec3& first = body.rest[0];
        const double volume =
            std::abs((body.rest[1] - first).cross(body.rest[2] - first).dot(body.rest[3] - first)) / 6;  // m^3
        // A regular tetrahedron is as stiff as with springs along its edges.
        const IsotropicSolid law{.modulus = stiffness * longest_squared / volume, .poisson = 0};
        constexpr Tetrahedron all{0, 1, 2, 3};
        frames->add(rest, body.first, std::span(&all, 1), law, 0);
    }
    return frames;
}

/// The number of the body that an attachment names, and the particles that it holds.
struct Held {
    int body;
    std::vector<int> particles;
};

std::vector<Held> held_particles(const SceneDescription& scene, const std::vector<ClothMesh>& meshes)
{
    std::vector<Held> all;
    for (const AttachmentDescription& attachment : scene.attachments) {
        Held held{-1, {}};
        int bodies = 0;
        each_cloth(scene, meshes, [&](const ClothOrBody& cloth, const ClothMesh& mesh, int first) {
            if (cloth.name == attachment.cloth)
                for (const int p : select_particles(PinDescription{.where = attachment.where}, mesh))
                    held.particles.push_back(first + p);
            if (!cloth.is_rigid()) return;
            if (cloth.name == attachment.body) held.body = bodies;
            ++bodies;
        });
        all.push_back(std::move(held));
    }
    return all;
}

}  // namespace

double RigidBodies::mass() const
{
    double sum = 0;
    for (const RigidBody& body : all) sum += body.mass;
    return sum;
}

bool RigidBodies::own(int particle) const
{
    return std::ranges::any_of(surfaces, [&](const CarriedParticles& surface) {
        const auto carried = static_cast<int>(surface.weights.size());
        const int node = particle - surface.body.first;
        return (particle >= surface.first && particle < surface.first + carried) || (node >= 0 && node < rigid_nodes);
    });
}

void RigidBodies::carry(ParticleState& state) const
{
    for (const CarriedParticles& surface : surfaces) surface.follow(state.position, state.velocity);
}

RigidBodies make_bodies(const SceneDescription& scene, const std::vector<ClothMesh>& meshes)
{
    RigidBodies bodies;
    each_cloth(scene, meshes, [&](const ClothOrBody& cloth, const ClothMesh&, int first) {
        if (!cloth.is_rigid()) return;
        const RigidBodyDescription rigid = scaled(*cloth.rigid(), cloth.body->placement.scale);
        const std::vector<Vec3> particles = make_rigid_mesh(rigid).positions;
        const RigidBody& body = bodies.all.emplace_back(body_of(rigid, particles, cloth.thickness, first));
        CarriedParticles& surface = bodies.surfaces.emplace_back(CarriedParticles{body, first, {}});
        for (int p = first; p < body.first; ++p) surface.weights.push_back(body.weights(particles[p - first]));
    });
    return bodies;
}

void add_spin(const RigidBodyDescription& rigid, int first, int count, ParticleState& state)
{
    if (rigid.spin.isZero()) return;
    Vec3 centre = Vec3::Zero();
    for (int k = count - rigid_nodes; k < count; ++k) centre += state.position[first + k] / rigid_nodes;
    for (int p = first; p < first + count; ++p) state.velocity[p] += rigid.spin.cross(state.position[p] - centre);
}

std::vector<int> attached_particles(const SceneDescription& scene, const std::vector<ClothMesh>& meshes,
                                    std::size_t count)
{
    std::vector<int> attached_to(count, -1);
    for (const Held& held : held_particles(scene, meshes))
        for (const int p : held.particles) attached_to[p] = held.body;
    return attached_to;
}

bool bounds_motion_of_bodies(const SceneDescription& scene)
{
    const IntegratorSettings& integrator = scene.integrator;
    const bool is_of_first_order = is_implicit_euler(integrator.method);
    return is_of_first_order && solves_with_barrier(integrator) && !integrator.adaptive;
}

void add_body_forces(const SceneDescription& scene, const std::vector<ClothMesh>& meshes, const RigidBodies& bodies,
                     ClothOnBodies cloth_on_bodies, const ParticleState& state, const ActiveSet& contacts, double h,
                     std::vector<std::unique_ptr<Force>>& forces)
{
    if (bodies.empty()) return;
    forces.push_back(frames_of(bodies, state, h));

    std::vector<double> thickness;
    each_cloth(scene, meshes, [&](const ClothOrBody& cloth, const ClothMesh& mesh, int) {
        const bool touches = !cloth.is_rigid() && cloth_on_bodies == ClothOnBodies::springs;
        thickness.insert(thickness.end(), mesh.positions.size(), touches ? cloth.thickness : -1);
    });
    thickness.resize(state.size(), -1);  // vertices of obstacles
    auto attachments = std::make_unique<Attachments>();
    for (const Held& held : held_particles(scene, meshes)) {
        const RigidBody& body = bodies.all[held.body];
        const double each = held_stiffness * body.mass / (h * h) / static_cast<double>(held.particles.size());
        for (const int p : held.particles) attachments->add(p, body, state.position, each);
    }

    const BodyStiffness stiffness{.point_per_mass = point_stiffness / (h * h),
                                  .particle_per_mass = particle_stiffness / (h * h),
                                  .gravity = std::max(scene.simulation.gravity.norm(), 1.0),
                                  .bounds_motion = bounds_motion_of_bodies(scene)};
    auto contact =
        std::make_unique<BodyContact>(bodies.all, stiffness, std::move(thickness),
                                      attached_particles(scene, meshes, state.size()), state.mass, contacts, h);
    forces.push_back(std::move(contact));
    if (attachments->size() > 0) forces.push_back(std::move(attachments));
}

}  // namespace tulle
