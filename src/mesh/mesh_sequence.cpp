#include "mesh/mesh_sequence.hpp"

#include "core/assert.hpp"
#include "core/parallel.hpp"

#include <algorithm>
#include <cmath>

namespace tulle {

void vertices_at(const MeshSequence& sequence, double time, std::span<Vec3> positions)
{
    const std::size_t count = sequence.frames.size();
    TULLE_ASSERT(count > 0, count);
    const bool loops = sequence.at_end == SequenceEnd::loop;
    const double last = static_cast<double>(count - (loops ? 0 : 1));  // frames until the end or the restart
    double at = std::max((time - sequence.start) * sequence.fps, 0.0);
    at = loops ? std::fmod(at, last) : std::min(at, last);
    const auto before = std::min(static_cast<std::size_t>(at), count - 1);
    const std::size_t after = loops ? (before + 1) % count : std::min(before + 1, count - 1);
    const double s = at - static_cast<double>(before);
    const std::vector<Vec3>& a = sequence.frames[before];
    const std::vector<Vec3>& b = sequence.frames[after];
    TULLE_ASSERT(a.size() == positions.size() && b.size() == positions.size(), positions.size());
    parallel_for(positions.size(), [&](std::size_t i) { positions[i] = a[i] + s * (b[i] - a[i]); });
}

}  // namespace tulle
