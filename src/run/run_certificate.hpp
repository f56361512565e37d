#pragma once
// Certificate of a run: the intersections and gaps in all frames checked so far. metrics.csv has the values per frame.

#include "output/metrics_writer.hpp"

#include <algorithm>
#include <limits>

namespace tulle {

struct RunCertificate {
    int frames = 0;          // number of checked frames
    long intersections = 0;  // summed over the frames
    int frames_with_intersections = 0;
    double smallest_gap = std::numeric_limits<double>::infinity();  // m
    double deepest_crossing = 0;                                    // m
    double reach = 0;                                               // m; larger gaps were not searched

    [[nodiscard]] bool is_free() const { return intersections == 0; }
    void add(const CertificateColumns& frame)
    {
        ++frames;
        intersections += frame.intersections;
        frames_with_intersections += frame.intersections > 0 ? 1 : 0;
        smallest_gap = std::min(smallest_gap, frame.smallest_gap);
        deepest_crossing = std::max(deepest_crossing, frame.deepest_crossing);
    }
};

}  // namespace tulle
