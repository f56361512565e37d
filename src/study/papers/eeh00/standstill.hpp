#pragma once
// EEH00 section 7: without the update a stiff cloth nearly stands still, because the matrix gives springs the same
// stiffness across them as along them.

#include "plot/plot.hpp"
#include "study/papers/eeh00/eeh00_rows.hpp"

#include <functional>
#include <string>
#include <vector>

namespace tulle {

struct StandstillCurve {
    std::string name{};
    double h = 0;                   // s
    std::vector<double> times{};    // s
    std::vector<double> speeds{};   // m/s, mean over the particles
    std::vector<double> heights{};  // m, of the lowest particle
};

struct Standstill {
    static constexpr int runs = 3;
    Eeh00Row row{};
    std::vector<StandstillCurve> curves{};  // without update, with update, and with update and converged steps of h/10
};

/// Runs the three simulations. `keep_going` is called after every step with the fraction done; false stops the runs.
[[nodiscard]] Standstill run_standstill(const Eeh00Row& row, const Eeh00Choices& choices,
                                        const std::function<bool(double)>& keep_going);

/// Returns a figure of the mean speed (above) and of the height of the lowest particle (below).
[[nodiscard]] Figure standstill_figure(const Standstill& result);

/// Returns a row per curve and point.
[[nodiscard]] std::string to_csv(const Standstill& result);

}  // namespace tulle
