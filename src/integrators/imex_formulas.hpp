#pragma once
// Coefficients of the IMEX multistep formulas (EEH00 eq. 7; Ascher, Ruuth and Wetton 1995):
//     sum_j a_j u_j = h sum_{j>=1} b_j f(u_j) + h sum_j c_j g(u_j),   u_0 = u(t + h), u_1 = u(t), u_2 = u(t - h), ...
// with g, the stiff linear part, implicit and f explicit.

#include <array>
#include <span>
#include <string_view>

namespace tulle {

inline constexpr int longest_imex_formula = 4;  // steps

struct ImexFormula {
    std::string_view name;
    int order = 0;
    int steps = 0;                                               // number of past states that the formula combines
    std::array<double, longest_imex_formula + 1> a{}, b{}, c{};  // b[0] is 0

    [[nodiscard]] bool takes_variable_steps() const { return order == steps && order <= 2 && c[0] == 1; }
};

/// Returns the formulas for equal steps: SBDF1-4, CNAB, MCNAB, CNLF.
[[nodiscard]] std::span<const ImexFormula> imex_formulas();

/// Returns SBDF2 for a step that is `ratio` times as long as the step before.
[[nodiscard]] ImexFormula sbdf2(double ratio);

/// Returns the constant of the leading error in x for equal steps (see LocalError); x' = v belongs to the implicit
/// part.
[[nodiscard]] double position_error_constant(const ImexFormula& formula);
/// Returns the constant of the leading error in x of BDF2 and SBDF2 for a step that is `ratio` times as long as the
/// step before: 2/9 for equal steps.
[[nodiscard]] double bdf2_error_constant(double ratio);

}  // namespace tulle
