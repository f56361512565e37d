#pragma once
// Adds the checks of frames to the certificate of a run.

#include "output/metrics_writer.hpp"

#include <tulle/run.hpp>

#include <algorithm>

namespace tulle {

inline void add_frame(RunCertificate& certificate, const CertificateColumns& frame)
{
    ++certificate.frames;
    certificate.intersections += frame.intersections;
    certificate.frames_with_intersections += frame.intersections > 0 ? 1 : 0;
    certificate.smallest_gap = std::min(certificate.smallest_gap, frame.smallest_gap);
    certificate.deepest_crossing = std::max(certificate.deepest_crossing, frame.deepest_crossing);
}

}  // namespace tulle
