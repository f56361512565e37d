// Scenes that a program describes, as scene files.

#include "scene_sample.hpp"

#include "support/fabrics.hpp"

#include <tulle/output_error.hpp>
#include <tulle/simulation.hpp>
#include <tulle/solid.hpp>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <numbers>
#include <sstream>

namespace tulle {
namespace {

TriangleMesh square_mesh()
{
    TriangleMesh mesh;
    mesh.positions = {{0, 0, 0}, {1.0 / 3.0, 0, -0.0}, {1.0 / 3.0, 0.7, 1e-17}, {0, 0.7, 0}};
    mesh.faces = {{0, 1, 2}, {0, 2, 3}};
    mesh.uvs = {{0, 0}, {1.0 / 3.0, 0}, {1.0 / 3.0, 0.7}, {0, 0.7}, {9, 9}};
    mesh.uv_faces = {{0, 1, 2}, {0, 2, 3}};
    return mesh;
}

TriangleMesh tetrahedron_mesh()
{
    TriangleMesh mesh;
    mesh.positions = {{0, 0, 0}, {0.1, 0, 0}, {0, 0.1, 0}, {0, 0, 0.1}};
    mesh.faces = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
    return mesh;
}

ClothDescription small_cloth()
{
    ClothDescription cloth;
    cloth.shape = GridDescription{.size = {0.4, 0.4}, .particles = {3, 4}, .center = {0, 0, 1}};
    return cloth;
}

SceneDescription scene_of(ClothDescription cloth)
{
    SceneDescription scene;
    scene.cloths = {std::move(cloth)};
    return scene;
}

std::string saved(const SceneDescription& scene)
{
    Simulation simulation(scene);
    static_cast<void>(simulation.step());
    std::ostringstream bytes;
    simulation.save(bytes);
    return std::move(bytes).str();
}

class MakeSceneFile : public SceneFolder {
protected:
    /// Writes the scene and reads it back, and compares texts and simulations.
    SceneFile round_trip(const SceneDescription& scene) const
    {
        // Nothing is written over, and a test may come here twice.
        std::filesystem::remove(folder / "t.toml");
        std::filesystem::remove_all(folder / "t_files");
        write_scene(folder / "t.toml", scene);
        SceneFile read = read_scene(folder / "t.toml");
        const SceneFile made = make_scene_file(scene, "t");
        const SceneFile again = make_scene_file(read.scene, "t");
        EXPECT_EQ(again.text, made.text);
        EXPECT_EQ(again.data.size(), made.data.size());
        for (std::size_t i = 0; i < std::min(again.data.size(), made.data.size()); ++i) {
            EXPECT_EQ(again.data[i].name, made.data[i].name);
            EXPECT_EQ(again.data[i].bytes, made.data[i].bytes) << made.data[i].name;
        }
        EXPECT_TRUE(saved(read.scene) == saved(scene));
        return read;
    }

