#include "solver/energy_limiting_dissipation.hpp"

#include "integrators/force_change.hpp"
#include "support/random_state.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

namespace tulle {
namespace {

// Four bodies: 0-1-2-3, 4-5-6, which touches the first, 7-8-9 and a particle on its own.
constexpr std::size_t body_particles = 11;
const std::vector<std::pair<int, int>> body_couplings{{0, 1}, {1, 2}, {2, 3}, {4, 5}, {5, 6}, {7, 8}, {8, 9}};
const std::vector<StencilBlock> touches{{.particles = {1, 4, 5, 6}, .weights = {1, -0.5, -0.25, -0.25}}};

struct Motion {
    double energy = 0;             // J
    Vec3 momentum = Vec3::Zero();  // kg m/s
    Vec3 angular_momentum = Vec3::Zero();
};

class EnergyLimitingDissipationTest : public ::testing::Test {
protected:
    EnergyLimitingDissipationTest()
    {
        testing::RandomVectors random(3);
        x = random.vectors(body_particles);
        v = random.vectors(body_particles);
        before = v;
        for (std::size_t i = 0; i < body_particles; ++i) mass.push_back(1 + 0.3 * static_cast<double>(i));
    }

    void take(double energy) { bodies.take(energy, touches, filter, {x, mass, v}); }
    [[nodiscard]] Motion motion(const std::vector<Vec3>& velocity, std::size_t begin, std::size_t end) const
    {
        Motion sum;
        for (std::size_t i = begin; i < end; ++i) {
            sum.energy += 0.5 * mass[i] * velocity[i].squaredNorm();
            sum.momentum += mass[i] * velocity[i];
            sum.angular_momentum += mass[i] * x[i].cross(velocity[i]);
        }
        return sum;
    }

    EnergyLimitingDissipation bodies{make_pattern(body_particles, body_couplings)};
    DirectionFilter filter;
    std::vector<Vec3> x, v, before;
    std::vector<double> mass;
};

TEST_F(EnergyLimitingDissipationTest, TakesWhatItIsAskedForAndNoMomentum)
{
    take(0.5);
    const Motion then = motion(before, 0, 7), now = motion(v, 0, 7);
    EXPECT_NEAR(then.energy - now.energy, 0.5, 1e-13);
    EXPECT_LT((then.momentum - now.momentum).norm(), 1e-13);
    EXPECT_LT((then.angular_momentum - now.angular_momentum).norm(), 1e-13);
    EXPECT_NE(v[0], before[0]);
    for (std::size_t i = 7; i < body_particles; ++i) EXPECT_EQ(v[i], before[i]) << "touches nothing";
}

TEST_F(EnergyLimitingDissipationTest, LeavesARigidMotionWhereThereIsNotEnough)
{
    take(1e6);
    const Motion then = motion(before, 0, 7), now = motion(v, 0, 7);
    EXPECT_LT((then.momentum - now.momentum).norm(), 1e-13);
    EXPECT_LT((then.angular_momentum - now.angular_momentum).norm(), 1e-12);
    for (std::size_t i = 0; i < 7; ++i)
        for (std::size_t j = 0; j < i; ++j) EXPECT_NEAR((x[i] - x[j]).dot(v[i] - v[j]), 0, 1e-13) << i << " " << j;
}

TEST_F(EnergyLimitingDissipationTest, SlowsHeldBodiesAndNotWhoIsConstrained)
{
    filter.entries.push_back({2, Mat3::Zero()});
    take(0.5);
    EXPECT_NEAR(motion(before, 0, 7).energy - motion(v, 0, 7).energy, 0.5, 1e-13);
    EXPECT_EQ(v[2], before[2]);
    const double left = v[0].norm() / before[0].norm();
    for (const int i : {0, 1, 3, 4, 5, 6}) EXPECT_TRUE(v[i].isApprox(left * before[i], 1e-14));
}

TEST_F(EnergyLimitingDissipationTest, TurnsALineWithoutDividingByZero)
{
    for (std::size_t i = 0; i < 7; ++i) x[i] = Vec3(0.1 * static_cast<double>(i), 0, 0);
    take(0.5);
    const Motion then = motion(before, 0, 7), now = motion(v, 0, 7);
    EXPECT_NEAR(then.energy - now.energy, 0.5, 1e-13);
    EXPECT_LT((then.angular_momentum - now.angular_momentum).norm(), 1e-13);
}

/// f = -k x - d v
class Tether final : public Force {
public:
    [[nodiscard]] std::string_view name() const override { return "tether"; }
    [[nodiscard]] double energy(std::span<const Vec3> x) override
    {
        double sum = 0;
        for (const Vec3& at : x) sum += 0.5 * stiffness * at.squaredNorm();
        return sum;
    }
    void add_force(std::span<const Vec3> x, std::span<const Vec3> v, std::span<Vec3> f) override
    {
        for (std::size_t i = 0; i < f.size(); ++i) f[i] -= stiffness * x[i] + damping * v[i];
    }
    void add_couplings(std::vector<std::pair<int, int>>& pairs) const override { pairs.emplace_back(0, 2); }
    void add_jacobian(std::span<const Vec3>, std::span<const Vec3>, JacobianTreatment, double scale_x, double scale_v,
                      Csr<Mat3>& A) override
    {
        for (std::size_t i = 0; i < A.rows(); ++i)
            A.diagonal(i).diagonal().array() -= scale_x * stiffness + scale_v * damping;
    }

    static constexpr double stiffness = 7, damping = 0.5;
};

TEST(ForceChange, IsWhatForcesDifferBy)
{
    std::vector<std::unique_ptr<Force>> forces;
    forces.push_back(std::make_unique<Tether>());
    ForceField field(3, std::move(forces));
    auto owned = std::make_unique<ForceChange>(field, 3);
    ForceChange& change = *owned;
    std::vector<std::unique_ptr<Force>> changes;
    changes.push_back(std::move(owned));
    ForceField difference(3, std::move(changes));
    EXPECT_EQ(difference.pattern()->column, field.pattern()->column);

    testing::RandomVectors random(5);
    const std::vector<Vec3> from = random.vectors(3);
    const std::vector<Vec3> v_from = random.vectors(3);
    const std::vector<Vec3> x = random.vectors(3);
    const std::vector<Vec3> v = random.vectors(3);
    std::vector<Vec3> f(3);
    change.start_from(from, v_from);
    difference.force(from, v_from, f);
    for (const Vec3& none : f) EXPECT_EQ(none, Vec3::Zero());
    difference.force(x, v, f);
    for (std::size_t i = 0; i < 3; ++i)
        EXPECT_TRUE(f[i].isApprox(-Tether::stiffness * (x[i] - from[i]) - Tether::damping * (v[i] - v_from[i]), 1e-13));
    Csr<Mat3> of_change(difference.pattern()), of_forces(field.pattern());
    difference.add_jacobian(x, v, JacobianTreatment::exact, 1, 2, of_change);
    field.add_jacobian(x, v, JacobianTreatment::exact, 1, 2, of_forces);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(of_change.diagonal(i), of_forces.diagonal(i));
}

}  // namespace
}  // namespace tulle
