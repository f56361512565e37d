#pragma once
// The cloth that every program simulates, and what it falls on. SI units, Z up.
//
// A square of 1 m x 1 m, side x side particles, 0.2 kg, flat, horizontal and at rest at the start; 2 s.
//   hanging: two neighbouring corners are held.
//   table:   nothing is held; a box with a top of 0.5 m x 0.5 m at z = 0, 1 m deep, is 2 cm below, with friction.

#include <array>
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

namespace peers {

using Point = std::array<double, 3>;  // m

inline constexpr double gravity = 9.81;          // m/s^2, downwards
inline constexpr double total_mass = 0.2;        // kg
inline constexpr double duration = 2.0;          // s
inline constexpr double frame_rate = 60.0;       // frames per second; the largest stretch is looked at in every frame
inline constexpr double thickness = 0.005;       // m, distance that the cloth keeps from the box
inline constexpr double friction = 0.5;          // Coulomb's coefficient
inline constexpr double table_half = 0.25;       // m, half the width of the box
inline constexpr double table_depth = 1.0;       // m
inline constexpr double start_gap = 0.02;        // m, between the cloth's underside and the box
inline constexpr double bending_stiffness = 10;  // N/m, however stiff the other springs are

struct Spring {
    int i = 0, j = 0;
    double rest_length = 0;  // m
    double stiffness = 0;    // N/m
    bool bends = false;      // skips a particle
};

class Workload {
public:
    Workload(const std::string& name, int particles_per_side) : name_(name), side_(particles_per_side)
    {
        if (name != "hanging" && name != "table")
            throw std::invalid_argument("workload is hanging or table, found \"" + name + '"');
        if (side_ < 3) throw std::invalid_argument("side must be at least 3: bending springs skip a particle");
    }

    [[nodiscard]] const std::string& name() const { return name_; }
    [[nodiscard]] bool has_table() const { return name_ == "table"; }
    [[nodiscard]] int side() const { return side_; }
    [[nodiscard]] int particle_count() const { return side_ * side_; }
    [[nodiscard]] double spacing() const { return 1.0 / (side_ - 1); }                               // m
    [[nodiscard]] double start_height() const { return has_table() ? start_gap + thickness : 0.0; }  // m
    [[nodiscard]] int particle(int column, int row) const { return column + row * side_; }

    [[nodiscard]] std::vector<Point> positions() const
    {
        std::vector<Point> x;
        x.reserve(static_cast<std::size_t>(particle_count()));
        for (int row = 0; row < side_; ++row)
            for (int column = 0; column < side_; ++column)
                x.push_back({column * spacing() - 0.5, row * spacing() - 0.5, start_height()});
        return x;
    }

    /// kg: every cell gives a quarter of its mass to each of its corners, as Tulle has it.
    [[nodiscard]] std::vector<double> masses() const
    {
        std::vector<double> mass;
        mass.reserve(static_cast<std::size_t>(particle_count()));
        const double cell = total_mass * spacing() * spacing();
        const auto share = [this](int k) { return k == 0 || k == side_ - 1 ? 0.5 : 1.0; };
        for (int row = 0; row < side_; ++row)
            for (int column = 0; column < side_; ++column) mass.push_back(cell * share(column) * share(row));
        return mass;
    }

    [[nodiscard]] std::vector<int> held() const
    {
        return has_table() ? std::vector<int>{} : std::vector<int>{particle(0, 0), particle(side_ - 1, 0)};
    }

    /// Along the edges of the grid: the springs over which stretch is measured.
    [[nodiscard]] std::vector<Spring> edges(double stiffness) const
    {
        std::vector<Spring> springs;
        add(springs, 1, 0, stiffness);
        add(springs, 0, 1, stiffness);
        return springs;
    }

    /// Provot's three kinds: edges, both diagonals of every cell, and weaker ones that skip a particle.
    [[nodiscard]] std::vector<Spring> springs(double stiffness) const
    {
        std::vector<Spring> springs = edges(stiffness);
        add(springs, 1, 1, stiffness);
        add(springs, -1, 1, stiffness);
        add(springs, 2, 0, bending_stiffness);
        add(springs, 0, 2, bending_stiffness);
        return springs;
    }

private:
    void add(std::vector<Spring>& springs, int columns, int rows, double stiffness) const
    {
        const double length = spacing() * std::hypot(columns, rows);
        const bool bends = columns + rows == 2 && columns * rows == 0;
        for (int row = 0; row + rows < side_; ++row)
            for (int column = 0; column < side_; ++column)
                if (column + columns >= 0 && column + columns < side_)
                    springs.push_back(
                        {particle(column, row), particle(column + columns, row + rows), length, stiffness, bends});
    }

    std::string name_;
    int side_;
};

}  // namespace peers
