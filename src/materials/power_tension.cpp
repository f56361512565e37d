// EWS96's law of tension as points of a loop without width. Beyond the last one it goes on straight, where the fabric
// has long been torn.

#include "materials/kes.hpp"

#include <cmath>

namespace tulle {
namespace {

constexpr int points_each_way = 64;

}  // namespace

MeasuredLoop loop_of(const PowerTension& tension)
{
    const double far = std::sqrt(4 * greatest_pull / tension.stretch);  // strain; half of it is EMT
    MeasuredLoop loop;
    for (int k = points_each_way; k > 0; --k) {
        const double strain = static_cast<double>(k) / points_each_way;
        loop.loading.push_back({-strain, -tension.compression * std::pow(strain, 4)});
    }
    for (int k = 0; k <= points_each_way; ++k) {
        const double strain = far * k / points_each_way;
        loop.loading.push_back({strain, tension.stretch * strain * strain});
    }
    loop.unloading = loop.loading;
    return loop;
}

}  // namespace tulle
