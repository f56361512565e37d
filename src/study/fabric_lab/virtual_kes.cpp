#include "study/fabric_lab/virtual_kes.hpp"

#include <tulle/simulation.hpp>

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>

namespace tulle {
namespace {

constexpr double jaw_distance = 0.05;           // m, of tension and shear
constexpr double bending_jaw_distance = 0.01;   // m
constexpr double width = 0.2;                   // m
constexpr double pull_speed = 0.2e-3;           // m/s
constexpr double shear_speed = 0.478 * degree;  // rad/s
constexpr double bending_speed = 50;            // 1/m per second
constexpr int frames_per_branch = 200;

/// A patch between two jaws, which hold `held` columns of particles at each end. The first axis runs from jaw to jaw.
class Patch {
public:
    Patch(const FabricDescription& fabric, Thread along, double length, std::array<int, 2> particles, int held)
        : particles_(particles), held_(held)
    {
        ClothDescription cloth;
        cloth.shape = GridDescription{.size = {length, width}, .particles = particles, .center = {0.5 * length, 0, 0}};
        cloth.areal_density = fabric.areal_density;
        cloth.fabric = fabric;
        cloth.warp = along == Thread::warp ? WarpAxis::first : WarpAxis::second;
        cloth.pins = {{.where = PinIndices{columns(0)}}, {.where = PinIndices{columns(particles[0] - held)}}};
        scene_.cloths.push_back(cloth);
        scene_.simulation.gravity.setZero();
        scene_.integrator.method = "backward-euler";
        scene_.integrator.tolerance = 1e-7;
        scene_.solver.method = SolverMethod::direct;
    }

    RigidMotion& jaw() { return scene_.cloths[0].pins[1].motion; }

    /// Force, torque and thread direction at the middle half of the moving jaw.
    struct Held {
        Vec3 force;   // N/m, per width
        Vec3 torque;  // N, per width, about the first of the jaw's columns
        Vec3 thread;  // unit vector along the threads that run into the jaw, beside it
    };

    /// Runs until the last keyframe and calls read(time, held) after every frame; the run ends when read returns false.
    /// Returns false if the simulation failed or on_progress stopped it.
    template <class Read>
    bool run(const KesOptions& options, const Read& read)
    {
        const double duration = jaw().keyframes.back().time;
        const int frames = static_cast<int>(frames_per_branch * std::max(1.0, std::round(duration / branch_time)));
        scene_.simulation.duration = duration;
        scene_.simulation.fps = frames / duration;
        scene_.integrator.dt = duration / frames;
        Simulation simulation(scene_);
        std::vector<Vec3> f(simulation.particle_count());
        while (simulation.frame() < simulation.frame_count()) {
            if (is_failure(simulation.advance_frame().status)) return false;
            simulation.forces(f);
            Held held{Vec3::Zero(), Vec3::Zero(), Vec3::Zero()};
            const int quarter = particles_[1] / 4;
            for (int b = quarter; b < particles_[1] - quarter; ++b) {
                const int first = particles_[0] - held_ + b * particles_[0];
                const Vec3& about = simulation.positions()[first];
                held.thread += about - simulation.positions()[first - 1];
                for (int p = first; p < first + held_; ++p) {
                    held.force -= f[p];
                    held.torque -= (simulation.positions()[p] - about).cross(f[p]);
                }
            }
            const double read_width = width * (particles_[1] - 2 * quarter) / (particles_[1] - 1);  // m
            held.force /= read_width;
            held.torque /= read_width;
            held.thread.normalize();
            const double done = static_cast<double>(simulation.frame()) / simulation.frame_count();
            if (options.on_progress && !options.on_progress(done)) return false;
            if (!read(simulation.time(), held)) return true;
        }
        return true;
    }

    double branch_time = 1;  // s

private:
    [[nodiscard]] std::vector<int> columns(int first) const
    {
        std::vector<int> indices;
        for (int b = 0; b < particles_[1]; ++b)
            for (int a = first; a < first + held_; ++a) indices.push_back(a + b * particles_[0]);
        return indices;
    }

