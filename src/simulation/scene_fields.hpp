#pragma once
// Every field of a description once: its key, unit and range. `check` visits a description with them, the scene
// reader a file, so that both hold a value to the same limits and say so in the same words.

#include "simulation/scene_choices.hpp"

#include <tulle/description.hpp>
#include <tulle/simulation.hpp>
#include <tulle/solid.hpp>

#include <array>
#include <concepts>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

namespace tulle {

/// The values a number may take. NaN and the infinities lie in no range.
struct Range {
    double low = -std::numeric_limits<double>::infinity();
    double high = std::numeric_limits<double>::infinity();
    bool low_excluded = false;

    [[nodiscard]] bool contains(double value) const;
    [[nodiscard]] std::string text() const;  // "> 0", ">= 0", "2 to 100"; empty when any number will do
};

constexpr Range any_number{};
constexpr Range greater_than(double low) { return {.low = low, .low_excluded = true}; }
constexpr Range at_least(double low) { return {.low = low}; }
constexpr Range between(double low, double high) { return {.low = low, .high = high}; }

/// alternative: one of several keys is required; the caller checks this.
enum class Need { optional, required, alternative };

/// Whether a vector can be normalised: finite, and its square does not vanish.
[[nodiscard]] bool is_direction(const Vec3& vector);

/// Names become file names and parts of key paths, so they are plain.
[[nodiscard]] bool is_plain_name(std::string_view name);
inline constexpr std::string_view plain_name_rule = "letters, digits, - and _";

// The words of messages: "a number > 0 kg/m^2", "3 numbers in m", "-0.15", "[0, 0, 1]", "\"cg\", \"direct\"".
[[nodiscard]] std::string number_text(double value);
[[nodiscard]] std::string numbers_text(const double* values, int count);
[[nodiscard]] std::string expected_number(Range range, std::string_view unit);
[[nodiscard]] std::string expected_numbers(int count, std::string_view what, Range range, std::string_view unit);
[[nodiscard]] std::string expected_word(const std::vector<std::string_view>& words);

/// The integrators' names, in the order of integrator_choices().
[[nodiscard]] std::vector<std::string_view> integrator_names();

/// A word that may stand in place of a number, and whether it does.
template <class Bool>
struct WordFlag {
    std::string_view word;
    Bool& is_set;
};
template <class Bool>
[[nodiscard]] WordFlag<Bool> flag(std::string_view word, Bool& is_set)
{
    return {word, is_set};
}

/// The keys of a [[body]] that is a solid. Only one of the two descriptions is used.
enum class SolidMaterial { springs, elastic };
struct SolidSettings {
    SolidMaterial material = SolidMaterial::springs;
    SpringSolidSettings springs{};
    ElasticDescription elastic{};
};
inline constexpr std::array<Named<SolidMaterial>, 2> solid_materials{
    {{"springs", SolidMaterial::springs}, {"elastic", SolidMaterial::elastic}}};
/// A field owner, const for `check` and writable for the reader.
template <class Owner, class Type>
concept Of = std::same_as<std::remove_const_t<Owner>, Type>;

void visit_fields(auto& in, Of<SimulationSettings> auto& simulation)
{
    in.number("duration", simulation.duration, "s", greater_than(0.0));
    in.number("fps", simulation.fps, "1/s", greater_than(0.0));
    in.vector("gravity", simulation.gravity, "m/s^2");
    in.number("max_stretch", simulation.max_stretch, "", greater_than(0.0));
}

void visit_fields(auto& in, Of<IntegratorSettings> auto& integrator)
{
    in.word("method", integrator.method, integrator_names());
    in.number_or_word("dt", integrator.dt, "s", greater_than(0.0),
                      std::array{flag("auto", integrator.automatic), flag("adaptive", integrator.adaptive)});
    in.number("relative_tolerance", integrator.relative_tolerance, "", at_least(0.0));
    in.number("absolute_tolerance", integrator.absolute_tolerance, "m", greater_than(0.0));
    in.number("tolerance", integrator.tolerance, "", greater_than(0.0));
    in.number_or_word("velocity_tolerance", integrator.velocity_tolerance, "m/s", at_least(0.0),
                      std::array{flag("auto", integrator.automatic_velocity_tolerance)});
    in.integer("max_iterations", integrator.max_iterations, at_least(1));
    in.choice("newton", integrator.newton, newton_kinds);
    in.choice("update", integrator.update, update_kinds);
    in.integer("updates", integrator.updates, at_least(1));
    in.choice("jacobian", integrator.jacobian, jacobian_treatments);
    in.number("jacobian_damping", integrator.jacobian_damping, "", between(0.0, 1.0));
}

void visit_fields(auto& in, Of<SolverSettings> auto& solver)
{
    in.choice("method", solver.method, solver_methods);
    in.choice("preconditioner", solver.preconditioner, preconditioner_kinds);
    in.number("tolerance", solver.tolerance, "", greater_than(0.0));
    in.integer("max_iterations", solver.max_iterations, at_least(1));
}

void visit_fields(auto& in, Of<FilterSettings> auto& filter)
{
    in.choice("kind", filter.kind, filter_kinds);
    in.choice("kernel", filter.kernel, filter_kernels);
    in.number("lambda", filter.lambda, "", at_least(0.0));
    in.integer("rings", filter.rings, between(0, 10));
}

void visit_fields(auto& in, Of<GridDescription> auto& grid)
{
    in.vector("size", grid.size, "m", greater_than(0.0), Need::required);
    // The upper limit keeps the number of particles within an int; memory ends earlier.
    in.integers("particles", grid.particles, between(2, 10000), Need::required);
    in.vector("center", grid.center, "m");
    in.choice("plane", grid.plane, grid_planes);
}

/// `scale` and `translation`; axis and angle form the scene's `rotation`.
void visit_fields(auto& in, Of<Placement> auto& placement)
{
    in.number("scale", placement.scale, "", greater_than(0.0));
    in.vector("translation", placement.translation, "m");
}

void visit_rotation_fields(auto& in, Of<Placement> auto& placement)
{
    in.direction("axis", placement.axis);
    in.number("angle", placement.angle, "degrees", any_number, Need::required);
}

void visit_fields(auto& in, Of<PinBox> auto& box)
{
    in.vector("min", box.min, "m", any_number, Need::required);
    in.vector("max", box.max, "m", any_number, Need::required);
}

void visit_fields(auto& in, Of<Keyframe> auto& keyframe)
{
    in.number("time", keyframe.time, "s", any_number, Need::required);
    in.vector("translation", keyframe.translation, "m");
    in.number("angle", keyframe.angle, "degrees", any_number);
}

/// All but the keyframes.
void visit_fields(auto& in, Of<RigidMotion> auto& motion)
{
    in.direction("axis", motion.axis);
    in.vector("pivot", motion.pivot, "m");
    in.choice("interpolation", motion.interpolation, interpolations);
}

void visit_fields(auto& in, Of<CubicDescription> auto& cubic)
{
    in.number("stretched", cubic.stretched, "", between(1.001, 10.0));
    in.number("stretched_factor", cubic.stretched_factor, "", between(0.001, 1000.0));
    in.number("compressed", cubic.compressed, "", between(0.01, 0.999));
    in.number("compressed_factor", cubic.compressed_factor, "", between(0.001, 1000.0));
}

/// All but the table `cubic`.
void visit_fields(auto& in, Of<SpringSettings> auto& springs)
{
    in.choice("model", springs.model, spring_models);
    in.number("bending_rigidity", springs.bending_rigidity, "N m", at_least(0.0));
    in.number("stretch_stiffness", springs.stretch_stiffness, "N/m", at_least(0.0));
    in.number("shear_stiffness", springs.shear_stiffness, "N/m", at_least(0.0));
    in.number("bending_stiffness", springs.bending_stiffness, "N/m", at_least(0.0));
    in.number("stretch_damping", springs.stretch_damping, "N s/m", at_least(0.0));
    in.number("shear_damping", springs.shear_damping, "N s/m", at_least(0.0));
    in.number("bending_damping", springs.bending_damping, "N s/m", at_least(0.0));
    in.choice("damping_kind", springs.damping_kind, damping_kinds);
    in.choice("law", springs.law, tension_laws);
    in.optional_choice("stretch_law", springs.stretch_law, tension_laws);
    in.optional_choice("shear_law", springs.shear_law, tension_laws);
    in.optional_choice("bending_law", springs.bending_law, tension_laws);
    in.curve("stretch_curve", springs.stretch_curve);
    in.curve("shear_curve", springs.shear_curve);
    in.curve("bending_curve", springs.bending_curve);
}

void visit_fields(auto& in, Of<ClothDescription> auto& cloth)
{
    in.name("name", cloth.name);
    in.number("areal_density", cloth.areal_density, "kg/m^2", greater_than(0.0), Need::alternative);
    in.number("thickness", cloth.thickness, "m", at_least(0.0));
    in.vector("velocity", cloth.velocity, "m/s");
    in.choice("warp", cloth.warp, warp_axes);
    in.number("damping_time", cloth.damping_time, "s", at_least(0.0));
    visit_fields(in, cloth.springs);
}

/// All but the tables within.
void visit_fields(auto& in, Of<BodyDescription> auto& body)
{
    in.name("name", body.name);
    in.number("thickness", body.thickness, "m", at_least(0.0));
    in.vector("velocity", body.velocity, "m/s");
}

/// All but the table `cubic`.
void visit_fields(auto& in, Of<NetSprings> auto& springs)
{
    in.name("name", springs.name, Need::required);
    in.number("stiffness", springs.stiffness, "N/m", at_least(0.0), Need::required);
    in.number("damping", springs.damping, "N s/m", at_least(0.0));
    in.choice("law", springs.law, tension_laws);
}

/// All but the shape and the mass, which a density may give.
void visit_fields(auto& in, Of<RigidBodyDescription> auto& rigid)
{
    in.number("friction", rigid.friction, "", at_least(0.0));
    in.vector("spin", rigid.spin, "rad/s");
}

void visit_fields(auto& in, Of<LatticeDescription> auto& lattice)
{
    in.vector("size", lattice.size, "m", greater_than(0.0), Need::required);
    in.integers("particles", lattice.particles, between(2, 1000), Need::required);
    in.vector("center", lattice.center, "m");
}

void visit_fields(auto& in, Of<ElasticDescription> auto& elastic)
{
    in.number("young_modulus", elastic.young_modulus, "Pa", greater_than(0.0));
    // At 0.5 the solid would be incompressible; beyond, pressure from all sides would make it grow.
    in.number("poisson_ratio", elastic.poisson_ratio, "", between(-0.99, 0.49));
    in.number("damping_time", elastic.damping_time, "s", at_least(0.0));
}

/// All but the tables within.
void visit_fields(auto& in, Of<SolidSettings> auto& solid)
{
    in.number("density", solid.springs.density, "kg/m^3", greater_than(0.0), Need::alternative);
    in.choice("material", solid.material, solid_materials);
    in.number("stiffness", solid.springs.stiffness, "N/m", at_least(0.0));
    in.number("diagonal_stiffness", solid.springs.diagonal_stiffness, "N/m", at_least(0.0));
    in.number("damping", solid.springs.damping, "N s/m", at_least(0.0));
    in.choice("law", solid.springs.law, tension_laws);
}

void visit_fields(auto& in, Of<MembraneDescription> auto& membrane)
{
    in.number("modulus", membrane.modulus, "N/m", greater_than(0.0));
    in.optional_number("weft_modulus", membrane.weft_modulus, "N/m", greater_than(0.0));
    in.number("poisson_ratio", membrane.poisson_ratio, "", between(-0.99, 0.99));
    in.optional_number("shear_modulus", membrane.shear_modulus, "N/m", greater_than(0.0));
}

void visit_fields(auto& in, Of<MuscleDescription> auto& muscle)
{
    in.name("springs", muscle.springs, Need::required);
    in.number("contraction", muscle.contraction, "", between(0.0, 0.9));
    in.number("frequency", muscle.frequency, "1/s", at_least(0.0));
    in.number("phase", muscle.phase, "degrees", any_number);
    in.number("ramp", muscle.ramp, "s", at_least(0.0));
}

void visit_fields(auto& in, Of<WaterDescription> auto& water)
{
    in.number("density", water.density, "kg/m^3", at_least(0.0));
    in.number("drag_coefficient", water.drag_coefficient, "", at_least(0.0));
    in.vector("current", water.current, "m/s");
}

void visit_fields(auto& in, Of<ContactSettings> auto& contact) { in.choice("method", contact.method, contact_methods); }

void visit_fields(auto& in, Of<SelfContactSettings> auto& contact)
{
    in.number("friction", contact.friction, "", at_least(0.0));
    in.optional_number("thickness", contact.thickness, "m", greater_than(0.0));
    in.boolean("untangle", contact.untangle);
}

void visit_fields(auto& in, Of<CreaseDescription> auto& crease)
{
    in.vector("from", crease.from, "", any_number, Need::required);
    in.vector("to", crease.to, "", any_number, Need::required);
    // Folded flat, both halves would lie in one place, and the surface between them would have no normal.
    in.number("angle", crease.angle, "degrees", between(-170.0, 170.0), Need::required);
}

void visit_fields(auto& in, Of<PlaneShape> auto& plane)
{
    in.vector("point", plane.point, "m");
    in.direction("normal", plane.normal);
}

void visit_fields(auto& in, Of<BoxShape> auto& box)
{
    in.vector("center", box.center, "m");
    in.vector("size", box.size, "m", greater_than(0.0), Need::required);
}

void visit_fields(auto& in, Of<SphereShape> auto& sphere)
{
    in.vector("center", sphere.center, "m");
    in.number("radius", sphere.radius, "m", greater_than(0.0), Need::required);
}

void visit_fields(auto& in, Of<CylinderShape> auto& cylinder)
{
    in.vector("center", cylinder.center, "m");
    in.direction("axis", cylinder.axis);
    in.number("radius", cylinder.radius, "m", greater_than(0.0), Need::required);
    in.number("height", cylinder.height, "m", greater_than(0.0), Need::required);
}

void visit_fields(auto& in, Of<CapsuleShape> auto& capsule)
{
    in.vector("center", capsule.center, "m");
    in.direction("axis", capsule.axis);
    in.number("radius", capsule.radius, "m", greater_than(0.0), Need::required);
    in.number("height", capsule.height, "m", greater_than(0.0), Need::required);
}

void visit_fields(auto& in, Of<ObstacleDescription> auto& obstacle)
{
    in.name("name", obstacle.name);
    in.number("friction", obstacle.friction, "", at_least(0.0));
    in.number("thickness", obstacle.thickness, "m", at_least(0.0));
    in.number("restitution", obstacle.restitution, "", between(0.0, 1.0));
    in.choice("edges", obstacle.edges, edge_contacts);
}

/// All but the frames.
void visit_fields(auto& in, Of<MeshSequence> auto& sequence)
{
    in.number("fps", sequence.fps, "1/s", greater_than(0.0));
    in.number("start", sequence.start, "s", any_number);
    in.choice("at_end", sequence.at_end, sequence_ends);
}

void visit_fields(auto& in, Of<ContactPairDescription> auto& pair)
{
    in.name("cloth", pair.cloth, Need::required);
    in.name("obstacle", pair.obstacle, Need::required);
    in.optional_number("friction", pair.friction, "", at_least(0.0));
    in.optional_number("thickness", pair.thickness, "m", at_least(0.0));
}

/// All but the tables within.
void visit_fields(auto& in, Of<AirDescription> auto& air)
{
    in.number("density", air.density, "kg/m^3", at_least(0.0));
    in.number("drag_coefficient", air.drag_coefficient, "", at_least(0.0));
    in.optional_numbers("drag_coefficients", air.drag_coefficients, "", at_least(0.0));
    in.vector("wind", air.wind, "m/s");
}

void visit_fields(auto& in, Of<GustDescription> auto& gust)
{
    in.number("strength", gust.strength, "", at_least(0.0));
    in.number("period", gust.period, "s", greater_than(0.0));
    in.integer("seed", gust.seed, at_least(0));
}

void visit_fields(auto& in, Of<JetDescription> auto& jet)
{
    in.vector("from", jet.from, "m");
    in.direction("direction", jet.direction);
    in.number("speed", jet.speed, "m/s", at_least(0.0), Need::required);
    in.number("radius", jet.radius, "m", greater_than(0.0), Need::required);
    in.number("spread", jet.spread, "", at_least(0.0));
}

// The tables of a scene that consist of nothing but their fields, each with its key. `check` and the scene reader visit
// both groups. The groups are apart because those two visit cloths and obstacles in between. A table in a std::optional
// has a meaning even if it is empty.

/// The tables of the method.
void visit_method_tables(auto& in, Of<SceneDescription> auto& scene)
{
    in.table("simulation", scene.simulation);
    in.table("integrator", scene.integrator);
    in.table("solver", scene.solver);
    in.table("filter", scene.filter);
}

/// The tables of contact and of forces on whole scenes. A new force with settings of its own has its line here.
void visit_force_tables(auto& in, Of<SceneDescription> auto& scene)
{
    in.table("contact", scene.contact);
    in.table("self_contact", scene.self_contact);
    in.table("water", scene.water);
}

}  // namespace tulle
