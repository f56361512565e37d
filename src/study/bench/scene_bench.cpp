#include "study/bench/scene_bench.hpp"

#include "core/median.hpp"
#include "core/parallel.hpp"
#include "core/resident_memory.hpp"
#include "linear/csr.hpp"
#include "mesh/cloth_or_body.hpp"

#include <tulle/error.hpp>
#include <tulle/simulation.hpp>
#include <tulle/threads.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <memory>

namespace tulle {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// Returns the time [s] of the fastest pass. There are at least three passes, which take at least a tenth of a second
/// in total.
template <class Pass>
double fastest(const Pass& pass)
{
    constexpr int least_passes = 3;
    constexpr double least_time = 0.1;  // s
    double best = std::numeric_limits<double>::infinity(), all = 0;
    for (int k = 0; k < least_passes || all < least_time; ++k) {
        const Clock::time_point start = Clock::now();
        pass();
        const double taken = seconds_since(start);
        best = std::min(best, taken);
        all += taken;
    }
    return best;
}

StageTimes operator-(const StageTimes& a, const StageTimes& b)
{
    return {.force = a.force - b.force,
            .assembly = a.assembly - b.assembly,
            .solve = a.solve - b.solve,
            .contact = a.contact - b.contact,
            .other = a.other - b.other,
            .history = a.history - b.history,
            .contact_broad = a.contact_broad - b.contact_broad,
            .contact_narrow = a.contact_narrow - b.contact_narrow};
}

/// Converts a matrix from the public interface to the internal CSR format.
Csr<Mat3> to_csr(BlockMatrix&& given)
{
    auto pattern = std::make_shared<SparsityPattern>();
    pattern->row_begin = std::move(given.row_begin);
    pattern->column = std::move(given.column);
    for (std::size_t row = 0; row + 1 < pattern->row_begin.size(); ++row) {
        const auto begin = pattern->column.begin() + pattern->row_begin[row];
        const auto end = pattern->column.begin() + pattern->row_begin[row + 1];
        const auto found = std::lower_bound(begin, end, static_cast<int>(row));
        pattern->diagonal.push_back(static_cast<int>(found - pattern->column.begin()));
    }
    Csr<Mat3> A(std::move(pattern));
    A.value = std::move(given.block);
    return A;
}

template <class Value>
BenchKernel time_product(std::string name, const Csr<Value>& A, std::span<const Vec3> x)
{
    std::vector<Vec3> y(x.size());
    BenchKernel kernel{.name = std::move(name)};
    kernel.seconds = fastest([&] { A.multiply(x, y); });
    const auto entries = static_cast<double>(A.pattern->nonzeros()), rows = static_cast<double>(A.rows());
    kernel.bytes = entries * (sizeof(Value) + sizeof(int)) + rows * (2 * sizeof(Vec3) + sizeof(int));
    return kernel;
}

std::vector<BenchKernel> time_kernels(const Simulation& simulation)
{
    std::vector<BenchKernel> kernels;
    const auto particles = static_cast<double>(simulation.particle_count());
    std::vector<Vec3> f(simulation.positions().size());
    BenchKernel& force = kernels.emplace_back(BenchKernel{.name = "forces"});
    force.seconds = fastest([&] { simulation.forces(f); });
    // A spring has two ends, a rest length and a group number. A particle has x, v and, twice, f (read and written).
    constexpr double spring_bytes = 2 * sizeof(int) + sizeof(double) + sizeof(std::uint16_t);
    force.bytes = spring_bytes * static_cast<double>(simulation.spring_count()) + 4 * sizeof(Vec3) * particles;

    const Csr<Mat3> blocks = to_csr(simulation.jacobian(Simulation::Derivative::by_position));
    kernels.push_back(time_product("product with blocks", blocks, simulation.positions()));
    Csr<double> numbers(blocks.pattern);
    for (std::size_t k = 0; k < numbers.value.size(); ++k) numbers.value[k] = blocks.value[k].trace();
    kernels.push_back(time_product("product with numbers", numbers, simulation.positions()));
    return kernels;
}

/// Returns no kernels if the scene cannot be made coarser.
std::vector<BenchKernel> time_kernels_in_cache(const SceneDescription& scene)
{
    constexpr double few_particles = 400;  // the matrix of blocks then takes 0.4 MB
    const ThreadLimit one(1);
    try {
        return time_kernels(Simulation(with_particles(scene, few_particles)));
    } catch (const InputError&) {
        return {};
    }
}

}  // namespace

double triad_bandwidth()
{
    constexpr std::size_t n = 8'000'000;  // 64 MB each: more than most caches have per core
    std::vector<double> a(n), b(n), d(n);
    parallel_for(n, [&](std::size_t i) {
        a[i] = 0;
        b[i] = 1;
        d[i] = 2;
    });
    const double c = 3;
    return 3 * sizeof(double) * static_cast<double>(n) /
           fastest([&] { parallel_for(n, [&](std::size_t i) { a[i] = b[i] + c * d[i]; }); });
}

