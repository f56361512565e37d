#include "forces/springs.hpp"

#include "forces/force_field.hpp"
#include "forces/gravity.hpp"
#include "forces/hinge_bending.hpp"
#include "support/random_state.hpp"

#include <tulle/threads.hpp>

#include <gtest/gtest.h>
#include <Eigen/Geometry>

#include <algorithm>
#include <cstring>
#include <limits>

namespace tulle {
namespace {

using testing::RandomVectors;

/// A crumpled grid: every kind of spring, stretched and compressed.
struct CrumpledCloth {
    explicit CrumpledCloth(DampingKind damping, int side = 6)
        : mesh(make_cloth_mesh(GridDescription{.size = {1, 1}, .particles = {side, side}, .center = Vec3::Zero()}))
    {
        settings.stretch_damping = 0.3;
        settings.damping_kind = damping;
        auto owned = std::make_unique<Springs>(mesh.positions.size());
        owned->add(mesh.springs, 0, settings);
        springs = owned.get();
        std::vector<std::unique_ptr<Force>> forces;
        forces.push_back(std::move(owned));
        field = std::make_unique<ForceField>(mesh.positions.size(), std::move(forces));
        RandomVectors random(7);
        x = mesh.positions;
        for (Vec3& p : x) p += random.vector(0.4 / side);
        v = random.vectors(x.size());
    }

    [[nodiscard]] std::vector<Vec3> force(const std::vector<Vec3>& at, const std::vector<Vec3>& velocity) const
    {
        std::vector<Vec3> f(at.size());
        field->force(at, velocity, f);
        return f;
    }

