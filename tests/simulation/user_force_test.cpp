#include <tulle/force.hpp>

#include "support/message_of.hpp"
#include "support/scenes.hpp"

#include <tulle/error.hpp>
#include <tulle/simulation.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <sstream>
#include <stdexcept>

namespace tulle {
namespace {

using testing::message_of;

/// m_i w^2 on every particle towards where it started: a cloth that is shifted as a whole swings as x0 + d cos(w t).
class Anchors final : public UserForce {
public:
    Anchors(std::vector<Vec3> places, std::vector<double> stiffness)
        : places_(std::move(places)), stiffness_(std::move(stiffness))
    {}
    [[nodiscard]] std::string name() const override { return "anchors"; }
    [[nodiscard]] double energy(std::span<const Vec3> x, double /*time*/) override
    {
        double sum = 0;
        for (std::size_t i = 0; i < x.size(); ++i) sum += 0.5 * stiffness_[i] * (x[i] - places_[i]).squaredNorm();
        return energy_factor * sum;
    }
    void add_force(std::span<const Vec3> x, std::span<const Vec3> /*v*/, double /*time*/, std::span<Vec3> f) override
    {
        for (std::size_t i = 0; i < x.size(); ++i) f[i] -= stiffness_[i] * (x[i] - places_[i]);
    }
    void add_jacobian(std::span<const Vec3> x, std::span<const Vec3> /*v*/, double /*time*/,
                      ForceJacobian& jacobian) override
    {
        for (std::size_t i = 0; i < x.size(); ++i)
            jacobian.add(static_cast<int>(i), static_cast<int>(i), -jacobian_factor * stiffness_[i] * Mat3::Identity());
    }