SceneBench bench_scene(const SceneDescription& scene, const SceneBenchOptions& options)
{
    const ThreadLimit limit(options.threads);
    const StudyClock clock;
    const int all = options.warm_up + options.steps;
    const auto tell = [&](int done) {
        if (options.on_progress)
            options.on_progress(
                clock.at(static_cast<double>(done) / all, done < options.warm_up ? "warming up" : "measuring steps"));
        return options.stop == nullptr || !options.stop->load();
    };

    SceneBench bench;
    bench.threads = thread_count();
    bench.bandwidth = triad_bandwidth();
    const std::optional<double> before = resident_bytes();
    const Clock::time_point start = Clock::now();
    Simulation simulation(scene);
    bench.build_seconds = seconds_since(start);
    bench.particles = simulation.particle_count();
    bench.springs = simulation.spring_count();

    const auto allocations = [&] { return options.allocations ? options.allocations() : 0; };
    std::vector<double> times;
    times.reserve(static_cast<std::size_t>(options.steps));
    StageTimes stages;
    long counted = 0;
    bool goes_on = tell(0);
    for (int k = 0; k < all && goes_on; ++k) {
        if (k == options.warm_up) stages = simulation.stage_times();
        const long asked = allocations();
        const Clock::time_point begin = Clock::now();
        const StepReport report = simulation.step();
        const double taken = seconds_since(begin);
        if (k >= options.warm_up) {
            counted += allocations() - asked;
            times.push_back(taken);
            bench.nonlinear_iterations += report.nonlinear_iterations;
            bench.linear_iterations += report.linear_iterations;
            bench.matrix_refills += report.matrix_refills;
            if (report.status != StepStatus::ok) ++bench.not_converged_steps;
        }
        if (is_failure(report.status)) bench.failure = simulation.explain(report);
        goes_on = tell(k + 1) && bench.failure.empty() && simulation.frame() < simulation.frame_count();
    }
    bench.stages = simulation.stage_times() - stages;
    bench.steps = static_cast<int>(times.size());
    for (const double time : times) bench.seconds += time;
    if (!times.empty()) {
        bench.median_step = median_of(times);
        if (options.allocations) bench.allocations = static_cast<double>(counted) / bench.steps;
    }
    if (before && resident_bytes()) bench.resident = std::max(0.0, *resident_bytes() - *before) / bench.particles;
    bench.method = simulation.method();
    bench.solver = simulation.solver();
    bench.dt = simulation.dt();
    if (bench.failure.empty()) {
        bench.kernels = time_kernels(simulation);
        const std::vector<BenchKernel> cached = time_kernels_in_cache(scene);
        for (std::size_t k = 0; k < cached.size(); ++k)
            bench.kernels[k].rate_in_cache = bench.threads * cached[k].rate();
    }
    return bench;
}

SceneDescription with_particles(SceneDescription scene, double particles)
{
    double now = 0;
    for (const ClothOrBody& cloth : cloths_and_bodies(scene)) {
        const GridDescription* grid = cloth.grid();
        if (grid == nullptr)
            throw InputError(
                Problem{.key = "cloth", .message = "\"" + cloth.name + "\" is no grid: only those can be made finer"});
        for (const PinDescription& pin : cloth.pins)
            if (std::holds_alternative<PinIndices>(pin.where))
                throw InputError(Problem{.key = "cloth",
                                         .message = "\"" + cloth.name +
                                                    "\" is pinned by numbers of particles, which another mesh does not "
                                                    "have: pin corners, edges or boxes"});
        now += static_cast<double>(grid->particles[0]) * grid->particles[1];
    }
    const double along = std::sqrt(particles / now);
    for (ClothDescription& cloth : scene.cloths)
        for (int& count : std::get<GridDescription>(cloth.shape).particles)
            count = std::max(2, static_cast<int>(std::lround(count * along)));
    return scene;
}

SceneScaling bench_scaling(const SceneDescription& scene, const std::vector<int>& threads,
                           const std::vector<double>& particles, const SceneBenchOptions& options)
{
    SceneScaling scaling;
    std::vector<SceneDescription> sized;  // before measuring, because a scene may be refused
    sized.reserve(particles.size());
    for (const double count : particles) sized.push_back(with_particles(scene, count));
    const StudyClock clock;
    const auto parts = static_cast<double>(threads.size() + particles.size());
    double done = 0;
    const auto measure = [&](const SceneDescription& what, SceneBenchOptions how, const std::string& name) {
        how.on_progress = [&](const StudyProgress& progress) {
            if (options.on_progress) options.on_progress(clock.at((done + progress.fraction) / parts, name));
        };
        SceneBench bench = bench_scene(what, how);
        done += 1;
        if (options.stop != nullptr && options.stop->load()) scaling.was_interrupted = true;
        return bench;
    };
    for (const int count : threads) {
        if (scaling.was_interrupted) break;
        SceneBenchOptions how = options;
        how.threads = count;
        scaling.by_threads.push_back(measure(scene, how, std::to_string(count) + " threads"));
    }
    for (std::size_t k = 0; k < sized.size() && !scaling.was_interrupted; ++k)
        scaling.by_particles.push_back(
            measure(sized[k], options, std::to_string(std::lround(particles[k])) + " particles"));
    return scaling;
}

}  // namespace tulle
