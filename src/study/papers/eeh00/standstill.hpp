#pragma once
// EEH00 section 7: without the update a stiff cloth nearly stands still, for the matrix believes that springs resist
// motion across them as much as along them.

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
    std::vector<StandstillCurve> curves{};  // plain, updated, and converged steps a tenth as long
};

/// `keep_going` is asked after every step with the part done; false ends it early.
[[nodiscard]] Standstill run_standstill(const Eeh00Row& row, const Eeh00Choices& choices,
                                        const std::function<bool(double)>& keep_going);

/// Mean speed above, the lowest particle below.
[[nodiscard]] Figure standstill_figure(const Standstill& result);

/// A row per curve and step.
[[nodiscard]] std::string to_csv(const Standstill& result);

}  // namespace tulle
