#pragma once
// VSMT10's figures once more: laws of springs, a lattice that is pulled, heavy things on soft cloth and on a soft cube,
// times, and cloth under its own weight.

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

/// Small nets and little time: to see that everything works. The figures are not the paper's.
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
    /// Called after every figure, so that it can be kept.
    std::function<void(const Vsmt10Result&)> on_result;
    /// The study ends within a frame once this is true; may be set by a signal handler. What was finished is kept.
    const std::atomic<bool>* stop = nullptr;

    [[nodiscard]] Vsmt10Result run();

private:
    Vsmt10Options options_;
};

}  // namespace tulle
