#include "forces/spring_batch.hpp"

#include "core/wide.hpp"

namespace tulle {
namespace {

// Inlined into both versions of the function below, and vectorised there.
template <bool is_damped>
[[gnu::always_inline]] inline void find_batch_forces(const LinearSprings& springs, std::span<const int> batch,
                                                     std::span<const Vec3> x, std::span<const Vec3> v, Vec3* force)
{
    using Column = SpringBatch::Column;
    const SpringBatch s(springs, batch, x);
    Column length, pull;
    [[maybe_unused]] Column wx, wy, wz, relative, projected;
    if constexpr (is_damped) {
        s.find_differences(v, 0, wx, wy, wz);
        s.find_damping(relative, projected);
    }
    // There are two loops because g++ would not vectorise a single loop: it would branch around a division by zero.
    for (std::size_t k = 0; k < spring_batch; ++k) {
        const double l = std::sqrt(s.dx[k] * s.dx[k] + s.dy[k] * s.dy[k] + s.dz[k] * s.dz[k]);
        length[k] = l < coincident_length ? std::numeric_limits<double>::infinity() : l;
        pull[k] = s.stiffness[k] * (l - s.rest[k]);
    }
    for (std::size_t k = 0; k < spring_batch; ++k) {
        const double inverse = 1 / length[k];
        if constexpr (is_damped)
            pull[k] += projected[k] * inverse * (s.dx[k] * wx[k] + s.dy[k] * wy[k] + s.dz[k] * wz[k]);
        pull[k] *= inverse;
    }
    // Forces are computed by components, because updating a Vec3 in place would stall on its own stores.
    const auto component = [&](std::size_t k, const Column& d, [[maybe_unused]] const Column& w) {
        double f = -pull[k] * d[k];
        if constexpr (is_damped) f -= relative[k] * w[k];
        return f;
    };
    for (std::size_t k = 0; k < s.count(); ++k)
        force[k] = Vec3(component(k, s.dx, wx), component(k, s.dy, wy), component(k, s.dz, wz));
}

}  // namespace

TULLE_WIDE void linear_spring_forces(const LinearSprings& springs, std::span<const int> batch, std::span<const Vec3> x,
                                     std::span<const Vec3> v, Vec3* force)
{
    if (springs.is_damped) {
        find_batch_forces<true>(springs, batch, x, v, force);
    } else {
        find_batch_forces<false>(springs, batch, x, v, force);
    }
}

TULLE_WIDE void linear_spring_blocks(const LinearSprings& springs, std::span<const int> batch, std::span<const Vec3> x,
                                     const Linearisation& how, double scale_x, double scale_v, Mat3* block)
{
    using Column = SpringBatch::Column;
    const SpringBatch s(springs, batch, x);
    Column length, ux, uy, uz, across, along, relative, projected;
    s.find_damping(relative, projected);
    const double share = how.transversal_share();
    const double least = how.treatment == JacobianTreatment::clamped ? 0.0 : -std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < spring_batch; ++k) {
        const double l = std::sqrt(s.dx[k] * s.dx[k] + s.dy[k] * s.dy[k] + s.dz[k] * s.dz[k]);
        length[k] = l < coincident_length ? std::numeric_limits<double>::infinity() : l;
    }
    for (std::size_t k = 0; k < spring_batch; ++k) {
        // Coincident ends have no direction, so the spring is stiff in all directions.
        const double l = length[k];
        const double transversal = s.stiffness[k] - share * (s.stiffness[k] * s.rest[k]) / l;
        across[k] = transversal < least ? least : transversal;
        along[k] = s.stiffness[k] - across[k];
        ux[k] = s.dx[k] / l;
        uy[k] = s.dy[k] / l;
        uz[k] = s.dz[k] / l;
    }
    const std::array<const Column*, 3> u{&ux, &uy, &uz};
    std::array<Column, 9> entry;  // of the blocks, column by column
    for (std::size_t e = 0; e < entry.size(); ++e) {
        const Column& from = *u[e % 3];
        const Column& to = *u[e / 3];
        const double one = e % 4 == 0 ? 1.0 : 0.0;  // on the diagonal
        for (std::size_t k = 0; k < spring_batch; ++k)
            entry[e][k] = -(scale_x * (across[k] * one + along[k] * from[k] * to[k])) -
                          scale_v * (relative[k] * one + projected[k] * from[k] * to[k]);
    }
    for (std::size_t k = 0; k < s.count(); ++k)
        for (std::size_t e = 0; e < entry.size(); ++e) block[k].data()[e] = entry[e][k];
}

}  // namespace tulle
