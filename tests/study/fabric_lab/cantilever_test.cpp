#include "study/fabric_lab/cantilever.hpp"

#include "support/fabrics.hpp"
#include "support/sheet_meshes.hpp"

#include <tulle/simulation.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace tulle {
namespace {

using testing::lossless;
using testing::plain_fabric;
using testing::sheet_mesh;

/// Elastica of a clamped strip under its own weight, W g L^3 / B over drop / L (table of the fabric data, section 8,
/// where it was solved as an ordinary differential equation).
constexpr std::array<std::pair<double, double>, 7> elastica{
    {{0.5, 0.0623}, {1, 0.1235}, {2, 0.2385}, {4, 0.4252}, {8, 0.6406}, {16, 0.7970}, {32, 0.8785}}};

double length_for(double weight, double rigidity, double areal_density)
{
    return std::cbrt(weight * rigidity / (areal_density * 9.81));
}

/// As wide as two cells.
CantileverOptions narrow(int cells, double length) { return {.cells = cells, .width = 2 * length / (cells + 0.5)}; }

TEST(Cantilever, GridsFollowTheElastica)
{
    const FabricDescription fabric = lossless(plain_fabric());
    for (const auto& [thread, rigidity] : {std::pair(Thread::warp, 12e-6), std::pair(Thread::weft, 7e-6)})
        for (const auto& [weight, drop] : elastica) {
            const double length = length_for(weight, rigidity, fabric.areal_density);
            const HangingStrip strip = hang_strip(fabric, thread, length, narrow(40, length));
            EXPECT_TRUE(strip.is_at_rest);
            EXPECT_NEAR(strip.drop / length, drop, 0.01 * drop) << weight;
        }
}

TEST(Cantilever, GridsConvergeWithRefinement)
{
    const FabricDescription fabric = lossless(plain_fabric());
    const double length = length_for(8, 12e-6, fabric.areal_density);
    double before = 1;
    for (const int cells : {5, 10, 20}) {
        const double error =
            std::abs(hang_strip(fabric, Thread::warp, length, narrow(cells, length)).drop / length - 0.6406);
        EXPECT_LT(error, 0.6 * before) << cells;
        before = error;
    }
}

/// The same strip of triangles, held over two cells.
HangingStrip hang_mesh(const FabricDescription& fabric, double length, int cells, double disorder)
{
    const double spacing = length / (cells + 0.5);
    SceneDescription scene = hanging_strip_scene(fabric, Thread::warp, length, narrow(cells, length));
    TriangleMesh mesh = sheet_mesh({spacing * (cells + 2), 3 * spacing}, {cells + 2, 3}, disorder);
    for (std::size_t p = 2; p < mesh.positions.size(); p += cells + 3)  // the edge of the jaw is straight
        mesh.positions[p].x() = 2 * spacing;
    for (std::size_t p = 0; p < mesh.positions.size(); ++p) {
        mesh.uvs[p] = mesh.positions[p].head<2>() / length;
        mesh.positions[p].x() -= 1.5 * spacing;
    }
    PinIndices held;
    std::vector<std::size_t> tips;
    for (std::size_t p = 0; p < mesh.positions.size(); ++p) {
        if (mesh.positions[p].x() < 0.6 * spacing) held.indices.push_back(static_cast<int>(p));
        if (mesh.positions[p].x() > length - 0.1 * spacing) tips.push_back(p);
    }
    scene.cloths[0].shape = MeshDescription{.mesh = mesh, .file = "", .placement = {}};
    scene.cloths[0].pins = {{.where = held}};
    Simulation simulation(scene);
    HangingStrip strip{.length = length, .is_at_rest = false};
    while (simulation.frame() < simulation.frame_count() && !strip.is_at_rest) {
        if (is_failure(simulation.advance_frame().status)) return strip;
        double fastest = 0;
        for (const Vec3& v : simulation.velocities()) fastest = std::max(fastest, v.norm());
        strip.is_at_rest = simulation.frame() > 5 && fastest < 2e-6;
    }
    for (const std::size_t p : tips) strip.drop -= simulation.positions()[p].z() / static_cast<double>(tips.size());
    return strip;
}

TEST(Cantilever, TriangleMeshesFollowTheElastica)
{
    const FabricDescription fabric = lossless(plain_fabric());
    for (const double disorder : {0.0, 0.3})
        for (const auto& [weight, drop] : elastica) {
            const double length = length_for(weight, 12e-6, fabric.areal_density);
            const HangingStrip strip = hang_mesh(fabric, length, 40, disorder);
            EXPECT_TRUE(strip.is_at_rest);
            EXPECT_NEAR(strip.drop / length, drop, 0.01 * drop) << weight << ' ' << disorder;
        }
}

TEST(Cantilever, IrregularTriangleMeshesConvergeWithRefinement)
{
    const FabricDescription fabric = lossless(plain_fabric());
    const double length = length_for(8, 12e-6, fabric.areal_density);
    double before = 1;
    for (const int cells : {5, 10, 20}) {
        const double error = std::abs(hang_mesh(fabric, length, cells, 0.3).drop / length - 0.6406);
        EXPECT_LT(error, 0.6 * before) << cells;
        before = error;
    }
}

/// With a loop the strip keeps what it holds up to the moment HB, and bends with B beyond (small sag; the data's
/// section 8 after S1): drop = W g / (8 B) (L^2 - 2HB/(W g))^2.
TEST(Cantilever, AShortStripWithALoopHangsAsTheFormulaSays)
{
    FabricDescription fabric = plain_fabric();
    fabric.warp.bending = KesBending{.rigidity = 12e-6, .width = 0.1e-3};
    const double weight = fabric.areal_density * 9.81, held = 0.1e-3 / weight;  // N/m^2, m^2
    const double length = 0.017;
    const double expected = weight / (8 * 12e-6) * std::pow(length * length - held, 2);
    const HangingStrip strip = hang_strip(fabric, Thread::warp, length, narrow(40, length));
    EXPECT_NEAR(strip.drop, expected, 0.05 * expected);
}

TEST(Cantilever, BendingLengthGivesTheRigidityOfAFabricWithoutLoops)
{
    const FabricDescription fabric = lossless(plain_fabric());
    const auto measured = measure_bending_length(fabric, Thread::weft, {.cells = 12, .width = 0.01});
    ASSERT_TRUE(measured);
    EXPECT_NEAR(measured->rigidity, 7e-6, 0.02 * 7e-6);
    EXPECT_NEAR(measured->strip.chord_angle(), 41.5 * degree, 0.5 * degree);
}

/// Rolled up between two jaws and let go, a strip keeps the curvature 2HB/(2B).
TEST(Cantilever, ABentAndReleasedStripKeepsItsCurvature)
{
    const FabricDescription fabric = plain_fabric();
    const double spacing = 1e-3;
    const int columns = 12;
    SceneDescription bent;
    ClothDescription cloth;
    cloth.shape =
        GridDescription{.size = {spacing * (columns - 1), 2e-3}, .particles = {columns, 3}, .center = {0, 0, 0}};
    cloth.areal_density = fabric.areal_density;
    cloth.fabric = fabric;
    cloth.damping_time = 0.02;
    PinIndices first, last;
    for (int b = 0; b < 3; ++b)
        for (int a = 0; a < 2; ++a) {
            first.indices.push_back(a + b * columns);
            last.indices.push_back(columns - 1 - a + b * columns);
        }
    RigidMotion rolled;
    rolled.axis = {0, -1, 0};
    rolled.pivot = {spacing * (0.5 * (columns - 1) - 1), 0, 0};
    for (int k = 0; k <= 50; ++k) {
        const double turn = 150.0 * spacing * k / 50;
        Vec3 end(-0.5 * spacing * (columns - 1), 0, 0);
        for (int j = 0; j + 2 < columns; ++j) end += spacing * Vec3(std::cos(j * turn), 0, std::sin(j * turn));
        rolled.keyframes.push_back(
            {.time = 0.02 * k, .translation = end - rolled.pivot, .angle = (columns - 2) * turn / degree});
    }
    cloth.pins = {{.where = first}, {.where = last, .motion = rolled}};
    bent.cloths.push_back(cloth);
    bent.simulation.gravity.setZero();
    bent.simulation.duration = 3;
    bent.simulation.fps = 50;
    bent.integrator.method = "backward-euler";
    bent.integrator.dt = 0.02;
    bent.integrator.tolerance = 1e-6;
    Simulation strip(bent);
    while (strip.frame() < 51) ASSERT_FALSE(is_failure(strip.advance_frame().status));
    strip.unpin(last.indices);
    while (strip.frame() < strip.frame_count()) ASSERT_FALSE(is_failure(strip.advance_frame().status));
    // Curvature: how much the last segment has turned from the first.
    const auto x = strip.positions().subspan(columns, columns);
    const Vec3 end = x[columns - 1] - x[columns - 2];
    const double curvature = std::atan2(end.z(), end.x()) / ((columns - 2) * spacing);
    EXPECT_NEAR(curvature, 0.8e-3 / (2 * 12e-6), 0.05 * 0.8e-3 / (2 * 12e-6));
}

}  // namespace
}  // namespace tulle
