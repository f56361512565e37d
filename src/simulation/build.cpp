// Builds a simulation from its description: meshes, then particles, then constraints, forces and the integrator.

#include "forces/user_force_term.hpp"
#include "integrators/choice_of.hpp"
#include "simulation/parts.hpp"

#include "contact/barrier/carried_contact.hpp"
#include "mesh/obstacle_mesh.hpp"
#include "mesh/placed_mesh.hpp"
#include "mesh/rigid_mesh.hpp"
#include "simulation/body_surfaces.hpp"
#include "simulation/check.hpp"
#include "simulation/contact_choice.hpp"
#include "simulation/contact_distance.hpp"
#include "simulation/make_forces.hpp"
#include "simulation/obstacle_surfaces.hpp"
#include "simulation/particle_mass.hpp"
#include "state/kinetic_energy.hpp"

#include <tulle/error.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace tulle {
namespace {

FrameClock make_clock(const SimulationSettings& simulation, double dt)
{
    FrameClock clock;
    clock.fps = simulation.fps;
    // The small tolerance absorbs rounding: dt = 0.01 at 25 frames per second is 4 steps, not 5, however 0.04 / 0.01
    // rounds.
    constexpr double hair = 1e-9;
    clock.steps_per_frame = std::max(1, static_cast<int>(std::ceil(1.0 / (simulation.fps * dt) - hair)));
    clock.frame_count = std::max(1, static_cast<int>(std::ceil(simulation.duration * simulation.fps - hair)));
    return clock;
}

void add_particles(const ClothOrBody& cloth, const ClothMesh& mesh, ParticleState& state)
{
    for (std::size_t p = 0; p < mesh.positions.size(); ++p) {
        const double mass = particle_mass(cloth, mesh, p);
        state.position.push_back(mesh.positions[p]);
        state.velocity.push_back(cloth.velocity);
        state.mass.push_back(mass);
        state.inverse_mass.push_back(1.0 / mass);
    }
}

decltype(Obstacle::shape) contact_shape(const ObstacleDescription& obstacle)
{
    return std::visit(
        [&](const auto& shape) -> decltype(Obstacle::shape) {
            if constexpr (std::is_same_v<std::decay_t<decltype(shape)>, MeshDescription>) {
                MeshSequence sequence = obstacle.sequence;
                for (std::vector<Vec3>& frame : sequence.frames) place(shape.placement, frame);
                return std::make_shared<MeshObstacle>(placed_mesh(shape), std::move(sequence));
            } else {
                return ConvexShape(shape);
            }
        },
        obstacle.shape);
}

/// Returns the edges and faces of cloths for feature contacts; none if no obstacle has sharp features.
ClothFeatures cloth_features(std::span<const Obstacle> obstacles, const std::vector<ClothMesh>& meshes,
                             const IntactFaces& intact)
{
    ClothFeatures feature_contacts;
    feature_contacts.intact = &intact;
    if (std::ranges::all_of(obstacles, [](const Obstacle& obstacle) { return obstacle.edges == nullptr; }))
        return feature_contacts;
    int first = 0;
    for (const ClothMesh& mesh : meshes) {
        for (const Face& face : mesh.faces) {
            feature_contacts.faces.push_back({face[0] + first, face[1] + first, face[2] + first});
            for (int k = 0; k < 3; ++k) {
                const int a = face[k] + first, b = face[(k + 1) % 3] + first;
                feature_contacts.edges.push_back({std::min(a, b), std::max(a, b)});
            }
        }
        first += static_cast<int>(mesh.positions.size());
    }
    std::ranges::sort(feature_contacts.edges);
    feature_contacts.edges.erase(std::unique(feature_contacts.edges.begin(), feature_contacts.edges.end()),
                                 feature_contacts.edges.end());
    return feature_contacts;
}

double longest_edge(const ClothMesh& mesh)
{
    double longest = 0;
    for (const Face& face : mesh.faces)
        for (int k = 0; k < 3; ++k)
            longest = std::max(longest, (mesh.positions[face[k]] - mesh.positions[face[(k + 1) % 3]]).norm());
    return longest;
}

/// Largest edge of a cloth, over its contact distance t, that needs no feature contacts with boxes and cylinders. While
/// edges are shorter than 3.35 t, the corner of a box cuts less than t deep between particles (three particles, each
/// before another face). A tenth is left for stretch.
constexpr double harmless_edge = 3;

/// Whether the particles of some cloth are too far apart to keep it off the edges of a solid by themselves.
bool could_be_cut(const SceneDescription& scene, const std::vector<ClothMesh>& meshes, const ObstacleDescription& by)
{
    for (std::size_t c = 0; c < meshes.size(); ++c)
        if (longest_edge(meshes[c]) > harmless_edge * contact_distance(scene, cloth_or_body(scene, c), by)) return true;
    return false;
}

Obstacle make_obstacle(const SceneDescription& scene, const std::vector<ClothMesh>& meshes,
                       const ObstacleDescription& described)
{
    Obstacle obstacle{contact_shape(described), described.friction,    described.thickness,
                      described.motion,         described.restitution, nullptr};
    if (described.edges == EdgeContact::ignore) return obstacle;
    if (const auto* mesh = std::get_if<std::shared_ptr<MeshObstacle>>(&obstacle.shape)) {
        obstacle.edges = *mesh;
        return obstacle;
    }
    const bool is_sharp =
        std::holds_alternative<BoxShape>(described.shape) || std::holds_alternative<CylinderShape>(described.shape);
    if (is_sharp && described.edges == EdgeContact::hold && could_be_cut(scene, meshes, described))
        obstacle.edges = std::make_shared<MeshObstacle>(unmoved_obstacle_mesh(described, 0));
    return obstacle;
}

/// Makes pins and contacts. Pinned particles become immovable in `state`.
std::unique_ptr<MotionConstraints> make_constraints(const SceneDescription& scene, const std::vector<ClothMesh>& meshes,
                                                    const RigidBodies& bodies, std::vector<Obstacle> obstacles,
                                                    std::span<const ObstacleSurface> surfaces,
                                                    const IntactFaces& intact, ParticleState& state)
{
    Pins pins;
    std::vector<double> thickness;
    std::vector<unsigned char> pinned(state.size(), 0);
    std::vector<PairOverride> pairs;
    int first = 0;
    for (std::size_t c = 0; c < meshes.size(); ++c) {
        const ClothOrBody cloth = cloth_or_body(scene, c);
        for (const PinDescription& pin : cloth.pins) {
            std::vector<int> particles = select_particles(pin, meshes[c]);
            for (int& p : particles) {
                p += first;
                pinned[p] = 1;
                state.inverse_mass[p] = 0;
                state.velocity[p].setZero();
            }
            pins.add(pin, particles, state.position);
        }
        const int count = static_cast<int>(meshes[c].positions.size());
        thickness.insert(thickness.end(), meshes[c].positions.size(), cloth.thickness);
        for (const ContactPairDescription& pair : scene.contact_pairs) {
            if (pair.cloth != cloth.name) continue;
            for (std::size_t o = 0; o < scene.obstacles.size(); ++o)
                if (pair.obstacle == scene.obstacles[o].name)
                    pairs.push_back({first, first + count, static_cast<int>(o), pair.friction, pair.thickness});
        }
        first += count;
    }
    // Rigid bodies meet obstacles as a whole (BodyContact), not by their particles.
    for (const CarriedParticles& surface : bodies.surfaces) {
        const int count = static_cast<int>(surface.weights.size());
        pins.add_carried(surface.first, count, state.position);
        std::fill_n(state.inverse_mass.begin() + surface.first, count, 0.0);
        std::fill_n(pinned.begin() + surface.first, count, 1);
        std::fill_n(pinned.begin() + surface.body.first, rigid_nodes, 1);
    }
    if (const auto vertices = static_cast<int>(state.size()) - first; vertices > 0) {
        pins.add_carried(first, vertices, state.position);
        std::fill_n(pinned.begin() + first, vertices, 1);
        thickness.resize(state.size(), 0);
    }
    ClothFeatures feature_contacts = cloth_features(obstacles, meshes, intact);
    ActiveSet contacts(std::move(obstacles), std::move(thickness), std::move(pinned), std::move(pairs),
                       std::move(feature_contacts));
    auto constraints = std::make_unique<MotionConstraints>(std::move(pins), std::move(contacts), state.size());
    for (const auto& [obstacle, first_vertex] : surfaces) constraints->carry_vertices_of(obstacle, first_vertex);
    return constraints;
}

VelocityFilter make_filter(const FilterSettings& settings, const std::vector<ClothMesh>& meshes,
                           const ParticleState& state)
{
    // Exchanges of momentum along the edges of a mesh have the same effect as along all its springs, for a third of the
    // work.
    const bool along_all_springs = settings.rings == 0 && settings.kind != FilterKind::momentum;
    std::vector<ParticlePair> pairs;
    std::vector<double> edge;  // m, mean of the particle's cloth
    for (const ClothMesh& mesh : meshes) {
        const int first = static_cast<int>(edge.size());
        double length = 0;
        int count = 0;
        for (const Spring& spring : mesh.springs) {
            const bool is_edge = spring.kind == SpringKind::structural;
            if (is_edge || along_all_springs) pairs.push_back({first + spring.i, first + spring.j});
            length += is_edge ? spring.rest_length : 0;
            count += is_edge ? 1 : 0;
        }
        edge.insert(edge.end(), mesh.positions.size(), length / std::max(count, 1));
    }
    Neighbourhoods neighbourhoods = joined(state.size(), pairs);
    if (settings.rings > 1) neighbourhoods = within_rings(neighbourhoods, settings.rings);
    return {settings, std::move(neighbourhoods), std::move(edge), state.inverse_mass};
}

/// Whether barriers keep cloth away from all obstacles. Throws InputError if the scene requires barriers, but cloth
/// starts where they cannot act.
bool choose_barriers(const SceneDescription& scene, const std::vector<ClothMesh>& meshes,
                     std::span<const Obstacle> obstacles, std::span<const Vec3> positions)
{
    if (!uses_barriers(scene)) return false;
    if (starts_clear(scene, meshes, obstacles, positions)) return true;
    if (scene.contact.method == ContactMethod::automatic) return false;
    throw InputError(
        Problem{.key = "contact.method",
                .message = "barriers cannot act on a mesh that cloth starts through or on the very surface of, nor on "
                           "bodies without faces and fabrics that tear; move the cloth away, or let contact.method = "
                           "\"velocity-constraint\" hold it"});
}

/// Returns whether barriers or springs keep cloth away from rigid bodies.
ClothOnBodies choose_on_bodies(const SceneDescription& scene, const std::vector<ClothMesh>& meshes,
                               const RigidBodies& bodies, std::span<const Vec3> positions)
{
    const bool has_barriers = asks_for_body_barriers(scene) && can_meet_bodies(scene, meshes) &&
                              starts_outside_bodies(scene, meshes, bodies, positions);
    return has_barriers ? ClothOnBodies::barriers : ClothOnBodies::springs;
}

/// Returns integrator settings with automatic tolerances filled in. `contact_distance` [m] is the smallest contact
/// distance of barriers; empty without barriers.
IntegratorSettings with_tolerances(const SceneDescription& scene, const RigidBodies& bodies,
                                   std::optional<double> contact_distance)
{
    IntegratorSettings settings = scene.integrator;
    // The forces that press on a rigid body and brake it are small beside its momentum, and the tolerance of the solver
    // is relative to this momentum. An error of these forces would be noticed in every step.
    constexpr double closer = 1e-3;
    if (!bodies.empty()) settings.tolerance *= closer;
    if (!settings.automatic_velocity_tolerance) return settings;
    // Hanging cloth moves smoothly and may be solved more roughly than cloth in layers, or than springs of which some
    // become slack in every iteration (docs/theory/implicit-euler.md).
    constexpr double smooth_part = 0.3, rough_part = 0.12;
    const auto is_fabric = [](const ClothDescription& cloth) { return cloth.fabric.has_value(); };
    const auto grows_slack = [](const ClothDescription& cloth) {
        return !cloth.fabric && cloth.springs.model == SpringModel::choi_ko;
    };
    // Methods of second order, adaptive steps and tightened tolerances serve accuracy: for them the residual alone
    // decides.
    const bool is_of_first_order = is_implicit_euler(settings.method);
    const bool is_usual = settings.tolerance >= IntegratorSettings{}.tolerance && !settings.adaptive;
    const bool is_rough = contact_distance.has_value() || std::ranges::any_of(scene.cloths, grows_slack);
    const double part = is_rough ? rough_part : std::ranges::any_of(scene.cloths, is_fabric) ? smooth_part : 0;
    // Without gravity other forces drive the motion; steps in contact need a velocity tolerance all the same.
    constexpr double least_acceleration = 1;  // m/s^2
    const double acceleration = std::max(scene.simulation.gravity.norm(), least_acceleration);
    settings.velocity_tolerance = is_of_first_order && is_usual ? part * acceleration * settings.dt : 0;
    // If a step leaves a particle anywhere within a barrier, it leaves the pressure to chance, and the next step begins
    // with this pressure: thin cloth would never lie still.
    constexpr double part_of_distance = 0.15;
    if (contact_distance)
        settings.velocity_tolerance =
            std::min(settings.velocity_tolerance, part_of_distance * *contact_distance / settings.dt);
    return settings;
}

}  // namespace

