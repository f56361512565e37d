#pragma once
// The matrix of a square sheet that nothing but its stiffness against bending holds: along every line second
// differences, [1 -2 1]. Its couplings, of both signs, are not those of springs.

#include "linear/csr.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

namespace tulle::testing {

/// Masses of 1 and hinges as stiff as told; particles have random numbers.
template <class Value>
[[nodiscard]] Csr<Value> scattered_plate(int side, double stiffness = 10)
{
    std::vector<int> number(static_cast<std::size_t>(side) * side);
    std::iota(number.begin(), number.end(), 0);
    std::shuffle(number.begin(), number.end(), std::mt19937(5));
    std::vector<std::array<int, 3>> hinges;
    for (int a = 0; a < side; ++a)
        for (int b = 0; b + 2 < side; ++b)
            for (const int step : {1, side}) {
                const int first = step == 1 ? a * side + b : b * side + a;
                hinges.push_back({number[first], number[first + step], number[first + 2 * step]});
            }
    std::vector<std::pair<int, int>> couplings;
    for (const auto& [i, j, k] : hinges) couplings.insert(couplings.end(), {{i, j}, {j, k}, {i, k}});
    Csr<Value> A(std::make_shared<const SparsityPattern>(make_pattern(number.size(), couplings)));
    const auto add = [&](int i, int j, double value) {
        if constexpr (std::is_same_v<Value, double>) {
            A.value[A.pattern->slot(i, j)] += value;
        } else {
            A.value[A.pattern->slot(i, j)].diagonal().array() += value;
        }
    };
    for (const int i : number) add(i, i, 1);
    for (const auto& hinge : hinges)
        for (std::size_t a = 0; a < 3; ++a)
            for (std::size_t b = 0; b < 3; ++b)
                add(hinge[a], hinge[b], stiffness * (a == 1 ? -2 : 1) * (b == 1 ? -2 : 1));
    return A;
}

}  // namespace tulle::testing
