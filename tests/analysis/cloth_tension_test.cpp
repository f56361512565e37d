#include "analysis/cloth_tension.hpp"

#include "analysis/particle_fields.hpp"
#include "materials/hysteresis_loop.hpp"
#include "materials/kes.hpp"
#include "simulation/make_forces.hpp"
#include "support/fabrics.hpp"
#include "support/random_state.hpp"
#include "support/sheet_meshes.hpp"

#include <gtest/gtest.h>
#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>

#include <algorithm>
#include <functional>

namespace tulle {
namespace {

using testing::plain_fabric;
using testing::RandomVectors;
using testing::sheet_mesh;

constexpr std::size_t tension = 5;  // in ParticleFields::list()

SceneDescription scene_of(std::vector<ClothDescription> cloths)
{
    SceneDescription scene;
    scene.cloths = std::move(cloths);
    return scene;
}

/// A cloth whose particles lie anywhere, with the tension that stored runs show there.
struct Sheet {
    explicit Sheet(const ClothDescription& cloth) : Sheet(scene_of({cloth})) {}
    explicit Sheet(SceneDescription described) : scene(std::move(described)), meshes(make_cloth_meshes(scene))
    {
        forces = make_sheet_forces(scene, meshes);
        fields.set_forces(meshes, forces.view());
        for (const ClothMesh& mesh : meshes) x.insert(x.end(), mesh.positions.begin(), mesh.positions.end());
    }

    void move(const std::function<Vec3(const Vec3&)>& to) { std::ranges::transform(x, x.begin(), to); }
    [[nodiscard]] std::vector<double> values(const IntactFaces& intact = {}) const
    {
        std::vector<double> result(x.size());
        fields.compute(tension, x, std::vector<Vec3>(x.size(), Vec3::Zero()), result, intact);
        return result;
    }

