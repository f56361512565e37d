#include "bodies/attachments.hpp"

#include <algorithm>

namespace tulle {

Vec3 Attachments::Held::gap(std::span<const Vec3> x) const
{
    Vec3 sum = Vec3::Zero();
    for (std::size_t k = 0; k < 5; ++k) sum += shares[k] * x[particles[k]];
    return sum;
}

void Attachments::add(int particle, const RigidBody& body, std::span<const Vec3> x, double stiffness)
{
    const FrameWeights weights = BodyPose(body, x).weights(x[particle]);
    Held& held = held_.emplace_back();
    held.stiffness = stiffness;
    held.particles[0] = particle;
    held.shares[0] = 1;
    for (int k = 0; k < 4; ++k) {
        held.particles[k + 1] = body.first + k;
        held.shares[k + 1] = -weights[k];
    }
}

double Attachments::largest_gap(std::span<const Vec3> x) const
{
    double largest = 0;
    for (const Held& held : held_) largest = std::max(largest, held.gap(x).norm());
    return largest;
}

double Attachments::energy(std::span<const Vec3> x)
{
    double sum = 0;
    for (const Held& held : held_) sum += 0.5 * held.stiffness * held.gap(x).squaredNorm();
    return sum;
}

void Attachments::add_force(std::span<const Vec3> x, std::span<const Vec3>, std::span<Vec3> f)
{
    // One thread is enough, because a body has few attached particles. It also fixes the order of the sums.
    for (const Held& held : held_) {
        const Vec3 pull = -held.stiffness * held.gap(x);
        for (std::size_t k = 0; k < 5; ++k) f[held.particles[k]] += held.shares[k] * pull;
    }
}

void Attachments::add_couplings(std::vector<std::pair<int, int>>& couplings) const
{
    for (const Held& held : held_)
        for (std::size_t a = 0; a < 5; ++a)
            for (std::size_t b = 0; b < a; ++b) couplings.emplace_back(held.particles[a], held.particles[b]);
}

void Attachments::bind(const SparsityPattern& pattern)
{
    slots_.clear();
    for (const Held& held : held_) {
        std::array<int, 25>& slots = slots_.emplace_back();
        for (std::size_t a = 0; a < 5; ++a)
            for (std::size_t b = 0; b < 5; ++b) slots[5 * a + b] = pattern.slot(held.particles[a], held.particles[b]);
    }
}

void Attachments::add_jacobian(std::span<const Vec3>, std::span<const Vec3>, JacobianTreatment, double scale_x, double,
                               Csr<Mat3>& A)
{
    for (std::size_t k = 0; k < held_.size(); ++k) {
        const Held& held = held_[k];
        for (std::size_t a = 0; a < 5; ++a)
            for (std::size_t b = 0; b < 5; ++b)
                A.value[slots_[k][5 * a + b]].diagonal().array() -=
                    scale_x * held.stiffness * held.shares[a] * held.shares[b];
    }
}

}  // namespace tulle
