#pragma once
// The two performance tables of EEH00 (Figures 2 and 3), and scenes that agree with the paper's description.

#include <tulle/description.hpp>

#include <span>
#include <string_view>

namespace tulle {

enum class Eeh00Example { table, hanging };

/// "square table", "hanging textile"
[[nodiscard]] std::string_view name_of(Eeh00Example example);

/// A printed row: one simulated second on a MIPS R10000 of 250 MHz.
struct Eeh00Row {
    Eeh00Example example = Eeh00Example::table;
    int side = 20;                    // particles along a side
    double stiffness_per_mass = 1e4;  // 1/s^2
    double damping_per_mass = 40;     // 1/s
    double h = 0.01;                  // s
    int iterations = 0;               // of conjugate gradients, in total; 0: not a row of the paper
    double cg_seconds = 0;            // s
    double setup_seconds = 0;         // s, of matrices
    double solver_seconds = 0;        // s, both and the new state

    [[nodiscard]] int particles() const { return side * side; }
};

[[nodiscard]] std::span<const Eeh00Row> eeh00_rows();

/// Settings that the paper leaves open. k/m is that of particles inside the cloth. Particles at its border have half
/// the mass, and at its corners a quarter.
struct Eeh00Choices {
    double duration = 1;          // s
    double size = 1;              // m, side of the cloth
    double areal_density = 0.2;   // kg/m^2; only ratios to it matter
    double shear_part = 0.01;     // k of shear springs over structural k
    double bending_part = 0.001;  // bending springs, likewise
    double table_part = 0.5;      // side of the table over that of the cloth
    double thickness_part = 0.5;  // contact distance over spacing: it rounds the edges of the table
    double gap = 0.01;            // m, between cloth and table at the start
    double friction = 0;          // the paper's contacts slide freely (section 6)
};

/// Returns the scene of a row, with its step and with default solver settings. The hanging textile starts horizontal
/// and swings down from two neighbouring corners.
[[nodiscard]] SceneDescription eeh00_scene(const Eeh00Row& row, const Eeh00Choices& choices);

}  // namespace tulle
