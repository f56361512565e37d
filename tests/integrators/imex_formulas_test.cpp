#include "integrators/imex_formulas.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

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
    for (const ImexFormula& formula : imex_formulas()) {
        if (formula.name == "sbdf1") {
            EXPECT_NEAR(position_error_constant(formula), 1.0 / 2, 1e-15);
        }
        if (formula.name == "sbdf2") {
            EXPECT_NEAR(position_error_constant(formula), bdf2_error_constant(1), 1e-15);
        }
        if (formula.name == "cnab") {
            EXPECT_NEAR(position_error_constant(formula), 1.0 / 12, 1e-15);  // the trapezoidal rule
        }
    }
}

}  // namespace
}  // namespace tulle
