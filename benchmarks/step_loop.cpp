// Steps of a hanging cloth of 52 x 52 particles in C++, ten for every line on standard input, each answered by
// the seconds of processor time that they took: what python_overhead.py compares with the same steps from Python.

#include <tulle/simulation.hpp>
#include <tulle/threads.hpp>

#include <cstdio>
#include <ctime>
#include <iostream>
#include <string>

int main()
{
    using namespace tulle;
    const ThreadLimit one_thread(1);
    SceneDescription scene;
    scene.integrator.dt = 0.01;
    ClothDescription cloth;
    cloth.shape = GridDescription{.size = {1, 1}, .particles = {52, 52}};
    cloth.areal_density = 0.2;
    cloth.pins = {{.where = PinCorner{false, false}}, {.where = PinCorner{true, false}}};
    scene.cloths = {cloth};
    Simulation simulation(scene);
    for (int k = 0; k < 20; ++k) (void)simulation.step();
    for (std::string line; std::getline(std::cin, line);) {
        const std::clock_t start = std::clock();
        for (int k = 0; k < 10; ++k) (void)simulation.step();
        std::printf("%.6f\n", static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
        std::fflush(stdout);
    }
}
