// Peak memory of a hanging cloth: builds it, takes some steps, and asks the system what was resident at most.

#include <tulle/tulle.hpp>

#include <charconv>
#include <cstdio>
#include <exception>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>

namespace tulle {
namespace {

constexpr double mebibyte = 1024.0 * 1024.0;

struct Arguments {
    int side = 1000;  // particles along each side
    int steps = 10;
    int nonlinear_iterations = IntegratorSettings{}.max_iterations;  // per step at most
    int iterations = SolverSettings{}.max_iterations;                // per linear solve at most
    std::string_view update = "auto";
    double limit = 4.0;  // GiB; exceeding it is a failure
};

constexpr std::string_view usage =
    "usage: tulle_memory [--side N] [--steps N] [--nonlinear-iterations N] [--iterations N]\n"
    "                    [--update auto|accelerated] [--limit GIB]\n"
    "A cloth of N x N particles hangs from two corners and takes imex-euler steps, with the default settings but for\n"
    "those named. Fails when more than the limit was resident.\n";

template <class Number>
void read(std::string_view name, std::string_view text, Number& value)
{
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size())
        throw std::invalid_argument(std::string(name) + " takes a number, found \"" + std::string(text) + '"');
}

Arguments parse(int argc, char** argv)
{
    Arguments arguments;
    for (int k = 1; k < argc; k += 2) {
        const std::string_view name = argv[k];
        if (k + 1 == argc) throw std::invalid_argument(std::string(usage));
        const std::string_view value = argv[k + 1];
        if (name == "--side") {
            read(name, value, arguments.side);
        } else if (name == "--steps") {
            read(name, value, arguments.steps);
        } else if (name == "--nonlinear-iterations") {
            read(name, value, arguments.nonlinear_iterations);
        } else if (name == "--iterations") {
            read(name, value, arguments.iterations);
        } else if (name == "--update" && (value == "auto" || value == "accelerated")) {
            arguments.update = value;
        } else if (name == "--limit") {
            read(name, value, arguments.limit);
        } else {
            throw std::invalid_argument(std::string(usage));
        }
    }
    return arguments;
}

/// Bytes behind `key` in the process's status: VmHWM is the largest resident set so far, VmRSS that of now.
double memory(std::string_view key)
{
    std::ifstream status("/proc/self/status");
    std::string word;
    while (status >> word) {
        double kibibytes = 0;
        if (word == key && status >> kibibytes) return kibibytes * 1024.0;
    }
    throw std::runtime_error("cannot read /proc/self/status");
}

SceneDescription make_scene(const Arguments& arguments)
{
    ClothDescription cloth;
    cloth.shape = GridDescription{.size = {1, 1},
                                  .particles = {arguments.side, arguments.side},
                                  .center = Vec3::Zero(),
                                  .plane = GridDescription::Plane::xz};
    cloth.pins = {{.where = PinCorner{.max_first = false, .max_second = true}},
                  {.where = PinCorner{.max_first = true, .max_second = true}}};
    SceneDescription scene;
    scene.simulation.max_stretch = 1e6;  // solvers cut short stretch springs; what counts here is what they hold
    if (arguments.update == "accelerated") scene.integrator.update = UpdateKind::accelerated;
    scene.integrator.max_iterations = arguments.nonlinear_iterations;
    scene.solver.max_iterations = arguments.iterations;
    scene.cloths = {cloth};
    return scene;
}

void print(const char* what, double bytes, int particles)
{
    std::printf("%-18s %9.1f MiB %8.0f bytes per particle\n", what, bytes / mebibyte, bytes / particles);
    std::fflush(stdout);
}

bool run(const Arguments& arguments)
{
    Simulation simulation(make_scene(arguments));
    const int particles = simulation.particle_count();
    std::printf("%d particles, %zu springs, dt = %g s\n", particles, simulation.spring_count(), simulation.dt());
    print("resident, built", memory("VmRSS:"), particles);
    print("peak, built", memory("VmHWM:"), particles);
    long nonlinear_iterations = 0;
    long iterations = 0;
    for (int k = 0; k < arguments.steps; ++k) {
        const StepReport report = simulation.step();
        if (is_failure(report.status)) throw std::runtime_error(simulation.explain(report));
        nonlinear_iterations += report.nonlinear_iterations;
        iterations += report.linear_iterations;
    }
    const double peak = memory("VmHWM:");
    print("resident, stepped", memory("VmRSS:"), particles);
    print("peak, stepped", peak, particles);
    std::printf("%d steps, %ld nonlinear_iterations, %ld linear iterations\n", arguments.steps, nonlinear_iterations,
                iterations);
    const bool within = peak <= arguments.limit * 1024.0 * mebibyte;
    std::printf("%s the limit of %g GiB\n", within ? "within" : "ABOVE", arguments.limit);
    return within;
}

}  // namespace
}  // namespace tulle

int main(int argc, char** argv)
{
    try {
        return tulle::run(tulle::parse(argc, argv)) ? 0 : 1;
    } catch (const std::exception& problem) {
        std::fprintf(stderr, "%s\n", problem.what());
        return 2;
    }
}
