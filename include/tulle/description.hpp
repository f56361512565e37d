#pragma once
// A scene as plain data: what a scene file says and what a program fills in. SI units, Z up.
// Field names are the keys of the scene file (docs/scene-format.md); defaults here are the defaults there.

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
    double fps = 25.0;          // frames per second; a frame is written at every multiple of 1/fps
    Vec3 gravity{0, 0, -9.81};  // m/s^2
    double max_stretch = 3.0;   // a spring longer than (1 + max_stretch) rest lengths counts as an explosion
};

// What becomes of compressed springs in the Jacobian: docs/theory/springs.md#force-and-jacobian.
enum class JacobianTreatment { exact, clamped, damped };
enum class NewtonKind { converged, once };                              // backward-euler only
enum class UpdateKind { automatic, accelerated, bare, limited, none };  // imex-euler only; automatic: "auto" in scenes

struct IntegratorSettings {
    std::string method = "imex-euler";  // one of integrator_choices()
    double dt = 0.01;                   // s, largest step; shortened so that it divides the frame time
    bool adaptive = false;              // dt = "adaptive" in scenes: steps follow the error, up to the frame time
    // dt = "auto" in scenes: of explicit methods, steps that are stable, chosen anew for every frame
    // (docs/theory/stability.md)
    bool automatic = false;
    double relative_tolerance = 1e-3;  // of methods that control their error: error of a step per way moved in it
    double absolute_tolerance = 1e-5;  // m, added to it
    double tolerance = 1e-3;           // residual of the non-linear step, relative to its right-hand side
    // m/s, of Newton's directions: an iteration that would change no velocity by more solves the step as well.
    // Automatic
    // ("auto" in scenes): 0.3 g dt, and as much less in shorter steps, of imex-euler and backward-euler where a cloth
    // has a measured fabric, 0.12 g dt with choi_ko or barriers, with these no more than 0.15 of the smallest contact
    // distance in a step, 0 elsewhere or with rigid bodies or a tightened `tolerance` (docs/theory/implicit-euler.md,
    // "Solved by velocity").
    double velocity_tolerance = 0;
    bool automatic_velocity_tolerance = true;
    int max_iterations = 200;  // Newton steps or IMEX updates per step
    NewtonKind newton = NewtonKind::converged;
    UpdateKind update = UpdateKind::automatic;
    int updates = 2;  // of UpdateKind::limited: updates per step, however far they are from converged
    JacobianTreatment jacobian = JacobianTreatment::clamped;
    double jacobian_damping = 0.99;  // of JacobianTreatment::damped: what is left of the terms that it scales
};

enum class SolverMethod { automatic, cg, direct };  // automatic is "auto" in scenes
enum class PreconditionerKind { automatic, none, jacobi, ic0, multigrid };

struct SolverSettings {
    SolverMethod method = SolverMethod::automatic;
    PreconditionerKind preconditioner = PreconditionerKind::automatic;
    // Largest residual of a linear system, relative to its right-hand side. Linear steps that resolve the springs are
    // solved further, so that any tolerance keeps the order of the method (docs/theory/integrators.md).
    double tolerance = 1e-4;
    int max_iterations = 1000;  // of conjugate gradients, per linear solve
};

enum class FilterKind { plain, averaged, momentum };
enum class FilterKernel { exponential, gaussian };

/// Smooths velocities over neighbours after every step, so that explicit methods may take longer ones (ATG07 section 4;
/// docs/theory/stability.md).
struct FilterSettings {
    // plain: the mean of the neighbours' velocities, weighted by distance; averaged: half of that and half of the
    // particle's own; momentum: neighbours exchange momentum along the line between them, which changes neither the
    // linear nor the angular momentum of the whole.
    FilterKind kind = FilterKind::momentum;
    FilterKernel kernel = FilterKernel::exponential;  // weights exp(-lambda d) or exp(-lambda d^2)
    double lambda = 1.0;                              // for distances d in mean edges of the net; larger ones do less
    // Neighbours are so many edges of the net away at most; 0: joined by a spring of any kind or, of momentum, an edge.
    int rings = 0;
};

/// A rectangle of particles; particle (a, b) has index a + b * particles[0].
struct GridDescription {
    Vec2 size{1, 1};                     // m, along the two axes of `plane`
    std::array<int, 2> particles{2, 2};  // at least 2 each
    Vec3 center = Vec3::Zero();          // m
    enum class Plane { xy, xz, yz } plane = Plane::xy;
};