Simulation::Parts::Parts(const SceneDescription& description, std::vector<std::shared_ptr<UserForce>> given_forces)
    : scene(description), user_forces(std::move(given_forces))
{
    Untangled start;
    if (std::vector<Problem> problems = check(scene, start); !problems.empty()) throw InputError(std::move(problems));

    // Adaptive steps run from frame to frame.
    clock = make_clock(scene.simulation, scene.integrator.adaptive ? 1 / scene.simulation.fps : scene.integrator.dt);
    add_cloths();
    const std::vector<ObstacleSurface> surfaces =
        add_obstacles(start.pairs > 0 ? std::span<const Vec3>(start.positions) : state.position);
    predict_free_fall();
    std::vector<std::unique_ptr<Force>> all = add_forces();
    // The forces were made for cloth at rest, before it is moved to the untangled start.
    if (start.pairs > 0) std::ranges::copy(start.positions, state.position.begin());
    start_position = state.position;
    std::unique_ptr<ClothContact> contact = add_contact(surfaces, all);
    forces = std::make_unique<ForceField>(state.size(), particle_count, std::move(all));
    if (contact) split_barrier = std::make_unique<SplitBarrier>(std::move(contact), *forces);
    choose_integrator();
    for (ClothMesh& mesh : meshes) mesh.springs = std::vector<Spring>();  // the forces and the filter have them now
    visible.assign(state.position.begin(), state.position.begin() + static_cast<std::ptrdiff_t>(particle_count));
    views = ClothViews(scene, meshes);
    tears_followed = intact.version();
    fingerprint = take_fingerprint();
}

