#include "study/papers/vsmt10/vsmt10_lattice.hpp"

#include <tulle/simulation.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tulle {
namespace {

constexpr double last_second = 1;  // s

/// Returns pins that move the border particles radially away from the middle.
std::vector<PinDescription> outward_pins(const Vsmt10Choices& choices, const Vsmt10LatticeOptions& options, int side)
{
    std::vector<PinDescription> pins;
    const double half = 0.5 * choices.spacing * (side - 1);
    for (int b = 0; b < side; ++b)
        for (int a = 0; a < side; ++a) {
            if (a > 0 && a < side - 1 && b > 0 && b < side - 1) continue;
            const Vec3 place(choices.spacing * a - half, choices.spacing * b - half, 0);
            PinDescription pin{.where = PinIndices{{a + b * side}}};
            pin.motion.keyframes = {
                {.time = options.rest},
                {.time = options.rest + options.pull, .translation = (options.stretch - 1) * place}};
            pins.push_back(std::move(pin));
        }
    return pins;
}

/// Vertical range of every particle since construction or the last call of take_amplitude().
class Swing {
public:
    explicit Swing(std::size_t particles) : lowest_(particles, far), highest_(particles, -far) {}

    void add(std::span<const Vec3> positions)
    {
        for (std::size_t i = 0; i < positions.size(); ++i) {
            lowest_[i] = std::min(lowest_[i], positions[i].z());
            highest_[i] = std::max(highest_[i], positions[i].z());
        }
    }
    /// Returns half of the largest vertical range [m] and starts again.
    [[nodiscard]] double take_amplitude()
    {
        double farthest = 0;
        for (std::size_t i = 0; i < lowest_.size(); ++i) farthest = std::max(farthest, highest_[i] - lowest_[i]);
        std::ranges::fill(lowest_, far);
        std::ranges::fill(highest_, -far);
        return 0.5 * farthest;
    }

private:
    static constexpr double far = 1e30;  // m
    std::vector<double> lowest_, highest_;
};

double farthest_from_plane(std::span<const Vec3> positions)
{
    double farthest = 0;
    for (const Vec3& p : positions) farthest = std::max(farthest, std::abs(p.z()));
    return farthest;
}

}  // namespace

std::string Vsmt10Solve::name() const
{
    if (is_newton) return "Newton";
    return iterations ? fmt::format("{} iterations", *iterations) : "solved";
}

std::string_view name_of(JacobianTreatment treatment)
{
    switch (treatment) {
        case JacobianTreatment::exact:
            return "exact";
        case JacobianTreatment::clamped:
            return "clamped";
        case JacobianTreatment::damped:
            break;
    }
    return "damped";
}

SceneDescription vsmt10_lattice_scene(const Vsmt10Choices& choices, const Vsmt10LatticeOptions& options,
                                      const Vsmt10Pull& pull)
{
    SceneDescription scene = vsmt10_scene(choices);
    ClothDescription cloth = vsmt10_cloth(choices, pull.material, pull.side, options.stiffness, vsmt10_usual_cubic);
    // Bending stiffness and damping would hide the effect of the Jacobian treatment.
    cloth.springs.bending_stiffness = 0;
    cloth.springs.stretch_damping = cloth.springs.shear_damping = cloth.springs.bending_damping = 0;
    cloth.pins = outward_pins(choices, options, pull.side);
    scene.cloths = {std::move(cloth)};
    scene.simulation.duration = options.duration;
    scene.integrator.newton = pull.solve.is_newton ? NewtonKind::converged : NewtonKind::once;
    scene.integrator.jacobian = pull.treatment;
    scene.integrator.jacobian_damping = options.jacobian_damping;
    scene.solver = {.method = SolverMethod::cg,
                    .preconditioner = PreconditionerKind::jacobi,
                    .tolerance = options.solver_tolerance};
    if (pull.solve.iterations) scene.solver.max_iterations = *pull.solve.iterations;
    return scene;
}

Vsmt10Pull vsmt10_pulled(const Vsmt10Choices& choices, const Vsmt10LatticeOptions& options, Vsmt10Pull pull,
                         const StudyListener& listener)
{
    Simulation simulation(vsmt10_lattice_scene(choices, options, pull));
    const std::vector<Vec3> start(simulation.positions().begin(), simulation.positions().end());
    Swing swing(start.size());
    const auto middle = static_cast<std::size_t>(pull.side / 2 * (pull.side + 1));
    const int window = std::max(1, static_cast<int>(std::lround(options.window / choices.dt)));  // frames
    const int rest = static_cast<int>(std::lround(options.rest / choices.dt));
    double farthest = -1;
    while (simulation.frame() < simulation.frame_count() && listener.keep_going()) {
        const FrameReport frame = simulation.advance_frame();
        pull.time = simulation.time();
        if (is_failure(frame.status)) {
            pull.status = sweep_run_status_of(frame.status);
            break;
        }
        swing.add(simulation.positions());
        if (simulation.frame() == rest) {
            pull.sag = -simulation.positions()[middle].z();
            pull.at_rest = vsmt10_shape(simulation, start);
        }
        const double reach = farthest_from_plane(simulation.positions());
        if (simulation.frame() > simulation.frame_count() - window && reach > farthest) {
            farthest = reach;
            pull.at_end = vsmt10_shape(simulation, start);
        }
        if (simulation.frame() % window != 0) continue;
        pull.times.push_back(simulation.time());
        pull.amplitudes.push_back(swing.take_amplitude());
        if (simulation.time() > options.duration - last_second)
            pull.last_amplitude = std::max(pull.last_amplitude, pull.amplitudes.back());
    }
    return pull;
}

std::vector<Vsmt10Pull> vsmt10_pulls(const Vsmt10Choices& choices, const Vsmt10LatticeOptions& options,
                                     const StudyListener& listener)
{
    std::vector<Vsmt10Pull> asked;
    for (const int side : options.sides)
        for (const Vsmt10Solve& solve : options.solves)
            for (const JacobianTreatment treatment : vsmt10_treatments)
                asked.push_back({.side = side, .treatment = treatment, .solve = solve});
    for (const Vsmt10Material material : {Vsmt10Material::linear, Vsmt10Material::stvk})
        asked.push_back({.material = material, .side = options.sides[0], .solve = options.solves[0]});
    std::vector<Vsmt10Pull> pulls;
    for (const Vsmt10Pull& pull : asked) {
        listener.hear(static_cast<double>(pulls.size()) / static_cast<double>(asked.size()),
                      fmt::format("a lattice of {} x {} is pulled", pull.side, pull.side));
        Vsmt10Pull pulled = vsmt10_pulled(choices, options, pull, listener);
        if (!listener.keep_going()) break;
        pulls.push_back(std::move(pulled));
    }
    return pulls;
}

}  // namespace tulle
