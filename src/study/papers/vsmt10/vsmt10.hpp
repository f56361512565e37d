#pragma once
// Reproduction of VSMT10's Figures 1 to 8: spring laws, a stretched lattice, heavy loads on soft cloth and on a soft
// cube, computing times, and cloth that hangs under its own weight.

#include "study/common/study_progress.hpp"
#include "study/papers/vsmt10/vsmt10_curves.hpp"
#include "study/papers/vsmt10/vsmt10_hanging.hpp"
#include "study/papers/vsmt10/vsmt10_lattice.hpp"
#include "study/papers/vsmt10/vsmt10_loads.hpp"
#include "study/papers/vsmt10/vsmt10_press.hpp"
#include "study/papers/vsmt10/vsmt10_times.hpp"

#include <atomic>
#include <functional>
#include <string>
#include <vector>

namespace tulle {

struct Vsmt10Options {
    Vsmt10Choices choices{};
    std::vector<double> factors{2, 4, 6};  // K1/K in Figures 1 and 2: the paper's
    int curve_points = 201;
    Vsmt10LatticeOptions lattice{};
    Vsmt10LoadOptions loads{};
    Vsmt10PressOptions press{};
    Vsmt10TimesOptions times{};
    Vsmt10HangingOptions hanging{};
};

/// Returns options with few particles and short times, for a quick test of all parts. The figures then differ from the
/// paper's.
[[nodiscard]] Vsmt10Options vsmt10_quick_options();

struct Vsmt10Result {
    Vsmt10Options options{};
    int threads = 1;
    bool was_interrupted = false;
    std::vector<Vsmt10Curve> curves{};   // Figures 1 and 2
    std::vector<Vsmt10Pull> pulls{};     // Figure 3
    std::vector<Vsmt10Load> loads{};     // Figures 4 and 5
    std::vector<Vsmt10Press> pressed{};  // Figure 6
    std::vector<Vsmt10TimeRow> times{};  // Figure 7
    std::vector<Vsmt10Hung> hung{};      // Figure 8
};

class Vsmt10Study {
public:
    explicit Vsmt10Study(Vsmt10Options options) : options_(std::move(options)) {}

    std::function<void(const StudyProgress&)> on_progress;
    /// Called after every figure, so that partial results can be saved.
    std::function<void(const Vsmt10Result&)> on_result;
    /// When true, the study ends after the current frame; a signal handler may set it. Finished parts remain in the
    /// result.
    const std::atomic<bool>* stop = nullptr;

    [[nodiscard]] Vsmt10Result run();

private:
    Vsmt10Options options_;
};

}  // namespace tulle
