// What measured fabrics cost beside springs: a scene's first cloth, once of springs and once of each fabric. The
// simulations take turns frame by frame, so that whatever else the machine does hits them alike. Rounds per step (of
// all steps and of the last quarter), iterations per step, steps that were not solved, processor time, the same
// relative to springs, seconds by stage, and the mean height and kinetic energy at the end, by which two programs are
// compared.
//
//     tulle_fabric_cost SCENE [fabric,fabric...|all] [key.path=value...]

#include "turns.hpp"

#include <tulle/scene_file.hpp>
#include <tulle/simulation.hpp>
#include <tulle/threads.hpp>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <sstream>
#include <string>
#include <vector>

namespace {

using namespace tulle;

constexpr const char* every_fabric =
    "canvas,control_cotton,cotton,cotton_broad,mens_suiting,polyester_faille,polyester_tropical,silk,stretch_twill,"
    "wool_tropical,worn_cotton";

struct Runner {
    std::string name;
    Simulation simulation;
    long steps = 0, nonlinear_iterations = 0, late_iterations = 0, late_steps = 0, iterations = 0, unsolved = 0;
    double seconds = 0;  // of processor time
};

double mean_height(const Simulation& simulation)
{
    double sum = 0;
    for (const Vec3& x : simulation.positions()) sum += x.z();
    return sum / static_cast<double>(simulation.positions().size());
}

std::vector<std::string> names_in(const std::string& list)
{
    std::vector<std::string> names;
    std::istringstream text(list);
    for (std::string name; std::getline(text, name, ',');) names.push_back(name);
    return names;
}

/// Rounds of the last quarter of the run are told apart: what hangs still by then should cost nothing.
void advance(Runner& runner)
{
    const double start = processor_seconds();
    const FrameReport frame = runner.simulation.advance_frame();
    runner.seconds += processor_seconds() - start;
    runner.steps += frame.steps;
    runner.nonlinear_iterations += frame.nonlinear_iterations;
    runner.iterations += frame.linear_iterations;
    runner.unsolved += frame.not_converged_steps;
    if (4 * frame.frame <= 3 * runner.simulation.frame_count()) return;
    runner.late_steps += frame.steps;
    runner.late_iterations += frame.nonlinear_iterations;
}

void report(const Runner& runner, double seconds_of_springs)
{
    const StageTimes times = runner.simulation.stage_times();
    const auto steps = static_cast<double>(runner.steps);
    std::printf("%-19s %5ld %7.2f %7.2f %7.1f %4ld %8.3f %7.2f  %7.3f %7.3f %7.3f %7.3f  %.6f  %.3e\n",
                runner.name.c_str(), runner.steps, static_cast<double>(runner.nonlinear_iterations) / steps,
                static_cast<double>(runner.late_iterations) / static_cast<double>(std::max(runner.late_steps, 1L)),
                static_cast<double>(runner.iterations) / steps, runner.unsolved, runner.seconds,
                runner.seconds / seconds_of_springs, times.force, times.assembly, times.solve, times.history,
                mean_height(runner.simulation), runner.simulation.measure().energies.kinetic);
}

int compare(const std::string& scene, const std::vector<std::string>& fabrics,
            const std::vector<std::string>& overrides)
{
    const ThreadLimit one(1);
    std::vector<Runner> runners;
    for (const std::string& fabric : fabrics) {
        std::vector<std::string> all = overrides;
        all.push_back("cloth[0].fabric=\"" + fabric + "\"");
        SceneDescription description = read_scene(scene, all).scene;
        if (runners.empty()) {
            SceneDescription of_springs = description;
            of_springs.cloths[0].fabric.reset();
            runners.push_back({"springs", Simulation(of_springs)});
        }
        runners.push_back({fabric, Simulation(description)});
    }
    const int frames = runners[0].simulation.frame_count();
    for (int frame = 0; frame < frames; ++frame)
        for (Runner& runner : runners) advance(runner);
    std::printf("%-19s %5s %7s %7s %7s %4s %8s %7s  %7s %7s %7s %7s  %s\n", "", "steps", "nonlinear_iterations", "late",
                "iter.", "bad", "cpu s", "ratio", "force", "matrix", "solve", "history", "mean height m, kinetic J");
    for (const Runner& runner : runners) report(runner, runners[0].seconds);
    for (const Runner& runner : runners)
        std::printf("%s: %s; %s\n", runner.name.c_str(), runner.simulation.method().c_str(),
                    runner.simulation.solver().c_str());
    return 0;
}

}  // namespace

int main(int argc, char** argv)
{
    if (argc < 2) {
        std::fprintf(stderr, "usage: tulle_fabric_cost SCENE [fabric,fabric...|all] [key.path=value...]\n");
        return 2;
    }
    try {
        const std::string list = argc > 2 ? argv[2] : "all";
        return compare(argv[1], names_in(list == "all" ? every_fabric : list), {argv + std::min(argc, 3), argv + argc});
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
