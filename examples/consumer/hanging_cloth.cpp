// A handkerchief, held by two corners, swings down for 0.6 s.

#include <tulle/tulle.hpp>

#include <algorithm>
#include <cstdio>

int main()
{
    tulle::ClothDescription cloth;
    cloth.shape = tulle::GridDescription{.size = {0.4, 0.4}, .particles = {11, 11}, .center = {0, 0, 1}};
    cloth.pins = {{.where = tulle::PinCorner{false, false}}, {.where = tulle::PinCorner{true, false}}};

    tulle::SceneDescription scene;
    scene.simulation.duration = 0.6;
    scene.cloths = {cloth};

    tulle::Simulation simulation(scene);
    while (simulation.frame() < simulation.frame_count()) {
        const tulle::FrameReport report = simulation.advance_frame();
        if (tulle::is_failure(report.status)) {
            std::fprintf(stderr, "%s\n", simulation.explain(report.last).c_str());
            return 1;
        }
    }
    const auto x = simulation.visible_positions();
    const auto lowest = std::ranges::min(x, {}, [](const tulle::Vec3& p) { return p.z(); });
    std::printf("lowest point after %.2f s: z = %.3f m\n", simulation.time(), lowest.z());
}
