#pragma once
// Grids, regular and irregular, whose step limits are known from real steps.

#include "analysis/stability.hpp"
#include "analysis/step_growth.hpp"
#include "forces/springs.hpp"
#include "support/random_values.hpp"
#include "support/spring_system.hpp"

#include <optional>

namespace tulle {

/// Springs at rest and the neighbours of each particle, for step limits and for real steps.
struct SteppedGrid {
    SteppedGrid(std::vector<Vec3> positions, std::vector<double> masses, std::vector<Spring> all,
                const SpringSettings& given, std::vector<int> held = {})
        : x(std::move(positions)),
          mass(std::move(masses)),
          springs(std::move(all)),
          settings(given),
          pinned(std::move(held)),
          fixed(x.size(), 0)
    {
        auto force = std::make_unique<Springs>(x.size());
        force->add(springs, 0, settings);
        std::vector<std::unique_ptr<Force>> forces;
        forces.push_back(std::move(force));
        field = std::make_unique<ForceField>(x.size(), std::move(forces));
        for (const int p : pinned) fixed[static_cast<std::size_t>(p)] = 1;
    }

    void use_filter(const FilterSettings& given)
    {
        std::vector<ParticlePair> pairs;
        double length = 0;
        int count = 0;
        for (const Spring& spring : springs) {
            pairs.push_back({spring.i, spring.j});
            if (spring.kind != SpringKind::structural) continue;
            length += spring.rest_length;
            ++count;
        }
        std::vector<double> inverse_mass;
        for (std::size_t i = 0; i < x.size(); ++i) inverse_mass.push_back(fixed[i] != 0 ? 0 : 1 / mass[i]);
        filter.emplace(given, joined(x.size(), pairs), std::vector<double>(x.size(), length / count), inverse_mass);
        filter->weigh(x);
    }

    [[nodiscard]] SystemAtRest at_rest() const { return {*field, x, mass, fixed, filter ? &*filter : nullptr}; }
    [[nodiscard]] double unfiltered() const { return symplectic_step_limit(*field, x, mass, fixed); }
    [[nodiscard]] double limit(const std::string& method, double precision = 0.003) const
    {
        StepGrowth growth(at_rest(), method);
        return find_step_limit(growth, unfiltered(), precision);
    }

    /// By what factor the energy of a tiny start has grown, at most, in 10 000 steps with the springs themselves.
    [[nodiscard]] double growth(const std::string& method, double h) const
    {
        testing::SpringSystem system(x, mass, {}, settings, pinned, Vec3::Zero(), nullptr);
        std::optional<VelocityFilter> own = filter;
        IntegratorSettings integrator;
        integrator.method = method;
        const auto method_itself = make_integrator(integrator, {}, *field, system.times, own ? &*own : nullptr);
        testing::RandomValues random(3);
        const auto energy = [&] {
            double sum = field->energy(system.state.position);
            for (std::size_t i = 0; i < x.size(); ++i) sum += 0.5 * mass[i] * system.state.velocity[i].squaredNorm();
            return sum;
        };
        for (std::size_t i = 0; i < x.size(); ++i)
            if (fixed[i] == 0) system.state.velocity[i] = random.vector(1e-9 / h);
        const double start = energy();
        double largest = start;
        for (int step = 0; step < 10000 && largest < 1e8 * start; ++step) {
            static_cast<void>(method_itself->step(h, h, *field, *system.constraints, system.state));
            if (step % 20 == 0) largest = std::max(largest, energy());
        }
        return largest / start;
    }

    std::vector<Vec3> x;
    std::vector<double> mass;
    std::vector<Spring> springs;
    SpringSettings settings;
    std::vector<int> pinned;
    std::vector<unsigned char> fixed;
    std::unique_ptr<ForceField> field;
    std::optional<VelocityFilter> filter;
};

inline SpringSettings alike(double k, double damping_time)
{
    SpringSettings settings;
    settings.stretch_stiffness = settings.shear_stiffness = settings.bending_stiffness = k;
    settings.stretch_damping = settings.shear_damping = settings.bending_damping = damping_time * k;
    return settings;
}

/// 12 x 12 particles of equal mass at unit distance, structural springs and both diagonals, k/m = 1.
inline SteppedGrid unit_grid()
{
    const ClothMesh mesh =
        make_cloth_mesh(GridDescription{.size = {11, 11}, .particles = {12, 12}, .center = Vec3::Zero()});
    std::vector<Spring> springs;
    for (const Spring& spring : mesh.springs)
        if (spring.kind != SpringKind::bending) springs.push_back(spring);
    return {mesh.positions, std::vector<double>(mesh.positions.size(), 1.0), springs, alike(1, 0)};
}

/// Limits of that grid as docs/theory/stability.md#with-a-velocity-filter prints them.
struct Printed {
    FilterKind kind;
    double lambda;
    double paper, truth;  // relative to no filter
};
inline constexpr std::array printed_numbers{
    Printed{FilterKind::plain, 1, 1.885, 1.623}, Printed{FilterKind::plain, 2, 1.500, 1.281},
    Printed{FilterKind::plain, 3, 1.152, 1.079}, Printed{FilterKind::averaged, 1, 1.396, 1.215},
    Printed{FilterKind::averaged, 2, 1.179, 1.093}};

/// A cloth of 6 x 5 particles that hangs from two corners, its masses by area: halves at edges, quarters at corners.
inline SteppedGrid cloth_grid(const SpringSettings& settings)
{
    const ClothMesh mesh =
        make_cloth_mesh(GridDescription{.size = {1, 0.8}, .particles = {6, 5}, .center = Vec3::Zero()});
    std::vector<double> mass;
    for (const double area : mesh.areas) mass.push_back(0.2 * area);
    return {mesh.positions, mass, mesh.springs, settings, {0, 5}};
}

/// The springs of a triangle mesh without any order: jittered places, lengths and masses that vary.
inline SteppedGrid irregular(const SpringSettings& settings)
{
    const ClothMesh mesh =
        make_cloth_mesh(GridDescription{.size = {1, 1}, .particles = {5, 5}, .center = Vec3::Zero()});
    testing::RandomValues random(11);
    std::vector<Vec3> x = mesh.positions;
    for (Vec3& place : x) place += random.vector(0.06);
    std::vector<double> mass;
    for (const double area : mesh.areas) mass.push_back(0.2 * area * random.number(0.5, 2));
    std::vector<Spring> springs = mesh.springs;
    for (Spring& spring : springs)
        spring.rest_length = (x[static_cast<std::size_t>(spring.i)] - x[static_cast<std::size_t>(spring.j)]).norm();
    return {x, mass, springs, settings, {0, 4}};
}

}  // namespace tulle