void Simulation::Parts::add_cloths()
{
    meshes = make_cloth_meshes(scene);
    for (std::size_t c = 0; c < meshes.size(); ++c) {
        const ClothOrBody cloth = cloth_or_body(scene, c);
        const int first = static_cast<int>(state.size());
        add_particles(cloth, meshes[c], state);
        if (cloth.is_rigid()) add_spin(*cloth.rigid(), first, static_cast<int>(meshes[c].positions.size()), state);
    }
    particle_count = state.size();
    bodies = make_bodies(scene, meshes);
}

std::vector<ObstacleSurface> Simulation::Parts::add_obstacles(std::span<const Vec3> starts)
{
    std::vector<Obstacle> obstacles;
    for (const ObstacleDescription& obstacle : scene.obstacles)
        obstacles.push_back(make_obstacle(scene, meshes, obstacle));
    for (const Obstacle& obstacle : obstacles)
        if (obstacle.surface() != nullptr) obstacle.surface()->move(0, 0);
    const bool has_barriers = choose_barriers(scene, meshes, obstacles, starts);
    cloth_on_bodies = choose_on_bodies(scene, meshes, bodies, starts);
    std::vector<ObstacleSurface> surfaces;
    if (has_barriers) surfaces = add_obstacle_vertices(obstacles, state);
    constraints = make_constraints(scene, meshes, bodies, std::move(obstacles), surfaces, intact, state);
    constraints->contacts().move_obstacles(0, 0);
    if (has_barriers) constraints->contacts().leave_to_barriers();
    return surfaces;
}

