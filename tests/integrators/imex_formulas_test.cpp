#include "integrators/imex_formulas.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <map>
#include <string_view>

namespace tulle {
namespace {

/// Times of the states a formula combines, in steps from now: 1, 0, -1, ...
using Times = std::function<double(int)>;

double equal_steps(int j) { return 1.0 - j; }

/// What the formula leaves of u = t^power when u' is all explicit, or all implicit.
struct Left {
    double explicit_part, implicit_part;
};

Left left_of(const ImexFormula& formula, int power, const Times& time)
{
    double sum = 0;
    double explicit_sum = 0;
    double implicit_sum = 0;
    for (int j = 0; j <= formula.steps; ++j) {
        const double t = time(j);
        const double slope = power == 0 ? 0 : power * std::pow(t, power - 1);
        sum += formula.a[j] * std::pow(t, power);
        explicit_sum += formula.b[j] * slope;
        implicit_sum += formula.c[j] * slope;
    }
    return {sum - explicit_sum, sum - implicit_sum};
}

TEST(ImexFormulas, AreExactForPolynomialsUpToTheirOrderAndNoFurther)
{
    EXPECT_EQ(imex_formulas().size(), 7U);
    for (const ImexFormula& formula : imex_formulas()) {
        for (int power = 0; power <= formula.order; ++power) {
            const Left left = left_of(formula, power, equal_steps);
            EXPECT_NEAR(left.explicit_part, 0, 1e-14) << formula.name << " t^" << power;
            EXPECT_NEAR(left.implicit_part, 0, 1e-14) << formula.name << " t^" << power;
        }
        const Left beyond = left_of(formula, formula.order + 1, equal_steps);
        EXPECT_GT(std::abs(beyond.explicit_part) + std::abs(beyond.implicit_part), 0.1) << formula.name;
        EXPECT_EQ(formula.b[0], 0) << formula.name;
        for (int j = formula.steps + 1; j <= longest_imex_formula; ++j)
            EXPECT_TRUE(formula.a[j] == 0 && formula.b[j] == 0 && formula.c[j] == 0) << formula.name;
    }
}

TEST(ImexFormulas, Sbdf2StaysOfSecondOrderWhenTheStepChanges)
{
    for (const double ratio : {0.3, 0.7, 1.0, 1.9}) {
        const auto time = [&](int j) { return j == 2 ? -1 / ratio : equal_steps(j); };
        for (int power = 0; power <= 2; ++power) {
            const Left left = left_of(sbdf2(ratio), power, time);
            EXPECT_NEAR(left.explicit_part, 0, 1e-13) << ratio << " t^" << power;
            EXPECT_NEAR(left.implicit_part, 0, 1e-13) << ratio << " t^" << power;
        }
        // t^3 = 6 t^3/3!, and the constant belongs to t^3/3!.
        EXPECT_NEAR(std::abs(left_of(sbdf2(ratio), 3, time).implicit_part) / (6 * sbdf2(ratio).a[0]),
                    bdf2_error_constant(ratio), 1e-13);
    }
    EXPECT_NEAR(bdf2_error_constant(1), 2.0 / 9, 1e-15);
}

TEST(ImexFormulas, KnowTheirErrorConstants)
{
    // Those of BDF1-4 over a_0; of the trapezoidal rule for CNAB and, over steps twice as long, for CNLF; MCNAB's 1/12
    // and the 1/16 that it shifts from now to two steps ago.
    const std::map<std::string_view, double> known{{"sbdf1", 1.0 / 2},    {"sbdf2", 2.0 / 9}, {"sbdf3", 3.0 / 22},
                                                   {"sbdf4", 12.0 / 125}, {"cnab", 1.0 / 12}, {"mcnab", 7.0 / 48},
                                                   {"cnlf", 2.0 / 3}};
    for (const ImexFormula& formula : imex_formulas())
        EXPECT_NEAR(position_error_constant(formula), known.at(formula.name), 1e-14) << formula.name;
    EXPECT_NEAR(bdf2_error_constant(1), 2.0 / 9, 1e-15);
}

}  // namespace
}  // namespace tulle
