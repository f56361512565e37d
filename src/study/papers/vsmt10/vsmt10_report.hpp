#pragma once
// What came of VSMT10's figures: its claims beside ours, as text, Markdown, CSV, JSON and pictures.

#include "plot/plot.hpp"
#include "study/papers/vsmt10/vsmt10.hpp"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace tulle {

/// One line of the settings that the paper leaves open.
[[nodiscard]] std::string choices_text(const Vsmt10Result& result);

/// What the paper says, and what comes out, a line each; what has not been run yet is left out.
struct Vsmt10Claim {
    std::string theirs, ours;
};
[[nodiscard]] std::vector<Vsmt10Claim> vsmt10_claims(const Vsmt10Result& result);

/// "2.93 %"
[[nodiscard]] std::string stretch_percent(double part);
/// "12 mm", or when and how it ended.
[[nodiscard]] std::string amplitude_text(const Vsmt10Pull& pull);
/// "cube at 6 m/s"
[[nodiscard]] std::string weight_text(const Vsmt10Press& press);
/// "76 %", or when and how it ended.
[[nodiscard]] std::string height_text(const Vsmt10Press& press);
/// That of cubic springs; null where it was not run.
[[nodiscard]] const Vsmt10Pull* vsmt10_pull(const Vsmt10Result& result, int side, JacobianTreatment treatment,
                                            const Vsmt10Solve& solve);

/// Everything, figure by figure.
[[nodiscard]] std::string to_markdown(const Vsmt10Result& result);
[[nodiscard]] nlohmann::ordered_json to_json(const Vsmt10Result& result);

/// The figures' numbers, a row each.
[[nodiscard]] std::string curves_csv(const Vsmt10Result& result);
[[nodiscard]] std::string pulls_csv(const Vsmt10Result& result);
[[nodiscard]] std::string loads_csv(const Vsmt10Result& result);
[[nodiscard]] std::string pressed_csv(const Vsmt10Result& result);
[[nodiscard]] std::string times_csv(const Vsmt10Result& result);
[[nodiscard]] std::string hung_csv(const Vsmt10Result& result);

/// Stiffness over length.
[[nodiscard]] Figure vsmt10_figure_1(const Vsmt10Result& result);
/// Tension over length, the whole and around rest.
[[nodiscard]] Figure vsmt10_figure_2(const Vsmt10Result& result);
/// How far a lattice swings out of its plane over time: as the paper solves its steps, and solved to the end.
[[nodiscard]] Figure vsmt10_figure_3(const Vsmt10Result& result);
/// Largest stretch of a cloth over time under the ball, and under the cube; a panel for each way to hold it.
[[nodiscard]] Figure vsmt10_figure_4(const Vsmt10Result& result);
[[nodiscard]] Figure vsmt10_figure_5(const Vsmt10Result& result);
/// What is left of the height of a solid over time: under a cube that lies on it, and that falls on it, steps solved;
/// and as the paper solves them.
[[nodiscard]] Figure vsmt10_figure_6(const Vsmt10Result& result);
/// Time of a step over the number of particles, relative to linear springs.
[[nodiscard]] Figure vsmt10_figure_7(const Vsmt10Result& result);
/// Mean stretch over K1/K, over a1, and over a1 for several K.
[[nodiscard]] Figure vsmt10_figure_8(const Vsmt10Result& result);

}  // namespace tulle
