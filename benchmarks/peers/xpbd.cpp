// Yardstick: extended position-based dynamics on springs (Macklin, Mueller and Chentanez 2016) in small steps (Macklin
// et al. 2019). Gauss-Seidel over springs by colour. Particles are numbered so that springs of one colour lie side by
// side in memory: no lists of indices are read, and a vector register holds as many springs as it has lanes.

#include "yardstick.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <numeric>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

namespace peers {
namespace {

/// For each spring a number such that springs of one number share no particle: the lowest that is free at both ends.
std::vector<int> colours(const std::vector<Spring>& springs, int particles)
{
    std::vector<std::uint32_t> taken(static_cast<std::size_t>(particles), 0);
    std::vector<int> colour;
    colour.reserve(springs.size());
    for (const Spring& spring : springs) {
        const int free = std::countr_one(taken[spring.i] | taken[spring.j]);
        taken[spring.i] |= 1U << free;
        taken[spring.j] |= 1U << free;
        colour.push_back(free);
    }
    return colour;
}

/// Where each particle is kept: those whose columns and whose rows are equal modulo 4 side by side, as springs of one
/// colour reach over one or two of them.
std::vector<int> places(const Workload& workload)
{
    std::vector<int> order(static_cast<std::size_t>(workload.particle_count()));
    std::iota(order.begin(), order.end(), 0);
    const int side = workload.side();
    std::stable_sort(order.begin(), order.end(), [side](int a, int b) {
        const auto group = [side](int p) { return p / side % 4 * 4 + p % side % 4; };
        return group(a) < group(b);
    });
    std::vector<int> place(order.size());
    for (std::size_t k = 0; k < order.size(); ++k) place[order[k]] = static_cast<int>(k);
    return place;
}

/// Springs between particles i and j, i + 1 and j + 1, and so on, of one colour, rest length and stiffness.
template <class Real>
struct Run {
    int i = 0, j = 0, count = 0;
    Real rest_length = 0;  // m
    Real compliance = 0;   // 1/kg, 1 / (stiffness step^2)
    Real damping = 0;      // damping / (stiffness step), gamma of Macklin et al. 2016
    int first = 0;         // number of the first spring
};

template <class Real>
class Cloth {
public:
    Cloth(const Workload& workload, const Options& options, double step)
        : step_(static_cast<Real>(step)),
          has_table_(workload.has_table()),
          is_damped_(options.number("damping") > 0),
          place_(places(workload))
    {
        const std::size_t count = place_.size();
        for (auto* values : {&x_, &y_, &z_, &inverse_mass_, &velocity_x_, &velocity_y_, &velocity_z_})
            values->assign(count, Real(0));
        const std::vector<Point> start = workload.positions();
        const std::vector<double> mass = workload.masses();
        for (std::size_t p = 0; p < count; ++p) {
            const int q = place_[p];
            x_[q] = static_cast<Real>(start[p][0]);
            y_[q] = static_cast<Real>(start[p][1]);
            z_[q] = static_cast<Real>(start[p][2]);
            inverse_mass_[q] = static_cast<Real>(1 / mass[p]);
        }
        for (const int p : workload.held()) inverse_mass_[place_[p]] = 0;
        old_x_ = x_;
        old_y_ = y_;
        old_z_ = z_;
        make_runs(workload.springs(options.number("k")), step, options.number("damping"));
    }

    void take_step(int sweeps)
    {
        predict();
        if (is_damped_) {
            for (const Run<Real>& run : runs_) relax_once<true>(run);
        } else if (sweeps == 1) {
            for (const Run<Real>& run : runs_) relax_once<false>(run);
        } else {
            std::fill(multiplier_.begin(), multiplier_.end(), Real(0));
            for (int sweep = 0; sweep < sweeps; ++sweep)
                for (const Run<Real>& run : runs_) relax(run);
        }
        if (has_table_) collide();
        update_velocities();
    }

