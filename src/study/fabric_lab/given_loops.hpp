#pragma once
// Hysteresis loops that the Kawabata (KES) machines would draw from the constitutive laws of a fabric alone, and the
// Kawabata numbers read off these loops. One element is driven as the test drives its specimen
// (study/fabric_lab/virtual_kes.hpp). So a law given as points, or up to another force than the machine's, is judged in
// the same way as a law given as numbers.

#include "scene/fabric_units.hpp"
#include "study/fabric_lab/virtual_kes.hpp"

#include <array>
#include <string_view>
#include <vector>

namespace tulle {

enum class KesTest { tension, shear, bending };
inline constexpr std::array kes_tests{KesTest::tension, KesTest::shear, KesTest::bending};
inline constexpr std::array thread_systems{Thread::warp, Thread::weft};

[[nodiscard]] std::string_view name_of(KesTest test);
[[nodiscard]] std::string_view name_of(Thread along);  // warp, weft

/// Returns the loop that the test would draw; the shear loop is the same for warp and weft.
[[nodiscard]] DrawnLoop given_loop(const FabricDescription& fabric, KesTest test, Thread along);
/// Returns whether two loops have equal points.
[[nodiscard]] bool is_same(const DrawnLoop& a, const DrawnLoop& b);

/// Labels and units of the axes of a test's diagram.
struct KesAxes {
    std::string_view across;  // "strain"
    const Quantity* at;       // with its units
    std::string_view up;      // "tension"
    const Quantity* value;    // with its units
};
[[nodiscard]] KesAxes axes_of(KesTest test);

/// A number of the Kawabata system, with its units.
struct KesNumber {
    std::string_view name;     // EMT
    const Quantity* quantity;  // with its units
    double value = 0;          // SI

    [[nodiscard]] double kes() const { return value / quantity->unit(UnitSystem::kes).factor; }
    [[nodiscard]] std::string_view kes_unit() const { return quantity->unit(UnitSystem::kes).text; }
    [[nodiscard]] std::string_view si_unit() const { return quantity->unit(UnitSystem::si).text; }
};

[[nodiscard]] std::vector<KesNumber> numbers_of(const KesTension& tension);  // EMT, LT, WT, RT
[[nodiscard]] std::vector<KesNumber> numbers_of(const KesShear& shear);      // G, 2HG, 2HG5
[[nodiscard]] std::vector<KesNumber> numbers_of(const KesBending& bending);  // B, 2HB
/// Returns the numbers of a test, read off a loop.
[[nodiscard]] std::vector<KesNumber> numbers_of(KesTest test, const DrawnLoop& loop);

}  // namespace tulle
