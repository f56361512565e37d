#pragma once
// External forces that a program sets between steps (Simulation::set_external_forces). External forces f are constant
// during a step, so their energy is -f.x.

#include "core/assert.hpp"
#include "core/reduce.hpp"
#include "forces/force.hpp"

#include <algorithm>
#include <vector>

namespace tulle {

class AppliedForce final : public Force {
public:
    explicit AppliedForce(std::size_t particles) : force_(particles, Vec3::Zero()) {}

    /// Sets the forces [N], one per particle; an empty span sets none.
    void set(std::span<const Vec3> forces)
    {
        TULLE_ASSERT(forces.empty() || forces.size() == force_.size(), forces.size());
        acts_ = !forces.empty();
        if (acts_)
            std::copy(forces.begin(), forces.end(), force_.begin());
        else
            std::fill(force_.begin(), force_.end(), Vec3::Zero());
    }
    /// Returns one force per particle. The address of the span never changes.
    [[nodiscard]] std::span<const Vec3> get() const { return force_; }

    [[nodiscard]] std::string_view name() const override { return "applied"; }
    [[nodiscard]] bool exceeds_stiff_part() const override { return false; }

    [[nodiscard]] double energy(std::span<const Vec3> x) override
    {
        if (!acts_) return 0;
        return reducer_.sum(force_.size(), 0.0, [&](std::size_t begin, std::size_t end) {
            double sum = 0;
            for (std::size_t i = begin; i < end; ++i) sum -= force_[i].dot(x[i]);
            return sum;
        });
    }

    void add_force(std::span<const Vec3>, std::span<const Vec3>, std::span<Vec3> f) override
    {
        if (acts_) parallel_for(force_.size(), [&](std::size_t i) { f[i] += force_[i]; });
    }

    void add_jacobian(std::span<const Vec3>, std::span<const Vec3>, JacobianTreatment, double, double,
                      Csr<Mat3>&) override
    {}

    void save(ArchiveWriter& out) const override { out.array(acts_ ? get() : std::span<const Vec3>()); }
    void restore(ArchiveReader& in) override
    {
        const std::uint64_t count = in.count();
        if (count != 0 && count != force_.size()) ArchiveReader::fail();
        set({});
        acts_ = count != 0;
        if (acts_) in.elements(std::span<Vec3>(force_));
    }

private:
    std::vector<Vec3> force_;  // N; zero while no force is set
    bool acts_ = false;
    BlockReducer<double> reducer_;
};

}  // namespace tulle