    SceneDescription scene_;
    std::array<int, 2> particles_;
    int held_;
};

Patch square_patch(const FabricDescription& fabric, Thread along, int cells)
{
    return {fabric, along, jaw_distance, {cells + 1, 4 * cells + 1}, 1};
}

void reverse(std::vector<LoopPoint>& points) { std::reverse(points.begin(), points.end()); }

}  // namespace

std::optional<DrawnLoop> draw_tension(const FabricDescription& fabric, Thread along, const KesOptions& options)
{
    // The first patch is pulled until the greatest force of the test, which gives the turning point. The second patch
    // is pulled that far and back.
    const double planned = 1.5 * strain_at(direction_of(fabric, along), greatest_pull) * jaw_distance;  // m
    double reached = 0;                                                                                 // m
    Patch first = square_patch(fabric, along, options.cells);
    first.branch_time = planned / pull_speed;
    first.jaw().keyframes = {{.time = 0}, {.time = planned / pull_speed, .translation = {planned, 0, 0}}};
    KesOptions half = options;
    if (options.on_progress) half.on_progress = [&](double done) { return options.on_progress(0.3 * done); };
    double before = 0, drawn_out_before = 0;
    const bool found = first.run(half, [&](double time, const Patch::Held& held) {
        const double pull = held.force.x(), drawn_out = time * pull_speed;
        if (pull >= greatest_pull)
            reached = drawn_out_before + (drawn_out - drawn_out_before) * (greatest_pull - before) / (pull - before);
        before = pull;
        drawn_out_before = drawn_out;
        return reached == 0;
    });
    if (!found || reached == 0) return std::nullopt;

    DrawnLoop drawn;
    drawn.loading.push_back({0, 0});
    Patch second = square_patch(fabric, along, options.cells);
    const double turn = reached / pull_speed;  // s
    second.branch_time = turn;
    second.jaw().keyframes = {
        {.time = 0}, {.time = turn, .translation = {reached, 0, 0}}, {.time = 2 * turn, .translation = Vec3::Zero()}};
    if (options.on_progress) half.on_progress = [&](double done) { return options.on_progress(0.3 + 0.7 * done); };
    const bool done = second.run(half, [&](double time, const Patch::Held& held) {
        const bool up = time <= turn * (1 + 1e-9);
        const double drawn_out = up ? time * pull_speed : 2 * reached - time * pull_speed;
        (up ? drawn.loading : drawn.unloading).push_back({drawn_out / jaw_distance, held.force.x()});
        return true;
    });
    if (!done) return std::nullopt;
    drawn.unloading.insert(drawn.unloading.begin(), drawn.loading.back());
    reverse(drawn.unloading);
    return drawn;
}

std::optional<DrawnLoop> draw_shear(const FabricDescription& fabric, Thread along, const KesOptions& options)
{
    Patch patch = square_patch(fabric, along, options.cells);
    // The jaw moves on a circle, so that the threads between the jaws keep their length and their tension.
    const double radius = jaw_distance * (1 + strain_at(direction_of(fabric, along), shear_pull));
    const double quarter = greatest_shear / shear_speed;  // s
    const double start = 1;                               // s, to pull
    const auto angle_at = [&](double time) {
        const double t = (time - start) / quarter;
        return greatest_shear * (t < 0 ? 0.0 : t < 1 ? t : t < 3 ? 2 - t : t - 4);
    };
    patch.branch_time = 2 * quarter;
    patch.jaw().keyframes.push_back({.time = 0});
    constexpr int parts = 400;
    for (int k = 0; k <= parts; ++k) {
        const double time = start + 5 * quarter * k / parts, angle = angle_at(time);
        const Vec3 to(radius * std::cos(angle) - jaw_distance, radius * std::sin(angle), 0);
        patch.jaw().keyframes.push_back({.time = time, .translation = to});
    }
    DrawnLoop drawn;
    const bool done = patch.run(options, [&](double time, const Patch::Held& held) {
        const double t = (time - start) / quarter;
        // The angle is that of the cloth where its force is read. The angle of the jaw is larger
        // (docs/theory/fabric.md, "The free sides of a shear specimen").
        const Vec3& thread = held.thread;
        const double angle = std::atan2(thread.y(), thread.x());
        const double across = held.force.y() * thread.x() - held.force.x() * thread.y();
        if (t >= 1 && t <= 3) drawn.unloading.push_back({angle, across});
        if (t >= 3) drawn.loading.push_back({angle, across});
        return true;
    });
    if (!done) return std::nullopt;
    reverse(drawn.unloading);
    return drawn;
}

std::optional<DrawnLoop> draw_bending(const FabricDescription& fabric, Thread along, const KesOptions& options)
{
    // Each jaw holds two columns, and its edge lies half way between them.
    const int segments = options.cells + 1;
    const double spacing = bending_jaw_distance / options.cells;  // m
    Patch patch(fabric, along, spacing * segments, {segments + 1, 2 * options.cells + 1}, 2);
    const double quarter = greatest_curvature / bending_speed;  // s
    const auto curvature_at = [&](double time) {
        const double t = time / quarter;
        return greatest_curvature * (t < 1 ? t : t < 3 ? 2 - t : t - 4);
    };
    patch.branch_time = 2 * quarter;
    RigidMotion& jaw = patch.jaw();
    jaw.axis = {0, -1, 0};
    jaw.pivot = {spacing * (segments - 1), 0, 0};
    constexpr int parts = 1000;
    for (int k = 0; k <= parts; ++k) {
        const double time = 5 * quarter * k / parts;
        const double turn = curvature_at(time) * spacing;
        // The end of a strip that bends by the same angle at each of its particles.
        Vec3 end = Vec3::Zero();
        for (int j = 0; j + 1 < segments; ++j) end += spacing * Vec3(std::cos(j * turn), 0, std::sin(j * turn));
        jaw.keyframes.push_back(
            {.time = time, .translation = end - jaw.pivot, .angle = (segments - 1) * turn / degree});
    }
    DrawnLoop drawn;
    const bool done = patch.run(options, [&](double time, const Patch::Held& held) {
        const double t = time / quarter, moment = held.torque.dot(jaw.axis);
        if (t >= 1 && t <= 3) drawn.unloading.push_back({curvature_at(time), moment});
        if (t >= 3) drawn.loading.push_back({curvature_at(time), moment});
        return true;
    });
    if (!done) return std::nullopt;
    reverse(drawn.unloading);
    return drawn;
}

}  // namespace tulle
