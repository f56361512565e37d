#pragma once
// Adapter of a user-defined force (include/tulle/force.hpp) to the interface Force.

#include "forces/force.hpp"

#include <tulle/force.hpp>

#include <memory>

namespace tulle {

class UserForceTerm final : public Force {
public:
    /// The force acts on the first `particles` particles, those of cloths. Throws InputError if the force couples other
    /// particles.
    UserForceTerm(std::shared_ptr<UserForce> force, std::size_t particles);

    [[nodiscard]] std::string_view name() const override { return name_; }
    [[nodiscard]] double energy(std::span<const Vec3> x) override { return force_->energy(own(x), time_); }
    void add_force(std::span<const Vec3> x, std::span<const Vec3> v, std::span<Vec3> f) override
    {
        force_->add_force(own(x), own(v), time_, f.first(particles_));
    }
    void add_couplings(std::vector<std::pair<int, int>>& couplings) const override;
    /// Adds the symmetric part of the Jacobian.
    void add_jacobian(std::span<const Vec3> x, std::span<const Vec3> v, JacobianTreatment treatment, double scale_x,
                      double scale_v, Csr<Mat3>& A) override;
    void set_time(double time) override { time_ = time; }
    void add_measurements(std::span<const Vec3> x, Measurements& measurements) override
    {
        measurements.energies.user += force_->energy(own(x), measurements.time);
    }

private:
    [[nodiscard]] std::span<const Vec3> own(std::span<const Vec3> values) const { return values.first(particles_); }

    std::shared_ptr<UserForce> force_;
    std::string name_;
    std::size_t particles_;
    std::vector<std::array<int, 2>> couplings_;
    double time_ = 0;  // s
};

}  // namespace tulle
