#pragma once
// Report of the reproduction of VSMT10: the paper's claims beside Tulle's results, as text, Markdown, CSV, JSON and
// pictures.

#include "plot/plot.hpp"
#include "study/papers/vsmt10/vsmt10.hpp"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace tulle {

/// Returns one line with the settings that the paper leaves open.
[[nodiscard]] std::string choices_text(const Vsmt10Result& result);

/// A claim of the paper and Tulle's result. Claims without a result yet are left out.
struct Vsmt10Claim {
    std::string of_paper, of_tulle;
};
[[nodiscard]] std::vector<Vsmt10Claim> vsmt10_claims(const Vsmt10Result& result);

/// "2.93 %"
[[nodiscard]] std::string stretch_percent(double part);
/// Returns "12 mm", or when and how the run ended.
[[nodiscard]] std::string amplitude_text(const Vsmt10Pull& pull);
/// "cube at 6 m/s"
[[nodiscard]] std::string weight_text(const Vsmt10Press& press);
/// Returns "76 %", or when and how the run ended.
[[nodiscard]] std::string height_text(const Vsmt10Press& press);
/// Returns the result of cubic springs; null if it was not run.
[[nodiscard]] const Vsmt10Pull* vsmt10_pull(const Vsmt10Result& result, int side, JacobianTreatment treatment,
                                            const Vsmt10Solve& solve);

/// Return the whole report, figure by figure.
[[nodiscard]] std::string to_markdown(const Vsmt10Result& result);
[[nodiscard]] nlohmann::ordered_json to_json(const Vsmt10Result& result);

/// Return the numbers of the figures, one result per row.
[[nodiscard]] std::string curves_csv(const Vsmt10Result& result);
[[nodiscard]] std::string pulls_csv(const Vsmt10Result& result);
[[nodiscard]] std::string loads_csv(const Vsmt10Result& result);
[[nodiscard]] std::string pressed_csv(const Vsmt10Result& result);
[[nodiscard]] std::string times_csv(const Vsmt10Result& result);
[[nodiscard]] std::string hung_csv(const Vsmt10Result& result);

/// Stiffness over length.
[[nodiscard]] Figure vsmt10_figure_1(const Vsmt10Result& result);
/// Tension over length: the whole range, and around the rest length.
[[nodiscard]] Figure vsmt10_figure_2(const Vsmt10Result& result);
/// Amplitude of a lattice out of its plane over time: with the paper's solve of the steps, and with a converged solve.
[[nodiscard]] Figure vsmt10_figure_3(const Vsmt10Result& result);
/// Largest stretch of a cloth over time, under the ball (Figure 4) and under the cube (Figure 5); a panel for each
/// experiment.
[[nodiscard]] Figure vsmt10_figure_4(const Vsmt10Result& result);
[[nodiscard]] Figure vsmt10_figure_5(const Vsmt10Result& result);
/// Remaining height of a solid over time: under a cube that lies on it and under a cube that falls on it, with
/// converged steps; and with the paper's solve.
[[nodiscard]] Figure vsmt10_figure_6(const Vsmt10Result& result);
/// Time per step over the number of particles, relative to linear springs.
[[nodiscard]] Figure vsmt10_figure_7(const Vsmt10Result& result);
/// Mean stretch over K1/K, over a1, and over a1 for several K.
[[nodiscard]] Figure vsmt10_figure_8(const Vsmt10Result& result);

}  // namespace tulle
