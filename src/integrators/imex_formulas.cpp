#include "integrators/imex_formulas.hpp"

#include <cmath>

namespace tulle {
namespace {

// Ascher, Ruuth and Wetton 1995, section 2 and 4; tests/integrators/imex_formulas_test.cpp checks the order conditions.
constexpr std::array formulas{
    ImexFormula{"sbdf1", 1, 1, {1, -1}, {0, 1}, {1}},
    ImexFormula{"sbdf2", 2, 2, {3.0 / 2, -2, 1.0 / 2}, {0, 2, -1}, {1}},
    ImexFormula{"sbdf3", 3, 3, {11.0 / 6, -3, 3.0 / 2, -1.0 / 3}, {0, 3, -3, 1}, {1}},
    ImexFormula{"sbdf4", 4, 4, {25.0 / 12, -4, 3, -4.0 / 3, 1.0 / 4}, {0, 4, -6, 4, -1}, {1}},
    ImexFormula{"cnab", 2, 2, {1, -1}, {0, 3.0 / 2, -1.0 / 2}, {1.0 / 2, 1.0 / 2}},
    ImexFormula{"mcnab", 2, 2, {1, -1}, {0, 3.0 / 2, -1.0 / 2}, {9.0 / 16, 3.0 / 8, 1.0 / 16}},
    ImexFormula{"cnlf", 2, 2, {1.0 / 2, 0, -1.0 / 2}, {0, 1, 0}, {1.0 / 2, 0, 1.0 / 2}},
};

}  // namespace

std::span<const ImexFormula> imex_formulas() { return formulas; }

ImexFormula sbdf2(double ratio)
{
    const double w = ratio;
    return {"sbdf2", 2, 2, {(1 + 2 * w) / (1 + w), -(1 + w), w * w / (1 + w)}, {0, 1 + w, -w}, {1}};
}

double position_error_constant(const ImexFormula& formula)
{
    // The residual of the formula for x = t^(p+1)/(p+1)!, v = t^p/p!, at h = 1 and with t = 1 for j = 0.
    const int p = formula.order;
    const double factorial = std::tgamma(p + 1.0);
    double left = 0;
    for (int j = 0; j <= formula.steps; ++j) {
        const double t = 1.0 - j;
        left += formula.a[j] * std::pow(t, p + 1) / (factorial * (p + 1)) - formula.c[j] * std::pow(t, p) / factorial;
    }
    return std::abs(left / formula.a[0]);
}

double bdf2_error_constant(double ratio) { return (1 + ratio) * (1 + ratio) / (6 * ratio * (1 + 2 * ratio)); }

}  // namespace tulle
