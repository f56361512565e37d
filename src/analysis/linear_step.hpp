#pragma once
// One step of an explicit method (symplectic Euler, Verlet or RK4) with forces linearised at rest: a linear map of
// displacements and velocities, G(h) in docs/theory/stability.md. The formulas of the methods are repeated here without
// contacts and moving pins; tests compare the map with the methods themselves.

#include "analysis/linear_force.hpp"
#include "analysis/quick_product.hpp"
#include "state/velocity_filter.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace tulle {

/// A mesh at rest whose step limit is wanted. The struct owns none of the data.
struct SystemAtRest {
    ForceField& forces;
    std::span<const Vec3> x;                 // m
    std::span<const double> mass;            // kg
    std::span<const unsigned char> fixed;    // 1: pinned
    const VelocityFilter* filter = nullptr;  // with its weights taken at x; null: none
};

/// Displacements of all particles from rest, and their velocities. Both are zero for pinned particles.
struct Vibration {
    std::vector<Vec3> x;  // m
    std::vector<Vec3> v;  // m/s
};

class LinearStep {
public:
    /// `method`: "symplectic-euler", "verlet" or "rk4". `force` must be linearised from `system`. The filter of
    /// `system` must outlive this object.
    LinearStep(const SystemAtRest& system, const LinearForce& force, std::string_view method);

    [[nodiscard]] std::size_t size() const { return inverse_mass_.size(); }
    /// Returns the degree of the map as a polynomial in h.
    [[nodiscard]] int degree() const;
    /// Takes one step of size h [s]. `Kx` is K times from.x, which callers already have for the energy.
    void take(double h, const Vibration& from, std::span<const Vec3> Kx, Vibration& to);
    /// Kx = K x [N] for free particles, zero for pinned particles.
    void stiffness(std::span<const Vec3> x, std::span<Vec3> Kx);

private:
    enum class Method { symplectic_euler, verlet, rk4 };

    /// -M^-1 (Kx + D v)
    void accelerate(std::span<const Vec3> Kx, std::span<const Vec3> v, std::span<Vec3> a);
    void filter(std::vector<Vec3>& v);  // in place

    void take_symplectic_euler(double h, const Vibration& from, std::span<const Vec3> Kx, Vibration& to);
    void take_verlet(double h, const Vibration& from, std::span<const Vec3> Kx, Vibration& to);
    void take_rk4(double h, const Vibration& from, std::span<const Vec3> Kx, Vibration& to);

    QuickProduct stiffness_;               // K
    std::optional<QuickProduct> damping_;  // D; none without damping
    Method method_;
    std::vector<Vec3> rest_;            // m
    std::vector<double> inverse_mass_;  // 1/kg
    const VelocityFilter* filter_;      // may be null
    std::vector<Vec3> a_, b_, c_, d_;   // scratch
};

}  // namespace tulle
