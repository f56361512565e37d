// What a step costs by the law of its springs, and with a membrane of triangles instead (VSMT10 Figure 7). A square of
// cloth hangs from two corners; simulations that differ in nothing else take turns step by step, so that whatever else
// the machine does hits them alike. Medians of processor time, relative to linear springs.
//
//     tulle_material_cost [particles along a side] [turns] [method]

#include "turns.hpp"

#include <tulle/simulation.hpp>
#include <tulle/threads.hpp>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

using namespace tulle;

/// VSMT10 Figure 4: 1 kg, L = 2 cm, K = 1000 N/m; two solves by conjugate gradients a step (section 4).
SceneDescription scene_of(int side, const char* method)
{
    constexpr double spacing = 0.02;  // m
    const double length = spacing * (side - 1);
    SceneDescription scene;
    ClothDescription cloth;
    cloth.name = "cloth";
    cloth.shape = GridDescription{.size = {length, length}, .particles = {side, side}, .center = Vec3::Zero()};
    cloth.areal_density = 1 / (31 * spacing * 31 * spacing);
    cloth.springs.stretch_stiffness = cloth.springs.shear_stiffness = 1000;
    cloth.springs.cubic = {.stretched = 1.04, .stretched_factor = 6, .compressed = 0.96, .compressed_factor = 2};
    cloth.springs.membrane.modulus = 1000;
    cloth.pins = {{.where = PinCorner{false, false}}, {.where = PinCorner{true, false}}};
    scene.cloths = {cloth};
    scene.integrator.method = method;
    scene.integrator.newton = NewtonKind::once;
    scene.integrator.dt = 0.01;
    scene.solver.method = SolverMethod::cg;
    scene.solver.preconditioner = PreconditionerKind::jacobi;
    scene.solver.max_iterations = 20;
    return scene;
}

}  // namespace

int main(int argc, char** argv)
{
    const int side = argc > 1 ? std::atoi(argv[1]) : 32;
    const int turns = argc > 2 ? std::atoi(argv[2]) : 200;
    const char* const method = argc > 3 ? argv[3] : "backward-euler";
    const ThreadLimit one(1);
    constexpr std::array names{"linear springs", "stvk springs", "cubic springs", "stvk triangles"};
    constexpr std::array laws{TensionLaw::linear, TensionLaw::stvk, TensionLaw::cubic, TensionLaw::linear};
    std::vector<Simulation> simulations;
    for (std::size_t k = 0; k < names.size(); ++k) {
        SceneDescription scene = scene_of(side, method);
        scene.cloths[0].springs.law = laws[k];
        if (k == 3) scene.cloths[0].springs.model = SpringModel::membrane;
        simulations.emplace_back(scene);
    }
    std::vector<std::vector<double>> taken(names.size());  // s
    std::vector<long> iterations(names.size());
    for (int turn = 0; turn < turns; ++turn)
        for (std::size_t k = 0; k < names.size(); ++k) {
            const double start = processor_seconds();
            iterations[k] += simulations[k].step().linear_iterations;
            taken[k].push_back(processor_seconds() - start);
        }
    std::printf("%d particles, %s, one thread\n", side * side, method);
    const double linear = median(taken[0]);
    for (std::size_t k = 0; k < names.size(); ++k) {
        const double time = median(taken[k]);
        const StageTimes stages = simulations[k].stage_times();
        std::printf("%-15s %8.3f ms a step %6.2f of linear  %5.1f iterations  force %6.3f ms, matrix %6.3f ms\n",
                    names.at(k), 1e3 * time, time / linear, static_cast<double>(iterations[k]) / turns,
                    1e3 * stages.force / turns, 1e3 * stages.assembly / turns);
    }
    return 0;
}