std::vector<std::unique_ptr<Force>> Simulation::Parts::add_forces()
{
    MadeForces made = make_forces(scene, meshes, state, intact);
    springs = made.springs;
    applied = made.applied;
    air = made.air;
    fabrics = made.fabrics;
    membrane = made.membrane;
    add_body_forces(scene, meshes, bodies, cloth_on_bodies, state, constraints->contacts(), clock.dt(), made.all);
    for (const std::shared_ptr<UserForce>& force : user_forces)
        made.all.push_back(std::make_unique<UserForceTerm>(force, particle_count));
    return std::move(made.all);
}

std::unique_ptr<ClothContact> Simulation::Parts::add_contact(std::span<const ObstacleSurface> surfaces,
                                                             std::vector<std::unique_ptr<Force>>& all)
{
    const bool bodies_have_barriers = cloth_on_bodies == ClothOnBodies::barriers;
    std::unique_ptr<ClothContact> contact;
    if (scene.self_contact || !surfaces.empty() || bodies_have_barriers) {
        const std::vector<int> attached_to = attached_particles(scene, meshes, state.size());
        const SurfaceParts parts{
            scene,      meshes, constraints->contacts().obstacles(), surfaces, bodies_have_barriers ? &bodies : nullptr,
            attached_to};
        contact = std::make_unique<ClothContact>(
            make_contact_surface(parts, &constraints->contacts(), intact, state.position), state.mass, clock.dt());
        cloth_contact = contact.get();
        constexpr double part_of_thickness = 0.25;
        constraints->contacts().limit_push_out(part_of_thickness * contact->surface().smallest_thickness());
        if (bodies_have_barriers)
            all.push_back(std::make_unique<CarriedContact>(std::move(contact)));
        else if (solves_with_barrier(scene.integrator))
            all.push_back(std::move(contact));
    }
    if (constraints->contacts().are_left_to_barriers()) {
        // All rigid bodies, one on the other, may rest on cloth that lies on an obstacle.
        const double load = bodies.mass() * scene.simulation.gravity.norm();
        auto barrier = std::make_unique<ObstacleBarrier>(constraints->contacts(), state.mass, clock.dt(), load);
        obstacle_barrier = barrier.get();
        // The obstacle barrier comes before contact of cloth with cloth: motion that cloth contact then shortens stays
        // clear of obstacles.
        all.insert(all.begin(), std::move(barrier));
    }
    return contact;
}

