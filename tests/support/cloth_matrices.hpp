#pragma once
// Matrices of square cloths as the integrators have them, M + h^2 K, in units of a particle's mass.

#include "support/matrix_samples.hpp"

#include <array>
#include <numbers>

namespace tulle::testing {

struct ClothMatrixOptions {
    double stretch = 1000;  // h^2 k / m of springs between neighbours
    double shear = 200;     // across the diagonals
    double bending = 2;     // between second neighbours
    double wave = 0.02;     // height of the cloth's waves, two along each side, in units of its side; Mat3 only
};

/// For Mat3 the springs hold along their directions alone, as unstretched ones do.
template <class Value>
[[nodiscard]] Csr<Value> cloth_matrix(int side, const ClothMatrixOptions& options = {})
{
    struct Kind {
        int right, up;
        double stiffness;
    };
    const std::array<Kind, 6> kinds{{{1, 0, options.stretch},
                                     {0, 1, options.stretch},
                                     {1, 1, options.shear},
                                     {-1, 1, options.shear},
                                     {2, 0, options.bending},
                                     {0, 2, options.bending}}};
    const auto for_each_spring = [&](const auto& visit) {
        for (int b = 0; b < side; ++b)
            for (int a = 0; a < side; ++a)
                for (const Kind& kind : kinds) {
                    const int to_a = a + kind.right;
                    const int to_b = b + kind.up;
                    if (to_a < 0 || to_a >= side || to_b >= side) continue;
                    visit(a + b * side, to_a + to_b * side, kind.stiffness);
                }
    };
    std::vector<std::pair<int, int>> couplings;
    for_each_spring([&](int i, int j, double) { couplings.emplace_back(i, j); });
    const auto particles = static_cast<std::size_t>(side) * static_cast<std::size_t>(side);
    Csr<Value> A(std::make_shared<const SparsityPattern>(make_pattern(particles, couplings, true)));
    const auto position = [&](int i) {
        const Vec3 flat(i % side, i / side, 0);
        const Vec3 phase = flat * (4 * std::numbers::pi / side);
        return Vec3(flat + options.wave * side * std::sin(phase[0]) * std::cos(phase[1]) * Vec3::UnitZ());
    };
    for_each_spring([&](int i, int j, double stiffness) {
        Value block{};
        if constexpr (std::is_same_v<Value, double>) {
            block = stiffness;
        } else {
            const Vec3 u = (position(j) - position(i)).normalized();
            block = stiffness * u * u.transpose();
        }
        A.value[A.pattern->slot(i, j)] -= block;
        A.value[A.pattern->slot(j, i)] -= block;
        A.diagonal(static_cast<std::size_t>(i)) += block;
        A.diagonal(static_cast<std::size_t>(j)) += block;
    });
    for (std::size_t i = 0; i < A.rows(); ++i) {
        if constexpr (std::is_same_v<Value, double>) {
            A.diagonal(i) += 1.0;
        } else {
            A.diagonal(i) += Mat3::Identity();
        }
    }
    return A;
}

}  // namespace tulle::testing
