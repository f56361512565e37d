// A handkerchief, held by two corners, swings down for 0.6 s. Then its springs get softer, and it hangs lower.

#include <tulle/tulle.hpp>

#include <algorithm>
#include <cstdio>

namespace {

/// Advances by some frames. Returns whether all steps succeeded.
bool swing(tulle::Simulation& simulation, int frames)
{
    for (int k = 0; k < frames; ++k) {
        const tulle::FrameReport report = simulation.advance_frame();
        if (!tulle::is_failure(report.status)) continue;
        std::fprintf(stderr, "%s\n", simulation.explain(report.last).c_str());
        return false;
    }
    return true;
}

void print_lowest(const char* which, const tulle::Simulation& simulation)
{
    const auto x = simulation.visible_positions();
    const auto lowest = std::ranges::min(x, {}, [](const tulle::Vec3& p) { return p.z(); });
    std::printf("%s after %.2f s: lowest point at z = %.3f m\n", which, simulation.time(), lowest.z());
}

}  // namespace

int main()
{
    tulle::ClothDescription cloth;
    cloth.shape = tulle::GridDescription{.size = {0.4, 0.4}, .particles = {11, 11}, .center = {0, 0, 1}};
    cloth.pins = {{.where = tulle::PinCorner{false, false}}, {.where = tulle::PinCorner{true, false}}};

    tulle::SceneDescription scene;
    scene.simulation.duration = 0.6;
    scene.cloths = {cloth};

    tulle::Simulation simulation(scene);
    if (!swing(simulation, simulation.frame_count())) return 1;
    print_lowest("stiff", simulation);

    scene.cloths[0].springs.stretch_stiffness /= 20;
    simulation = simulation.with_scene(scene);
    if (!swing(simulation, simulation.frame_count())) return 1;
    print_lowest("soft", simulation);
}
