// An obstacle moved at run time: a program decides in every frame where a ball is, here by what the cloth does.

#include <tulle/tulle.hpp>

#include <cstdio>

int main()
{
    tulle::ClothDescription cloth;  // hangs from its upper edge
    cloth.shape = tulle::GridDescription{
        .size = {0.6, 0.6}, .particles = {31, 31}, .center = {0, 0, 0.7}, .plane = tulle::GridDescription::Plane::xz};
    cloth.pins = {{.where = tulle::PinEdge{.axis = 1, .max = true}}};
    tulle::ObstacleDescription ball;
    ball.name = "ball";
    ball.shape = tulle::SphereShape{.center = {0, -0.2, 0.6}, .radius = 0.1};
    ball.friction = 0.3;
    tulle::SceneDescription scene;
    scene.cloths = {cloth};
    scene.obstacles = {ball};

    tulle::Simulation simulation(scene);
    const int obstacle = simulation.find_obstacle("ball");
    double pushed = 0, force = 0;  // m, N
    while (simulation.frame() < simulation.frame_count()) {
        // Pushes on until the cloth resists with a quarter of a newton, then waits.
        force = 0;
        for (const tulle::ContactPoint& contact : simulation.contacts()) force += contact.force;
        if (force < 0.25) pushed += 0.01;
        simulation.move_obstacle(obstacle, {.translation = {0, pushed, 0}}, 1 / scene.simulation.fps);
        const tulle::FrameReport report = simulation.advance_frame();
        if (tulle::is_failure(report.status)) {
            std::fprintf(stderr, "%s\n", simulation.explain(report.last).c_str());
            return 1;
        }
    }
    std::printf("pushed by %.2f m, the cloth resists with %.2f N, deepest %.4f m\n", pushed, force,
                simulation.measure().deepest_penetration);
}
