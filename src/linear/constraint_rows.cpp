#include "linear/constraint_rows.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace tulle {
namespace {

/// A row is dropped if less than this part of its squared length is left. Velocities therefore grow by a factor of 4.5
/// at most.
constexpr double too_little = 0.05;

double own_size(const std::array<Vec3, 3>& q) { return q[0].squaredNorm() + q[1].squaredNorm() + q[2].squaredNorm(); }

}  // namespace

void ConstraintRows::build(std::span<const Row> rows, const std::function<Mat3(int)>& free)
{
    rows_.clear();
    for (std::size_t r = 0; r < rows.size(); ++r) {
        Held held{rows[r].particles, {Vec3::Zero(), Vec3::Zero(), Vec3::Zero()}, rows[r].priority, static_cast<int>(r)};
        double whole = 0;
        for (int k = 0; k < 3; ++k) {
            const double w = rows[r].weights[k];
            if (w == 0) continue;
            held.q[k] = w * (free(held.particles[k]) * rows[r].normal);
            whole += w * w;
        }
        if (own_size(held.q) < too_little * whole) held.q.fill(Vec3::Zero());
        rows_.push_back(held);
    }
    right_.resize(rows_.size());
    const auto order = [](const Held& row) {
        return std::tuple(-row.priority, std::min({row.particles[0], row.particles[1], row.particles[2]}), row.given);
    };
    std::sort(rows_.begin(), rows_.end(), [&](const Held& a, const Held& b) { return order(a) < order(b); });
    factor();
}

/// Computes the Cholesky factor of G = J S J^T row by row. G has an entry where two rows share a particle.
void ConstraintRows::factor()
{
    uses_.clear();
    for (std::size_t r = 0; r < rows_.size(); ++r)
        for (int k = 0; k < 3; ++k)
            if (!rows_[r].q[k].isZero()) uses_.push_back({rows_[r].particles[k], static_cast<int>(r)});
    std::sort(uses_.begin(), uses_.end());
    const auto uses_of = [&](int particle) {
        return std::equal_range(uses_.begin(), uses_.end(), std::array{particle, 0},
                                [](const auto& a, const auto& b) { return a[0] < b[0]; });
    };
    factor_.clear();
    for (std::size_t r = 0; r < rows_.size(); ++r) {
        Held& row = rows_[r];
        row.first = static_cast<int>(r);
        for (int k = 0; k < 3; ++k)
            if (!row.q[k].isZero()) row.first = std::min(row.first, (*uses_of(row.particles[k]).first)[1]);
        row.begin = factor_.size();
        factor_.resize(row.begin + r - row.first + 1, 0.0);
        double* entries = factor_.data() + row.begin - row.first;  // entries[c]: column c
        for (int k = 0; k < 3; ++k) {
            if (row.q[k].isZero()) continue;
            const auto [begin, end] = uses_of(row.particles[k]);
            for (auto use = begin; use != end && (*use)[1] < static_cast<int>(r); ++use) {
                const Held& other = rows_[(*use)[1]];
                for (int j = 0; j < 3; ++j)
                    if (other.particles[j] == row.particles[k]) entries[(*use)[1]] += row.q[k].dot(other.q[j]);
            }
        }
        const double whole = own_size(row.q);
        double pivot = whole;
        for (int c = row.first; c < static_cast<int>(r); ++c) {
            const Held& other = rows_[c];
            const double* others = factor_.data() + other.begin - other.first;
            for (int j = std::max(row.first, other.first); j < c; ++j) entries[c] -= entries[j] * others[j];
            entries[c] /= others[c];
            pivot -= entries[c] * entries[c];
        }
        if (pivot <= too_little * whole) {
            row.q.fill(Vec3::Zero());
            std::fill(entries + row.first, entries + r, 0.0);
            pivot = 1;
        }
        entries[r] = std::sqrt(pivot);
    }
}

void ConstraintRows::solve() const
{
    for (std::size_t r = 0; r < rows_.size(); ++r) {
        const double* entries = factor_.data() + rows_[r].begin - rows_[r].first;
        for (int c = rows_[r].first; c < static_cast<int>(r); ++c) right_[r] -= entries[c] * right_[c];
        right_[r] /= entries[r];
    }
    for (std::size_t r = rows_.size(); r-- > 0;) {
        const double* entries = factor_.data() + rows_[r].begin - rows_[r].first;
        right_[r] /= entries[r];
        for (int c = rows_[r].first; c < static_cast<int>(r); ++c) right_[c] -= entries[c] * right_[r];
    }
}

void ConstraintRows::measure(std::span<const Vec3> v) const
{
    for (std::size_t r = 0; r < rows_.size(); ++r) {
        right_[r] = 0;
        for (int k = 0; k < 3; ++k) right_[r] += rows_[r].q[k].dot(v[rows_[r].particles[k]]);
    }
}

void ConstraintRows::add_solution(double sign, std::span<Vec3> v) const
{
    for (std::size_t r = 0; r < rows_.size(); ++r)
        for (int k = 0; k < 3; ++k) v[rows_[r].particles[k]] += (sign * right_[r]) * rows_[r].q[k];
}

void ConstraintRows::project(std::span<Vec3> vectors) const
{
    if (rows_.empty()) return;
    measure(vectors);
    solve();
    add_solution(-1, vectors);
}

void ConstraintRows::add(std::span<const double> changes, std::span<Vec3> v) const
{
    for (std::size_t r = 0; r < rows_.size(); ++r)
        right_[r] =
            rows_[r].q[0].isZero() && rows_[r].q[1].isZero() && rows_[r].q[2].isZero() ? 0.0 : changes[rows_[r].given];
    solve();
    add_solution(1, v);
}

void ConstraintRows::share(std::span<const Vec3> reaction, std::span<double> multipliers) const
{
    measure(reaction);
    solve();
    for (std::size_t r = 0; r < rows_.size(); ++r) multipliers[rows_[r].given] = right_[r];
}

}  // namespace tulle
