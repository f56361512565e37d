#pragma once
// Lagged Jacobian: the state at which the matrix of a Newton solver was filled. While the matrix is valid, iterations
// and steps reuse it instead of filling and preparing a new one (EEH00 section 8 names such reuse as future work). The
// matrix can be filled again at the recorded state, so that a resumed run has the same matrix to the last bit.

#include "core/archive.hpp"
#include "core/parallel_copy.hpp"

#include <tulle/math.hpp>

#include <span>
#include <vector>

namespace tulle {

class LaggedJacobian {
public:
    /// Records that the matrix was filled for this eta [s] at this time [s] and state.
    void filled(double eta, double time, std::span<const Vec3> x, std::span<const Vec3> v)
    {
        eta_ = eta;
        time_ = time;
        parallel_assign(x, x_);
        parallel_assign(v, v_);
        lost_ = false;
    }
    /// Says whether the next step may start with the matrix: the last step must have converged quickly and without
    /// contacts. A step may converge without a matrix, as in free fall; there is then no matrix to reuse.
    void set_valid(bool is_valid) { is_valid_ = is_valid && !x_.empty(); }

    [[nodiscard]] bool is_valid(double eta) const { return is_valid_ && eta_ == eta; }
    /// Returns whether the matrix is missing after a restore. A missing matrix must be filled at the recorded state
    /// before use.
    [[nodiscard]] bool is_lost() const { return lost_ && is_valid_; }
    [[nodiscard]] double eta() const { return eta_; }
    [[nodiscard]] double time() const { return time_; }
    [[nodiscard]] std::span<const Vec3> x() const { return x_; }
    [[nodiscard]] std::span<const Vec3> v() const { return v_; }

    void save(ArchiveWriter& out) const
    {
        out.value(is_valid_);
        if (!is_valid_) return;
        out.value(eta_);
        out.value(time_);
        out.array(std::span<const Vec3>(x_));
        out.array(std::span<const Vec3>(v_));
    }

    void restore(ArchiveReader& in, std::size_t particles)
    {
        in.value(is_valid_);
        if (!is_valid_) return;
        in.value(eta_);
        in.value(time_);
        x_.resize(particles);
        v_.resize(particles);
        in.array(std::span<Vec3>(x_));
        in.array(std::span<Vec3>(v_));
        lost_ = true;
    }

private:
    bool is_valid_ = false;
    bool lost_ = false;
    double eta_ = 0;           // s
    double time_ = 0;          // s
    std::vector<Vec3> x_, v_;  // m, m/s
};

}  // namespace tulle
