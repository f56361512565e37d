// What a velocity filter adds to a step of symplectic Euler, by its kind. Simulations with and without one take turns
// step by step, so that whatever else the machine does hits them alike; medians over the turns, of processor time and
// of its differences.
//
//     tulle_filter_cost [particles along a side] [turns]

#include "turns.hpp"

#include <tulle/simulation.hpp>
#include <tulle/threads.hpp>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

using namespace tulle;

SceneDescription scene_of(int side)
{
    SceneDescription scene;
    ClothDescription cloth;
    cloth.name = "cloth";
    cloth.shape = GridDescription{.size = {1, 1}, .particles = {side, side}, .center = Vec3::Zero()};
    scene.cloths = {cloth};
    scene.integrator.method = "symplectic-euler";
    scene.integrator.dt = 1e-5;
    return scene;
}

}  // namespace

int main(int argc, char** argv)
{
    const int side = argc > 1 ? std::atoi(argv[1]) : 100;
    const int turns = argc > 2 ? std::atoi(argv[2]) : 300;
    const ThreadLimit one(1);
    SceneDescription scene = scene_of(side);
    std::vector<Simulation> simulations;
    simulations.emplace_back(scene);
    constexpr std::array kinds{FilterKind::plain, FilterKind::averaged, FilterKind::momentum};
    for (const FilterKind kind : kinds) {
        scene.filter = FilterSettings{.kind = kind};
        simulations.emplace_back(scene);
    }
    std::vector<double> without;
    std::vector<std::vector<double>> more(kinds.size());  // s
    for (int turn = 0; turn <= turns; ++turn) {
        double bare = 0;
        for (std::size_t s = 0; s < simulations.size(); ++s) {
            const double start = processor_seconds();
            static_cast<void>(simulations[s].step());
            const double taken = processor_seconds() - start;
            if (turn == 0) continue;  // which weighs
            if (s == 0) {
                without.push_back(bare = taken);
            } else {
                more[s - 1].push_back(taken - bare);
            }
        }
    }
    const double bare = median(without);
    std::printf("%d particles, one thread: %.3f ms a step\n", side * side, 1e3 * bare);
    constexpr std::array names{"plain", "averaged", "momentum"};
    for (std::size_t k = 0; k < kinds.size(); ++k)
        std::printf("%-9s %5.1f %% more\n", names.at(k), 100 * median(more[k]) / bare);
    return 0;
}