void Simulation::Parts::choose_integrator()
{
    solver = choose_solver(scene.integrator, scene.solver, *forces, *constraints, state,
                           std::min(clock.dt(), scene.integrator.dt));
    if (scene.filter) filter = make_filter(*scene.filter, meshes, state);
    if (scene.integrator.automatic) {
        if (filter) filter->weigh(state.position);
        automatic.emplace(system_at_rest(), scene.integrator.method, scene.integrator.dt);
        choose_steps(automatic->limit(system_at_rest(), state.velocity));
        state.previous_step = clock.dt();
    }
    const bool has_contact = cloth_contact != nullptr || obstacle_barrier != nullptr;
    constexpr double far = std::numeric_limits<double>::infinity();
    std::optional<double> contact_distance;  // m
    if (has_contact)
        contact_distance = std::min(cloth_contact != nullptr ? cloth_contact->surface().smallest_thickness() : far,
                                    obstacle_barrier != nullptr ? obstacle_barrier->smallest_contact_distance() : far);
    const IntegratorSettings settings = with_tolerances(scene, bodies, contact_distance);
    integrator = make_integrator(settings, solver.settings, *forces, times, filter ? &*filter : nullptr);
    if (has_contact)
        integrator = std::make_unique<ContactProjection>(std::move(integrator), split_barrier.get(), settings,
                                                         solver.settings, state.size(), times);
    integrator->prepare(clock.dt(), *forces, *constraints, state);
}

std::vector<Vec3> Simulation::Parts::completed(std::span<const Vec3> values, const std::vector<Vec3>& own)
{
    std::vector<Vec3> all = own;
    std::ranges::copy(values, all.begin());
    return all;
}

SystemAtRest Simulation::Parts::system_at_rest() const
{
    return {*forces, state.position, state.mass, constraints->filter().fixed, filter ? &*filter : nullptr};
}

void Simulation::Parts::predict_free_fall()
{
    state.previous_velocity = state.velocity;
    for (std::size_t i = 0; i < state.size(); ++i)
        if (state.inverse_mass[i] > 0) state.previous_velocity[i] -= clock.dt() * scene.simulation.gravity;
    state.previous_step = clock.dt();
}

double Simulation::Parts::kinetic_energy() { return tulle::kinetic_energy(state.mass, of_cloths(state.velocity), sum); }

MechanicalEnergy Simulation::Parts::energy()
{
    const double kinetic = kinetic_energy();
    return {kinetic + forces->energy(state.position), kinetic + forces->elastic_energy(state.position)};
}

void Simulation::Parts::choose_steps(double limit) { clock.steps_per_frame = automatic->count(1 / clock.fps, limit); }

void Simulation::Parts::follow_tears()
{
    if (intact.version() == tears_followed) return;
    tears_followed = intact.version();
    springs->drop_torn(intact);
    views.show(intact.all());
}

}  // namespace tulle
