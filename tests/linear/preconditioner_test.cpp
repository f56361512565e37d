#include "linear/preconditioner.hpp"

#include "support/matrix_samples.hpp"

#include <gtest/gtest.h>

namespace tulle {
namespace {

using testing::chain_pattern;
using testing::Pattern;
using testing::random_spd;
using testing::RandomValues;

template <class Value>
class EveryPreconditioner : public ::testing::Test {};
using Values = ::testing::Types<double, Mat3>;
TYPED_TEST_SUITE(EveryPreconditioner, Values);

TYPED_TEST(EveryPreconditioner, IsTheOneTheSettingsAskFor)
{
    const Pattern pattern = chain_pattern(3);
    SolverSettings settings;
    EXPECT_EQ(make_preconditioner<TypeParam>(settings, pattern)->name(), "ic0") << "the default";
    settings.preconditioner = PreconditionerKind::none;
    EXPECT_EQ(make_preconditioner<TypeParam>(settings, pattern)->name(), "none");
    settings.preconditioner = PreconditionerKind::jacobi;
    EXPECT_EQ(make_preconditioner<TypeParam>(settings, pattern)->name(), "jacobi");
    settings.preconditioner = PreconditionerKind::multigrid;
    EXPECT_EQ(make_preconditioner<TypeParam>(settings, pattern)->name(), "multigrid");
    settings.method = SolverMethod::direct;
    EXPECT_EQ(make_preconditioner<TypeParam>(settings, pattern)->name(), "direct");
}

TYPED_TEST(EveryPreconditioner, NoneGivesBackWhatItGets)
{
    const Csr<TypeParam> A = random_spd<TypeParam>(chain_pattern(7), 1);
    SolverSettings settings;
    settings.preconditioner = PreconditionerKind::none;
    const auto none = make_preconditioner<TypeParam>(settings, A.pattern);
    none->refresh(A, {});
    RandomValues random(2);
    const std::vector<Vec3> r = random.vectors(7);
    std::vector<Vec3> z(7);
    none->apply(r, z);
    EXPECT_EQ(z, r);
}

}  // namespace
}  // namespace tulle
