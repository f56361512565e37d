// What a question to a mesh obstacle costs, by the number of its faces and by who answers: 0 is our tree, 1 is Embree.
// The promise: against 400 000 faces at most three times as much as against 4 000.
//
//   build/release/bin/tulle_queries --benchmark_repetitions=5 --benchmark_report_aggregates_only

#include "geometry/mesh_queries.hpp"
#include "geometry/continuous_distance.hpp"
#include "geometry/winding_number.hpp"
#include "support/sample_meshes.hpp"

#include <benchmark/benchmark.h>

#include <cstdint>
#include <map>

namespace tulle {
namespace {

using testing::RandomValues;
using testing::SampleMesh;

constexpr std::size_t point_count = 40000;  // a cloth of 200 x 200

/// A torus of about a metre; what is asked lies around its surface as a cloth would: within 2 cm, neighbours together.
struct Problem {
    SampleMesh mesh;
    std::vector<Vec3> points;
    std::vector<Vec3> displacements;  // m, about a step at 2 m/s
    std::map<int, std::unique_ptr<MeshQueries>> queries;

    explicit Problem(std::int64_t faces)
    {
        const int across = static_cast<int>(std::sqrt(static_cast<double>(faces) / 4));
        mesh = testing::torus(2 * across, across, 0.1);
        RandomValues random(1);
        for (int i = 0; i < 200; ++i)
            for (int j = 0; j < 200; ++j) {
                const double u = 3.0 * i / 200;
                const double v = 3.0 * j / 200;
                const double tube = 0.3 * (1 + 0.1 * std::sin(7 * u) * std::cos(5 * v)) + random.number(-0.02, 0.02);
                const double r = 0.8 + tube * std::cos(v);
                points.emplace_back(r * std::cos(u), r * std::sin(u), tube * std::sin(v));
                displacements.push_back(random.vector(0.02));
            }
        for (const int method : {0, 1})
            if (is_available(static_cast<QueryMethod>(method)))
                queries[method] = make_mesh_queries(mesh.vertices, mesh.faces, static_cast<QueryMethod>(method));
    }
};

Problem& problem_of(const benchmark::State& state)
{
    static std::map<std::int64_t, Problem> problems;
    return problems.try_emplace(state.range(0), state.range(0)).first->second;
}

/// Asks point by point, with ask(queries, k) for point k.
template <class Ask>
void ask_all(benchmark::State& state, const Ask& ask)
{
    const Problem& problem = problem_of(state);
    const auto found = problem.queries.find(static_cast<int>(state.range(1)));
    if (found == problem.queries.end()) {
        state.SkipWithError("not in this build");
        return;
    }
    std::size_t k = 0;
    while (state.KeepRunning()) {
        ask(*found->second, problem, k);
        k = (k + 1) % point_count;
    }
}

void closest_within_2_cm(benchmark::State& state)
{
    ask_all(state, [](const MeshQueries& queries, const Problem& problem, std::size_t k) {
        benchmark::DoNotOptimize(queries.closest(problem.points[k], 0.02));
    });
}

/// As contact asks: thickness and the displacement of a step.
void closest_within_5_mm(benchmark::State& state)
{
    ask_all(state, [](const MeshQueries& queries, const Problem& problem, std::size_t k) {
        benchmark::DoNotOptimize(queries.closest(problem.points[k], 0.005));
    });
}

void closest_anywhere(benchmark::State& state)
{
    ask_all(state, [](const MeshQueries& queries, const Problem& problem, std::size_t k) {
        benchmark::DoNotOptimize(queries.closest(1.5 * problem.points[k]));
    });
}

void first_hit_of_a_step(benchmark::State& state)
{
    ask_all(state, [](const MeshQueries& queries, const Problem& problem, std::size_t k) {
        benchmark::DoNotOptimize(queries.first_hit(problem.points[k], problem.points[k] + problem.displacements[k]));
    });
}

void first_hit_across(benchmark::State& state)
{
    ask_all(state, [](const MeshQueries& queries, const Problem& problem, std::size_t k) {
        benchmark::DoNotOptimize(queries.first_hit(1.5 * problem.points[k], -1.5 * problem.points[k]));
    });
}

void overlapping_a_step(benchmark::State& state)
{
    std::vector<int> faces;
    ask_all(state, [&faces](const MeshQueries& queries, const Problem& problem, std::size_t k) {
        Aabb box(problem.points[k]);
        box.extend(problem.points[k] + problem.displacements[k]);
        queries.overlapping(box, faces);
        benchmark::DoNotOptimize(faces.data());
    });
}

void refit(benchmark::State& state)
{
    Problem& problem = problem_of(state);
    const auto found = problem.queries.find(static_cast<int>(state.range(1)));
    if (found == problem.queries.end()) return state.SkipWithError("not in this build");
    while (state.KeepRunning()) found->second->refit(problem.mesh.vertices);
}

void build(benchmark::State& state)
{
    const Problem& problem = problem_of(state);
    const auto method = static_cast<QueryMethod>(state.range(1));
    if (!is_available(method)) return state.SkipWithError("not in this build");
    while (state.KeepRunning())
        benchmark::DoNotOptimize(make_mesh_queries(problem.mesh.vertices, problem.mesh.faces, method));
}

void winding_number(benchmark::State& state)
{
    const Problem& problem = problem_of(state);
    const WindingNumber winding(problem.mesh.vertices, problem.mesh.faces);
    std::size_t k = 0;
    while (state.KeepRunning()) {
        benchmark::DoNotOptimize(winding.is_inside(problem.points[k]));
        k = (k + 1) % point_count;
    }
}

/// Points on their way past the closest face, from those that miss it to those that go through.
void continuous_point_triangle(benchmark::State& state)
{
    const Problem& problem = problem_of(state);
    std::vector<std::array<MovingPoint, 4>> motions;
    for (std::size_t k = 0; k < 1000; ++k) {
        const auto near = problem.queries.at(0)->closest(problem.points[40 * k]);
        std::array<MovingPoint, 4> motion;
        motion[0] = {problem.points[40 * k], problem.points[40 * k] + problem.displacements[40 * k]};
        for (int c = 0; c < 3; ++c) {
            const Vec3& x = problem.mesh.vertices[problem.mesh.faces[near->face][c]];
            motion[c + 1] = {x, x};
        }
        motions.push_back(motion);
    }
    std::size_t k = 0;
    while (state.KeepRunning()) {
        const auto& m = motions[k];
        benchmark::DoNotOptimize(point_triangle_impact(m[0], {m[1], m[2], m[3]}, {.separation = 1e-3}));
        k = (k + 1) % motions.size();
    }
}

void both_methods(benchmark::internal::Benchmark* benchmark)
{
    for (const int method : {0, 1})
        for (const int faces : {4000, 40000, 400000}) benchmark->Args({faces, method});
    benchmark->ArgNames({"faces", "embree"});
}

BENCHMARK(closest_within_5_mm)->Apply(both_methods);
BENCHMARK(closest_within_2_cm)->Apply(both_methods);
BENCHMARK(closest_anywhere)->Apply(both_methods);
BENCHMARK(first_hit_of_a_step)->Apply(both_methods);
BENCHMARK(first_hit_across)->Apply(both_methods);
BENCHMARK(overlapping_a_step)->Apply(both_methods);
BENCHMARK(refit)->Apply(both_methods)->Unit(benchmark::kMillisecond);
BENCHMARK(build)->Apply(both_methods)->Unit(benchmark::kMillisecond);
BENCHMARK(winding_number)->Arg(4000)->Arg(400000)->ArgName("faces");
BENCHMARK(continuous_point_triangle)->Arg(4000)->Arg(400000)->ArgName("faces");

}  // namespace
}  // namespace tulle