    double energy_factor = 1, jacobian_factor = 1;  // 1: right

private:
    std::vector<Vec3> places_;       // m
    std::vector<double> stiffness_;  // N/m
};

/// A damped spring between two particles; `names_the_pair` or not.
class PairSpring final : public UserForce {
public:
    PairSpring(int i, int j, double stiffness, double damping, bool names_the_pair = true)
        : i_(i), j_(j), stiffness_(stiffness), damping_(damping), names_the_pair_(names_the_pair)
    {}
    [[nodiscard]] std::string name() const override { return "spring"; }
    [[nodiscard]] double energy(std::span<const Vec3> x, double /*time*/) override
    {
        return 0.5 * stiffness_ * (x[j_] - x[i_]).squaredNorm();
    }
    void add_force(std::span<const Vec3> x, std::span<const Vec3> v, double /*time*/, std::span<Vec3> f) override
    {
        const Vec3 force = stiffness_ * (x[j_] - x[i_]) + damping_ * (v[j_] - v[i_]);
        f[i_] += force;
        f[j_] -= force;
    }
    [[nodiscard]] std::vector<std::array<int, 2>> couplings() const override
    {
        if (!names_the_pair_) return {};
        return {{i_, j_}};
    }
    void add_jacobian(std::span<const Vec3>, std::span<const Vec3>, double, ForceJacobian& jacobian) override
    {
        const Mat3 K = stiffness_ * Mat3::Identity(), D = damping_ * Mat3::Identity();
        jacobian.add(i_, i_, -K, -D);
        jacobian.add(j_, j_, -K, -D);
        jacobian.add(i_, j_, K, D);
        jacobian.add(j_, i_, K, D);
    }

private:
    int i_, j_;
    double stiffness_, damping_;  // N/m, N s/m
    bool names_the_pair_;
};

SceneDescription free_cloth(const std::string& method, double dt)
{
    SceneDescription scene;
    scene.cloths.push_back(testing::square_cloth(5));
    scene.simulation.gravity.setZero();
    scene.integrator.method = method;
    scene.integrator.dt = dt;
    return scene;
}

std::shared_ptr<Anchors> anchors_of(const Simulation& simulation, double angular_frequency)
{
    std::vector<double> stiffness;
    for (const double mass : simulation.masses()) stiffness.push_back(mass * angular_frequency * angular_frequency);
    return std::make_shared<Anchors>(std::vector<Vec3>(simulation.positions().begin(), simulation.positions().end()),
                                     stiffness);
}

TEST(UserForce, ActsInEveryKindOfMethod)
{
    constexpr double w = 5, shift = 0.1, until = 0.6;  // 1/s, m, s
    for (const auto& [method, tolerance] :
         {std::pair{"rk4", 1e-7}, std::pair{"verlet", 1e-5}, std::pair{"symplectic-euler", 3e-4},
          std::pair{"implicit-midpoint", 1e-5}, std::pair{"bdf2", 2e-5}, std::pair{"sbdf2", 2e-5},
          std::pair{"imex-euler", 2e-3}, std::pair{"backward-euler", 2e-3}}) {
        SCOPED_TRACE(method);
        SceneDescription scene = free_cloth(method, 1e-3);
        scene.integrator.tolerance = 1e-8;
        scene.solver.tolerance = 1e-8;
        const std::shared_ptr<Anchors> anchors = anchors_of(Simulation(scene), w);
        Simulation simulation(scene, {anchors});
        const Vec3 start = simulation.positions()[7];
        std::vector<Vec3> shifted(simulation.positions().begin(), simulation.positions().end());
        for (Vec3& x : shifted) x += Vec3(shift, 0, 0);
        simulation.set_positions(shifted);
        while (simulation.time() < until - 1e-9) ASSERT_FALSE(is_failure(simulation.step().status));
        EXPECT_NEAR(simulation.positions()[7].x() - start.x(), shift * std::cos(w * simulation.time()), tolerance);
    }
}

/// Without its Jacobian so stiff a spring would explode in such steps.
TEST(UserForce, ItsEnergyIsMeasuredAndConserved)
{
    SceneDescription scene = free_cloth("rk4", 1e-3);
    const Simulation at_rest(scene);
    const auto anchors = anchors_of(at_rest, 5);
    Simulation simulation(scene, {anchors});
    std::vector<Vec3> x(simulation.positions().begin(), simulation.positions().end());
    for (Vec3& place : x) place.x() += 0.1;
    simulation.set_positions(x);
    const double start = simulation.measure().energies.user;
    EXPECT_EQ(start, anchors->energy(x, 0));
    EXPECT_GT(start, 0);
    double most_kinetic = 0;
    for (int k = 0; k < 600; ++k) {
        ASSERT_EQ(simulation.step().status, StepStatus::ok);
        const Energies energies = simulation.measure().energies;
        most_kinetic = std::max(most_kinetic, energies.kinetic);
        EXPECT_NEAR(energies.total(), start, 1e-9 * start);
    }
    EXPECT_GT(most_kinetic, 0.99 * start) << "the energy goes back and forth";
}

TEST(UserForce, MayBeStiffWithItsJacobian)
{
    SceneDescription scene = testing::hanging(5);
    scene.integrator.method = "backward-euler";
    scene.integrator.dt = 0.02;
    Simulation simulation(scene, {std::make_shared<PairSpring>(12, 24, 1e5, 1)});
    for (int k = 0; k < 50; ++k) ASSERT_EQ(simulation.step().status, StepStatus::ok);
    EXPECT_LT((simulation.positions()[12] - simulation.positions()[24]).norm(), 1e-3);
}

TEST(UserForce, BetweenParticlesKeepsMomentum)
{
    const SceneDescription scene = free_cloth("implicit-midpoint", 0.005);
    Simulation simulation(scene, {std::make_shared<PairSpring>(0, 24, 20, 0.1)});
    for (int k = 0; k < 40; ++k) ASSERT_FALSE(is_failure(simulation.step().status));
    EXPECT_LT(simulation.measure().momentum.norm(), 1e-10);
    EXPECT_GT(simulation.velocities()[0].norm(), 1e-3);
}

TEST(UserForce, IsTakenInTheMiddleOfTheStep)
{
    /// Of the time alone: the velocity after a step is its integral, to second order.
    class Push final : public UserForce {
    public:
        [[nodiscard]] std::string name() const override { return "push"; }
        void add_force(std::span<const Vec3> x, std::span<const Vec3>, double time, std::span<Vec3> f) override
        {
            for (std::size_t i = 0; i < x.size(); ++i) f[i].x() += time;
        }
    };
    const SceneDescription scene = free_cloth("symplectic-euler", 1e-3);
    Simulation simulation(scene, {std::make_shared<Push>()});
    for (int k = 0; k < 40; ++k) ASSERT_FALSE(is_failure(simulation.step().status));
    const Vec3 momentum = simulation.measure().momentum;
    EXPECT_NEAR(momentum.x(), 25 * 0.5 * 0.04 * 0.04, 1e-12);
}

TEST(UserForce, IsPartOfForcesAndJacobian)
{
    SceneDescription scene = free_cloth("imex-euler", 0.01);
    Simulation plain(scene);
    Simulation with(scene, {std::make_shared<PairSpring>(0, 24, 20, 0.5)});
    std::vector<Vec3> x(with.positions().begin(), with.positions().end()), before(25), after(25);
    plain.forces(before);
    with.forces(after);
    const Vec3 expected = 20 * (x[24] - x[0]);
    EXPECT_LT((after[0] - before[0] - expected).norm(), 1e-12);
    EXPECT_LT((after[24] - before[24] + expected).norm(), 1e-12);
    const BlockMatrix J = with.jacobian(Simulation::Derivative::by_velocity);
    bool found = false;
    for (int k = J.row_begin[0]; k < J.row_begin[1]; ++k) {
        if (J.column[k] != 24) continue;
        found = true;
        EXPECT_LT((J.block[k] - 0.5 * Mat3::Identity()).norm(), 1e-12);
    }
    EXPECT_TRUE(found);
}

TEST(UserForce, MistakesAreRefusedWithItsName)
{
    const SceneDescription scene = free_cloth("backward-euler", 0.01);
    EXPECT_EQ(message_of([&] { Simulation(scene, {std::make_shared<PairSpring>(0, 25, 1, 0)}); }),
              "force \"spring\": couplings: expected two different particles from 0 to 24, found 0 and 25");
    EXPECT_EQ(message_of([&] { Simulation(scene, {nullptr}); }), "forces: expected a force, found a null pointer");
    Simulation simulation(scene, {std::make_shared<PairSpring>(0, 24, 1, 0, false)});
    EXPECT_EQ(message_of([&] { static_cast<void>(simulation.step()); }),
              "force \"spring\": its Jacobian couples the particles 0 and 24, which its couplings() do not name");
}

TEST(UserForce, AnExceptionEndsTheStepAndFurtherOnesUntilAStateIsRestored)
{
    class Breaking final : public UserForce {
    public:
        [[nodiscard]] std::string name() const override { return "breaking"; }
        void add_force(std::span<const Vec3>, std::span<const Vec3>, double time, std::span<Vec3>) override
        {
            if (time > 0.03) throw std::runtime_error("broken");
        }
    };
    Simulation simulation(free_cloth("verlet", 0.005), {std::make_shared<Breaking>()});
    std::ostringstream start;
    simulation.save(start);
    EXPECT_THROW(
        {
            for (int k = 0; k < 20; ++k) static_cast<void>(simulation.step());
        },
        std::runtime_error);
    EXPECT_EQ(message_of([&] { static_cast<void>(simulation.step()); }),
              "step: an exception has ended the last step in its middle: restore a state first");
    std::istringstream back(start.str());
    simulation.restore(back);
    EXPECT_EQ(simulation.step().status, StepStatus::ok);
}

TEST(UserForce, DerivativesAreCheckedAgainstDifferences)
{
    const Simulation simulation(free_cloth("imex-euler", 0.01));
    std::vector<Vec3> x(simulation.positions().begin(), simulation.positions().end()), v(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
        const auto k = static_cast<double>(i);
        x[i] += 0.01 * Vec3(std::sin(k), std::cos(2 * k), std::sin(3 * k));
        v[i] = Vec3(std::cos(k), 0.5, 0);
    }
    const std::shared_ptr<Anchors> anchors = anchors_of(simulation, 5);
    const DerivativeErrors right = check_derivatives(*anchors, x, v);
    ASSERT_TRUE(right.energy);
    EXPECT_LT(*right.energy, 1e-6);
    EXPECT_LT(right.by_position, 1e-6);
    anchors->energy_factor = 1.01;
    EXPECT_GT(check_derivatives(*anchors, x, v).energy.value_or(0), 1e-3);
    anchors->energy_factor = 0;
    EXPECT_FALSE(check_derivatives(*anchors, x, v).energy);
    anchors->jacobian_factor = 0.99;
    EXPECT_NEAR(check_derivatives(*anchors, x, v).by_position, 0.01, 1e-4);

    EXPECT_NE(message_of([&] { static_cast<void>(check_derivatives(*anchors, x, v, 0, 0)); }).find("h > 0"),
              std::string::npos);
    anchors->jacobian_factor = std::numeric_limits<double>::quiet_NaN();
    EXPECT_TRUE(std::isnan(check_derivatives(*anchors, x, v).by_position));
    PairSpring unnamed(0, 24, 3, 2, false);
    EXPECT_NE(message_of([&] { static_cast<void>(check_derivatives(unnamed, x, v)); }).find("couplings()"),
              std::string::npos);

    PairSpring spring(0, 24, 3, 2);
    const DerivativeErrors errors = check_derivatives(spring, x, v);
    EXPECT_LT(errors.by_position, 1e-6);
    EXPECT_LT(errors.by_velocity, 1e-6);
}

}  // namespace
}  // namespace tulle
