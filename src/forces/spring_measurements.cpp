// Measurements of springs: energies and stretches.

#include "forces/springs.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace tulle {

void Springs::add_measurements(std::span<const Vec3> x, Measurements& measurements)
{
    const SpringMeasurements m = measure(x);
    measurements.energies.stretch += m.energy[static_cast<int>(SpringKind::structural)];
    measurements.energies.shear += m.energy[static_cast<int>(SpringKind::shear)];
    measurements.energies.bending += m.energy[static_cast<int>(SpringKind::bending)];
    measurements.largest_stretch = m.largest_stretch;
    measurements.mean_stretch = m.stretch_sum / static_cast<double>(std::max<std::size_t>(structural_count(), 1));
}

SpringMeasurements Springs::measure(std::span<const Vec3> x)
{
    const auto body = [&](std::size_t begin, std::size_t end) {
        SpringMeasurements m;
        for (std::size_t s = begin; s < end; ++s) {
            if (!gone_.empty() && gone_[s] != 0) continue;
            const auto [i, j] = ends_[s];
            const SpringGroup& group = groups_[group_[s]];
            const double l = (x[i] - x[j]).norm();
            const double stretch = l / rest_length_[s] - 1.0;
            m.energy[static_cast<int>(group.kind)] += energy_at(s, l);
            if (m.longest_particle < 0 || stretch > m.longest) {
                m.longest = stretch;
                m.longest_particle = i;
            }
            if (group.kind != SpringKind::structural) continue;
            m.stretch_sum += std::abs(stretch);
            if (m.stretched_particle < 0 || stretch > m.largest_stretch) {
                m.largest_stretch = stretch;
                m.stretched_particle = i;
            }
        }
        return m;
    };
    const auto combine = [](SpringMeasurements a, const SpringMeasurements& b) {
        for (int kind = 0; kind < 3; ++kind) a.energy[kind] += b.energy[kind];
        a.stretch_sum += b.stretch_sum;
        if (b.stretched_particle >= 0 && (a.stretched_particle < 0 || b.largest_stretch > a.largest_stretch)) {
            a.largest_stretch = b.largest_stretch;
            a.stretched_particle = b.stretched_particle;
        }
        if (b.longest_particle >= 0 && (a.longest_particle < 0 || b.longest > a.longest)) {
            a.longest = b.longest;
            a.longest_particle = b.longest_particle;
        }
        return a;
    };
    return measure_reducer_.reduce(ends_.size(), SpringMeasurements{}, body, combine);
}

LongestSprings Springs::find_longest(std::span<const Vec3> x)
{
    const auto body = [&](std::size_t begin, std::size_t end) {
        // The extremes are of (l / L)^2. The loop divides only for a new extreme.
        LongestSprings m{-1, -1, -1};
        for (std::size_t s = begin; s < end; ++s) {
            const auto [i, j] = ends_[s];
            const double l2 = (x[i] - x[j]).squaredNorm();
            const double rest2 = rest_length_[s] * rest_length_[s];
            const bool is_structural = groups_[group_[s]].kind == SpringKind::structural;
            if (!(l2 > m.longest * rest2) && !(is_structural && l2 > m.largest_stretch * rest2)) continue;
            if (!gone_.empty() && gone_[s] != 0) continue;
            const double ratio = l2 / rest2;
            if (is_structural) m.largest_stretch = std::max(m.largest_stretch, ratio);
            if (ratio > m.longest) {
                m.longest = ratio;
                m.longest_particle = i;
            }
        }
        return m;
    };
    const auto combine = [](LongestSprings a, const LongestSprings& b) {
        a.largest_stretch = std::max(a.largest_stretch, b.largest_stretch);
        if (b.longest > a.longest) {
            a.longest = b.longest;
            a.longest_particle = b.longest_particle;
        }
        return a;
    };
    LongestSprings m = longest_reducer_.reduce(ends_.size(), LongestSprings{-1, -1, -1}, body, combine);
    for (double* ratio : {&m.largest_stretch, &m.longest}) *ratio = *ratio < 0 ? 0 : std::sqrt(*ratio) - 1;
    return m;
}

void Springs::drop_torn(const IntactFaces& intact)
{
    gone_.assign(ends_.size(), 0);
    structural_count_ = 0;
    for (std::size_t s = 0; s < ends_.size(); ++s) {
        if (groups_[group_[s]].kind != SpringKind::structural) continue;
        if (intact.holds(std::array{ends_[s].i, ends_[s].j})) {
            ++structural_count_;
        } else {
            gone_[s] = 1;
        }
    }
}

double Springs::energy(std::span<const Vec3> x)
{
    const SpringMeasurements m = measure(x);
    return m.energy[0] + m.energy[1] + m.energy[2];
}

}  // namespace tulle
