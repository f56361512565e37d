#pragma once
// Forces that somebody outside sets from step to step: f as given, energy -f.x, as they stay what they are in a step.

#include "core/reduce.hpp"
#include "forces/force.hpp"

#include <vector>

namespace tulle {

class AppliedForce final : public Force {
public:
    explicit AppliedForce(std::size_t particles) : particles_(particles) {}

    /// N, one per particle; empty: none.
    void set(std::span<const Vec3> forces) { force_.assign(forces.begin(), forces.end()); }
    [[nodiscard]] std::span<const Vec3> get() const { return force_; }

    [[nodiscard]] std::string_view name() const override { return "applied"; }

    [[nodiscard]] double energy(std::span<const Vec3> x) override
    {
        return reducer_.sum(force_.size(), 0.0, [&](std::size_t begin, std::size_t end) {
            double sum = 0;
            for (std::size_t i = begin; i < end; ++i) sum -= force_[i].dot(x[i]);
            return sum;
        });
    }

    void add_force(std::span<const Vec3>, std::span<const Vec3>, std::span<Vec3> f) override
    {
        parallel_for(force_.size(), [&](std::size_t i) { f[i] += force_[i]; });
    }

    void add_jacobian(std::span<const Vec3>, std::span<const Vec3>, JacobianTreatment, double, double,
                      Csr<Mat3>&) override
    {}

    void save(ArchiveWriter& out) const override { out.array(std::span<const Vec3>(force_)); }
    void restore(ArchiveReader& in) override
    {
        const std::uint64_t count = in.count();
        if (count != 0 && count != particles_) ArchiveReader::fail();
        force_.resize(count);
        in.elements(std::span<Vec3>(force_));
    }

private:
    std::size_t particles_;
    std::vector<Vec3> force_;  // N
    BlockReducer<double> reducer_;
};

}  // namespace tulle
