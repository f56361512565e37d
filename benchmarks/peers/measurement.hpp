#pragma once
// What a program took and how good its cloth is, as one line: RESULT {json}.

#include "workload.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace peers {

/// Over the edges of the grid: length / rest length - 1, shortened edges negative.
struct Stretch {
    double largest = 0, percentile_99 = 0, mean = 0;
    double mean_size = 0;  // of the absolute values: shortened edges do not make up for long ones
};

[[nodiscard]] inline Stretch measure_stretch(std::span<const Spring> edges, std::span<const Point> x)
{
    std::vector<double> stretch;
    stretch.reserve(edges.size());
    Stretch result;
    for (const Spring& edge : edges) {
        const Point &a = x[edge.i], &b = x[edge.j];
        stretch.push_back(std::hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]) / edge.rest_length - 1);
        result.mean += stretch.back() / static_cast<double>(edges.size());
        result.mean_size += std::abs(stretch.back()) / static_cast<double>(edges.size());
    }
    if (!std::isfinite(result.mean)) {
        const double nan = std::numeric_limits<double>::quiet_NaN();
        return {nan, nan, nan, nan};
    }
    result.largest = *std::max_element(stretch.begin(), stretch.end());
    const auto place = stretch.begin() + static_cast<std::ptrdiff_t>(stretch.size() * 99 / 100);
    std::nth_element(stretch.begin(), place, stretch.end());
    result.percentile_99 = *place;
    return result;
}

/// m, how deep the deepest particle is in the bare box.
[[nodiscard]] inline double deepest_penetration(std::span<const Point> x)
{
    double deepest = 0;
    for (const Point& p : x)
        deepest = std::max(
            deepest, std::min({table_half - std::abs(p[0]), table_half - std::abs(p[1]), -p[2], p[2] + table_depth}));
    return deepest;
}

/// s of processor time of this process, all its threads together.
[[nodiscard]] inline double processor_seconds()
{
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Adds up the time of what it is given to run.
class Stopwatch {
public:
    template <class Work>
    void time(Work&& work)
    {
        const double cpu_start = processor_seconds();
        const auto start = std::chrono::steady_clock::now();
        work();
        wall_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        cpu_ += processor_seconds() - cpu_start;
    }

    [[nodiscard]] double wall() const { return wall_; }  // s
    [[nodiscard]] double cpu() const { return cpu_; }    // s

private:
    double wall_ = 0, cpu_ = 0;
};

class Measurement {
public:
    explicit Measurement(const Workload& workload) : workload_(workload), edges_(workload.edges(1)) {}

    Stopwatch setup, stepping;

    /// Looks at the cloth as it is now; the last look is what is printed.
    void look(std::span<const Point> x)
    {
        now_ = measure_stretch(edges_, x);
        // A comparison with what is not a number is false: once seen, it stays.
        if (!(now_.largest <= peak_)) peak_ = now_.largest;
        penetration_ = workload_.has_table() ? deepest_penetration(x) : 0.0;
        for (const Point& p : x) lowest_ = std::min(lowest_, p[2]);
    }

    void print(const std::string& program, int steps) const
    {
        const auto number = [](double value) {
            if (!std::isfinite(value)) return std::string("null");
            char text[32];
            std::snprintf(text, sizeof text, "%.9g", value);
            return std::string(text);
        };
        std::string line = R"(RESULT {"program": ")" + program + R"(", "workload": ")" + workload_.name() + '"';
        const auto add = [&](const char* name, const std::string& value) {
            line.append(", \"").append(name).append("\": ").append(value);
        };
        add("side", std::to_string(workload_.side()));
        add("steps", std::to_string(steps));
        add("setup_s", number(setup.wall()));
        add("wall_s", number(stepping.wall()));
        add("cpu_s", number(stepping.cpu()));
        add("max_stretch", number(now_.largest));
        add("p99_stretch", number(now_.percentile_99));
        add("mean_stretch", number(now_.mean));
        add("mean_abs_stretch", number(now_.mean_size));
        add("peak_stretch", number(peak_));
        add("penetration", number(penetration_));
        add("lowest", number(lowest_));
        std::printf("%s}\n", line.c_str());
    }

private:
    const Workload& workload_;
    std::vector<Spring> edges_;
    Stretch now_;
    double peak_ = -1;
    double penetration_ = 0;                                   // m
    double lowest_ = std::numeric_limits<double>::infinity();  // m, in any frame
};

}  // namespace peers
