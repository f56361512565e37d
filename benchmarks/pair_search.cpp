// What it costs to find who is near whom in a cloth that lies in pleats, by the number of its particles.
// The promise: from 10 000 to 160 000 particles it grows no faster than n log n.
//
//   build/release/bin/tulle_pair_search --benchmark_repetitions=5 --benchmark_report_aggregates_only

#include "contact/barrier/pair_search.hpp"

#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdint>
#include <map>
#include <memory>

namespace tulle {
namespace {

constexpr double spacing = 0.01;       // m, of particles
constexpr double thickness = 0.004;    // m
constexpr double layer_gap = 0.005;    // m, between pleats
constexpr int particles_in_pleat = 8;  // up or down
constexpr double displacement = 0.01;  // m, of a step at 0.6 m/s

/// A square of side x side particles laid in pleats that stand close to each other.
struct PleatedCloth {
    std::vector<Vec3> start, x, ahead;
    IntactFaces intact;  // nothing tears
    std::unique_ptr<ContactSurface> surface;
    std::unique_ptr<PairSearch> search;
    std::vector<SurfacePair> pairs;

    explicit PleatedCloth(int side)
    {
        std::vector<Face> faces;
        for (int j = 0; j < side; ++j)
            for (int i = 0; i < side; ++i) {
                start.emplace_back(i * spacing, j * spacing, 0);
                const int pleat = i / particles_in_pleat;
                const int along = i % particles_in_pleat;
                const double height = (pleat % 2 == 0 ? along : particles_in_pleat - 1 - along) * spacing;
                const double wave = 0.1 * layer_gap * std::sin(0.3 * i + 0.7 * j);
                x.emplace_back(pleat * layer_gap + wave, j * spacing, height);
                ahead.push_back(x.back() +
                                displacement * Vec3(std::sin(0.05 * i), std::cos(0.03 * j), std::sin(0.02 * (i + j))));
                if (i == 0 || j == 0) continue;
                const int here = j * side + i;
                faces.push_back({here - side - 1, here - side, here});
                faces.push_back({here - side - 1, here, here - 1});
            }
        surface = std::make_unique<ContactSurface>(
            std::move(faces), std::vector<SurfaceMaterial>(x.size(), {0, thickness, 0}), start, intact);
        search = std::make_unique<PairSearch>(*surface);
    }
};

PleatedCloth& cloth_of(const benchmark::State& state)
{
    static std::map<std::int64_t, PleatedCloth> cloths;
    return cloths.try_emplace(state.range(0), static_cast<int>(state.range(0))).first->second;
}

void report(benchmark::State& state, const PleatedCloth& cloth)
{
    const auto n = static_cast<double>(cloth.x.size());
    state.counters["particles"] = n;
    state.counters["pairs_per_particle"] = static_cast<double>(cloth.pairs.size()) / n;
    state.counters["s_per_particle"] =
        benchmark::Counter(n, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void near_pairs(benchmark::State& state)
{
    PleatedCloth& cloth = cloth_of(state);
    while (state.KeepRunning()) cloth.search->find_near(cloth.x, thickness, cloth.pairs);
    report(state, cloth);
}

void meeting_pairs(benchmark::State& state)
{
    PleatedCloth& cloth = cloth_of(state);
    while (state.KeepRunning()) cloth.search->find_meeting(cloth.x, cloth.ahead, 0.5 * thickness, cloth.pairs);
    report(state, cloth);
}

BENCHMARK(near_pairs)->Arg(100)->Arg(200)->Arg(400)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(meeting_pairs)->Arg(100)->Arg(200)->Arg(400)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
}  // namespace tulle
