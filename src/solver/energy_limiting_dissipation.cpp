#include "solver/energy_limiting_dissipation.hpp"

#include "geometry/union_find.hpp"
#include "solver/free_bodies.hpp"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>

namespace tulle {
namespace {

struct TouchingBody {
    bool touches = false, held = false;
    double mass = 0;                       // kg
    Vec3 moment = Vec3::Zero();            // kg m
    Vec3 momentum = Vec3::Zero();          // kg m/s
    Mat3 inertia = Mat3::Zero();           // kg m^2, about the centre of mass
    Vec3 angular_momentum = Vec3::Zero();  // kg m^2/s, about the centre of mass
    Vec3 spin = Vec3::Zero();              // 1/s

    [[nodiscard]] bool is_free() const { return touches && !held; }
    [[nodiscard]] Vec3 rigid_velocity(const Vec3& x) const
    {
        if (held) return Vec3::Zero();
        return momentum / mass + spin.cross(x - moment / mass);
    }
};

/// Solves L = I w. Returns the least solution w if a body is a line or a point, which turns without inertia about some
/// axes.
Vec3 spin_of(const Mat3& inertia, const Vec3& angular_momentum)
{
    constexpr double negligible = 1e-9;
    const Eigen::SelfAdjointEigenSolver<Mat3> axes(inertia);
    Vec3 spin = Vec3::Zero();
    for (int k = 0; k < 3; ++k) {
        const Vec3 axis = axes.eigenvectors().col(k);
        if (axes.eigenvalues()[k] > negligible * axes.eigenvalues()[2])
            spin += axis * (axis.dot(angular_momentum) / axes.eigenvalues()[k]);
    }
    return spin;
}

}  // namespace

EnergyLimitingDissipation::EnergyLimitingDissipation(const SparsityPattern& pattern) : body_of_(number_bodies(pattern))
{
    if (!body_of_.empty()) bodies_ = static_cast<std::size_t>(std::ranges::max(body_of_)) + 1;
}

void EnergyLimitingDissipation::take(double energy, std::span<const StencilBlock> touches,
                                     const DirectionFilter& filter, const MovingParticles& particles)
{
    const auto& [x, mass, v] = particles;
    UnionFind sets(bodies_);
    for (const StencilBlock& touch : touches)
        for (const int particle : touch.particles) sets.join(body_of_[touch.particles.front()], body_of_[particle]);
    const auto body_of = [&](std::size_t i) { return static_cast<std::size_t>(sets.of(body_of_[i])); };

    std::vector<TouchingBody> bodies(bodies_);  // touching bodies count as one, the first of them
    for (const StencilBlock& touch : touches) bodies[body_of(touch.particles.front())].touches = true;
    std::vector<unsigned char> constrained(v.size(), 0);
    const auto hold = [&](int particle) {
        constrained[particle] = 1;
        bodies[body_of(particle)].held = true;
    };
    for (const DirectionFilter::Entry& entry : filter.entries) hold(entry.particle);
    if (filter.rows != nullptr) filter.rows->for_each_particle(hold);

    // The sums run in the order of particles, so that they do not depend on the number of threads. They are rarely
    // needed.
    for (std::size_t i = 0; i < v.size(); ++i) {
        TouchingBody& body = bodies[body_of(i)];
        body.mass += mass[i];
        body.moment += mass[i] * x[i];
        body.momentum += mass[i] * v[i];
    }
    for (std::size_t i = 0; i < v.size(); ++i) {
        TouchingBody& body = bodies[body_of(i)];
        if (!body.is_free()) continue;
        const Vec3 arm = x[i] - body.moment / body.mass;
        body.inertia += mass[i] * (arm.squaredNorm() * Mat3::Identity() - arm * arm.transpose());
        body.angular_momentum += mass[i] * arm.cross(v[i]);
    }
    for (TouchingBody& body : bodies)
        if (body.is_free() && body.mass > 0) body.spin = spin_of(body.inertia, body.angular_momentum);

    const auto may_dissipate = [&](std::size_t i) { return bodies[body_of(i)].touches && constrained[i] == 0; };
    double there = 0;  // J
    for (std::size_t i = 0; i < v.size(); ++i)
        if (may_dissipate(i)) there += 0.5 * mass[i] * (v[i] - bodies[body_of(i)].rigid_velocity(x[i])).squaredNorm();
    const double left = energy < there ? std::sqrt(1 - energy / there) : 0;
    for (std::size_t i = 0; i < v.size(); ++i) {
        if (!may_dissipate(i)) continue;
        const Vec3 rigid = bodies[body_of(i)].rigid_velocity(x[i]);
        v[i] = rigid + left * (v[i] - rigid);
    }
}

}  // namespace tulle
