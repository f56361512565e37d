#pragma once
// A step of an explicit method on a net near rest: a linear map of displacements and velocities. The formulas of the
// methods once more, without all that a simulation has around them; tests hold the map to the methods themselves.

#include "analysis/linear_force.hpp"
#include "analysis/quick_product.hpp"
#include "state/velocity_filter.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace tulle {

/// A net at rest, of which a step limit is asked. Everything is borrowed.
struct NetAtRest {
    ForceField& forces;
    std::span<const Vec3> x;                 // m
    std::span<const double> mass;            // kg
    std::span<const unsigned char> fixed;    // 1: pinned
    const VelocityFilter* filter = nullptr;  // weighed at x; none when null
};

/// How all particles are displaced from rest, and how they move. Pinned ones are not and do not.
struct Vibration {
    std::vector<Vec3> x;  // m
    std::vector<Vec3> v;  // m/s
};

class LinearStep {
public:
    /// `method`: "symplectic-euler", "verlet" or "rk4". `force` is that of `net`, whose filter outlives the map.
    LinearStep(const NetAtRest& net, const LinearForce& force, std::string_view method);

    [[nodiscard]] std::size_t size() const { return inverse_mass_.size(); }
    /// As a function of h the map is a polynomial of this degree.
    [[nodiscard]] int degree() const;
    /// `Kx` is K times from.x, which callers have for its energy.
    void take(double h, const Vibration& from, std::span<const Vec3> Kx, Vibration& to);
    /// K x of free particles, zero for the pinned [N].
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
    std::optional<QuickProduct> damping_;  // D, where there is any
    Method method_;
    std::vector<Vec3> rest_;            // m
    std::vector<double> inverse_mass_;  // 1/kg
    const VelocityFilter* filter_;      // may be null
    std::vector<Vec3> a_, b_, c_, d_;   // scratch
};

}  // namespace tulle
