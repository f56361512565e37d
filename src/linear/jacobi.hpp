#pragma once
// Jacobi preconditioner: the inverse of the diagonal, whose entries are numbers (scalar) or 3 x 3 blocks (block
// Jacobi).

#include "linear/preconditioner.hpp"

#include <Eigen/LU>

#include <type_traits>
#include <vector>

namespace tulle {

template <class Value>
class Jacobi final : public Preconditioner<Value> {
public:
    explicit Jacobi(std::size_t rows) : inverse_(rows) {}

    [[nodiscard]] std::string_view name() const override { return "jacobi"; }

    using Preconditioner<Value>::refresh;
    void refresh(const Csr<Value>& /*A*/, std::span<const unsigned char>, const Csr<Value>& held) override
    {
        parallel_for(held.rows(), [&](std::size_t i) {
            if constexpr (std::is_same_v<Value, double>) {
                inverse_[i] = 1.0 / held.diagonal(i);
            } else {
                inverse_[i] = held.diagonal(i).inverse();
            }
        });
    }

    void apply(std::span<const Vec3> r, std::span<Vec3> z) override
    {
        parallel_for(r.size(), [&](std::size_t i) { z[i] = inverse_[i] * r[i]; });
    }

private:
    std::vector<Value> inverse_;
};

}  // namespace tulle
