// A warm step allocates nothing: every call to the allocator of this process is counted.

#include <tulle/simulation.hpp>

#include "support/fabrics.hpp"
#include "support/methods.hpp"
#include "support/scenes.hpp"

#include <tulle/threads.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>

// glibc's own entry points, which the replacements below stand in front of.
extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* block, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
}

namespace {
std::atomic<long> allocations{0};
}

extern "C" {
void* malloc(std::size_t size)
{
    ++allocations;
    return __libc_malloc(size);
}
void* calloc(std::size_t count, std::size_t size)
{
    ++allocations;
    return __libc_calloc(count, size);
}
void* realloc(void* block, std::size_t size)
{
    ++allocations;
    return __libc_realloc(block, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size)
{
    ++allocations;
    return __libc_memalign(alignment, size);
}
}

namespace tulle {
namespace {

struct Case {
    std::string label;
    IntegratorSettings integrator;
    SolverSettings solver{};
};

void PrintTo(const Case& one, std::ostream* out) { *out << one.label; }

std::vector<Case> cases()
{
    std::vector<Case> all;
    for (const testing::NamedMethod& method : testing::every_method()) {
        // Boost's Bulirsch-Stoer allocates a few numbers in every step.
        if (method.settings.method != "bulirsch-stoer") all.push_back({method.label, method.settings, {}});
    }
    const auto add_imex = [&](const char* label, UpdateKind update, SolverMethod solver,
                              PreconditionerKind preconditioner = PreconditionerKind::automatic) {
        Case one{label, {}, {.method = solver, .preconditioner = preconditioner}};
        one.integrator.update = update;
        all.push_back(one);
    };
    add_imex("imex_plain", UpdateKind::none, SolverMethod::cg);
    add_imex("imex_bare", UpdateKind::bare, SolverMethod::cg);
    add_imex("imex_accelerated", UpdateKind::accelerated, SolverMethod::cg);
    add_imex("imex_direct", UpdateKind::accelerated, SolverMethod::direct);
    add_imex("imex_multigrid", UpdateKind::accelerated, SolverMethod::cg, PreconditionerKind::multigrid);
    add_imex("newton_multigrid", UpdateKind::automatic, SolverMethod::cg, PreconditionerKind::multigrid);
    return all;
}

class WarmStep : public ::testing::TestWithParam<Case> {};

TEST_P(WarmStep, AllocatesNothing)
{
    const ThreadLimit one_thread(1);
    SceneDescription scene = testing::table(12);
    scene.cloths[0].pins.push_back({.where = PinCorner{false, false}});
    scene.air = AirDescription{};
    scene.integrator = GetParam().integrator;
    scene.solver = GetParam().solver;
    Simulation simulation(scene);
    for (int k = 0; k < 10; ++k) static_cast<void>(simulation.step());
    const long before = allocations;
    while (simulation.time() < 0.2) static_cast<void>(simulation.step());  // through the first touch of the table
    EXPECT_EQ(allocations - before, 0);
    EXPECT_GT(simulation.measure().contacts, 0);
}

TEST(WarmFabricStep, ThatCouldTearAllocatesNothing)
{
    const ThreadLimit one_thread(1);
    SceneDescription scene = testing::table(12);
    scene.cloths[0].fabric = testing::plain_fabric();
    scene.cloths[0].fabric->warp.strength = scene.cloths[0].fabric->weft.strength = 1e5;  // N/m
    scene.air = AirDescription{};
    scene.integrator.method = "backward-euler";
    Simulation simulation(scene);
    for (int k = 0; k < 10; ++k) static_cast<void>(simulation.step());
    const long before = allocations;
    while (simulation.time() < 0.2) static_cast<void>(simulation.step());
    EXPECT_EQ(allocations - before, 0);
    EXPECT_EQ(simulation.measure().torn_faces, 0);
}

TEST(Counter, SeesAllocations)
{
    const long before = allocations;
    std::vector<int> block(1000);
    ::testing::Test::RecordProperty("size", static_cast<int>(block.size()));
    EXPECT_GT(allocations - before, 0);
}

INSTANTIATE_TEST_SUITE_P(Methods, WarmStep, ::testing::ValuesIn(cases()),
                         [](const auto& one) { return one.param.label; });

}  // namespace
}  // namespace tulle
