#pragma once
// Gravity: a constant acceleration g, with the force f = m g and the energy -m g.x.

#include "core/reduce.hpp"
#include "forces/force.hpp"

namespace tulle {

class Gravity final : public Force {
public:
    /// `mass` must outlive the force.
    Gravity(std::span<const double> mass, const Vec3& acceleration) : mass_(mass), acceleration_(acceleration) {}

    [[nodiscard]] std::string_view name() const override { return "gravity"; }

    [[nodiscard]] bool exceeds_stiff_part() const override { return false; }
    [[nodiscard]] double energy(std::span<const Vec3> x) override
    {
        return reducer_.sum(x.size(), 0.0, [&](std::size_t begin, std::size_t end) {
            double sum = 0;
            for (std::size_t i = begin; i < end; ++i) sum -= mass_[i] * acceleration_.dot(x[i]);
            return sum;
        });
    }

    void add_force(std::span<const Vec3> x, std::span<const Vec3>, std::span<Vec3> f) override
    {
        parallel_for(x.size(), [&](std::size_t i) { f[i] += mass_[i] * acceleration_; });
    }

    void add_jacobian(std::span<const Vec3>, std::span<const Vec3>, JacobianTreatment, double, double,
                      Csr<Mat3>&) override
    {}

private:
    std::span<const double> mass_;
    Vec3 acceleration_;
    BlockReducer<double> reducer_;
};

}  // namespace tulle
