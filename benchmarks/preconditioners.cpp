// What solving one linear system costs with each preconditioner, on the scene `hanging` in full swing and at any size
// (docs/theory/preconditioners.md). Times are the least of several turns that the preconditioners take one after the
// other, so that a busy moment of the machine does not hit only one; compare them within one run.

#include "forces/springs.hpp"
#include "linear/conjugate_gradients.hpp"

#include <tulle/tulle.hpp>

#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <string_view>

namespace tulle {
namespace {

constexpr double step_size = 0.01;     // s
constexpr double swing = 0.4;          // s from the start to the state looked at: falling, folded at the corners
constexpr double areal_density = 0.2;  // kg/m^2
constexpr int turns = 3;
constexpr std::array tolerances{1e-4, 1e-8};

constexpr std::string_view usage =
    "usage: tulle_preconditioners [--ratio K] [--largest-factor N] SIDE...\n"
    "A cloth of 1 m and SIDE x SIDE particles swings from two corners for 0.4 s; then the matrices of imex-euler and "
    "of\n"
    "Newton's steps are solved with. Springs are those of `hanging`, or scaled so that stretch stiffness over the "
    "mass\n"
    "of a particle is K [1/s^2]. Matrices of more than N x N numbers (default 200 000) are not factorised.\n";

struct Arguments {
    std::vector<int> sides;
    double ratio = 0;  // 1/s^2; 0: the springs of the scene
    std::size_t largest_factor = 200'000;
};

Arguments parse(int argc, char** argv)
{
    Arguments arguments;
    const auto read = [](std::string_view text, auto& value) {
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error != std::errc{} || end != text.data() + text.size()) throw std::invalid_argument(std::string(usage));
    };
    for (int k = 1; k < argc; ++k) {
        const std::string_view word = argv[k];
        if (word == "--ratio" && k + 1 < argc) {
            read(argv[++k], arguments.ratio);
        } else if (word == "--largest-factor" && k + 1 < argc) {
            read(argv[++k], arguments.largest_factor);
        } else {
            read(word, arguments.sides.emplace_back());
        }
    }
    if (arguments.sides.empty()) throw std::invalid_argument(std::string(usage));
    return arguments;
}

SpringSettings scaled(double factor)
{
    SpringSettings springs;
    for (double* value : {&springs.stretch_stiffness, &springs.shear_stiffness, &springs.bending_stiffness,
                          &springs.stretch_damping, &springs.shear_damping, &springs.bending_damping})
        *value *= factor;
    return springs;
}

/// The linear systems of one step from the swinging cloth's state.
struct Systems {
    Systems(int side, double ratio);

