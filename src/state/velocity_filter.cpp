#include "state/velocity_filter.hpp"

#include "core/parallel.hpp"

#include <algorithm>
#include <cmath>

namespace tulle {

Neighbourhoods joined(std::size_t particles, std::span<const ParticlePair> pairs)
{
    std::vector<ParticlePair> both;
    both.reserve(2 * pairs.size());
    for (const auto [i, j] : pairs) {
        both.push_back({i, j});
        both.push_back({j, i});
    }
    std::sort(both.begin(), both.end());
    both.erase(std::unique(both.begin(), both.end()), both.end());
    Neighbourhoods result;
    result.first.assign(particles + 1, 0);
    for (const auto [i, j] : both) {
        ++result.first[static_cast<std::size_t>(i) + 1];
        result.neighbour.push_back(j);
    }
    for (std::size_t i = 0; i < particles; ++i) result.first[i + 1] += result.first[i];
    return result;
}

Neighbourhoods within_rings(const Neighbourhoods& steps, int rings)
{
    Neighbourhoods result;
    std::vector<std::size_t> reached_from(steps.size(), steps.size());  // no particle has this number
    for (std::size_t i = 0; i < steps.size(); ++i) {
        std::vector<int> found{static_cast<int>(i)};
        reached_from[i] = i;
        for (std::size_t begin = 0, ring = 0; ring < static_cast<std::size_t>(rings); ++ring) {
            const std::size_t end = found.size();
            for (; begin < end; ++begin) {
                for (const int j : steps.of(static_cast<std::size_t>(found[begin]))) {
                    if (reached_from[static_cast<std::size_t>(j)] == i) continue;
                    reached_from[static_cast<std::size_t>(j)] = i;
                    found.push_back(j);
                }
            }
        }
        std::sort(found.begin() + 1, found.end());
        result.neighbour.insert(result.neighbour.end(), found.begin() + 1, found.end());
        result.first.push_back(result.neighbour.size());
    }
    return result;
}

VelocityFilter::VelocityFilter(const FilterSettings& settings, Neighbourhoods neighbourhoods, std::vector<double> edge,
                               std::vector<double> inverse_mass)
    : settings_(settings),
      neighbourhoods_(std::move(neighbourhoods)),
      edge_(std::move(edge)),
      inverse_mass_(std::move(inverse_mass)),
      weight_(neighbourhoods_.neighbour.size()),
      total_(neighbourhoods_.size()),
      own_(neighbourhoods_.size()),
      before_(neighbourhoods_.size())
{
    if (settings_.kind != FilterKind::momentum) return;
    for (std::size_t i = 0; i < neighbourhoods_.size(); ++i) {
        for (std::size_t e = neighbourhoods_.first[i]; e < neighbourhoods_.first[i + 1]; ++e) {
            if (neighbourhoods_.neighbour[e] < static_cast<int>(i)) continue;
            pairs_.other.push_back(neighbourhoods_.neighbour[e]);
            pairs_.place.push_back(e);
        }
        pairs_.first.push_back(pairs_.other.size());
    }
    pairs_.weight.resize(pairs_.other.size());
}

void VelocityFilter::gather_pairs()
{
    parallel_for(pairs_.place.size(), [&](std::size_t p) { pairs_.weight[p] = weight_[pairs_.place[p]]; });
}

double VelocityFilter::largest_mass_ratio() const
{
    double largest = 1;
    for (std::size_t i = 0; i < neighbourhoods_.size(); ++i)
        for (const int j : neighbourhoods_.of(i))
            if (inverse_mass_[i] > 0 && inverse_mass_[j] > 0)
                largest = std::max(largest, inverse_mass_[i] / inverse_mass_[j]);
    return largest;
}

void VelocityFilter::save(ArchiveWriter& out) const
{
    out.array(std::span(weight_));
    out.array(std::span(own_));
}

void VelocityFilter::restore(ArchiveReader& in)
{
    in.array(std::span(weight_));
    in.array(std::span(own_));
    gather_pairs();
}

double VelocityFilter::kernel(double distance) const
{
    const bool is_gaussian = settings_.kernel == FilterKernel::gaussian;
    return std::exp(-settings_.lambda * (is_gaussian ? distance * distance : distance));
}

void VelocityFilter::weigh(std::span<const Vec3> x)
{
    const std::size_t n = neighbourhoods_.size();
    parallel_for(n, [&](std::size_t i) {
        total_[i] = 1;  // the particle itself
        for (std::size_t e = neighbourhoods_.first[i]; e < neighbourhoods_.first[i + 1]; ++e) {
            const auto j = static_cast<std::size_t>(neighbourhoods_.neighbour[e]);
            weight_[e] = kernel((x[j] - x[i]).norm() / edge_[i]);
            total_[i] += weight_[e];
        }
    });
    if (settings_.kind != FilterKind::momentum) {
        // averaged: sum_j b_ij (v_i + v_j) / 2 equals v_i + sum_j b_ij (v_j - v_i) / 2, because all b_ij of a particle
        // add to 1.
        const double share = settings_.kind == FilterKind::averaged ? 0.5 : 1.0;
        parallel_for(n, [&](std::size_t i) {
            const double scale = inverse_mass_[i] == 0 ? 0 : share / total_[i];
            own_[i] = 1;
            for (std::size_t e = neighbourhoods_.first[i]; e < neighbourhoods_.first[i + 1]; ++e) {
                weight_[e] *= scale;
                own_[i] -= weight_[e];
            }
        });
        return;
    }
    // The two particles of a pair exchange the momentum c v, where c = min(m_i b_ij, m_j b_ji) / 2 and v is their
    // relative velocity. c v^2 <= 2 c (v_i^2 + v_j^2), and the b_ij without b_ii add to less than 1. The filter
    // therefore takes at most the whole kinetic energy of a velocity field: the gains of the filter lie between 0 and
    // 1.
    parallel_for(n, [&](std::size_t i) {
        for (std::size_t e = neighbourhoods_.first[i]; e < neighbourhoods_.first[i + 1]; ++e) {
            const auto j = static_cast<std::size_t>(neighbourhoods_.neighbour[e]);
            // The inverse of m_i / total_i. For a particle that cannot move, this inverse is zero: its mass sets no
            // bound.
            const double inverse = std::max(inverse_mass_[i] * total_[i], inverse_mass_[j] * total_[j]);
            const double square = (x[j] - x[i]).squaredNorm();
            weight_[e] = inverse > 0 && square > 0 ? 0.5 * weight_[e] / (inverse * square) : 0;
        }
    });
    gather_pairs();
}

namespace {

/// Returns the momentum [kg m/s] that one of two neighbours takes from the other, along the line between them.
inline Vec3 exchange(double weight, const Vec3& offset, const Vec3& relative)
{
    return (weight * offset.dot(relative)) * offset;
}

}  // namespace

void VelocityFilter::exchange_momenta(std::span<const Vec3> x, std::span<const Vec3> v, std::span<Vec3> filtered) const
{
    // The serial and the parallel loop add the contributions of the neighbours of a particle in the same order, so that
    // both results agree to the last bit.
    if (thread_count() == 1) {
        for (Vec3& taken : filtered) taken.setZero();
        const int* const other = pairs_.other.data();
        const double* const weight = pairs_.weight.data();
        for (std::size_t i = 0; i < v.size(); ++i) {
            Vec3 taken = filtered[i];
            const Vec3 x_i = x[i], v_i = v[i];
            for (std::size_t p = pairs_.first[i], end = pairs_.first[i + 1]; p < end; ++p) {
                const int j = other[p];
                const Vec3 momentum = exchange(weight[p], x[j] - x_i, v[j] - v_i);
                taken += momentum;
                filtered[j] -= momentum;
            }
            filtered[i] = v_i + inverse_mass_[i] * taken;
        }
        return;
    }
    parallel_for(v.size(), [&](std::size_t i) {
        Vec3 taken = Vec3::Zero();
        for (std::size_t e = neighbourhoods_.first[i]; e < neighbourhoods_.first[i + 1]; ++e) {
            const int j = neighbourhoods_.neighbour[e];
            taken += exchange(weight_[e], x[j] - x[i], v[j] - v[i]);
        }
        filtered[i] = v[i] + inverse_mass_[i] * taken;
    });
}

void VelocityFilter::apply(std::span<const Vec3> x, std::span<const Vec3> v, std::span<Vec3> filtered) const
{
    if (settings_.kind == FilterKind::momentum) {
        exchange_momenta(x, v, filtered);
        return;
    }
    parallel_blocks(v.size(), [first = neighbourhoods_.first.data(), neighbour = neighbourhoods_.neighbour.data(),
                               weight = weight_.data(), own = own_.data(), from = v.data(),
                               to = filtered.data()](std::size_t, std::size_t begin, std::size_t end) {
        for (std::size_t i = begin, e = first[begin]; i < end; ++i) {
            // Two independent sums, because in a single sum each addition waits for the one before.
            Vec3 even = own[i] * from[i], odd = Vec3::Zero();
            const std::size_t last = first[i + 1];
            for (; e + 1 < last; e += 2) {
                odd += weight[e] * from[neighbour[e]];
                even += weight[e + 1] * from[neighbour[e + 1]];
            }
            for (; e < last; ++e) odd += weight[e] * from[neighbour[e]];
            to[i] = even + odd;
        }
    });
}

void VelocityFilter::apply(std::span<const Vec3> x, std::span<Vec3> v)
{
    std::copy(v.begin(), v.end(), before_.begin());
    apply(x, before_, v);
}

}  // namespace tulle