    void copy_positions(std::vector<Point>& to) const
    {
        for (std::size_t p = 0; p < to.size(); ++p) {
            const int q = place_[p];
            to[p] = {double(x_[q]), double(y_[q]), double(z_[q])};
        }
    }

private:
    void make_runs(std::vector<Spring> springs, double step, double damping)
    {
        const std::vector<int> colour = colours(springs, static_cast<int>(place_.size()));
        for (Spring& spring : springs) {
            spring.i = place_[spring.i];
            spring.j = place_[spring.j];
        }
        std::vector<std::size_t> order(springs.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        const auto key = [&](std::size_t s) {
            const Spring& spring = springs[s];
            return std::tuple(colour[s], spring.rest_length, spring.stiffness, spring.j - spring.i, spring.i);
        };
        std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return key(a) < key(b); });
        const Spring* last = nullptr;
        for (std::size_t k = 0; k < order.size(); ++k) {
            const Spring& spring = springs[order[k]];
            const bool goes_on = k > 0 && colour[order[k]] == colour[order[k - 1]] &&
                                 spring.rest_length == last->rest_length && spring.stiffness == last->stiffness &&
                                 spring.i == last->i + 1 && spring.j == last->j + 1;
            if (!goes_on)
                runs_.push_back({spring.i, spring.j, 0, static_cast<Real>(spring.rest_length),
                                 static_cast<Real>(1 / (spring.stiffness * step * step)),
                                 static_cast<Real>(damping / (spring.stiffness * step)), static_cast<int>(k)});
            ++runs_.back().count;
            last = &spring;
        }
        multiplier_.assign(springs.size(), Real(0));
    }

    void predict()
    {
        const auto fall = static_cast<Real>(-gravity) * step_;
        for (std::size_t p = 0; p < x_.size(); ++p) {
            old_x_[p] = x_[p];
            old_y_[p] = y_[p];
            old_z_[p] = z_[p];
            const Real advance = inverse_mass_[p] > 0 ? step_ : Real(0);
            x_[p] += advance * velocity_x_[p];
            y_[p] += advance * velocity_y_[p];
            z_[p] += advance * (velocity_z_[p] + fall);
        }
    }

    /// The first sweep of a step, and the only one of small steps: multipliers are zero before it and not needed after.
    /// Damping goes by how far springs have become longer since the step began.
    template <bool is_damped>
    void relax_once(const Run<Real>& run)
    {
        Real* __restrict x_i = &x_[run.i], * __restrict y_i = &y_[run.i], * __restrict z_i = &z_[run.i];
        Real* __restrict x_j = &x_[run.j], * __restrict y_j = &y_[run.j], * __restrict z_j = &z_[run.j];
        const Real *old_x_i = &old_x_[run.i], *old_y_i = &old_y_[run.i], *old_z_i = &old_z_[run.i];
        const Real *old_x_j = &old_x_[run.j], *old_y_j = &old_y_[run.j], *old_z_j = &old_z_[run.j];
        const Real *w_i = &inverse_mass_[run.i], *w_j = &inverse_mass_[run.j];
        const Real rest = run.rest_length, compliance = run.compliance, damping = run.damping;
#pragma GCC ivdep
        for (int s = 0; s < run.count; ++s) {
            const Real dx = x_j[s] - x_i[s], dy = y_j[s] - y_i[s], dz = z_j[s] - z_i[s];
            const Real length = std::sqrt(dx * dx + dy * dy + dz * dz);
            Real excess = length - rest, give = w_i[s] + w_j[s];
            if constexpr (is_damped) {
                const Real motion_x = dx - (old_x_j[s] - old_x_i[s]), motion_y = dy - (old_y_j[s] - old_y_i[s]);
                const Real motion_z = dz - (old_z_j[s] - old_z_i[s]);
                excess += damping * ((motion_x * dx + motion_y * dy + motion_z * dz) / length);
                give *= 1 + damping;
            }
            const Real push = excess / (length * (give + compliance));
            const Real push_i = push * w_i[s], push_j = push * w_j[s];
            x_i[s] += push_i * dx;
            y_i[s] += push_i * dy;
            z_i[s] += push_i * dz;
            x_j[s] -= push_j * dx;
            y_j[s] -= push_j * dy;
            z_j[s] -= push_j * dz;
        }
    }