    ClothMesh mesh;
    SpringSettings settings;
    Springs* springs = nullptr;
    std::unique_ptr<ForceField> field;
    std::vector<Vec3> x, v;
};

class EitherDamping : public ::testing::TestWithParam<DampingKind> {};

TEST_P(EitherDamping, InternalForcesSumToZeroAndElasticOnesExertNoTorque)
{
    const CrumpledCloth cloth(GetParam());
    const std::vector<Vec3> still(cloth.x.size(), Vec3::Zero());
    const std::vector<Vec3> f = cloth.force(cloth.x, cloth.v);
    const std::vector<Vec3> elastic = cloth.force(cloth.x, still);
    Vec3 sum = Vec3::Zero();
    Vec3 torque = Vec3::Zero();
    double size = 0;
    for (std::size_t i = 0; i < f.size(); ++i) {
        sum += f[i];
        torque += cloth.x[i].cross(GetParam() == DampingKind::projected ? f[i] : elastic[i]);
        size += f[i].norm();
    }
    EXPECT_LT(sum.norm(), 1e-13 * size);
    EXPECT_LT(torque.norm(), 1e-13 * size);  // relative damping brakes rotation, so only its elastic part is free of it
}

TEST_P(EitherDamping, AssembledJacobiansAreTheDerivativesOfTheForce)
{
    CrumpledCloth cloth(GetParam(), 4);
    const std::vector<Vec3> still(cloth.x.size(), Vec3::Zero());
    Csr<Mat3> by_x(cloth.field->pattern());
    Csr<Mat3> by_v(cloth.field->pattern());
    cloth.field->add_jacobian(cloth.x, cloth.v, JacobianTreatment::exact, 1, 0, by_x);
    cloth.field->add_jacobian(cloth.x, cloth.v, JacobianTreatment::exact, 0, 1, by_v);
    RandomVectors random(3);
    const std::vector<Vec3> d = random.vectors(cloth.x.size());
    std::vector<Vec3> expected_x(d.size());
    std::vector<Vec3> expected_v(d.size());
    by_x.multiply(d, expected_x);
    by_v.multiply(d, expected_v);

    const double h = 1e-6;
    const auto moved = [&](const std::vector<Vec3>& from, double by) {
        std::vector<Vec3> to = from;
        for (std::size_t i = 0; i < to.size(); ++i) to[i] += by * d[i];
        return to;
    };
    // At rest, where projected damping does not depend on positions.
    const auto fx1 = cloth.force(moved(cloth.x, h), still);
    const auto fx0 = cloth.force(moved(cloth.x, -h), still);
    const auto fv1 = cloth.force(cloth.x, moved(cloth.v, h));
    const auto fv0 = cloth.force(cloth.x, moved(cloth.v, -h));
    for (std::size_t i = 0; i < d.size(); ++i) {
        EXPECT_LT((expected_x[i] - (fx1[i] - fx0[i]) / (2 * h)).norm(), 1e-5 * expected_x[i].norm() + 1e-5);
        EXPECT_LT((expected_v[i] - (fv1[i] - fv0[i]) / (2 * h)).norm(), 1e-6 * expected_v[i].norm() + 1e-8);
    }
}

TEST_P(EitherDamping, ThreadsDoNotChangeABit)
{
    CrumpledCloth cloth(GetParam(), 80);  // several blocks
    const auto evaluate = [&](int threads) {
        const ThreadLimit limit(threads);
        Csr<Mat3> A(cloth.field->pattern());
        cloth.field->add_jacobian(cloth.x, cloth.v, JacobianTreatment::clamped, -0.1, -0.2, A);
        return std::pair(cloth.force(cloth.x, cloth.v), A.value);
    };
    const auto one = evaluate(1);
    for (const int threads : {2, 3}) {  // shared out anew where there are so many cores
        const auto several = evaluate(threads);
        EXPECT_EQ(0, std::memcmp(one.first.data(), several.first.data(), one.first.size() * sizeof(Vec3)));
        EXPECT_EQ(0, std::memcmp(one.second.data(), several.second.data(), one.second.size() * sizeof(Mat3)));
    }
}

TEST_P(EitherDamping, SettingAJacobianIsAddingItToZeros)
{
    CrumpledCloth cloth(GetParam(), 80);
    // Springs may come in any order, and leave particles alone.
    std::vector<Spring> springs = cloth.mesh.springs;
    std::reverse(springs.begin(), springs.begin() + 4000);
    springs.resize(springs.size() - 2000);
    for (const std::vector<Spring>& some : {cloth.mesh.springs, springs, std::vector<Spring>()}) {
        std::vector<std::unique_ptr<Force>> forces;
        auto owned = std::make_unique<Springs>(cloth.x.size());
        owned->add(some, 0, cloth.settings);
        forces.push_back(std::move(owned));
        ForceField field(cloth.x.size(), std::move(forces));
        Csr<Mat3> added(field.pattern());
        field.add_jacobian(cloth.x, cloth.v, JacobianTreatment::clamped, -0.1, -0.2, added);
        for (const int threads : {1, 2}) {
            const ThreadLimit limit(threads);
            Csr<Mat3> set(field.pattern());
            for (Mat3& value : set.value) value.setConstant(std::numeric_limits<double>::quiet_NaN());
            field.set_jacobian(cloth.x, cloth.v, JacobianTreatment::clamped, -0.1, -0.2, set);
            EXPECT_EQ(0, std::memcmp(added.value.data(), set.value.data(), added.value.size() * sizeof(Mat3)));
        }
    }
}

TEST(Springs, LeaveRoomForOtherForcesWhenAJacobianIsSet)
{
    // One before and one after them.
    CrumpledCloth cloth(DampingKind::relative);
    for (const bool has_springs : {true, false}) {
        std::vector<std::unique_ptr<Force>> forces;
        const auto add_hinges = [&] {
            auto hinges = std::make_unique<HingeBending>();
            hinges->add(cloth.mesh.positions, 0, cloth.mesh.faces, 1.0, 0);
            forces.push_back(std::move(hinges));
        };
        add_hinges();
        if (has_springs) {
            auto springs = std::make_unique<Springs>(cloth.x.size());
            springs->add(cloth.mesh.springs, 0, cloth.settings);
            forces.push_back(std::move(springs));
        }
        add_hinges();
        ForceField field(cloth.x.size(), std::move(forces));
        Csr<Mat3> added(field.pattern());
        Csr<Mat3> set(field.pattern());
        for (Mat3& value : set.value) value.setOnes();
        field.add_jacobian(cloth.x, cloth.v, JacobianTreatment::clamped, 1, 1, added);
        field.set_jacobian(cloth.x, cloth.v, JacobianTreatment::clamped, 1, 1, set);
        double size = 0;
        for (const Mat3& value : added.value) size = std::max(size, value.norm());
        ASSERT_GT(size, 0);
        for (std::size_t k = 0; k < set.value.size(); ++k)
            EXPECT_LT((set.value[k] - added.value[k]).norm(), 1e-14 * size) << k;
    }
}

TEST(Springs, NameTheKindBetweenTwoParticles)
{
    CrumpledCloth cloth(DampingKind::relative);  // of 6 x 6 particles
    EXPECT_EQ(cloth.springs->kind_between(1, 0), SpringKind::structural);
    EXPECT_EQ(cloth.springs->kind_between(0, 7), SpringKind::shear);
    EXPECT_EQ(cloth.springs->kind_between(14, 2), SpringKind::bending);
    EXPECT_EQ(cloth.springs->kind_between(0, 35), std::nullopt);
    Springs idle(2);
    idle.add(std::vector<Spring>{{0, 1, 0.1, SpringKind::structural}}, 0,
             {.stretch_stiffness = 0, .stretch_damping = 0});
    EXPECT_EQ(idle.size(), 1U);  // stretch is measured along it
    EXPECT_EQ(idle.kind_between(0, 1), std::nullopt);
}

TEST_P(EitherDamping, BatchesAreASumOverTheSprings)
{
    CrumpledCloth cloth(GetParam());
    cloth.x[8] = cloth.x[7];  // in one place, where a spring has no direction
    std::vector<Vec3> sum(cloth.x.size(), Vec3::Zero());
    const std::vector<SpringGroup> groups = grouped(cloth.mesh.springs, cloth.settings).groups;
    for (const Spring& spring : cloth.mesh.springs) {
        const SpringGroup& group = groups[static_cast<std::size_t>(spring.kind)];
        const SpringGeometry geometry = spring_geometry(cloth.x[spring.i], cloth.x[spring.j]);
        const Vec3 w = cloth.v[spring.i] - cloth.v[spring.j];
        const Vec3 force = damping_force(geometry, w, group.damping, GetParam()) -
                           group.stiffness * (geometry.l - spring.rest_length) * geometry.u;
        sum[spring.i] += force;
        sum[spring.j] -= force;
    }
    const std::vector<Vec3> f = cloth.force(cloth.x, cloth.v);
    for (std::size_t i = 0; i < f.size(); ++i) EXPECT_LE((f[i] - sum[i]).norm(), 1e-13 * sum[i].norm()) << i;
}

TEST_P(EitherDamping, BatchesOfBlocksAreASumOverTheSprings)
{
    CrumpledCloth cloth(GetParam());
    cloth.x[8] = cloth.x[7];
    const std::vector<SpringGroup> groups = grouped(cloth.mesh.springs, cloth.settings).groups;
    for (const JacobianTreatment treatment :
         {JacobianTreatment::exact, JacobianTreatment::clamped, JacobianTreatment::damped}) {
        const Linearisation how{treatment};
        Csr<Mat3> sum(cloth.field->pattern());
        for (const Spring& spring : cloth.mesh.springs) {
            const SpringGroup& group = groups[static_cast<std::size_t>(spring.kind)];
            const SpringGeometry geometry = spring_geometry(cloth.x[spring.i], cloth.x[spring.j]);
            const Mat3 block = 0.1 * spring_stiffness(geometry, LinearLaw{group.stiffness, spring.rest_length}, how) +
                               0.2 * damping_matrix(geometry, group.damping, GetParam());
            sum.diagonal(spring.i) += block;
            sum.diagonal(spring.j) += block;
            sum.value[sum.pattern->slot(spring.i, spring.j)] -= block;
            sum.value[sum.pattern->slot(spring.j, spring.i)] -= block;
        }
        Csr<Mat3> A(cloth.field->pattern());
        cloth.field->add_jacobian(cloth.x, cloth.v, treatment, -0.1, -0.2, A);
        for (std::size_t k = 0; k < A.value.size(); ++k)
            EXPECT_LE((A.value[k] - sum.value[k]).norm(), 1e-13 * sum.value[k].norm()) << k;
    }
}

INSTANTIATE_TEST_SUITE_P(Kinds, EitherDamping, ::testing::Values(DampingKind::relative, DampingKind::projected));

TEST(Springs, StiffLinearPartLeavesARemainderOfConstantSize)
{
    // EEH00 eq. 12-13 and 16-18: f + K x + D v = sum over springs of +-k L u.
    CrumpledCloth cloth(DampingKind::relative);
    Csr<double> K(cloth.field->pattern());
    Csr<double> D(cloth.field->pattern());
    cloth.field->add_stiff_linear(1, 0, K);
    cloth.field->add_stiff_linear(0, 1, D);
    const std::size_t n = cloth.x.size();
    std::vector<Vec3> Kx(n);
    std::vector<Vec3> Dv(n);
    K.multiply(cloth.x, Kx);
    D.multiply(cloth.v, Dv);

    std::vector<Vec3> remainder = cloth.force(cloth.x, cloth.v);
    for (std::size_t i = 0; i < n; ++i) remainder[i] += Kx[i] + Dv[i];
    const SpringSettings settings;
    for (const Spring& spring : cloth.mesh.springs) {
        const double k = spring.kind == SpringKind::structural ? settings.stretch_stiffness
                         : spring.kind == SpringKind::shear    ? settings.shear_stiffness
                                                               : settings.bending_stiffness;
        const Vec3 u = (cloth.x[spring.i] - cloth.x[spring.j]).normalized();
        remainder[spring.i] -= k * spring.rest_length * u;
        remainder[spring.j] += k * spring.rest_length * u;
    }
    for (const Vec3& r : remainder) EXPECT_LT(r.norm(), 1e-10);
}

TEST(Springs, EnergyFallsAtTheRateTheForceSays)
{
    CrumpledCloth cloth(DampingKind::relative);
    const std::vector<Vec3> still(cloth.x.size(), Vec3::Zero());
    const auto f = cloth.force(cloth.x, still);
    const double h = 1e-6;
    std::vector<Vec3> ahead = cloth.x;
    std::vector<Vec3> behind = cloth.x;
    double power = 0;
    for (std::size_t i = 0; i < f.size(); ++i) {
        ahead[i] += h * cloth.v[i];
        behind[i] -= h * cloth.v[i];
        power += f[i].dot(cloth.v[i]);
    }
    EXPECT_NEAR((cloth.field->energy(ahead) - cloth.field->energy(behind)) / (2 * h), -power, 1e-6 * std::abs(power));
}

TEST(Springs, MeasuresWhatALoopOverTheSpringsFinds)
{
    CrumpledCloth cloth(DampingKind::relative);
    double largest = -1;
    double sum = 0;
    for (const Spring& spring : cloth.mesh.springs) {
        if (spring.kind != SpringKind::structural) continue;
        const double stretch = (cloth.x[spring.i] - cloth.x[spring.j]).norm() / spring.rest_length - 1;
        largest = std::max(largest, stretch);
        sum += std::abs(stretch);
    }
    const SpringMeasurements m = cloth.springs->measure(cloth.x);
    EXPECT_DOUBLE_EQ(m.largest_stretch, largest);
    EXPECT_NEAR(m.stretch_sum, sum, 1e-12);
}

TEST(Springs, FindsTheLongestThatMeasuringFinds)
{
    CrumpledCloth cloth(DampingKind::relative);
    for (const int moved : {-1, 0, 7}) {
        if (moved >= 0) cloth.x[moved] += Vec3(0.3, 0.2, 2.5);
        const SpringMeasurements m = cloth.springs->measure(cloth.x);
        const LongestSprings longest = cloth.springs->find_longest(cloth.x);
        EXPECT_NEAR(longest.largest_stretch, m.largest_stretch, 1e-14 * (1 + m.largest_stretch));
        EXPECT_NEAR(longest.longest, m.longest, 1e-14 * (1 + m.longest));
        EXPECT_EQ(longest.longest_particle, m.longest_particle);
    }
    Springs none(2);
    const std::vector<Vec3> apart{Vec3::Zero(), Vec3::Ones()};
    EXPECT_EQ(none.find_longest(apart).largest_stretch, 0);
    EXPECT_EQ(none.find_longest(apart).longest_particle, -1);
    none.add(std::array{Spring{0, 1, 1, SpringKind::shear}}, 0, SpringSettings{});
    EXPECT_EQ(none.find_longest(apart).largest_stretch, 0) << "none along the threads";
    EXPECT_NEAR(none.find_longest(apart).longest, std::sqrt(3) - 1, 1e-15);
}

TEST(Springs, KindsWithoutStiffnessAreLeftOut)
{
    const ClothMesh mesh =
        make_cloth_mesh(GridDescription{.size = {1, 1}, .particles = {4, 4}, .center = Vec3::Zero()});
    SpringSettings settings;
    settings.shear_stiffness = settings.shear_damping = 0;
    Springs springs(mesh.positions.size());
    springs.add(mesh.springs, 0, settings);
    EXPECT_EQ(springs.structural_count(), 24U);
    EXPECT_EQ(springs.size(), 24U + 16U);  // 4 x 4: 24 structural, 18 shear, 16 bending
}

/// Couples two particles, and not as a spring does.
class OtherCoupling final : public Force {
public:
    [[nodiscard]] std::string_view name() const override { return "other"; }
    [[nodiscard]] double energy(std::span<const Vec3>) override { return 0; }
    void add_force(std::span<const Vec3>, std::span<const Vec3>, std::span<Vec3>) override {}
    void add_couplings(std::vector<std::pair<int, int>>& couplings) const override { couplings.emplace_back(0, 1); }
    void add_jacobian(std::span<const Vec3>, std::span<const Vec3>, JacobianTreatment, double, double,
                      Csr<Mat3>&) override
    {}
};

TEST(ForceField, KnowsWhetherAllThatCouplesIsSprings)
{
    const ClothMesh mesh =
        make_cloth_mesh(GridDescription{.size = {1, 1}, .particles = {3, 3}, .center = Vec3::Zero()});
    const std::vector<double> mass(mesh.positions.size(), 1);
    const auto is_of_springs = [&](bool with_gravity, bool with_other) {
        std::vector<std::unique_ptr<Force>> forces;
        auto springs = std::make_unique<Springs>(mesh.positions.size());
        springs->add(mesh.springs, 0, SpringSettings{});
        forces.push_back(std::move(springs));
        if (with_gravity) forces.push_back(std::make_unique<Gravity>(mass, Vec3(0, 0, -9.81)));
        if (with_other) forces.push_back(std::make_unique<OtherCoupling>());
        return ForceField(mesh.positions.size(), std::move(forces)).pattern()->is_of_springs;
    };
    EXPECT_TRUE(is_of_springs(false, false));
    EXPECT_TRUE(is_of_springs(true, false)) << "gravity couples no particles";
    EXPECT_FALSE(is_of_springs(false, true));
}

}  // namespace
}  // namespace tulle
