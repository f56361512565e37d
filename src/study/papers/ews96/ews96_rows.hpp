#pragma once
// Tables 2 to 4 of EWS96, and scenes that agree with the paper's description.

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

/// Printed results of an example: times on an SGI Indigo2 with an R8000.
struct Ews96Paper {
    StepRange runge_kutta{};                                 // Table 2
    std::optional<StepRange> bulirsch_stoer{};               // in Table 2 for the table only
    double force_seconds = 0;                                // Table 3, per call, like the next two
    double history_seconds = 0;                              // "adjusting bend- and shear-coefficients"
    double contact_seconds = 0;                              // "computing interactions"
    double least_frame = 0, most_frame = 0, mean_frame = 0;  // s, Table 4: a frame of about 40 ms
};

struct Ews96Row {
    Ews96Example example = Ews96Example::table;
    int side = 30;                      // particles along a side
    std::optional<Ews96Paper> paper{};  // none: not a row of the paper

    [[nodiscard]] int particles() const { return side * side; }
};

[[nodiscard]] std::span<const Ews96Row> ews96_rows();

/// Settings that the paper leaves open.
struct Ews96Choices {
    int frames = 4;               // of 40 ms: up to Figure 5 (a)
    double size = 1;              // m, side of the cloth
    double table_part = 0.5;      // side of the table over that of the cloth
    double radius_part = 0.3;     // radius of round table and sphere, likewise
    double thickness_part = 0.5;  // contact distance over spacing: it rounds the edges of obstacles
    double gap = 0.01;            // m, between cloth and obstacle at the start
    bool tension_loop = false;    // false: hysteresis in shear and bending only, as in EWS96
};

inline constexpr double ews96_fps = 25;

/// Returns the fabric without hysteresis in tension, as in EWS96: unloading follows the loading curve.
[[nodiscard]] FabricDescription without_tension_loop(FabricDescription fabric);

/// Returns the scene of a row in still air, with the defaults of the methods. The hysteresis loops are the only damping
/// of the cloth, as in the paper. The friction of the obstacle is that of the fabric.
[[nodiscard]] SceneDescription ews96_scene(const Ews96Row& row, const Ews96Choices& choices,
                                           const FabricDescription& fabric);

}  // namespace tulle