    static Lines problems_of(const SceneDescription& scene, const std::vector<std::string>& formats = {})
    {
        Lines lines;
        try {
            (void)make_scene_file(scene, "t", formats);
        } catch (const InputError& error) {
            for (const Problem& problem : error.problems()) lines.push_back(problem.text());
        }
        return lines;
    }
};

TEST_F(MakeSceneFile, HasOnlyWhatDiffersFromTheDefaults)
{
    ClothDescription cloth = small_cloth();
    cloth.pins = {{.where = PinCorner{false, true}}};
    SceneDescription scene = scene_of(cloth);
    scene.simulation.duration = 0.1 + 0.2;
    scene.air.emplace();
    EXPECT_EQ(make_scene_file(scene, "t", {"vtk"}).text, R"(# A scene that a program has described.

[simulation]
duration = 0.30000000000000004

[[cloth]]
areal_density = 0.2
grid = { size = [0.4, 0.4], particles = [3, 4], center = [0, 0, 1] }

[[cloth.pin]]
corner = "min-max"

[air]

[output]
formats = ["vtk"]
)");
}

TEST_F(MakeSceneFile, KeepsEveryBitOfEveryTable)
{
    const double third = 1.0 / 3.0;
    SceneDescription scene;
    scene.simulation = {.duration = third, .fps = 30, .gravity = {0.1, -0.0, -9.80665}, .max_stretch = 2};
    scene.integrator.method = "backward-euler";
    scene.integrator.dt = third / 10;
    scene.integrator.velocity_tolerance = 1e-7;
    scene.integrator.automatic_velocity_tolerance = false;
    scene.integrator.jacobian = JacobianTreatment::damped;
    scene.solver.method = SolverMethod::cg;
    scene.filter = FilterSettings{.kind = FilterKind::averaged};
    ClothDescription cloth = small_cloth();
    cloth.name = "flag";
    cloth.areal_density = 0.1 + 0.2;
    cloth.velocity = {third, 0, -0.0};
    cloth.springs.law = TensionLaw::cubic;
    cloth.springs.bending_law = TensionLaw::stvk;
    cloth.springs.cubic.stretched_factor = 5;
    cloth.springs.shear_curve = {};
    RigidMotion motion{.keyframes = {{.time = 0}, {.time = third, .translation = {0.1, 0, 0}, .angle = 30}},
                       .axis = {1, 2, 3},
                       .pivot = {0, 0, third},
                       .interpolation = Interpolation::smooth};
    cloth.pins = {{.where = PinEdge{1, true}, .motion = motion},
                  {.where = PinIndices{{0, 1}}},
                  {.where = PinBox{{-1, -1, -1}, {0, 0, 2}}}};
    ClothDescription choi = small_cloth();
    choi.name = "choi";
    std::get<GridDescription>(choi.shape).center = {5, 0, 1};
    choi.springs.model = SpringModel::choi_ko;
    ClothDescription curved = small_cloth();
    curved.name = "curved";
    std::get<GridDescription>(curved.shape).center = {10, 0, 1};
    std::get<GridDescription>(curved.shape).plane = GridDescription::Plane::xz;
    curved.springs.stretch_curve = {{-0.1, -2}, {0, 0}, {third, 30}};
    ClothDescription sheet = small_cloth();
    sheet.name = "sheet";
    std::get<GridDescription>(sheet.shape).center = {15, 0, 1};
    sheet.springs.model = SpringModel::membrane;
    sheet.springs.membrane.weft_modulus = 100 * third;
    sheet.warp = WarpAxis::second;
    scene.cloths = {cloth, choi, curved, sheet};
    scene.obstacles = {{.name = "floor", .shape = PlaneShape{{0, 0, -5}, {0, third, 1}}, .friction = third},
                       {.name = "box", .shape = BoxShape{{0, 0, -3}, {1, third, 1}}, .edges = EdgeContact::hold},
                       {.name = "ball", .shape = SphereShape{{0, 0, -1}, third}, .motion = motion},
                       {.name = "rod", .shape = CylinderShape{{3, 0, -1}, {1, 1, third}, 0.1, 2}},
                       {.name = "arm", .shape = CapsuleShape{{4, 0, -1}, {1, 0, 0}, third, 0.5}, .thickness = 0.01}};
    scene.contact_pairs = {{.cloth = "flag", .obstacle = "ball", .friction = third}};
    scene.air = AirDescription{.wind = {third, 0, 0},
                               .gust = GustDescription{.seed = 3},
                               .jets = {{.from = {1, 0, third}, .speed = 10}, {.direction = {0, 1, third}}}};
    scene.air->drag_coefficients = {1.1, third, 1.3};
    scene.contact.method = ContactMethod::velocity_constraint;
    const SceneFile read = round_trip(scene);
    EXPECT_EQ(read.scene.integrator.dt, third / 10);
    EXPECT_FALSE(read.scene.integrator.automatic_velocity_tolerance);
    EXPECT_TRUE(std::signbit(read.scene.cloths[0].velocity.z()));
    EXPECT_TRUE(std::signbit(read.scene.simulation.gravity.y()));
    EXPECT_EQ(read.scene.cloths[0].areal_density, 0.1 + 0.2);
    EXPECT_EQ(read.scene.cloths[0].springs.bending_law, TensionLaw::stvk);
    EXPECT_EQ(read.scene.cloths[0].pins[0].motion.keyframes[1].time, third);
    EXPECT_EQ(read.scene.cloths[0].pins[0].motion.interpolation, Interpolation::smooth);
    EXPECT_EQ(std::get<PinEdge>(read.scene.cloths[0].pins[0].where).axis, 1);
    EXPECT_EQ(std::get<PinBox>(read.scene.cloths[0].pins[2].where).max.z(), 2);
    EXPECT_EQ(read.scene.cloths[2].springs.stretch_curve[2].strain, third);
    EXPECT_EQ(*read.scene.cloths[3].springs.membrane.weft_modulus, 100 * third);
    EXPECT_EQ(std::get<PlaneShape>(read.scene.obstacles[0].shape).normal.y(), third);
    EXPECT_EQ(std::get<CapsuleShape>(read.scene.obstacles[4].shape).radius, third);
    EXPECT_EQ(read.scene.obstacles[2].motion.pivot.z(), third);
    EXPECT_EQ(read.scene.air->jets[1].direction.z(), third);
    EXPECT_EQ(read.scene.air->gust->seed, 3);
}

TEST_F(MakeSceneFile, WritesMeshesFabricsAndObstaclesAsFiles)
{
    ClothDescription cloth;
    cloth.shape = MeshDescription{
        .mesh = square_mesh(), .file = "no such file.obj", .placement = {.scale = 0.3, .axis = {1, 0, 0}, .angle = 90}};
    cloth.fabric = testing::plain_fabric();
    cloth.fabric->weft = cloth.fabric->warp;
    cloth.areal_density = 0.1;  // another than that of the fabric
    cloth.creases = {{.from = {0, 0}, .to = {1.0 / 3.0, 0.7}, .angle = -20}};
    ClothDescription other = cloth;
    other.name = "other";
    std::get<MeshDescription>(other.shape).placement.translation = {3, 0, 0};
    SceneDescription scene;
    scene.cloths = {cloth, other};
    ObstacleDescription mesh{.shape = MeshDescription{.mesh = tetrahedron_mesh(), .file = "", .placement = {}}};
    std::get<MeshDescription>(mesh.shape).placement.translation = {0, 0, -2};
    ObstacleDescription walker = mesh;
    walker.name = "walker";
    std::get<MeshDescription>(walker.shape).mesh.uvs = {{0, 0}};
    std::get<MeshDescription>(walker.shape).mesh.uv_faces.assign(4, {0, 0, 0});
    for (int k = 0; k < 12; ++k) {  // frame 10 comes after frame 9
        walker.sequence.frames.push_back(tetrahedron_mesh().positions);
        walker.sequence.frames.back()[3].z() += k / 3.0;
    }
    walker.sequence.at_end = SequenceEnd::loop;
    scene.obstacles = {mesh, walker};
    const SceneFile read = round_trip(scene);

    const auto& back = std::get<MeshDescription>(read.scene.cloths[0].shape);
    EXPECT_EQ(back.mesh.positions, square_mesh().positions);
    EXPECT_EQ(back.mesh.uvs, square_mesh().uvs);
    EXPECT_TRUE(std::signbit(back.mesh.positions[1].z()));
    EXPECT_EQ(back.placement.angle, 90);
    EXPECT_EQ(read.scene.cloths[0].areal_density, 0.1);
    EXPECT_EQ(read.scene.cloths[0].fabric->name, "plain");
    ASSERT_EQ(read.scene.obstacles[1].sequence.frames.size(), 12U);
    EXPECT_EQ(read.scene.obstacles[1].sequence.frames[10][3].z(), 0.1 + 10 / 3.0);
    EXPECT_EQ(read.scene.obstacles[1].sequence.at_end, SequenceEnd::loop);
    const SceneFile made = make_scene_file(scene, "t");
    EXPECT_EQ(made.data.size(), 3U + 12U) << "cloths with the same mesh and fabric share their files";
    EXPECT_NE(made.text.find("mesh = \"t_files/cloth_cloth.obj\""), std::string::npos) << made.text;
}

TEST_F(MakeSceneFile, WritesBodies)
{
    SpringNetDescription net;
    net.nodes = {{0, 0, 0}, {1.0 / 3.0, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    net.masses = {1, 2, 1.0 / 3.0, 4};
    net.springs = {{.name = "a", .stiffness = 5, .damping = 0.1, .between = {{0, 1}, {1, 2}}},
                   {.name = "b",
                    .stiffness = 1.0 / 3.0,
                    .law = TensionLaw::cubic,
                    .cubic = {.stretched_factor = 5},
                    .between = {{2, 3}},
                    .rest_lengths = {1.25}}};
    net.faces = {{0, 1, 2}};
    net.dry_faces = {{0, 2, 3}};
    net.muscles = {{.springs = "a", .phase = 1.0 / 3.0}};
    MeshDescription convex{.mesh = tetrahedron_mesh(), .file = "", .placement = {}};
    SceneDescription scene = scene_of(small_cloth());
    scene.bodies = {
        {.name = "fish", .kind = net, .placement = {.scale = 0.1, .translation = {3, 0, 0}}},
        {.name = "jelly",
         .kind = make_elastic_solid(LatticeDescription{.size = {0.2, 0.2, 0.3}, .particles = {3, 3, 3}},
                                    {.density = 1000.0 / 3.0, .elastic = {.poisson_ratio = 1.0 / 3.0}}),
         .placement = {.scale = 0.5, .axis = {1, 1, 0}, .angle = 20, .translation = {0, 3, 0}}},
        {.name = "block",
         .kind = make_spring_solid(LatticeDescription{.size = {0.2, 0.2, 0.2}, .particles = {3, 2, 2}, .center = {}},
                                   {.density = 300}),
         .placement = {.translation = {0, -3, 0}},
         .pins = {{.where = PinIndices{{0}}}}},
        {.name = "ball",
         .kind =
             RigidBodyDescription{.shape = SphereShape{{0, 0, 0.5}, 1.0 / 30.0}, .mass = 1.0 / 3.0, .spin = {1, 0, 0}}},
        {.name = "thick", .kind = RigidBodyDescription{.shape = BoxShape{{0, 0, -1}, {0.1, 0.1, 0.1}}}, .thickness = 0},
        {.name = "tetra", .kind = RigidBodyDescription{.shape = convex}, .placement = {.translation = {5, 0, 0}}}};
    scene.attachments = {{.cloth = "cloth", .body = "ball", .where = PinCorner{true, false}}};
    scene.water.emplace();
    const SceneFile read = round_trip(scene);
    const auto& fish = std::get<SpringNetDescription>(read.scene.bodies[0].kind);
    EXPECT_EQ(fish.nodes, net.nodes);
    EXPECT_EQ(fish.masses, net.masses);
    EXPECT_EQ(fish.springs[1].rest_lengths, net.springs[1].rest_lengths);
    EXPECT_EQ(fish.springs[1].cubic.stretched_factor, 5);
    EXPECT_EQ(fish.muscles[0].phase, 1.0 / 3.0);
    const auto& jelly = std::get<ElasticSolidDescription>(read.scene.bodies[1].kind);
    const auto& made = std::get<ElasticSolidDescription>(scene.bodies[1].kind);
    EXPECT_EQ(jelly.masses, made.masses);
    EXPECT_EQ(jelly.tetrahedra, made.tetrahedra);
    EXPECT_EQ(jelly.faces, made.faces);
    EXPECT_EQ(jelly.elastic.poisson_ratio, 1.0 / 3.0);
    EXPECT_EQ(read.scene.bodies[1].placement.scale, 0.5);
    EXPECT_EQ(std::get<RigidBodyDescription>(read.scene.bodies[3].kind).mass, 1.0 / 3.0);
    EXPECT_EQ(read.scene.bodies[3].thickness, 0.005);
    EXPECT_EQ(read.scene.bodies[4].thickness, 0);
    EXPECT_TRUE(std::get<PinCorner>(read.scene.attachments[0].where).max_first);
}

TEST_F(MakeSceneFile, NamesWhatASceneFileCannotHave)
{
    const auto problem = [&](const auto& change) -> std::string {
        SceneDescription scene = scene_of(small_cloth());
        change(scene);
        const Lines lines = problems_of(scene);
        return lines.size() == 1 ? lines[0] : std::to_string(lines.size()) + " problems";
    };
    EXPECT_EQ(
        problem([](SceneDescription& scene) { scene.air.emplace().field = [](const Vec3& x, double) { return x; }; }),
        "air.field: a function of a program, which a scene file cannot have");
    EXPECT_EQ(problem([](SceneDescription& scene) {
                  scene.integrator.method = "verlet";
                  scene.integrator.automatic = true;
                  scene.integrator.dt = 0.005;
              }),
              "integrator.dt: \"auto\" stands in place of a number in a scene file, so the number must be the "
              "default, 0.01; found 0.005");
    EXPECT_EQ(problem([](SceneDescription& scene) { scene.integrator.velocity_tolerance = 1; }).substr(0, 30),
              "integrator.velocity_tolerance:");
    EXPECT_EQ(problem([](SceneDescription& scene) {
                  scene.integrator.method = "verlet";
                  scene.integrator.newton = NewtonKind::once;
              }).substr(0, 66),
              "integrator.newton: says how backward-euler solves a step, and verl");
    EXPECT_EQ(problem([](SceneDescription& scene) { scene.cloths[0].springs.cubic.stretched = 1.2; }).substr(0, 15),
              "cloth[0].cubic:");
    EXPECT_EQ(problem([](SceneDescription& scene) {
                  scene.cloths[0].fabric = testing::plain_fabric();
                  scene.cloths[0].springs.stretch_stiffness = 7;
              }).substr(0, 27),
              "cloth[0].stretch_stiffness:");
    EXPECT_EQ(problem([](SceneDescription& scene) {
                  scene.obstacles = {{.shape = SphereShape{{0, 0, -9}, 1}, .sequence = {.frames = {}, .fps = 30}}};
              }),
              "obstacle[0].sequence: expected at least one frame");
    EXPECT_EQ(problem([](SceneDescription& scene) {
                  MeshDescription mesh{.mesh = tetrahedron_mesh(), .file = "", .placement = {}};
                  scene.obstacles = {{.shape = mesh, .sequence = {.frames = {mesh.mesh.positions}}}};
                  scene.obstacles[0].sequence.frames[0][0].x() = 1e-3;
              }),
              "obstacle[0].sequence: expected the vertices of the mesh as the first frame: a scene file gives the mesh "
              "by its frames");
    EXPECT_EQ(problem([](SceneDescription& scene) {
                  MeshDescription mesh{.mesh = tetrahedron_mesh(), .file = "", .placement = {.scale = 2}};
                  scene.bodies = {{.name = "b", .kind = RigidBodyDescription{.shape = mesh}}};
              }).substr(0, 14),
              "body[0].rigid:");
    EXPECT_EQ(problem([](SceneDescription& scene) {
                  ElasticSolidDescription solid =
                      make_elastic_solid(LatticeDescription{.size = {0.1, 0.1, 0.1}}, {.density = 100});
                  std::swap(solid.tetrahedra[2][0], solid.tetrahedra[2][1]);
                  scene.bodies = {{.name = "b", .kind = solid}};
              }),
              "body[0].net: tetrahedra[2]: expected the first three nodes counter-clockwise seen from the fourth");
    EXPECT_EQ(problem([](SceneDescription& scene) {
                  scene.cloths[0].fabric = testing::plain_fabric();
                  scene.cloths[0].fabric->sources = {{.key = "thikness", .text = "a ruler"}};
              }).substr(0, 16),
              "2 problems")
        << "an unknown key, and an assumption without a range";
    EXPECT_EQ(problem([](SceneDescription& scene) {
                  scene.cloths[0].fabric = testing::plain_fabric();
                  scene.cloths[0].fabric->sources = {{.key = "thickness", .text = "a ruler"}};
              }).substr(0, 33),
              "cloth[0].fabric: source[0].range:");
}

TEST_F(MakeSceneFile, ReportsTheProblemsOfTheSceneAndOfTheFormats)
{
    SceneDescription scene = scene_of(small_cloth());
    EXPECT_EQ(problems_of(scene, {"xyz"}).at(0).substr(0, 18), "output.formats[0]:");
    scene.simulation.fps = -1;
    scene.cloths[0].name = "two words";
    EXPECT_EQ(problems_of(scene),
              (Lines{"simulation.fps: expected a number > 0 1/s, found -1",
                     "cloth[0].name: expected a name of letters, digits, - and _, found \"two words\""}));
    EXPECT_THROW((void)make_scene_file(scene_of(small_cloth()), "a/b"), InputError);
    EXPECT_THROW((void)make_scene_file(scene_of(small_cloth()), ""), InputError);
}

TEST_F(MakeSceneFile, NamesEverythingThatASceneFileCannotHave)
{
    SceneDescription scene = scene_of(small_cloth());
    scene.air.emplace().field = [](const Vec3& x, double) { return x; };
    scene.cloths[0].springs.membrane.modulus = 3;
    const Lines lines = problems_of(scene);
    ASSERT_EQ(lines.size(), 2U);
    EXPECT_EQ(lines[0].substr(0, 10), "air.field:");
    EXPECT_EQ(lines[1], "cloth[0].membrane: this cloth has springs; model = \"membrane\" has this key");
}

/// The frames of a longer sequence would be read as frames of this one.
TEST_F(MakeSceneFile, NothingIsWrittenOver)
{
    SceneDescription scene = scene_of(small_cloth());
    ObstacleDescription walker{.shape = MeshDescription{.mesh = tetrahedron_mesh(), .file = "", .placement = {}}};
    walker.sequence.frames.assign(3, tetrahedron_mesh().positions);
    scene.obstacles = {walker};
    write_scene(folder / "one.toml", scene);
    EXPECT_THROW(write_scene(folder / "one.toml", scene), OutputError);
    // Another scene file, whose data would be in the same folder.
    EXPECT_THROW(write_scene(folder / "two.toml", make_scene_file(scene, "one")), OutputError);
    EXPECT_FALSE(std::filesystem::exists(folder / "two.toml"));
    EXPECT_EQ(read_scene(folder / "one.toml").scene.obstacles[0].sequence.frames.size(), 3U);
}

TEST_F(MakeSceneFile, HasTheWarningsOfTheScene)
{
    SceneDescription scene = scene_of(small_cloth());
    scene.cloths[0].areal_density = 7;
    const SceneFile file = make_scene_file(scene);
    ASSERT_EQ(file.warnings.size(), 1U);
    EXPECT_EQ(file.warnings[0].key, "cloth[0].areal_density");
}

}  // namespace
}  // namespace tulle