    SceneDescription scene;
    std::vector<ClothMesh> meshes;
    MadeSheetForces forces;
    ParticleFields fields{meshes};
    std::vector<Vec3> x;
};

constexpr double spacing = 0.02;  // m
constexpr int columns = 11, rows = 9;
const GridDescription sheet_grid{.size = {spacing * (columns - 1), spacing*(rows - 1)}, .particles = {columns, rows}};

/// Particles of the grid at which no spring is missing.
std::vector<int> inner_particles()
{
    std::vector<int> inner;
    for (int b = 2; b + 2 < rows; ++b)
        for (int a = 2; a + 2 < columns; ++a) inner.push_back(a + b * columns);
    return inner;
}

ClothDescription cloth_of(decltype(ClothDescription::shape) shape)
{
    ClothDescription cloth;
    cloth.shape = std::move(shape);
    return cloth;
}

ClothDescription membrane_of(decltype(ClothDescription::shape) shape, const MembraneDescription& sheet)
{
    ClothDescription cloth = cloth_of(std::move(shape));
    cloth.springs.model = SpringModel::membrane;
    cloth.springs.membrane = sheet;
    return cloth;
}

const Mat3 turn = (Eigen::AngleAxisd(0.7, Vec3(1, 2, -1).normalized())).toRotationMatrix();

TEST(ClothTension, IsInTheListAndZeroAtRest)
{
    EXPECT_EQ(ParticleFields::list()[tension].name, "tension");
    EXPECT_EQ(ParticleFields::list()[tension].unit, "N/m");
    ClothDescription fabric = cloth_of(sheet_grid);
    fabric.fabric = plain_fabric();
    for (const ClothDescription& cloth : {cloth_of(sheet_grid), membrane_of(sheet_grid, {}), fabric}) {
        Sheet sheet(cloth);
        sheet.move([&](const Vec3& p) -> Vec3 { return turn * p + Vec3(1, 2, 3); });
        for (const double value : sheet.values()) EXPECT_NEAR(value, 0, 1e-8);
    }
}

TEST(ClothTension, OfThreadsIsTheirTensionOverTheirSpacing)
{
    ClothDescription cloth = cloth_of(sheet_grid);
    cloth.springs.shear_stiffness = cloth.springs.bending_stiffness = 0;
    const double k = cloth.springs.stretch_stiffness;
    const double strain = 0.1;
    Sheet sheet(cloth);
    sheet.move([&](const Vec3& p) -> Vec3 { return turn * Vec3((1 + strain) * p.x(), p.y(), 0); });
    const double thread = k * strain * spacing;  // N
    for (const int i : inner_particles()) EXPECT_NEAR(sheet.values()[i], thread / spacing, 1e-9);
    // A thread along the border holds half as much cloth.
    EXPECT_NEAR(sheet.values()[columns / 2], thread / (0.5 * spacing), 1e-9);
}

TEST(ClothTension, OfEverySpringLawIsTheTensionOfItsSprings)
{
    const double strain = 0.2;
    for (const TensionLaw law : {TensionLaw::linear, TensionLaw::stvk, TensionLaw::cubic}) {
        ClothDescription cloth = cloth_of(sheet_grid);
        cloth.springs.law = law;
        cloth.springs.shear_stiffness = cloth.springs.bending_stiffness = 0;
        Sheet sheet(cloth);
        sheet.move([&](const Vec3& p) -> Vec3 { return Vec3(p.x(), (1 + strain) * p.y(), 0); });
        double thread = cloth.springs.stretch_stiffness * strain * spacing;
        const double s = 1 + strain;
        if (law == TensionLaw::stvk) thread = 0.5 * cloth.springs.stretch_stiffness * spacing * (s * s * s - s);
        if (law == TensionLaw::cubic)
            thread = CubicTension::through(cloth.springs.stretch_stiffness, {}).tension(s * spacing, spacing);
        for (const int i : inner_particles()) EXPECT_NEAR(sheet.values()[i], thread / spacing, 1e-9 * thread / spacing);
    }
    ClothDescription curved = cloth_of(sheet_grid);
    curved.springs.stretch_curve = {{-1, -1}, {0, 0}, {0.1, 1}, {0.3, 5}};
    curved.springs.shear_stiffness = curved.springs.bending_stiffness = 0;
    Sheet sheet(curved);
    sheet.move([&](const Vec3& p) -> Vec3 { return Vec3(p.x(), (1 + strain) * p.y(), 0); });
    for (const int i : inner_particles()) EXPECT_NEAR(sheet.values()[i], 3 / spacing, 1e-9);
}

TEST(ClothTension, OfAnEvenlyStretchedSheetIsTheSlopeOfItsEnergy)
{
    // All springs are stretched alike, so the energy per area at rest is s^2 (k + 2 k_shear + 4 k_bending), and half
    // of its slope over the stretch is the force per width at rest.
    const ClothDescription cloth = cloth_of(sheet_grid);
    const SpringSettings& k = cloth.springs;
    for (const double strain : {0.1, -0.05}) {
        Sheet sheet(cloth);
        sheet.move([&](const Vec3& p) -> Vec3 { return turn * Vec3((1 + strain) * p); });
        const double expected = strain * (k.stretch_stiffness + 2 * k.shear_stiffness + 4 * k.bending_stiffness);
        for (const int i : inner_particles()) EXPECT_NEAR(sheet.values()[i], expected, 1e-9);
    }
}

TEST(ClothTension, OfChoiAndKosClothIsZeroWhereItIsPressedTogether)
{
    ClothDescription cloth = cloth_of(sheet_grid);
    cloth.springs.model = SpringModel::choi_ko;
    cloth.springs.bending_rigidity = 0;
    Sheet sheet(cloth);
    sheet.move([&](const Vec3& p) -> Vec3 { return Vec3(0.9 * p); });
    for (const double value : sheet.values()) EXPECT_EQ(value, 0);
}

TEST(ClothTension, TimesAreaIsTheVirialOfTheForcesOnAnIrregularMesh)
{
    // The sum of both principal tensions times stretch times area is the sum of -f.x of the springs, however irregular
    // the mesh is. The larger of both is at least their mean, and not much more in a sheet that is stretched evenly.
    const ClothDescription cloth =
        cloth_of(MeshDescription{.mesh = sheet_mesh({0.3, 0.2}, {9, 6}, 0.3), .file = "", .placement = {}});
    Sheet sheet(cloth);
    const double stretch = 1.15;
    sheet.move([&](const Vec3& p) -> Vec3 { return Vec3(stretch * p); });
    std::vector<Vec3> f(sheet.x.size(), Vec3::Zero());
    const std::vector<Vec3> v = f;
    sheet.forces.springs->add_force(sheet.x, v, f);
    double virial = 0;  // N m, of both directions
    for (std::size_t i = 0; i < f.size(); ++i) virial -= f[i].dot(sheet.x[i]);
    const std::vector<double> values = sheet.values();
    double sum = 0, area = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        sum += sheet.meshes[0].areas[i] * values[i] * stretch;
        area += sheet.meshes[0].areas[i];
    }
    EXPECT_GT(sum, 0.5 * virial);
    EXPECT_LT(sum, 0.65 * virial);
    EXPECT_NEAR(area, 0.3 * 0.2, 1e-12);
}

/// Nominal principal stress of a membrane with the deformation gradient F in the plane: the largest eigenvalue of the
/// Biot stress, by an independent way.
double biot_tension(const Eigen::Matrix2d& F, const Mat3& C)
{
    const Eigen::Matrix2d E = 0.5 * (F.transpose() * F - Eigen::Matrix2d::Identity());
    const Vec3 stress = C * Vec3(E(0, 0), E(1, 1), 2 * E(0, 1));
    Eigen::Matrix2d S;
    S << stress[0], stress[2], stress[2], stress[1];
    const Eigen::Matrix2d U = Eigen::SelfAdjointEigenSolver<Eigen::Matrix2d>(F.transpose() * F).operatorSqrt();
    const Eigen::Matrix2d biot = 0.5 * (U * S + S * U);
    return Eigen::SelfAdjointEigenSolver<Eigen::Matrix2d>(biot).eigenvalues()[1];
}

TEST(ClothTension, OfAMembraneIsItsExactStress)
{
    const MembraneDescription isotropic{.modulus = 400, .poisson_ratio = 0.3};
    const MembraneDescription woven{.modulus = 900, .weft_modulus = 300, .poisson_ratio = 0.5, .shear_modulus = 50};
    const MeshDescription mesh{.mesh = sheet_mesh({0.3, 0.2}, {9, 6}, 0.3), .file = "", .placement = {}};
    Eigen::Matrix2d pulled, pressed, sheared;
    pulled << 1.2, 0, 0, 0.95;
    pressed << 0.9, 0, 0, 0.8;
    sheared << 1.1, 0.3, -0.1, 1.05;
    for (const MembraneDescription& law : {isotropic, woven})
        for (const Eigen::Matrix2d& F : {pulled, pressed, sheared})
            for (const bool on_grid : {true, false}) {
                Sheet sheet(on_grid ? membrane_of(sheet_grid, law) : membrane_of(mesh, law));
                sheet.move([&](const Vec3& p) -> Vec3 {
                    const Vec2 flat = F * p.head<2>();
                    return turn * Vec3(flat.x(), flat.y(), 0);
                });
                const double expected = biot_tension(F, stiffness_of(sheet_of(law)));
                for (const double value : sheet.values()) EXPECT_NEAR(value, expected, 1e-8 * std::abs(expected));
            }
    // Along the principal axes of an isotropic sheet it is the first Piola-Kirchhoff stress, stretch times S.
    const double e_1 = 0.5 * (1.2 * 1.2 - 1), e_2 = 0.5 * (0.95 * 0.95 - 1);
    const double expected = 1.2 * 400 / (1 - 0.09) * (e_1 + 0.3 * e_2);
    EXPECT_NEAR(biot_tension(pulled, stiffness_of(sheet_of(isotropic))), expected, 1e-9 * expected);
}

TEST(ClothTension, OfAStoredFabricIsTheMiddleOfItsLoop)
{
    const double strain = 0.02;
    const MeshDescription mesh{.mesh = sheet_mesh({0.3, 0.2}, {9, 6}, 0.3), .file = "", .placement = {}};
    for (const bool on_grid : {true, false}) {
        ClothDescription cloth = on_grid ? cloth_of(sheet_grid) : cloth_of(mesh);
        cloth.fabric = plain_fabric();
        const HysteresisLoop warp(loop_of(cloth.fabric->warp.tension));
        ASSERT_GT(warp.half_width(strain), 0.05 * warp.middle(strain));
        Sheet sheet(cloth);
        sheet.move([&](const Vec3& p) -> Vec3 { return turn * Vec3((1 + strain) * p.x(), p.y(), 0); });
        for (const double value : sheet.values()) EXPECT_NEAR(value, warp.middle(strain), 1e-6 * warp.middle(strain));
    }
}

TEST(ClothTension, OfAFabricWithHistoryIsOnTheBranchOfItsLoop)
{
    ClothDescription cloth = cloth_of(sheet_grid);
    cloth.fabric = plain_fabric();
    Sheet sheet(cloth);
    const auto pulled = [&](double strain) {
        std::vector<Vec3> x = sheet.meshes[0].positions;
        for (Vec3& p : x) p.x() *= 1 + strain;
        return x;
    };
    SheetForces forces = sheet.forces.view();
    forces.has_history = true;
    sheet.fields.set_forces(sheet.meshes, forces);
    const MeasuredLoop warp = loop_of(cloth.fabric->warp.tension);
    const double loading = branch_value(warp.loading, 0.02), unloading = branch_value(warp.unloading, 0.02);
    ASSERT_GT(loading, 1.1 * unloading);
    sheet.x = pulled(0.02);
    for (const double value : sheet.values()) EXPECT_NEAR(value, loading, 1e-6 * loading);
    sheet.forces.fabrics->begin_step(pulled(0.035));
    for (const double value : sheet.values()) EXPECT_NEAR(value, unloading, 1e-6 * loading);
}

TEST(ClothTension, OfShearedFabricIsTheShearForceOnTheBias)
{
    const double angle = 0.08;  // rad
    ClothDescription cloth = cloth_of(sheet_grid);
    cloth.fabric = plain_fabric();
    Sheet sheet(cloth);
    // Both threads turn by half of the angle towards each other and keep their lengths.
    const double c = std::cos(0.5 * angle), s = std::sin(0.5 * angle);
    sheet.move([&](const Vec3& p) -> Vec3 { return Vec3(c * p.x() + s * p.y(), s * p.x() + c * p.y(), 0); });
    // The stretches along the bias are l_1 = c + s and l_2 = c - s. The angle between the threads is 2 atan(l_2/l_1),
    // and the energy per area depends on this angle alone. Its derivative by l_1, with l_1^2 + l_2^2 = 2, is l_2 times
    // the shear force.
    const HysteresisLoop loop(shear_loop_at_rest(*cloth.fabric));
    const double force = (c - s) * loop.middle(angle);
    const std::vector<double> values = sheet.values();
    for (const int i : inner_particles()) {
        EXPECT_NEAR(values[i], force, 1e-6 * force);
    }
}

TEST(ClothTension, TornThreadsCarryNothing)
{
    ClothDescription cloth = cloth_of(sheet_grid);
    cloth.fabric = plain_fabric();
    Sheet sheet(cloth);
    IntactFaces intact(sheet.meshes);
    sheet.move([&](const Vec3& p) -> Vec3 { return Vec3(1.02 * p.x(), p.y(), 0); });
    const std::vector<double> before = sheet.values(intact);
    EXPECT_EQ(before, sheet.values());
    // All faces in the column of cells beside the middle go, so no thread runs across.
    const int middle = columns / 2;
    for (std::size_t f = 0; f < sheet.meshes[0].faces.size(); ++f) {
        const Face& face = sheet.meshes[0].faces[f];
        const auto is_in = [&](int p) { return p % columns == middle || p % columns == middle + 1; };
        if (std::ranges::all_of(face, is_in)) intact.tear(static_cast<int>(f));
    }
    const std::vector<double> after = sheet.values(intact);
    for (int b = 0; b < rows; ++b) {
        EXPECT_NEAR(after[middle + b * columns], 0.5 * before[middle + b * columns], 1e-6);
        EXPECT_EQ(after[middle - 1 + b * columns], before[middle - 1 + b * columns]);
    }
}

TEST(ClothTension, BodiesHaveNone)
{
    SpringNetDescription net;
    net.nodes = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    net.masses = {1, 1, 1};
    net.springs = {{.stiffness = 100, .between = {{0, 1}, {1, 2}, {2, 0}}}};
    net.faces = {{0, 1, 2}};
    SceneDescription scene = scene_of({cloth_of(sheet_grid)});
    scene.bodies = {{.kind = net}};
    Sheet sheet(scene);
    sheet.move([&](const Vec3& p) -> Vec3 { return Vec3(1.5 * p); });
    const std::vector<double> values = sheet.values();
    for (std::size_t i = values.size() - 3; i < values.size(); ++i) EXPECT_EQ(values[i], 0);
    EXPECT_GT(values[0], 0);
}

TEST(ClothTension, OfCollapsedClothIsANumber)
{
    Sheet sheet(cloth_of(sheet_grid));
    sheet.move([&](const Vec3& p) -> Vec3 { return Vec3(p.x(), 0, 0); });
    for (const double value : sheet.values()) EXPECT_TRUE(std::isfinite(value));
    sheet.move([](const Vec3&) { return Vec3(1, 2, 3); });
    for (const double value : sheet.values()) EXPECT_EQ(value, 0);
    RandomVectors random(7);
    sheet.move([&](const Vec3&) { return random.vector(0.1); });
    for (const double value : sheet.values()) EXPECT_TRUE(std::isfinite(value));
}

}  // namespace
}  // namespace tulle
