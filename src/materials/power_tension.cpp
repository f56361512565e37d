// EWS96's tension law (PowerTension) as points of a loop without width. Beyond the last point the law continues as a
// straight line; a real fabric has torn long before.

#include "materials/kes.hpp"

#include <cmath>

namespace tulle {
namespace {

constexpr int points_each_way = 64;

}  // namespace

MeasuredLoop loop_of(const PowerTension& tension)
{
    const double far = std::sqrt(4 * greatest_pull / tension.stretch);  // strain, twice EMT
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
