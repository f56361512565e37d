#include "linear/galerkin.hpp"

#include "support/cloth_matrices.hpp"
#include "support/random_state.hpp"
#include "support/single_precision.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace tulle {
namespace {

using testing::cloth_matrix;
using testing::dense;
using testing::flatten;
using testing::relative_difference;
using testing::some_fixed;

/// P as 3n x 3m numbers.
Eigen::MatrixXd dense(const Prolongation& P)
{
    Eigen::MatrixXd full(3 * static_cast<Eigen::Index>(P.fine_rows()), 3 * static_cast<Eigen::Index>(P.coarse_rows()));
    std::vector<Single> coarse(P.coarse_rows(), Single::Zero());
    for (std::size_t c = 0; c < P.coarse_rows(); ++c)
        for (int axis = 0; axis < 3; ++axis) {
            std::vector<Single> fine(P.fine_rows(), Single::Zero());
            coarse[c][axis] = 1;
            P.add_to_fine(coarse, fine);
            coarse[c].setZero();
            full.col(3 * static_cast<Eigen::Index>(c) + axis) = flatten(testing::doubles(fine));
        }
    return full;
}

template <class Value>
class EveryGalerkinProduct : public ::testing::Test {};
using Values = ::testing::Types<double, Mat3>;
TYPED_TEST_SUITE(EveryGalerkinProduct, Values);

TYPED_TEST(EveryGalerkinProduct, IsTheDenseProduct)
{
    const SingleMatrix<TypeParam> A = testing::single(cloth_matrix<TypeParam>(12, {.wave = 0.1}), some_fixed(144, 1));
    Csr<TypeParam> same(A.pattern);
    A.copy_to(same);
    std::vector<float> root(A.rows());
    std::vector<unsigned char> strong(A.pattern->nonzeros());
    mark_strong(*A.pattern, A.size, 0.1F, root, strong);
    const Aggregates aggregates = make_aggregates(*A.pattern, strong);
    Prolongation P(*A.pattern, strong, aggregates);
    GalerkinProduct<TypeParam> product(*A.pattern, P);
    SingleMatrix<TypeParam> coarse(product.coarse_pattern());
    Csr<TypeParam> found(product.coarse_pattern());
    P.refresh(*A.pattern, A.size);
    for (int time = 0; time < 2; ++time) {  // the second must not add to the first
        product.multiply(A, P, coarse);
        const Eigen::MatrixXd full = dense(P);
        coarse.copy_to(found);
        EXPECT_LT(relative_difference(testing::dense(found), full.transpose() * testing::dense(same) * full), 1e-6);
    }
    for (std::size_t c = 0; c < coarse.rows(); ++c)
        EXPECT_EQ(coarse.pattern->column[static_cast<std::size_t>(coarse.pattern->diagonal[c])], static_cast<int>(c));
}

/// A ring of strong couplings around two hubs that hold together and have a weak one to each particle of the ring: rows
/// of the hubs are as long as the ring.
Csr<double> wheel(int spokes)
{
    std::vector<std::pair<int, int>> couplings{{spokes, spokes + 1}};
    for (int i = 0; i < spokes; ++i) {
        couplings.emplace_back(i, (i + 1) % spokes);
        couplings.emplace_back(i, spokes + i % 2);
    }
    Csr<double> A(testing::shared_pattern(static_cast<std::size_t>(spokes) + 2, couplings));
    for (const auto& [i, j] : couplings) {
        const bool is_spoke = i < spokes && j >= spokes;
        const double stiffness = is_spoke ? 0.01 : 1 + 0.1 * (i % 3);
        A.value[A.pattern->slot(i, j)] -= stiffness;
        A.value[A.pattern->slot(j, i)] -= stiffness;
        A.diagonal(static_cast<std::size_t>(i)) += stiffness;
        A.diagonal(static_cast<std::size_t>(j)) += stiffness;
    }
    return A;
}

TEST(GalerkinProduct, TakesRowsOfAnyLength)
{
    int longest = 0;
    // Coarse rows that a byte can count, that just fill it, and that take two.
    for (const int spokes : {30, 762, 765, 768, 1000}) {
        const SingleMatrix<double> A = testing::single(wheel(spokes));
        std::vector<float> root(A.rows());
        std::vector<unsigned char> strong(A.pattern->nonzeros());
        mark_strong(*A.pattern, A.size, 0.1F, root, strong);
        Prolongation P(*A.pattern, strong, make_aggregates(*A.pattern, strong));
        P.refresh(*A.pattern, A.size);
        GalerkinProduct<double> product(*A.pattern, P);
        const std::vector<int>& begin = product.coarse_pattern()->row_begin;
        for (std::size_t c = 0; c + 1 < begin.size(); ++c) longest = std::max(longest, begin[c + 1] - begin[c]);
        SingleMatrix<double> coarse(product.coarse_pattern());
        product.multiply(A, P, coarse);
        testing::RandomVectors random(5);
        const std::vector<Single> x = testing::singles(random.vectors(P.coarse_rows()));
        std::vector<Single> fine(A.rows(), Single::Zero());
        P.add_to_fine(x, fine);
        std::vector<Single> pulled(A.rows());
        for (std::size_t i = 0; i < A.rows(); ++i) pulled[i] = A.multiply_row(i, fine.data());
        std::vector<Single> expected(P.coarse_rows());
        P.restrict_to_coarse(pulled, expected);
        for (std::size_t c = 0; c < coarse.rows(); ++c)
            EXPECT_LT((coarse.multiply_row(c, x.data()) - expected[c]).matrix().norm(), testing::single_rounding) << c;
    }
    EXPECT_GT(longest, 256);
}

TEST(TouchingAggregates, AreNeighboursOnAGrid)
{
    const SingleMatrix<double> A = testing::single(cloth_matrix<double>(30));
    std::vector<float> root(A.rows());
    std::vector<unsigned char> strong(A.pattern->nonzeros());
    mark_strong(*A.pattern, A.size, 0.1F, root, strong);
    const Aggregates aggregates = make_aggregates(*A.pattern, strong);
    const Prolongation P(*A.pattern, strong, aggregates);
    const GalerkinProduct<double> product(*A.pattern, P);
    const SparsityPattern& coarse = *product.coarse_pattern();
    const std::vector<unsigned char> touching = mark_touching(*A.pattern, strong, aggregates, coarse);
    for (std::size_t c = 0; c < coarse.rows(); ++c) {
        int neighbours = 0;
        for (int k = coarse.row_begin[c]; k < coarse.row_begin[c + 1]; ++k) {
            neighbours += touching[static_cast<std::size_t>(k)];
            const int mirrored = coarse.slot(coarse.column[static_cast<std::size_t>(k)], static_cast<int>(c));
            EXPECT_EQ(touching[static_cast<std::size_t>(k)], touching[static_cast<std::size_t>(mirrored)]);
        }
        EXPECT_GE(neighbours, 3);
        EXPECT_LE(neighbours, 8) << "bending springs reach further, and must not count";
    }
}

}  // namespace
}  // namespace tulle
