#pragma once
// Tables 2 to 4 of EWS96, and scenes that fit what the paper says about them.

#include <tulle/description.hpp>

#include <optional>
#include <span>
#include <string_view>

namespace tulle {

enum class Ews96Example { table, round_table, sphere };

/// "table", "round table", "sphere"
[[nodiscard]] std::string_view name_of(Ews96Example example);

struct StepRange {
    double smallest = 0, largest = 0;  // s
};

/// What the paper prints of an example: times on an SGI Indigo2 with an R8000.
struct Ews96Paper {
    StepRange runge_kutta{};                                 // Table 2
    std::optional<StepRange> bulirsch_stoer{};               // Table 2 has it for the table alone
    double force_seconds = 0;                                // Table 3, a call of each
    double history_seconds = 0;                              // "adjusting bend- and shear-coefficients"
    double contact_seconds = 0;                              // "computing interactions"
    double least_frame = 0, most_frame = 0, mean_frame = 0;  // s, Table 4: a frame of about 40 ms
};

struct Ews96Row {
    Ews96Example example = Ews96Example::table;
    int side = 30;                      // particles along a side
    std::optional<Ews96Paper> paper{};  // none when the row is not of the paper

    [[nodiscard]] int particles() const { return side * side; }
};

[[nodiscard]] std::span<const Ews96Row> ews96_rows();

/// What the paper leaves open.
struct Ews96Choices {
    int frames = 4;               // of 40 ms: as far as Figure 5 (a)
    double size = 1;              // m, side of the cloth
    double table_part = 0.5;      // side of the table, of the cloth's
    double radius_part = 0.3;     // radius of the round table and of the sphere, likewise
    double thickness_part = 0.5;  // distance kept from them, of the spacing: edges are rounded by it
    double gap = 0.01;            // m, between cloth and obstacle at the start
    bool tension_loop = false;    // EWS96 has hysteresis in shear and bending only
};

inline constexpr double ews96_fps = 25;

/// As EWS96 has it: threads are unloaded the way they were loaded, whatever was measured.
[[nodiscard]] FabricDescription without_tension_loop(FabricDescription fabric);

/// The scene of a row in still air, with the methods' defaults. The cloth has no damping but its loops, as in the
/// paper; the obstacle's friction is the fabric's.
[[nodiscard]] SceneDescription ews96_scene(const Ews96Row& row, const Ews96Choices& choices,
                                           const FabricDescription& fabric);

}  // namespace tulle