/// Rotation by `angle` about `axis` through the origin, after scaling and before translation.
struct Placement {
    double scale = 1.0;
    Vec3 axis{0, 0, 1};
    double angle = 0.0;               // degrees
    Vec3 translation = Vec3::Zero();  // m
};

struct MeshDescription {
    TriangleMesh mesh;
    std::string file;  // where it came from, for messages; may be empty
    Placement placement;
};

struct PinCorner {
    bool max_first = false, max_second = false;
};  // grids only: "min-max" is {false, true}
struct PinEdge {
    int axis = 0;
    bool max = false;
};  // grids only: "min-first" is {0, false}
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

enum class Interpolation { linear, smooth };  // smooth: speeds do not jump, and are zero at the first and last keyframe

/// Where a thing is at a time, relative to where it started: turned about an axis, then shifted. Constant before the
/// first keyframe and after the last.
struct RigidMotion {
    std::vector<Keyframe> keyframes{};  // empty: held still
    Vec3 axis{0, 0, 1};
    Vec3 pivot = Vec3::Zero();  // m, moves along with the translation
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

/// How the tension of a spring grows with its length: evenly; as in a St. Venant-Kirchhoff thread, stiffer when pulled
/// and softer when pushed together; or stiffer both ways, as a CubicDescription says (docs/theory/springs.md).
enum class TensionLaw { linear, stvk, cubic };

/// A cubic polynomial by its stiffness at two lengths besides the rest length (VSMT10 eq. 4 to 8).
struct CubicDescription {
    double stretched = 1.1;       // a length, in rest lengths, at which the stiffness is
    double stretched_factor = 6;  // so many times that at rest
    double compressed = 0.9;      // and the same of a spring that is pushed together
    double compressed_factor = 2;
};

/// springs: of any TensionLaw, or along a curve. choi_ko: of grids; along the edges and across the cells nothing
/// resists being pushed together, and over two edges a spring gives way like a beam that buckles
/// (docs/theory/springs.md). membrane: triangles of a continuous sheet instead of springs, and hinges between them
/// (docs/theory/elements.md).
enum class SpringModel { springs, choi_ko, membrane };

/// A sheet of St. Venant-Kirchhoff material, the same in all directions unless `weft_modulus` or `shear_modulus` say
/// otherwise; its threads run as those of a fabric.
struct MembraneDescription {
    double modulus = 500;                   // N/m, Young's modulus times thickness; along the warp
    std::optional<double> weft_modulus{};   // N/m; none: the same
    double poisson_ratio = 0.3;             // how much narrower it grows across the warp when pulled along it
    std::optional<double> shear_modulus{};  // N/m; none: that of a sheet that is the same in all directions
};

/// Springs of Provot's three kinds. On triangle meshes the edges are structural and the springs across hinges bend.
struct SpringSettings {
    SpringModel model = SpringModel::springs;
    MembraneDescription membrane{};    // of SpringModel::membrane
    double bending_rigidity = 1e-5;    // N m, of choi_ko and membrane instead of a bending stiffness
    double stretch_stiffness = 500.0;  // N/m
    double shear_stiffness = 100.0;    // N/m
    double bending_stiffness = 1.0;    // N/m
    double stretch_damping = 0.01;     // N s/m
    double shear_damping = 0.005;      // N s/m
    double bending_damping = 0.0005;   // N s/m
    DampingKind damping_kind = DampingKind::relative;
    TensionLaw law = TensionLaw::linear;
    std::optional<TensionLaw> stretch_law{}, shear_law{}, bending_law{};  // of a kind instead of `law`
    CubicDescription cubic{};                                             // of TensionLaw::cubic
    // Tension over strain, linear between points, instead of a stiffness; empty: none.
    std::vector<CurvePoint> stretch_curve{}, shear_curve{}, bending_curve{};
};

/// A straight line along which a fabric is folded when nothing acts on it. On a mesh it runs along edges.
struct CreaseDescription {
    Vec2 from = Vec2::Zero(), to = Vec2::Zero();  // texture coordinates; on grids from 0 to 1 along both axes
    double angle = 0;  // degrees by which the surface turns at the line, towards its normal or (negative) away from it
};

enum class WarpAxis { first, second };  // of a grid; u or v of a mesh

/// Springs of a body that share their coefficients.
struct NetSprings {
    std::string name = "springs";
    double stiffness = 0;  // N/m
    double damping = 0;    // N s/m
    TensionLaw law = TensionLaw::linear;
    CubicDescription cubic{};  // of TensionLaw::cubic
    std::vector<std::array<int, 2>> between{};
    std::vector<double> rest_lengths{};  // m, one per spring; empty: the lengths that the nodes have
};

/// Lengthens and shortens springs: at time t their rest length is 1 - contraction (1 - cos(2 pi (frequency t) - phase))
/// / 2 times what it was, and until `ramp` has passed the contraction grows evenly from zero.
struct MuscleDescription {
    std::string springs;       // name of a group of the body
    double contraction = 0.2;  // at most, of the rest length
    double frequency = 1.0;    // 1/s
    double phase = 0.0;        // degrees, by which it lags behind
    double ramp = 0.0;         // s
};

/// A solid of St. Venant-Kirchhoff material (docs/theory/elements.md).
struct ElasticDescription {
    double young_modulus = 1e5;  // Pa
    double poisson_ratio = 0.3;
    double damping_time = 0.001;  // s, viscous stress per rate of strain is this times the stiffness
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

/// All points within `radius` of a segment of length `height` along `axis` around `center`: the whole is
/// height + 2 radius long.
struct CapsuleShape {
    Vec3 center = Vec3::Zero();
    Vec3 axis{0, 0, 1};
    double radius = 1;
    double height = 1;
};

/// A body that keeps its shape, moved by gravity, by what it touches and by what is attached to it
/// (docs/theory/rigid-bodies.md). A mesh is closed and convex.
struct RigidDescription {
    std::variant<SphereShape, BoxShape, MeshDescription> shape{};
    double mass = 1;           // kg, spread evenly through the shape
    double friction = 0.3;     // Coulomb coefficient; where two bodies or a body and an obstacle meet, the mean of both
    Vec3 spin = Vec3::Zero();  // rad/s, about its centre of mass, at the start
};

/// A body of nodes with springs as they come, such as a creature, or with tetrahedra ([[body]] in scenes).
struct NetDescription {
    std::vector<Vec3> nodes{};     // m
    std::vector<double> masses{};  // kg, one per node
    std::vector<NetSprings> springs{};
    std::vector<std::array<int, 4>> tetrahedra{};  // positive seen from the fourth node: 0, 1, 2 counter-clockwise
    ElasticDescription elastic{};                  // of the tetrahedra
    std::vector<Face> faces{};                     // its surface, counter-clockwise seen from outside; may be empty
    std::vector<Face> dry_faces{};                 // drawn, and touched, as they are, but not by water
    std::vector<MuscleDescription> muscles{};
    std::string file;  // where it came from, for messages; may be empty
    Placement placement;
    /// Of a rigid body, as `make_rigid` (solid.hpp) makes its net: the surface, then the four nodes that carry it.
    std::optional<RigidDescription> rigid{};
};

/// A cloth, or a body where its shape is a net. Bodies take their masses and springs from the net.
struct ClothDescription {
    std::string name = "cloth";
    std::variant<GridDescription, MeshDescription, NetDescription> shape;
    double areal_density = 0.2;    // kg/m^2
    double thickness = 0.005;      // m, distance kept from obstacles; theirs is added
    Vec3 velocity = Vec3::Zero();  // m/s at the start
    SpringSettings springs;
    std::optional<FabricDescription> fabric{};  // instead of the springs
    WarpAxis warp = WarpAxis::first;            // of the fabric
    double damping_time = 0.001;                // s, of the fabric: viscous force per rate is this times its stiffness
    std::vector<PinDescription> pins;
    std::vector<CreaseDescription> creases{};  // of the fabric
};

enum class SequenceEnd { hold, loop };  // stay at the last frame, or go from there back to the first and on

/// A mesh that changes its shape: its vertices go in straight lines from frame to frame.
struct MeshSequence {
    std::vector<std::vector<Vec3>> frames{};  // m, each like TriangleMesh::positions; the mesh itself is the first
    double fps = 25;                          // frames per second
    double start = 0;                         // s, when it leaves the first
    SequenceEnd at_end = SequenceEnd::hold;
    std::vector<std::string> files{};  // where the frames came from, for messages; may be empty
};

/// Whether sharp edges and corners hold cloth between its particles, or only particles touch, which takes less time.
/// Automatic: those of meshes hold, those of boxes and cylinders do not.
enum class EdgeContact { automatic, hold, ignore };

/// A mesh may be any triangles that MeshUse::obstacle allows. The motion carries the shape as a whole, a mesh that
/// changes its shape included.
struct ObstacleDescription {
    std::string name = "obstacle";
    std::variant<PlaneShape, BoxShape, SphereShape, CylinderShape, CapsuleShape, MeshDescription> shape;
    double friction = 0.3;   // Coulomb coefficient, static and sliding
    double thickness = 0;    // m, added to the cloth's: the distance kept is the sum
    double restitution = 0;  // part of the normal speed of an impact that comes back
    EdgeContact edges = EdgeContact::automatic;
    RigidMotion motion{};
    MeshSequence sequence{};  // of a mesh; no frames: it keeps its shape
};

/// What holds between one cloth and one obstacle instead of what the two say themselves.
struct ContactPairDescription {
    std::string cloth, obstacle;        // their names; obstacles that share theirs are all meant
    std::optional<double> friction{};   // Coulomb coefficient
    std::optional<double> thickness{};  // m, distance kept
};

/// Particles of a cloth, or of a body that is not rigid, held to a rigid body where they are at the start.
struct AttachmentDescription {
    std::string cloth, body;  // their names
    std::variant<PinCorner, PinEdge, PinBox, PinIndices> where{};
};

/// A wind that swells, slackens and turns: sums of sines that the wind carries along (docs/theory/air.md).
struct GustDescription {
    double strength = 0.3;  // largest change in each direction, relative to the speed of the wind
    double period = 2.0;    // s, of the slowest sine
    int seed = 0;           // another one gives other gusts of the same kind
};

/// A round jet of air, as of a fan: it widens and slows down so that it keeps its momentum (docs/theory/air.md).
struct JetDescription {
    Vec3 from = Vec3::Zero();  // m, middle of the opening
    Vec3 direction{1, 0, 0};
    double speed = 10;     // m/s, in the middle of the opening
    double radius = 0.1;   // m, of the opening: there the speed is 1/e of that in the middle
    double spread = 0.11;  // by how much the radius grows per way; 0.11 in free turbulent jets
};

/// Still air has wind zero; no [air] section means no air at all. Wind, jets and field add up.
struct AirDescription {
    double density = 1.2;           // kg/m^3
    double drag_coefficient = 1.1;  // EWS96 eq. 8, of cloth without a fabric, which has its own
    std::optional<std::array<double, 3>> drag_coefficients{};  // instead of it: inside, at edges, at corners
    Vec3 wind = Vec3::Zero();                                  // m/s
    std::optional<GustDescription> gust{};                     // of the wind
    std::vector<JetDescription> jets{};                        // [[air.jet]] in scenes
    /// Velocity of the air [m/s] at x [m] and time t [s], for programs. It is called from several threads at once, and
    /// must give the same for the same x and t, or runs cannot be resumed.
    std::function<Vec3(const Vec3& x, double t)> field{};
};

/// Water around bodies. It pushes against a face that moves outward, along its normal n: -1/2 density drag_coefficient
/// A |w| (n.w) n for the velocity w of the face relative to the water (docs/theory/bodies.md).
struct WaterDescription {
    double density = 1000;        // kg/m^3
    double drag_coefficient = 1;  // of a face
    Vec3 current = Vec3::Zero();  // m/s
};

/// How cloth keeps away from obstacles ([contact] in scenes, docs/theory/contact.md): by velocities that contacts
/// prescribe (EEH00 section 6), or by barriers, which are forces. Automatic: barriers where they can.
enum class ContactMethod { automatic, velocity_constraint, barrier };
struct ContactSettings {
    ContactMethod method = ContactMethod::automatic;
};

/// Cloths and soft bodies keep their thickness from each other and from themselves, and nothing passes through
/// ([self_contact] in scenes, docs/theory/self-contact.md). Rigid bodies have their own contact.
struct SelfContactSettings {
    double friction = 0.3;              // Coulomb coefficient
    std::optional<double> thickness{};  // m, distance kept, instead of the mean of the two cloths' thicknesses
    bool untangle = false;  // whether what starts through each other is taken apart before the first step, or refused
};

struct SceneDescription {
    SimulationSettings simulation;
    IntegratorSettings integrator;
    SolverSettings solver;
    std::optional<FilterSettings> filter{};  // [filter] in scenes
    ContactSettings contact{};
    std::optional<SelfContactSettings> self_contact{};
    std::vector<ClothDescription> cloths;  // and bodies
    std::vector<ObstacleDescription> obstacles;
    std::vector<ContactPairDescription> contact_pairs{};  // [[contact_pair]] in scenes
    std::vector<AttachmentDescription> attachments{};     // [[attachment]] in scenes
    std::optional<AirDescription> air;
    std::optional<WaterDescription> water{};
};

/// Every problem of a description that a program built itself, with the key paths of the scene file. Empty: none.
/// `Simulation` calls it; a scene file's reader reports the same problems with their positions.
struct Problem;
[[nodiscard]] std::vector<Problem> check(const SceneDescription& scene);

}  // namespace tulle
