#include "study/fabric_lab/drape.hpp"

#include <tulle/simulation.hpp>

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>
#include <span>
#include <utility>

namespace tulle {
namespace {

constexpr double full_turn = 2 * std::numbers::pi;
constexpr double off_middle = 1e-3;  // m, largest offset of the specimen, as in a careful experiment
constexpr double unevenness = 1e-4;  // m, random heights of a fabric that lies flat
constexpr double least_fold = 2e-3;  // m, by which the outline rises and falls
constexpr double pixel = 0.25e-3;    // m, of the shadow image

/// Returns a random number uniform in [0, 1), the same on every machine.
double uniform(std::mt19937& random) { return static_cast<double>(random()) / 4294967296.0; }

using SpecimenGeometry = decltype(ClothDescription::shape);

/// Returns the specimen with a small random offset; a disc is also rotated and slightly uneven.
SpecimenGeometry laid_specimen(const DrapeOptions& options, std::mt19937& random)
{
    const double direction = full_turn * uniform(random), shift_length = off_middle * std::sqrt(uniform(random));
    const Vec3 shift(shift_length * std::cos(direction), shift_length * std::sin(direction), 0);
    if (options.shape == SpecimenShape::square)
        return GridDescription{.size = {options.specimen, options.specimen},
                               .particles = {options.resolution, options.resolution},
                               .center = shift};
    TriangleMesh mesh = disc_mesh(0.5 * options.specimen, options.resolution, full_turn / 6 * uniform(random));
    for (Vec3& p : mesh.positions) p += shift + Vec3(0, 0, unevenness * uniform(random));
    return MeshDescription{.mesh = std::move(mesh), .file = "", .placement = {}};
}

SceneDescription drape_scene(const FabricDescription& fabric, const DrapeOptions& options, SpecimenGeometry geometry)
{
    ClothDescription cloth;
    cloth.shape = std::move(geometry);
    cloth.areal_density = fabric.areal_density;
    cloth.thickness = std::max(fabric.thickness, 5e-4);
    cloth.fabric = fabric;
    ObstacleDescription disc;
    disc.name = "disc";
    disc.friction = fabric.friction;
    const double height = 0.01;  // m; the specimen hangs lower
    disc.shape = CylinderShape{
        .center = {0, 0, -0.5 * height - cloth.thickness}, .radius = 0.5 * options.support, .height = height};
    ObstacleDescription platform;
    platform.name = "platform";
    platform.friction = fabric.friction;
    platform.shape = PlaneShape{.point = {0, 0, -cloth.thickness}, .normal = {0, 0, 1}};
    const double drop = 0.5 * (width_across(options.shape, options.specimen) - options.support);
    platform.motion.keyframes = {{.time = 0},
                                 {.time = options.lowering, .translation = {0, 0, -1.25 * drop}},
                                 {.time = options.lowering + 0.1, .translation = {0, 0, -4 * drop}}};
    SceneDescription scene;
    scene.cloths.push_back(cloth);
    scene.obstacles.push_back(disc);
    scene.obstacles.push_back(platform);
    scene.air = AirDescription{};
    scene.simulation.duration = options.lowering + options.settling;
    scene.simulation.fps = 50;
    // The motion is so slow that one Newton iteration per time step is enough.
    scene.integrator.method = "backward-euler";
    scene.integrator.newton = NewtonKind::once;
    scene.integrator.dt = 0.005;
    return scene;
}

/// Returns the outline: for every degree, the greatest distance [m] from the middle at which a ray meets an edge.
std::vector<double> outline_of(const TriangleMesh& mesh)
{
    std::vector<double> outline(360, 0.0);
    const auto degrees_of = [](const Vec3& p) { return std::atan2(p.y(), p.x()) / full_turn * 360; };
    for (const Face& face : mesh.faces)
        for (int k = 0; k < 3; ++k) {
            const Vec3 &a = mesh.positions[face[k]], &b = mesh.positions[face[(k + 1) % 3]];
            double from = degrees_of(a), to = degrees_of(b);
            if (to < from) std::swap(from, to);
            if (to - from > 180) std::swap(from, to), to += 360;
            const Vec3 edge = b - a;
            for (int degree = static_cast<int>(std::ceil(from)); degree <= to; ++degree) {
                // a + t edge is on the ray (c, s).
                const double c = std::cos(full_turn * degree / 360), sine = std::sin(full_turn * degree / 360);
                const double across = edge.x() * sine - edge.y() * c;
                const double t = across != 0 ? (a.y() * c - a.x() * sine) / across : 0.0;
                const Vec3 p = a + std::clamp(t, 0.0, 1.0) * edge;
                double& farthest = outline[(degree + 360) % 360];
                farthest = std::max(farthest, std::hypot(p.x(), p.y()));
            }
        }
    return outline;
}

/// Returns the drape coefficient: visible area outside the support, seen from above, over the same area of the flat
/// specimen.
double coefficient_of(const TriangleMesh& shape, const DrapeOptions& options)
{
    const double inner = 0.5 * options.support, outer = 0.5 * options.specimen;
    if (options.shape == SpecimenShape::disc) return covered_part(shape, Vec2::Zero(), inner, outer);
    constexpr double pi = std::numbers::pi;
    const double corner = 0.5 * width_across(options.shape, options.specimen) + off_middle;
    const double shade = covered_part(shape, Vec2::Zero(), inner, corner) * pi * (corner * corner - inner * inner);
    return shade / (options.specimen * options.specimen - pi * inner * inner);
}

}  // namespace

double width_across(SpecimenShape shape, double specimen)
{
    return shape == SpecimenShape::disc ? specimen : std::numbers::sqrt2 * specimen;
}

double edge_length(SpecimenShape shape, double specimen, int resolution)
{
    return shape == SpecimenShape::disc ? 0.5 * specimen / resolution : specimen / (resolution - 1);
}

TriangleMesh disc_mesh(double radius, int rings, double turned)
{
    TriangleMesh mesh;
    const auto first_of = [](int ring) { return ring == 0 ? 0 : 1 + 3 * ring * (ring - 1); };
    const auto add = [&](const Vec3& p) {
        mesh.positions.push_back(p);
        mesh.uvs.emplace_back(0.5 + 0.5 * p.x() / radius, 0.5 + 0.5 * p.y() / radius);
    };
    add(Vec3::Zero());
    for (int ring = 1; ring <= rings; ++ring)
        for (int k = 0; k < 6 * ring; ++k) {
            const double angle = turned + full_turn * k / (6 * ring), r = radius * ring / rings;
            add({r * std::cos(angle), r * std::sin(angle), 0});
        }
    // Between two rings each sixth is a strip of 2 ring - 1 triangles.
    for (int ring = 1; ring <= rings; ++ring) {
        const auto outer = [&](int k) { return first_of(ring) + k % (6 * ring); };
        const auto inner = [&](int k) { return ring == 1 ? 0 : first_of(ring - 1) + k % (6 * (ring - 1)); };
        for (int sixth = 0; sixth < 6; ++sixth)
            for (int k = 0; k < ring; ++k) {
                const int o = sixth * ring + k, i = sixth * (ring - 1) + k;
                mesh.faces.push_back({inner(i), outer(o), outer(o + 1)});
                if (k + 1 < ring) mesh.faces.push_back({inner(i), outer(o + 1), inner(i + 1)});
            }
    }
    mesh.uv_faces = mesh.faces;
    return mesh;
}

double covered_part(const TriangleMesh& mesh, const Vec2& middle, double inner, double outer)
{
    const int side = static_cast<int>(std::ceil(2 * outer / pixel));
    std::vector<unsigned char> dark(static_cast<std::size_t>(side) * side, 0);
    const auto column = [&](double x) { return (x + outer) / pixel - 0.5; };
    for (const Face& face : mesh.faces) {
        std::array<Vec2, 3> c;
        for (int k = 0; k < 3; ++k) {
            const Vec3& p = mesh.positions[face[k]];
            c[k] = {column(p.x() - middle.x()), column(p.y() - middle.y())};
        }
        const double low = std::min({c[0].y(), c[1].y(), c[2].y()}), high = std::max({c[0].y(), c[1].y(), c[2].y()});
        for (int y = std::max(0, static_cast<int>(std::ceil(low))); y <= std::min(side - 1.0, std::floor(high)); ++y) {
            double left = INFINITY, right = -INFINITY;
            for (int k = 0; k < 3; ++k) {
                const Vec2 &a = c[k], &b = c[(k + 1) % 3];
                if ((a.y() > y) == (b.y() > y) && a.y() != y) continue;
                const double x = a.y() == b.y() ? a.x() : a.x() + (b.x() - a.x()) * (y - a.y()) / (b.y() - a.y());
                left = std::min(left, x);
                right = std::max(right, x);
            }
            for (int x = std::max(0, static_cast<int>(std::ceil(left))); x <= std::min(side - 1.0, std::floor(right));
                 ++x)
                dark[static_cast<std::size_t>(y) * side + x] = 1;
        }
    }
    double in_ring = 0, covered = 0;
    for (int y = 0; y < side; ++y)
        for (int x = 0; x < side; ++x) {
            const double r = std::hypot((x + 0.5) * pixel - outer, (y + 0.5) * pixel - outer);
            if (r < inner || r > outer) continue;
            ++in_ring;
            covered += dark[static_cast<std::size_t>(y) * side + x];
        }
    return covered / in_ring;
}

int count_folds(const std::vector<double>& outline, double least)
{
    if (outline.empty()) return 0;
    // Start at the smallest radius, so that no fold is cut in two.
    const auto lowest = std::min_element(outline.begin(), outline.end()) - outline.begin();
    int folds = 0;
    bool rising = true;
    double extreme = outline[lowest];
    for (std::size_t k = 1; k <= outline.size(); ++k) {
        const double r = outline[(static_cast<std::size_t>(lowest) + k) % outline.size()];
        if (rising ? r > extreme : r < extreme) extreme = r;
        if (rising && r < extreme - least) {
            ++folds;
            rising = false;
            extreme = r;
        } else if (!rising && r > extreme + least) {
            rising = true;
            extreme = r;
        }
    }
    return folds;
}

std::optional<DrapeTest> drape(const FabricDescription& fabric, const DrapeOptions& options)
{
    std::mt19937 random(options.seed);
    DrapeTest test;
    for (int run = 0; run < options.runs; ++run) {
        Simulation simulation(drape_scene(fabric, options, laid_specimen(options, random)));
        while (simulation.frame() < simulation.frame_count()) {
            if (is_failure(simulation.advance_frame().status)) return std::nullopt;
            const double part = static_cast<double>(simulation.frame()) / simulation.frame_count();
            if (options.on_progress && !options.on_progress((run + part) / options.runs)) return std::nullopt;
        }
        DrapedPiece piece;
        const std::span<const Face> faces = simulation.cloths()[0].faces;
        piece.shape.faces.assign(faces.begin(), faces.end());
        piece.shape.positions.assign(simulation.positions().begin(), simulation.positions().end());
        piece.coefficient = coefficient_of(piece.shape, options);
        piece.outline = outline_of(piece.shape);
        piece.nodes = count_folds(piece.outline, least_fold);
        double squares = 0;
        for (const Vec3& v : simulation.velocities()) squares += v.squaredNorm();
        piece.speed = std::sqrt(squares / simulation.particle_count());
        test.pieces.push_back(std::move(piece));
    }
    const auto n = static_cast<double>(test.pieces.size());
    for (const DrapedPiece& piece : test.pieces) {
        test.mean += piece.coefficient / n;
        test.mean_nodes += piece.nodes / n;
    }
    for (const DrapedPiece& piece : test.pieces)
        test.spread += (piece.coefficient - test.mean) * (piece.coefficient - test.mean);
    test.spread = n > 1 ? std::sqrt(test.spread / (n - 1)) : 0.0;
    return test;
}

}  // namespace tulle
