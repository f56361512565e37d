#pragma once
// Where the matrix of a Newton solver was filled. While it serves, steps go on with it instead of filling and preparing
// a new one (EEH00 section 8 names it for future work). It can be filled again there, so that a resumed run has the
// same matrix to the last bit.

#include "core/archive.hpp"
#include "core/parallel_copy.hpp"

#include <tulle/math.hpp>

#include <span>
#include <vector>

namespace tulle {

class LaggedJacobian {
public:
    /// The matrix was filled for this eta [s] at this time [s] and state.
    void filled(double eta, double time, std::span<const Vec3> x, std::span<const Vec3> v)
    {
        eta_ = eta;
        time_ = time;
        parallel_assign(x, x_);
        parallel_assign(v, v_);
        lost_ = false;
    }
    /// The next step may start with it: the last one converged quickly and nothing touched. A step may converge without
    /// a matrix, in free fall; then there is none to keep.
    void set_valid(bool is_valid) { is_valid_ = is_valid && !x_.empty(); }

    [[nodiscard]] bool is_valid(double eta) const { return is_valid_ && eta_ == eta; }
    /// After a restore: the matrix must be filled here before it serves.
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
