#pragma once
// Sparse matrices for tests, and the same matrices as dense ones of 3n x 3n numbers.

#include "linear/csr.hpp"
#include "support/random_values.hpp"

#include <Eigen/Core>

#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace tulle::testing {

using Pattern = std::shared_ptr<const SparsityPattern>;

[[nodiscard]] inline Pattern shared_pattern(std::size_t n, const std::vector<std::pair<int, int>>& couplings)
{
    return std::make_shared<const SparsityPattern>(make_pattern(n, couplings));
}

/// Particles in a row, each coupled to the next.
[[nodiscard]] inline Pattern chain_pattern(int n)
{
    std::vector<std::pair<int, int>> couplings;
    for (int i = 0; i + 1 < n; ++i) couplings.emplace_back(i, i + 1);
    return shared_pattern(static_cast<std::size_t>(n), couplings);
}

/// Sides and diagonals of the cells of a grid.
[[nodiscard]] inline Pattern grid_pattern(int width, int height)
{
    std::vector<std::pair<int, int>> couplings;
    for (int b = 0; b < height; ++b)
        for (int a = 0; a < width; ++a) {
            const int i = a + b * width;
            if (a + 1 < width) couplings.emplace_back(i, i + 1);
            if (b + 1 < height) couplings.emplace_back(i, i + width);
            if (a + 1 < width && b + 1 < height) {
                couplings.emplace_back(i, i + width + 1);
                couplings.emplace_back(i + 1, i + width);
            }
        }
    return shared_pattern(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), couplings);
}

/// Symmetric with random entries, and a diagonal that outweighs each row: positive definite.
template <class Value>
[[nodiscard]] Csr<Value> random_spd(const Pattern& pattern, unsigned seed)
{
    RandomValues random(seed);
    Csr<Value> A(pattern);
    const int n = static_cast<int>(pattern->rows());
    std::vector<double> weight(pattern->rows(), 0.0);
    for (int i = 0; i < n; ++i)
        for (int k = pattern->row_begin[i]; k < pattern->diagonal[i]; ++k) {
            const int j = pattern->column[k];
            const int mirrored = pattern->slot(j, i);
            double size = 0;
            if constexpr (std::is_same_v<Value, double>) {
                A.value[k] = A.value[mirrored] = random.number(-1, 1);
                size = std::abs(A.value[k]);
            } else {
                A.value[k] = random.matrix();
                A.value[mirrored] = A.value[k].transpose();
                size = A.value[k].norm();
            }
            weight[i] += size;
            weight[j] += size;
        }
    for (std::size_t i = 0; i < pattern->rows(); ++i) {
        if constexpr (std::is_same_v<Value, double>) {
            A.diagonal(i) = weight[i] + random.number(0.1, 0.5);
        } else {
            const Mat3 m = random.matrix();
            A.diagonal(i) = m * m.transpose() + (weight[i] + 0.1) * Mat3::Identity();
        }
    }
    return A;
}

/// A as 3n x 3n numbers; a scalar matrix acts on x, y and z alike.
template <class Value>
[[nodiscard]] Eigen::MatrixXd dense(const Csr<Value>& A)
{
    const auto n = static_cast<Eigen::Index>(A.rows());
    Eigen::MatrixXd full = Eigen::MatrixXd::Zero(3 * n, 3 * n);
    for (Eigen::Index i = 0; i < n; ++i)
        for (int k = A.pattern->row_begin[i]; k < A.pattern->row_begin[i + 1]; ++k)
            full.block<3, 3>(3 * i, 3 * A.pattern->column[k]) = Mat3::Identity() * A.value[k];
    return full;
}

/// `full` where A may differ from zero, zero elsewhere.
[[nodiscard]] inline Eigen::MatrixXd on_pattern(const SparsityPattern& pattern, const Eigen::MatrixXd& full)
{
    Eigen::MatrixXd kept = Eigen::MatrixXd::Zero(full.rows(), full.cols());
    for (int i = 0; i < static_cast<int>(pattern.rows()); ++i)
        for (int k = pattern.row_begin[i]; k < pattern.row_begin[i + 1]; ++k) {
            const int j = pattern.column[k];
            kept.block<3, 3>(3 * i, 3 * j) = full.block<3, 3>(3 * i, 3 * j);
        }
    return kept;
}

/// The matrix with the rows and columns of marked particles replaced by those of the identity.
[[nodiscard]] inline Eigen::MatrixXd decoupled(Eigen::MatrixXd full, const std::vector<unsigned char>& fixed)
{
    for (Eigen::Index i = 0; i < full.rows(); ++i) {
        if (fixed[static_cast<std::size_t>(i / 3)] == 0) continue;
        full.row(i).setZero();
        full.col(i).setZero();
        full(i, i) = 1;
    }
    return full;
}

/// Marks about one particle in four.
[[nodiscard]] inline std::vector<unsigned char> some_fixed(std::size_t n, unsigned seed)
{
    RandomValues random(seed);
    std::vector<unsigned char> fixed(n);
    for (unsigned char& mark : fixed) mark = random.integer(0, 3) == 0 ? 1 : 0;
    return fixed;
}

[[nodiscard]] inline Eigen::VectorXd flatten(const std::vector<Vec3>& vectors)
{
    Eigen::VectorXd flat(3 * static_cast<Eigen::Index>(vectors.size()));
    for (std::size_t i = 0; i < vectors.size(); ++i) flat.segment<3>(3 * static_cast<Eigen::Index>(i)) = vectors[i];
    return flat;
}

/// The matrix that `apply(in, out)` multiplies with, from its action on every unit vector.
template <class Apply>
[[nodiscard]] Eigen::MatrixXd matrix_of(std::size_t n, const Apply& apply)
{
    const auto size = 3 * static_cast<Eigen::Index>(n);
    Eigen::MatrixXd full(size, size);
    std::vector<Vec3> in(n, Vec3::Zero());
    std::vector<Vec3> out(n);
    for (std::size_t i = 0; i < n; ++i)
        for (int axis = 0; axis < 3; ++axis) {
            in[i] = Vec3::Unit(axis);
            apply(in, out);
            in[i].setZero();
            full.col(3 * static_cast<Eigen::Index>(i) + axis) = flatten(out);
        }
    return full;
}

/// Largest entry of a - b, relative to that of b.
[[nodiscard]] inline double relative_difference(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b)
{
    return (a - b).cwiseAbs().maxCoeff() / b.cwiseAbs().maxCoeff();
}

}  // namespace tulle::testing
