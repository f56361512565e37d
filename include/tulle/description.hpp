#pragma once
// A scene as plain data: a scene file is read into these structures, or a program fills them in. SI units, Z up.
// Fields have the names and the defaults of the keys of the scene file (docs/scene-format.md).

#include <tulle/fabric.hpp>
#include <tulle/math.hpp>
#include <tulle/triangle_mesh.hpp>

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace tulle {

struct SimulationSettings {
    double duration = 1.0;      // s
    double fps = 25.0;          // 1/s; a frame is written at every multiple of 1/fps
    Vec3 gravity{0, 0, -9.81};  // m/s^2
    double max_stretch = 3.0;   // a spring longer than (1 + max_stretch) rest lengths counts as an explosion
};

// How the Jacobian treats compressed springs (docs/theory/springs.md#force-and-jacobian).
enum class JacobianTreatment { exact, clamped, damped };
enum class NewtonKind { converged, once };                              // for backward-euler
enum class UpdateKind { automatic, accelerated, bare, limited, none };  // for imex-euler; automatic: "auto" in scenes

struct IntegratorSettings {
    std::string method = "imex-euler";  // one of integrator_choices()
    double dt = 0.01;                   // s, largest step; shortened so that it divides the frame time
    bool adaptive = false;              // dt = "adaptive" in scenes: steps follow the error, up to the frame time
    // dt = "auto" in scenes, for explicit methods: stable steps, chosen anew for every frame (docs/theory/stability.md)
    bool automatic = false;
    // For methods with error control: allowed error of a step, relative to the distance moved in the step.
    double relative_tolerance = 1e-3;
    double absolute_tolerance = 1e-5;  // m, allowed error that is added to the relative one
    double tolerance = 1e-3;           // residual of the nonlinear step, relative to its right-hand side
    // m/s, for Newton directions: a step also counts as solved if an iteration would change no velocity by more than
    // this value. The automatic value ("auto" in scenes) is for imex-euler and backward-euler. It is 0.3 g dt if a
    // cloth has a measured fabric. With choi_ko or barriers it is 0.12 g dt; with barriers it is also at most 0.15 of
    // the smallest contact distance per step. It shrinks in proportion in steps shorter than dt. It is 0 in all other
    // cases, and with rigid bodies or a tightened `tolerance` (docs/theory/implicit-euler.md#solved-by-velocity).
    double velocity_tolerance = 0;
    bool automatic_velocity_tolerance = true;
    int max_iterations = 200;  // largest number of Newton steps or IMEX updates per step
    NewtonKind newton = NewtonKind::converged;
    UpdateKind update = UpdateKind::automatic;
    int updates = 2;  // for UpdateKind::limited: updates per step, whatever residual is left
    JacobianTreatment jacobian = JacobianTreatment::clamped;
    double jacobian_damping = 0.99;  // for JacobianTreatment::damped: factor of the terms that it scales
};

enum class SolverMethod { automatic, cg, direct };  // automatic is "auto" in scenes
enum class PreconditionerKind { automatic, none, jacobi, ic0, multigrid };

struct SolverSettings {
    SolverMethod method = SolverMethod::automatic;
    PreconditionerKind preconditioner = PreconditionerKind::automatic;
    // Largest residual of a linear system, relative to its right-hand side. Steps so short that they resolve the
    // springs are solved to a smaller residual, so that any tolerance keeps the order of the method
    // (docs/theory/integrators.md).
    double tolerance = 1e-4;
    int max_iterations = 1000;  // iterations of conjugate gradients per linear solve
};

enum class FilterKind { plain, averaged, momentum };
enum class FilterKernel { exponential, gaussian };

/// Velocity filter: smooths velocities over neighbours after every step, so that explicit methods may take longer steps
/// (ATG07 section 4; docs/theory/stability.md).
struct FilterSettings {
    // plain: the mean of the neighbours' velocities, weighted by distance; averaged: half of this mean and half of the
    // particle's own velocity; momentum: neighbours exchange momentum along the line between them, which keeps the
    // linear and the angular momentum of the whole mesh.
    FilterKind kind = FilterKind::momentum;
    FilterKernel kernel = FilterKernel::exponential;  // weights exp(-lambda d) or exp(-lambda d^2)
    double lambda = 1.0;                              // d in mean edges of the mesh; a larger lambda smooths less
    // Neighbours are at most so many edges away. 0: neighbours are joined by a spring of any kind or, for momentum, by
    // an edge.
    int rings = 0;
};

/// A rectangle of particles; particle (a, b) has index a + b * particles[0].
struct GridDescription {
    Vec2 size{1, 1};                     // m, along the two axes of `plane`
    std::array<int, 2> particles{2, 2};  // at least 2 each
    Vec3 center = Vec3::Zero();          // m
    enum class Plane { xy, xz, yz } plane = Plane::xy;
};

/// Placement of a mesh: first scaling, then rotation by `angle` about `axis` through the origin, then translation.
struct Placement {
    double scale = 1.0;
    Vec3 axis{0, 0, 1};
    double angle = 0.0;               // degrees
    Vec3 translation = Vec3::Zero();  // m
};

struct MeshDescription {
    TriangleMesh mesh;
    std::string file;  // file of the mesh, for messages; may be empty
    Placement placement;
};

struct PinCorner {
    bool max_first = false, max_second = false;
};  // for grids: "min-max" is {false, true}
struct PinEdge {
    int axis = 0;
    bool max = false;
};  // for grids: "min-first" is {0, false}
struct PinBox {
    Vec3 min = Vec3::Zero(), max = Vec3::Zero();
};  // m, world coordinates at the start
struct PinIndices {
    std::vector<int> indices;
};

struct Keyframe {
    double time = 0;                  // s
    Vec3 translation = Vec3::Zero();  // m
    double angle = 0;                 // degrees about RigidMotion::axis through RigidMotion::pivot
};

enum class Interpolation { linear, smooth };  // smooth: no jumps of speed; zero speed at the first and last keyframe

/// Motion of a rigid thing relative to its start: a rotation about an axis, then a translation. The motion is constant
/// before the first keyframe and after the last.
struct RigidMotion {
    std::vector<Keyframe> keyframes{};  // empty: no motion
    Vec3 axis{0, 0, 1};
    Vec3 pivot = Vec3::Zero();  // m; it moves along with the translation
    Interpolation interpolation = Interpolation::linear;
};

struct PinDescription {
    std::variant<PinCorner, PinEdge, PinBox, PinIndices> where;
    RigidMotion motion{};
};

enum class DampingKind { relative, projected };

struct CurvePoint {
    double strain = 0;   // length / rest length - 1
    double tension = 0;  // N
};

/// Law of a spring: how its tension grows with its length. linear: at a constant rate; stvk (St. Venant-Kirchhoff):
/// stiffer in tension and softer in compression; cubic: stiffer in both, as a CubicDescription says
/// (docs/theory/springs.md).
enum class TensionLaw { linear, stvk, cubic };

/// Cubic law of a spring, given by its stiffness at two lengths besides the rest length (VSMT10 eq. 4 to 8).
struct CubicDescription {
    double stretched = 1.1;        // length in tension, in rest lengths
    double stretched_factor = 6;   // stiffness at the length `stretched`, relative to the stiffness at rest
    double compressed = 0.9;       // length in compression, in rest lengths
    double compressed_factor = 2;  // stiffness at the length `compressed`, relative to the stiffness at rest
};

/// Elements that hold the particles of a cloth together. springs: springs of any TensionLaw, or along a curve. choi_ko,
/// for grids: springs along edges and across cells that resist tension only, and springs over two edges that buckle
/// like beams (docs/theory/springs.md). membrane: triangles of a continuous sheet instead of springs, and hinges
/// between them (docs/theory/elements.md).
enum class SpringModel { springs, choi_ko, membrane };

/// A sheet of St. Venant-Kirchhoff material. It is isotropic unless `weft_modulus` or `shear_modulus` is given. Its
/// threads run like those of a fabric.
struct MembraneDescription {
    double modulus = 500;                   // N/m, Young's modulus times thickness, along the warp
    std::optional<double> weft_modulus{};   // N/m, across the warp; none: `modulus`
    double poisson_ratio = 0.3;             // contraction across the warp, relative to the extension along it
    std::optional<double> shear_modulus{};  // N/m; none: the shear modulus of an isotropic sheet
};

/// Springs of Provot's three kinds. On triangle meshes the edges are structural springs, and the springs across hinges
/// are bending springs.
struct SpringSettings {
    // More than fifteen fields: the structure has one for each key of the scene file.
    SpringModel model = SpringModel::springs;
    MembraneDescription membrane{};    // for SpringModel::membrane
    double bending_rigidity = 1e-5;    // N m, for choi_ko and membrane, instead of `bending_stiffness`
    double stretch_stiffness = 500.0;  // N/m
    double shear_stiffness = 100.0;    // N/m
    double bending_stiffness = 1.0;    // N/m
    double stretch_damping = 0.01;     // N s/m
    double shear_damping = 0.005;      // N s/m
    double bending_damping = 0.0005;   // N s/m
    DampingKind damping_kind = DampingKind::relative;
    TensionLaw law = TensionLaw::linear;
    std::optional<TensionLaw> stretch_law{}, shear_law{}, bending_law{};  // of one kind of springs, instead of `law`
    CubicDescription cubic{};                                             // for TensionLaw::cubic
    // Tension over strain, linear between points, instead of a stiffness; empty: no curve.
    std::vector<CurvePoint> stretch_curve{}, shear_curve{}, bending_curve{};
};

/// Crease: a straight line along which a fabric is folded when no force acts on it. On a mesh it runs along edges.
struct CreaseDescription {
    Vec2 from = Vec2::Zero(), to = Vec2::Zero();  // texture coordinates; on grids from 0 to 1 along both axes
    // Degrees by which the surface turns at the line: towards its normal, or away from it if negative.
    double angle = 0;
};

enum class WarpAxis { first, second };  // of a grid; u or v of a mesh

/// A cloth ([[cloth]] in scenes).
struct ClothDescription {
    std::string name = "cloth";
    std::variant<GridDescription, MeshDescription> shape;
    double areal_density = 0.2;    // kg/m^2
    double thickness = 0.005;      // m, contact distance to obstacles; the thickness of the obstacle is added
    Vec3 velocity = Vec3::Zero();  // m/s at the start
    SpringSettings springs{};
    std::optional<FabricDescription> fabric{};  // instead of the springs
    WarpAxis warp = WarpAxis::first;            // of the fabric or membrane
    double damping_time = 0.001;                // s; viscous force is damping_time times stiffness times rate
    std::vector<PinDescription> pins{};
    std::vector<CreaseDescription> creases{};  // of the fabric
};

/// A group of springs of a net, with common coefficients.
struct NetSprings {
    std::string name = "springs";
    double stiffness = 0;  // N/m
    double damping = 0;    // N s/m
    TensionLaw law = TensionLaw::linear;
    CubicDescription cubic{};  // for TensionLaw::cubic
    std::vector<std::array<int, 2>> between{};
    std::vector<double> rest_lengths{};  // m, one per spring; empty: the distances between the nodes
};

/// Muscle: springs whose rest lengths change with time. At time t their relaxed rest lengths are multiplied by
/// 1 - contraction (1 - cos(2 pi frequency t - phase)) / 2. During `ramp` the contraction grows linearly from zero.
struct MuscleDescription {
    std::string springs;       // name of a group of springs of the net
    double contraction = 0.2;  // largest shortening, relative to the rest length
    double frequency = 1.0;    // 1/s
    double phase = 0.0;        // degrees by which the muscle lags behind
    double ramp = 0.0;         // s
};

/// A solid of St. Venant-Kirchhoff material (docs/theory/elements.md).
struct ElasticDescription {
    double young_modulus = 1e5;  // Pa
    double poisson_ratio = 0.3;
    double damping_time = 0.001;  // s; viscous stress per rate of strain is damping_time times the stiffness
};

struct PlaneShape {
    Vec3 point = Vec3::Zero();
    Vec3 normal{0, 0, 1};
};
struct BoxShape {
    Vec3 center = Vec3::Zero();
    Vec3 size{1, 1, 1};
};
struct SphereShape {
    Vec3 center = Vec3::Zero();
    double radius = 1;
};
/// Solid cylinder; `axis` points from its bottom to its top.
struct CylinderShape {
    Vec3 center = Vec3::Zero();
    Vec3 axis{0, 0, 1};
    double radius = 1;
    double height = 1;
};

/// Capsule: all points within `radius` of a segment of length `height` along `axis` around `center`. Its total length
/// is height + 2 radius.
struct CapsuleShape {
    Vec3 center = Vec3::Zero();
    Vec3 axis{0, 0, 1};
    double radius = 1;
    double height = 1;
};

/// A net of springs, such as a creature. Any two nodes may be joined. Springs may be muscles.
struct SpringNetDescription {
    std::vector<Vec3> nodes{};     // m
    std::vector<double> masses{};  // kg, one per node
    std::vector<NetSprings> springs{};
    std::vector<MuscleDescription> muscles{};
    std::vector<Face> faces{};      // surface, counter-clockwise seen from outside; may be empty
    std::vector<Face> dry_faces{};  // drawn and in contact like `faces`; water does not push on them
    std::string file{};             // file of the net, for messages; may be empty
};

/// A solid of elastic tetrahedra. `make_elastic_solid` (solid.hpp) makes it from a block or from a tetrahedron mesh.
struct ElasticSolidDescription {
    std::vector<Vec3> nodes{};                     // m
    std::vector<double> masses{};                  // kg, one per node
    std::vector<std::array<int, 4>> tetrahedra{};  // positive: nodes 0, 1, 2 counter-clockwise seen from the fourth
    ElasticDescription elastic{};
    std::vector<Face> faces{};  // surface, counter-clockwise seen from outside; may be empty
    std::string file{};         // file of the solid, for messages; may be empty
};

/// A body that keeps its shape. Gravity, contacts and attachments move it. A mesh must be closed and convex. The
/// particles of the body are the vertices of its surface, then four that carry them (docs/theory/rigid-bodies.md).
struct RigidBodyDescription {
    std::variant<SphereShape, BoxShape, MeshDescription> shape{};
    double mass = 1;  // kg, spread evenly through the shape
    // Coulomb coefficient. Between two bodies, or a body and an obstacle, the mean of both coefficients counts.
    double friction = 0.3;
    Vec3 spin = Vec3::Zero();  // rad/s, about its centre of mass, at the start
};

/// A body ([[body]] in scenes).
struct BodyDescription {
    std::string name = "body";
    std::variant<SpringNetDescription, ElasticSolidDescription, RigidBodyDescription> kind{};
    Placement placement{};               // of the nodes or of the shape; the scale does not change masses
    double thickness = 0.005;            // m, contact distance to obstacles; the thickness of the obstacle is added
    Vec3 velocity = Vec3::Zero();        // m/s at the start
    std::vector<PinDescription> pins{};  // of nodes; a rigid body has none
};

enum class SequenceEnd { hold, loop };  // hold: stay at the last frame; loop: go from the last to the first and on

/// A mesh that changes its shape: its vertices move in straight lines from frame to frame.
struct MeshSequence {
    std::vector<std::vector<Vec3>> frames{};  // m, each like TriangleMesh::positions; the mesh itself is the first
    double fps = 25;                          // frames per second
    double start = 0;                         // s, until then the mesh has the shape of the first frame
    SequenceEnd at_end = SequenceEnd::hold;
    std::vector<std::string> files{};  // files of the frames, for messages; may be empty
};

/// Contact of sharp edges and corners. hold: they hold cloth between its particles; ignore: only particles are in
/// contact, which takes less time; automatic: hold for meshes, ignore for boxes and cylinders.
enum class EdgeContact { automatic, hold, ignore };

/// An obstacle. A mesh may be any triangles that MeshUse::obstacle allows. The motion carries the shape as a whole, a
/// mesh that changes its shape included.
struct ObstacleDescription {
    std::string name = "obstacle";
    std::variant<PlaneShape, BoxShape, SphereShape, CylinderShape, CapsuleShape, MeshDescription> shape;
    double friction = 0.3;   // Coulomb coefficient, static and sliding
    double thickness = 0;    // m; the contact distance is the sum of this thickness and that of the cloth
    double restitution = 0;  // fraction of the normal speed of an impact that is reflected
    EdgeContact edges = EdgeContact::automatic;
    RigidMotion motion{};
    MeshSequence sequence{};  // for a mesh; without frames the mesh keeps its shape
};

/// Contact pair: values for one cloth and one obstacle, which replace those of the cloth and of the obstacle.
struct ContactPairDescription {
    std::string cloth, obstacle;        // names; if several obstacles share the name, all of them are meant
    std::optional<double> friction{};   // Coulomb coefficient
    std::optional<double> thickness{};  // m, contact distance
};

/// Attachment: holds particles of a cloth, or of a body that is not rigid, to a rigid body, each at its place at the
/// start.
struct AttachmentDescription {
    std::string cloth, body;  // their names
    std::variant<PinCorner, PinEdge, PinBox, PinIndices> where{};
};

/// Gusts: the wind changes its speed and direction by sums of sines that it carries along (docs/theory/air.md).
struct GustDescription {
    double strength = 0.3;  // largest change in each direction, relative to the speed of the wind
    double period = 2.0;    // s, of the slowest sine
    int seed = 0;           // another seed gives other gusts of the same kind
};

/// A round jet of air, as of a fan: it widens and slows down so that it keeps its momentum (docs/theory/air.md).
struct JetDescription {
    Vec3 from = Vec3::Zero();  // m, middle of the opening
    Vec3 direction{1, 0, 0};
    double speed = 10;     // m/s, in the middle of the opening
    double radius = 0.1;   // m, of the opening: there the speed is 1/e of that in the middle
    double spread = 0.11;  // growth of the radius per distance along the jet; 0.11 in free turbulent jets
};

/// The air. A wind of zero means still air; without [air] there is no air at all. Wind, jets and field add up.
struct AirDescription {
    double density = 1.2;           // kg/m^3
    double drag_coefficient = 1.1;  // EWS96 eq. 8, for cloth without a fabric; fabrics have coefficients of their own
    std::optional<std::array<double, 3>> drag_coefficients{};  // instead of a single one: inside, at edges, at corners
    Vec3 wind = Vec3::Zero();                                  // m/s
    std::optional<GustDescription> gust{};                     // of the wind
    std::vector<JetDescription> jets{};                        // [[air.jet]] in scenes
    /// Velocity of the air [m/s] at x [m] and time t [s], for programs. Several threads call the function at once. It
    /// must return the same velocity for the same x and t; otherwise runs cannot be resumed.
    std::function<Vec3(const Vec3& x, double t)> field{};
};

/// Water around bodies. It pushes against a face of area A that moves outward, along the normal n of the face, by
/// -1/2 density drag_coefficient A |w| (n.w) n. Here w is the velocity of the face relative to the water
/// (docs/theory/bodies.md).
struct WaterDescription {
    double density = 1000;        // kg/m^3
    double drag_coefficient = 1;  // of a face
    Vec3 current = Vec3::Zero();  // m/s
};

/// Contact with obstacles ([contact] in scenes, docs/theory/contact.md). velocity_constraint: contacts prescribe
/// velocities (EEH00 section 6); barrier: barrier forces push cloth away; automatic: barriers if they fit the scene.
enum class ContactMethod { automatic, velocity_constraint, barrier };
struct ContactSettings {
    ContactMethod method = ContactMethod::automatic;
};

/// Self-contact: keeps cloths and soft bodies at their contact distance from each other and from themselves, so that
/// none passes through another ([self_contact] in scenes, docs/theory/self-contact.md). Rigid bodies have their own
/// contact.
struct SelfContactSettings {
    double friction = 0.3;              // Coulomb coefficient
    std::optional<double> thickness{};  // m, contact distance; none: the mean of the two cloths' thicknesses
    // Whether cloth that intersects at the start is separated before the first step. Otherwise it is an error.
    bool untangle = false;
};

struct SceneDescription {
    SimulationSettings simulation;
    IntegratorSettings integrator;
    SolverSettings solver;
    std::optional<FilterSettings> filter{};  // [filter] in scenes
    ContactSettings contact{};
    std::optional<SelfContactSettings> self_contact{};
    // The particles of a simulation are those of all cloths, then those of all bodies, each in the order of these
    // lists. The names of cloths and bodies differ from each other.
    std::vector<ClothDescription> cloths;   // [[cloth]] in scenes
    std::vector<BodyDescription> bodies{};  // [[body]] in scenes
    std::vector<ObstacleDescription> obstacles;
    std::vector<ContactPairDescription> contact_pairs{};  // [[contact_pair]] in scenes
    std::vector<AttachmentDescription> attachments{};     // [[attachment]] in scenes
    std::optional<AirDescription> air;
    std::optional<WaterDescription> water{};
};

/// Returns all problems of a description that a program has built, with the key paths of the scene file; empty if there
/// is none. Several threads may call it at the same time, also for the same scene. `Simulation` calls this function.
/// The reader of scene files reports the same problems with their positions.
struct Problem;
[[nodiscard]] std::vector<Problem> check(const SceneDescription& scene);

}  // namespace tulle
