#pragma once
// The two performance tables of EEH00 (figures 2 and 3), and scenes that fit what the paper says about them.

#include <tulle/description.hpp>

#include <span>
#include <string_view>

namespace tulle {

enum class Eeh00Example { table, hanging };

/// "square table", "hanging textile"
[[nodiscard]] std::string_view name_of(Eeh00Example example);

/// A row as printed: one simulated second on a MIPS R10000 of 250 MHz.
struct Eeh00Row {
    Eeh00Example example = Eeh00Example::table;
    int side = 20;                    // particles along a side
    double stiffness_per_mass = 1e4;  // 1/s^2
    double damping_per_mass = 40;     // 1/s
    double h = 0.01;                  // s
    int iterations = 0;               // of conjugate gradients, in all; 0 when the row is not of the paper
    double cg_seconds = 0;            // s
    double setup_seconds = 0;         // s, of matrices
    double solver_seconds = 0;        // s, both and the computation of the new state

    [[nodiscard]] int particles() const { return side * side; }
};

[[nodiscard]] std::span<const Eeh00Row> eeh00_rows();

/// What the paper leaves open. k/m is that of particles inside the cloth; those at its border have half the mass, at
/// its corners a quarter.
struct Eeh00Choices {
    double duration = 1;          // s
    double size = 1;              // m, side of the cloth
    double areal_density = 0.2;   // kg/m^2; only ratios to it matter
    double shear_part = 0.01;     // shear springs, of the structural k
    double bending_part = 0.001;  // bending springs, likewise
    double table_part = 0.5;      // side of the table, of the cloth's
    double thickness_part = 0.5;  // distance kept from the table, of the spacing: edges are rounded by it
    double gap = 0.01;            // m, between cloth and table at the start
    double friction = 0;          // the paper's contacts slide freely (section 6)
};

/// The scene of a row, with its step; how it is solved is left at its defaults. The hanging textile starts
/// horizontal and swings down from two neighbouring corners.
[[nodiscard]] SceneDescription eeh00_scene(const Eeh00Row& row, const Eeh00Choices& choices);

}  // namespace tulle
