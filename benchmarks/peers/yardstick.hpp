#pragma once
// What both yardsticks do around their own Cloth<Real>: frames of substeps, timed and looked at, in the precision asked
// for.

#include "measurement.hpp"
#include "options.hpp"
#include "workload.hpp"

#include <cmath>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace peers {

/// `iterations` are those of one substep.
template <class Cloth>
void run_yardstick(const std::string& program, const Workload& workload, const Options& options, int iterations)
{
    const int substeps = options.count("substeps");
    const int frames = static_cast<int>(std::lround(duration * frame_rate));
    Measurement measurement(workload);
    std::unique_ptr<Cloth> cloth;
    measurement.setup.time([&] { cloth = std::make_unique<Cloth>(workload, options, 1 / (frame_rate * substeps)); });
    std::vector<Point> x(static_cast<std::size_t>(workload.particle_count()));
    for (int frame = 0; frame < frames; ++frame) {
        measurement.stepping.time([&] {
            for (int k = 0; k < substeps; ++k) cloth->take_step(iterations);
        });
        cloth->copy_positions(x);
        measurement.look(x);
    }
    measurement.print(program, frames * substeps);
}

template <template <class> class Cloth>
void run_in_precision(const std::string& program, const Workload& workload, const Options& options, int iterations)
{
    const std::string& real = options.text("real");
    if (real != "float" && real != "double")
        throw std::invalid_argument("real is float or double, found \"" + real + '"');
    if (real == "float")
        run_yardstick<Cloth<float>>(program, workload, options, iterations);
    else
        run_yardstick<Cloth<double>>(program, workload, options, iterations);
}

}  // namespace peers