    std::shared_ptr<const SparsityPattern> pattern;
    std::unique_ptr<Csr<double>> scalar;  // imex-euler
    std::unique_ptr<Csr<Mat3>> blocks;    // Newton
    std::vector<Vec3> right;              // N s
    DirectionFilter filter;
};

Systems::Systems(int side, double ratio)
{
    const GridDescription grid{.size = {1, 1}, .particles = {side, side}};
    ClothDescription cloth;
    cloth.shape = grid;
    cloth.areal_density = areal_density;
    cloth.pins = {{.where = PinCorner{}}, {.where = PinCorner{.max_first = true, .max_second = false}}};
    SceneDescription scene;
    scene.integrator.method = "backward-euler";
    scene.integrator.dt = step_size;
    scene.simulation.fps = 1 / step_size;
    scene.solver.preconditioner = PreconditionerKind::multigrid;
    scene.cloths = {cloth};
    Simulation simulation(scene);
    while (simulation.time() < swing - 0.5 * step_size)
        if (is_failure(simulation.step().status)) throw std::runtime_error("the cloth failed to swing");

    const ClothMesh mesh = make_cloth_mesh(grid);
    const double inner_mass = areal_density / ((side - 1.0) * (side - 1.0));
    Springs springs(mesh.positions.size());
    springs.add(mesh.springs, 0, scaled(ratio == 0 ? 1 : ratio * inner_mass / SpringSettings{}.stretch_stiffness));
    std::vector<std::pair<int, int>> couplings;
    springs.add_couplings(couplings);
    pattern = std::make_shared<const SparsityPattern>(make_pattern(mesh.positions.size(), couplings, true));
    springs.bind(*pattern);

    constexpr double h = step_size;
    scalar = std::make_unique<Csr<double>>(pattern);
    blocks = std::make_unique<Csr<Mat3>>(pattern);
    springs.add_stiff_linear(h * h, h, *scalar);
    springs.add_jacobian(simulation.positions(), simulation.velocities(), JacobianTreatment::clamped, -h * h, -h,
                         *blocks);
    right.assign(mesh.positions.size(), Vec3::Zero());
    springs.add_force(simulation.positions(), simulation.velocities(), right);
    for (std::size_t i = 0; i < right.size(); ++i) {
        const double mass = simulation.masses()[i];
        scalar->diagonal(i) += mass;
        blocks->diagonal(i).diagonal().array() += mass;
        right[i] = h * (right[i] + mass * scene.simulation.gravity);
    }
    filter.fixed.assign(right.size(), 0);
    for (const int corner : {0, side - 1}) {
        filter.fixed[static_cast<std::size_t>(corner)] = 1;
        filter.entries.push_back({.particle = corner, .allowed = Mat3::Zero()});
    }
    filter.apply(right);
}

double seconds() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

struct Row {
    SolverSettings settings;
    std::string name;
    double set_up = INFINITY;                                         // s, making it, with the first matrix
    double refresh = INFINITY;                                        // s, with another matrix
    std::array<double, tolerances.size()> solve{INFINITY, INFINITY};  // s
    std::array<int, tolerances.size()> iterations{};
};

template <class Value>
void take_turn(Row& row, const Csr<Value>& A, const Systems& systems)
{
    const auto least = [](double& time, double start) { time = std::min(time, seconds() - start); };
    double start = seconds();
    const auto preconditioner = make_preconditioner<Value>(row.settings, systems.pattern);
    preconditioner->refresh(A, systems.filter.fixed);
    least(row.set_up, start);
    start = seconds();
    preconditioner->refresh(A, systems.filter.fixed);
    least(row.refresh, start);
    row.name = preconditioner->name();

    ConjugateGradients<Value> cg(A.rows());
    std::vector<Vec3> solution(A.rows());
    double size = 0;
    for (const Vec3& r : systems.right) size += r.squaredNorm();
    for (std::size_t k = 0; k < tolerances.size(); ++k) {
        std::vector<Vec3> residual = systems.right;
        start = seconds();
        const CgResult result =
            cg.solve(A, *preconditioner, systems.filter, residual, solution, tolerances[k] * std::sqrt(size), 10'000);
        least(row.solve[k], start);
        row.iterations[k] = result.iterations;
        if (!result.converged) throw std::runtime_error(row.name + " did not converge");
    }
}

template <class Value>
void compare(const char* matrix, const Csr<Value>& A, const Systems& systems, std::size_t largest_factor)
{
    std::vector<Row> rows(2);
    rows[1].settings.preconditioner = PreconditionerKind::multigrid;
    if (A.rows() * (sizeof(Value) == sizeof(double) ? 1 : 3) <= largest_factor) {
        rows.emplace_back();
        rows.back().settings.method = SolverMethod::direct;
    }
    for (int turn = 0; turn < turns; ++turn)
        for (Row& row : rows) take_turn(row, A, systems);
    for (const Row& row : rows) {
        std::printf("%9zu  %-6s  %-9s  %9.2f  %9.2f", A.rows(), matrix, row.name.c_str(), 1e3 * row.set_up,
                    1e3 * row.refresh);
        for (std::size_t k = 0; k < tolerances.size(); ++k)
            std::printf("  %6d  %9.2f  %6.2f", row.iterations[k], 1e3 * row.solve[k],
                        (rows[0].refresh + rows[0].solve[k]) / (row.refresh + row.solve[k]));
        std::printf("\n");
    }
    std::fflush(stdout);
}

void run(const Arguments& arguments)
{
    std::printf("Times in ms; gain: time of ic0 to refresh and solve over that of the row's. %d threads.\n",
                thread_count());
    std::printf("%9s  %-6s  %-9s  %9s  %9s", "particles", "matrix", "solver", "set up", "refresh");
    for (const double tolerance : tolerances) std::printf("  %6.0e  %9s  %6s", tolerance, "solve", "gain");
    std::printf("\n");
    for (const int side : arguments.sides) {
        const Systems systems(side, arguments.ratio);
        compare("scalar", *systems.scalar, systems, arguments.largest_factor);
        compare("blocks", *systems.blocks, systems, arguments.largest_factor);
    }
}

}  // namespace
}  // namespace tulle

int main(int argc, char** argv)
{
    try {
        tulle::run(tulle::parse(argc, argv));
        return 0;
    } catch (const std::exception& problem) {
        std::fprintf(stderr, "%s\n", problem.what());
        return 2;
    }
}