    void relax(const Run<Real>& run)
    {
        Real* __restrict x_i = &x_[run.i], * __restrict y_i = &y_[run.i], * __restrict z_i = &z_[run.i];
        Real* __restrict x_j = &x_[run.j], * __restrict y_j = &y_[run.j], * __restrict z_j = &z_[run.j];
        Real* __restrict multiplier = &multiplier_[run.first];
        const Real *w_i = &inverse_mass_[run.i], *w_j = &inverse_mass_[run.j];
        const Real rest = run.rest_length, compliance = run.compliance;
#pragma GCC ivdep
        for (int s = 0; s < run.count; ++s) {
            const Real dx = x_j[s] - x_i[s], dy = y_j[s] - y_i[s], dz = z_j[s] - z_i[s];
            const Real length = std::sqrt(dx * dx + dy * dy + dz * dz);
            const Real change = (length - rest - compliance * multiplier[s]) / (w_i[s] + w_j[s] + compliance);
            multiplier[s] += change;
            const Real push = change / length;
            const Real push_i = push * w_i[s], push_j = push * w_j[s];
            x_i[s] += push_i * dx;
            y_i[s] += push_i * dy;
            z_i[s] += push_i * dz;
            x_j[s] -= push_j * dx;
            y_j[s] -= push_j * dy;
            z_j[s] -= push_j * dz;
        }
    }

    /// Moves particles out of the box, grown by the cloth's thickness, through the side they came in by, and takes back
    /// as much of their displacement along that side as Coulomb's law allows.
    void collide()
    {
        const auto half = static_cast<Real>(table_half + thickness), top = static_cast<Real>(thickness);
        const auto bottom = static_cast<Real>(-table_depth - thickness), mu = static_cast<Real>(friction);
        for (std::size_t p = 0; p < x_.size(); ++p) {
            const Real depth_x = half - std::abs(x_[p]), depth_y = half - std::abs(y_[p]), depth_z = top - z_[p];
            if (depth_x <= 0 || depth_y <= 0 || depth_z <= 0 || z_[p] <= bottom) continue;
            // Resting on a side is having been outside of it, whatever rounding does to the last digits.
            const auto slack = static_cast<Real>(1e-5);  // m
            const bool from_above = old_z_[p] > top - slack;
            const bool from_x = !from_above && std::abs(old_x_[p]) > half - slack;
            const bool from_y = !from_above && !from_x && std::abs(old_y_[p]) > half - slack;
            const bool came_in = from_above || from_x || from_y;
            const Real nearest = std::min({depth_x, depth_y, depth_z});
            Real move_x = x_[p] - old_x_[p], move_y = y_[p] - old_y_[p], move_z = z_[p] - old_z_[p], depth = depth_z;
            if (from_above || (!came_in && nearest == depth_z)) {
                z_[p] = top;
                move_z = 0;
            } else if (from_x || (!came_in && nearest == depth_x)) {
                x_[p] = std::copysign(half, x_[p]);
                move_x = 0;
                depth = depth_x;
            } else {
                y_[p] = std::copysign(half, y_[p]);
                move_y = 0;
                depth = depth_y;
            }
            const Real displacement = std::sqrt(move_x * move_x + move_y * move_y + move_z * move_z);
            const Real back = displacement > mu * depth ? mu * depth / displacement : Real(1);
            x_[p] -= back * move_x;
            y_[p] -= back * move_y;
            z_[p] -= back * move_z;
        }
    }

    void update_velocities()
    {
        const Real rate = 1 / step_;
        for (std::size_t p = 0; p < x_.size(); ++p) {
            velocity_x_[p] = rate * (x_[p] - old_x_[p]);
            velocity_y_[p] = rate * (y_[p] - old_y_[p]);
            velocity_z_[p] = rate * (z_[p] - old_z_[p]);
        }
    }

    Real step_;  // s
    bool has_table_;
    bool is_damped_;
    std::vector<int> place_;                                  // of each particle in what follows
    std::vector<Real> x_, y_, z_;                             // m
    std::vector<Real> old_x_, old_y_, old_z_;                 // m, at the start of the step
    std::vector<Real> velocity_x_, velocity_y_, velocity_z_;  // m/s
    std::vector<Real> inverse_mass_;                          // 1/kg, 0: held
    std::vector<Run<Real>> runs_;
    std::vector<Real> multiplier_;  // kg m, what each spring has gathered in this step; of several sweeps per step
};

void run(const Options& options)
{
    const Workload workload(options.text("workload"), options.count("side"));
    run_in_precision<Cloth>("xpbd", workload, options, options.count("sweeps"));
}

}  // namespace
}  // namespace peers

int main(int argc, char** argv)
{
    return peers::run_peer(argc, argv,
                           {{"workload", "hanging"},
                            {"side", "52"},
                            {"k", "1000"},       // N/m
                            {"substeps", "20"},  // per frame of 1/60 s
                            {"sweeps", "1"},     // over all springs, per substep
                            {"damping", "0"},    // N s/m along springs; of one sweep
                            {"real", "float"}},  // or double
                           peers::run);
}
