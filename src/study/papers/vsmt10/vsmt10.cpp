#include "study/papers/vsmt10/vsmt10.hpp"

#include <tulle/threads.hpp>

#include <algorithm>

namespace tulle {
namespace {

// Rough fractions of the time of the whole study.
constexpr double pulls_share = 0.05, loads_share = 0.4, pressed_share = 0.3, timed_share = 0.1, hung_share = 0.15;

}  // namespace

Vsmt10Options vsmt10_quick_options()
{
    Vsmt10Options options;
    options.curve_points = 21;
    options.lattice.sides = {5};
    options.lattice.solves = {{.iterations = 2}, {}};
    options.lattice.rest = 0.2;
    options.lattice.pull = 0.2;
    options.lattice.duration = 1.5;
    options.loads.side = 8;
    options.loads.duration = 0.2;
    options.press.side = 3;
    options.press.duration = options.press.unsolved_duration = 0.1;
    options.press.speeds = {0};
    options.times.sides = {8};
    options.times.iterations = {2};
    options.times.turns = 3;
    options.hanging.side = 6;
    options.hanging.stretched = {1.02, 1.1};
    options.hanging.factors = {2, 6};
    options.hanging.stiffnesses = {50};
    return options;
}

Vsmt10Result Vsmt10Study::run()
{
    const StudyClock clock;
    double done = 0;
    Vsmt10Result result{.options = options_, .threads = thread_count()};
    const auto stopped = [&] { return stop != nullptr && stop->load(); };
    // Runs a part of the study; `share` is its fraction of the whole.
    const auto find = [&](double share, const auto& part) {
        const StudyListener listener{.tell =
                                         [&](double of_part, const std::string& what) {
                                             if (on_progress)
                                                 on_progress(clock.at(std::min(1.0, done + share * of_part), what));
                                         },
                                     .stop = stop};
        if (stopped()) return;
        part(listener);
        done += share;
        result.was_interrupted = stopped();
        if (on_result) on_result(result);
    };
    const Vsmt10Choices& choices = options_.choices;
    find(0, [&](const StudyListener&) { result.curves = vsmt10_curves(options_.factors, options_.curve_points); });
    find(pulls_share,
         [&](const StudyListener& listener) { result.pulls = vsmt10_pulls(choices, options_.lattice, listener); });
    find(loads_share,
         [&](const StudyListener& listener) { result.loads = vsmt10_loads(choices, options_.loads, listener); });
    find(pressed_share,
         [&](const StudyListener& listener) { result.pressed = vsmt10_presses(choices, options_.press, listener); });
    find(timed_share,
         [&](const StudyListener& listener) { result.times = vsmt10_times(choices, options_.times, listener); });
    find(hung_share,
         [&](const StudyListener& listener) { result.hung = vsmt10_hangings(choices, options_.hanging, listener); });
    result.was_interrupted = stopped();
    return result;
}

}  // namespace tulle
