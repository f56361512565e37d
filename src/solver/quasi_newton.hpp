#pragma once
// Limited-memory BFGS (L-BFGS, a quasi-Newton method) around a given approximate inverse. The IMEX matrix treats
// springs as if they could not turn. The last few changes of the residual correct the matrix in the directions that
// matter: the bare update contracts only by q = h^2 k/(m + h^2 k) across the springs
// (docs/theory/implicit-euler.md#why-updates-are-needed-and-why-the-bare-ones-crawl). The changes are stored in single
// precision: they are approximate anyway, and eight pairs in double precision would take twice the memory of the
// springs.

#include "core/reduce.hpp"

#include <span>
#include <vector>

namespace tulle {

class QuasiNewtonMemory {
public:
    explicit QuasiNewtonMemory(int capacity) : pairs_(capacity) {}

    void clear() { count_ = 0; }
    [[nodiscard]] bool empty() const { return count_ == 0; }

    /// Learns that a motion by `step` changed the residual by `change`. Ignores the pair unless its curvature is
    /// positive.
    void learn(std::span<const Vec3> step, std::span<const Vec3> change);

    /// Nocedal's two loops around the approximate inverse: call `before` on -g, apply the inverse, call `after`.
    void before(std::span<Vec3> q);
    void after(std::span<Vec3> d);

private:
    struct Pair {
        std::vector<Eigen::Vector3f> s, y;  // m/s, N s
        double inverse_curvature = 0;       // 1 / s.y
        double alpha = 0;
    };
    [[nodiscard]] Pair& recent(int age) { return pairs_[(next_ - 1 - age + 2 * capacity()) % capacity()]; }
    [[nodiscard]] int capacity() const { return static_cast<int>(pairs_.size()); }

    std::vector<Pair> pairs_;
    int count_ = 0;
    int next_ = 0;
    DotProduct dot_;
};

}  // namespace tulle
