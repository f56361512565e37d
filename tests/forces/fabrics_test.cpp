#include "forces/fabrics.hpp"

#include "forces/fabric_sheet.hpp"
#include "support/fabrics.hpp"
#include "support/finite_difference.hpp"
#include "support/random_state.hpp"

#include <tulle/threads.hpp>

#include <gtest/gtest.h>
#include <Eigen/Geometry>

#include <cmath>
#include <cstring>
#include <sstream>
#include <tuple>

namespace tulle {
namespace {

using testing::FabricSheet;
using testing::lossless;
using testing::plain_fabric;
using testing::RandomVectors;
using testing::sheet_cloth;
using testing::sheet_grid;
using testing::sheet_size;

/// As a grid, crumpled by a share of its shorter spacing.
struct Sheet : FabricSheet {
    explicit Sheet(const FabricDescription& fabric, std::array<int, 2> particles = {7, 5}, double damping_time = 0,
                   WarpAxis warp = WarpAxis::first)
        : FabricSheet(grid_cloth(fabric, particles, damping_time, warp)),
          spacing(std::min(sheet_size.x() / (particles[0] - 1), sheet_size.y() / (particles[1] - 1)))
    {}

    [[nodiscard]] std::vector<Vec3> crumpled(unsigned seed, double share = 0.1) const
    {
        return FabricSheet::crumpled(seed, share * spacing);
    }

    double spacing;  // m

private:
    static ClothDescription grid_cloth(const FabricDescription& fabric, std::array<int, 2> particles,
                                       double damping_time, WarpAxis warp)
    {
        ClothDescription cloth = sheet_cloth(sheet_grid({particles[0] - 1, particles[1] - 1}), fabric, damping_time);
        cloth.warp = warp;
        return cloth;
    }
};

double product(const std::vector<Vec3>& a, const std::vector<Vec3>& b)
{
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += a[i].dot(b[i]);
    return sum;
}

TEST(Fabrics, ForceIsTheGradientOfTheEnergyWithoutLoss)
{
    const Sheet sheet(lossless(plain_fabric()));
    for (unsigned seed = 1; seed < 6; ++seed) {
        const std::vector<Vec3> x = sheet.crumpled(seed);
        const std::vector<Vec3> d = RandomVectors(seed + 100).vectors(x.size());
        const double h = 1e-7;
        const double slope =
            (sheet.field->energy(testing::shifted(x, h, d)) - sheet.field->energy(testing::shifted(x, -h, d))) /
            (2 * h);
        const double expected = -product(sheet.force(x, sheet.still), d);
        EXPECT_NEAR(slope, expected, 1e-5 * std::abs(expected));
    }
}

/// From a past of its own, on both sides of the loops.
TEST(Fabrics, JacobiansAreTheDerivativesOfTheForceWithHistory)
{
    for (const WarpAxis warp : {WarpAxis::first, WarpAxis::second}) {
        const Sheet sheet(plain_fabric(), {5, 6}, 0.01, warp);
        for (unsigned seed = 11; seed < 16; ++seed) sheet.field->begin_step(sheet.crumpled(seed), 0);
        const std::vector<Vec3> x = sheet.crumpled(17);
        const std::vector<Vec3> v = RandomVectors(18).vectors(x.size());
        const std::vector<Vec3> d = RandomVectors(19).vectors(x.size());
        Csr<Mat3> by_x(sheet.field->pattern()), by_v(sheet.field->pattern());
        sheet.field->add_jacobian(x, sheet.still, JacobianTreatment::exact, 1, 0, by_x);
        sheet.field->add_jacobian(x, v, JacobianTreatment::exact, 0, 1, by_v);
        std::vector<Vec3> expected_x(d.size()), expected_v(d.size());
        by_x.multiply(d, expected_x);
        by_v.multiply(d, expected_v);
        const double h = 1e-8;
        const auto fx1 = sheet.force(testing::shifted(x, h, d), sheet.still),
                   fx0 = sheet.force(testing::shifted(x, -h, d), sheet.still);
        const auto fv1 = sheet.force(x, testing::shifted(v, 1, d)), fv0 = sheet.force(x, testing::shifted(v, -1, d));
        for (std::size_t i = 0; i < d.size(); ++i) {
            EXPECT_LT((expected_x[i] - (fx1[i] - fx0[i]) / (2 * h)).norm(), 1e-5 * expected_x[i].norm() + 1e-2) << i;
            EXPECT_LT((expected_v[i] - (fv1[i] - fv0[i]) / 2).norm(), 1e-9 * expected_v[i].norm() + 1e-9) << i;
        }
    }
}

/// The load that viscosity adds turns with the thread. Where all moves away from one point, v = rate x, lengths change
/// at a rate that does not depend on the direction, and the matrix is the whole derivative.
TEST(Fabrics, JacobiansKnowTheViscousLoad)
{
    FabricDescription threads = plain_fabric();
    // Angles have rates that do depend on it: they count for next to nothing here.
    threads.warp.bending = threads.weft.bending = KesBending{.rigidity = 1e-12, .width = 0};
    threads.shear = KesShear{.stiffness = 1e-6, .width_half_degree = 0, .width_5_degrees = 0};
    const Sheet sheet(threads, {5, 6}, 0.01);
    for (unsigned seed = 11; seed < 16; ++seed) sheet.field->begin_step(sheet.crumpled(seed), 0);
    const std::vector<Vec3> x = sheet.crumpled(17);
    std::vector<Vec3> v = x;
    for (Vec3& one : v) one *= 30;
    const std::vector<Vec3> d = RandomVectors(19).vectors(x.size());
    Csr<Mat3> by_x(sheet.field->pattern()), still(sheet.field->pattern());
    sheet.field->add_jacobian(x, v, JacobianTreatment::exact, 1, 0, by_x);
    sheet.field->add_jacobian(x, sheet.still, JacobianTreatment::exact, 1, 0, still);
    std::vector<Vec3> expected(d.size()), without(d.size());
    by_x.multiply(d, expected);
    still.multiply(d, without);
    const double h = 1e-8;
    const auto f1 = sheet.force(testing::shifted(x, h, d), v), f0 = sheet.force(testing::shifted(x, -h, d), v);
    double off = 0, off_without = 0, size = 0;
    for (std::size_t i = 0; i < d.size(); ++i) {
        const Vec3 difference = (f1[i] - f0[i]) / (2 * h);
        off += (expected[i] - difference).squaredNorm();
        off_without += (without[i] - difference).squaredNorm();
        size += difference.squaredNorm();
    }
    EXPECT_LT(off, 1e-2 * off_without);
    EXPECT_LT(off, 1e-6 * size);
}

/// Rates that are differences make the whole force a function of positions: the matrix is its whole derivative, and
/// symmetric. While lengths and angles change as velocities say, both kinds of rates agree.
TEST(Fabrics, RatesMayBeDifferencesOverAStep)
{
    for (const double h : {1e-3, 0.01}) {
        const Sheet sheet(plain_fabric(), {5, 6}, 0.01);
        for (unsigned seed = 11; seed < 16; ++seed) sheet.field->begin_step(sheet.crumpled(seed), 0);
        sheet.field->set_rate_step(h);
        const std::vector<Vec3> x = sheet.crumpled(17);
        const std::vector<Vec3> d = RandomVectors(19).vectors(x.size());
        Csr<Mat3> A(sheet.field->pattern());
        sheet.field->add_jacobian(x, sheet.still, JacobianTreatment::exact, 1, 1 / h, A);
        std::vector<Vec3> expected(d.size());
        A.multiply(d, expected);
        const double small = 1e-8;
        const auto f1 = sheet.force(testing::shifted(x, small, d), sheet.still),
                   f0 = sheet.force(testing::shifted(x, -small, d), sheet.still);
        double off = 0, size = 0;
        for (std::size_t i = 0; i < d.size(); ++i) {
            const Vec3 difference = (f1[i] - f0[i]) / (2 * small);
            off += (expected[i] - difference).squaredNorm();
            size += difference.squaredNorm();
        }
        EXPECT_LT(off, 1e-10 * size) << h;
    }
    // A short way: dq = grad q . dx.
    const Sheet by_velocity(plain_fabric(), {5, 6}, 0.01), by_difference(plain_fabric(), {5, 6}, 0.01);
    const double h = 1e-7;
    const std::vector<Vec3> x0 = by_velocity.crumpled(3), v = RandomVectors(4).vectors(x0.size());
    const std::vector<Vec3> x = testing::shifted(x0, h, v);
    for (const Sheet* sheet : {&by_velocity, &by_difference}) sheet->field->begin_step(x0, 0);
    by_difference.field->set_rate_step(h);
    const auto a = by_velocity.force(x, v), b = by_difference.force(x, by_difference.still);
    const auto none = by_velocity.force(x, by_velocity.still);
    double off = 0, viscous = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        off += (a[i] - b[i]).squaredNorm();
        viscous += (a[i] - none[i]).squaredNorm();
    }
    EXPECT_LT(off, 1e-8 * viscous);
}

/// What was measured serves where nothing has changed, and nowhere else: whatever was asked before, the answer is that
/// of a fabric which is asked for the first time.
TEST(Fabrics, AnswersDoNotDependOnWhatWasAskedBefore)
{
    const auto ask = [](const Sheet& sheet, const std::vector<Vec3>& x) {
        Csr<Mat3> A(sheet.field->pattern());
        sheet.field->add_jacobian(x, sheet.still, JacobianTreatment::clamped, -1, 0, A);
        return std::tuple(sheet.force(x, sheet.still), A.value, sheet.field->energy(x));
    };
    const Sheet often(plain_fabric());
    const std::vector<Vec3> a = often.crumpled(1), b = often.crumpled(2), c = often.crumpled(3);
    std::stringstream saved;
    {
        ArchiveWriter out(saved);
        often.field->save(out);
    }
    for (const auto& x : {a, b, a, c, c}) (void)ask(often, x);
    often.field->begin_step(b, 0);
    for (const auto& x : {c, b, a}) (void)ask(often, x);
    const Sheet once(plain_fabric());
    once.field->begin_step(b, 0);
    EXPECT_EQ(ask(often, a), ask(once, a));
    EXPECT_EQ(ask(often, b), ask(once, b)) << "where the step began";
    ArchiveReader in(saved);
    often.field->restore(in);
    EXPECT_EQ(ask(often, b), ask(Sheet(plain_fabric()), b)) << "after going back";
}

/// The matrix of a round has secants to where it is expected to end; once that has come true, tangents.
TEST(Fabrics, IterationsTakeSecantsUntilTheyConverge)
{
    const Sheet sheet(plain_fabric(), {7, 5}, 0.01);
    for (unsigned seed = 11; seed < 16; ++seed) sheet.field->begin_step(sheet.crumpled(seed), 0);
    const std::vector<Vec3> x = sheet.crumpled(17);
    const auto matrix = [&] {
        Csr<Mat3> A(sheet.field->pattern());
        sheet.field->add_jacobian(x, sheet.still, JacobianTreatment::clamped, -1, 0, A);
        return A;
    };
    const Csr<Mat3> tangent = matrix();
    sheet.field->begin_iteration();
    const Csr<Mat3> first = matrix();
    sheet.field->begin_iteration();
    const Csr<Mat3> second = matrix();
    for (std::size_t k = 0; k < tangent.value.size(); ++k)
        EXPECT_LE((second.value[k] - tangent.value[k]).norm(), 1e-10 * (1 + tangent.value[k].norm()));
    EXPECT_NE(first.value, tangent.value) << "this state tells secants from tangents";
    sheet.field->begin_step(sheet.crumpled(15), 0);
    EXPECT_EQ(matrix().value, tangent.value);
    sheet.field->begin_iteration();
    EXPECT_EQ(matrix().value, first.value) << "a step begins without predictions";
}

TEST(Fabrics, ClampedJacobiansNeverSoften)
{
    const Sheet sheet(plain_fabric());
    for (unsigned seed = 1; seed < 20; ++seed) {
        sheet.field->begin_step(sheet.crumpled(seed, 0.3), 0);
        Csr<Mat3> A(sheet.field->pattern());
        sheet.field->add_jacobian(sheet.crumpled(seed + 50, 0.3), sheet.still, JacobianTreatment::clamped, -1, 0, A);
        const std::vector<Vec3> d = RandomVectors(seed + 90).vectors(sheet.flat.size());
        std::vector<Vec3> Ad(d.size());
        A.multiply(d, Ad);
        EXPECT_GT(product(Ad, d), 0);
    }
}

TEST(Fabrics, ForcesSumToZeroAndExertNoTorque)
{
    const Sheet sheet(plain_fabric(), {7, 5}, 0.01);
    sheet.field->begin_step(sheet.crumpled(1, 0.3), 0);
    const std::vector<Vec3> x = sheet.crumpled(2, 0.3);
    const std::vector<Vec3> f = sheet.force(x, RandomVectors(3).vectors(x.size()));
    Vec3 sum = Vec3::Zero(), torque = Vec3::Zero();
    double size = 0;
    for (std::size_t i = 0; i < f.size(); ++i) {
        sum += f[i];
        torque += x[i].cross(f[i]);
        size += f[i].norm();
    }
    EXPECT_GT(size, 1);
    EXPECT_LT(sum.norm(), 1e-13 * size);
    EXPECT_LT(torque.norm(), 1e-13 * size);
}

constexpr double sheet_area = 0.3 * 0.2;  // m^2

/// Energies of uniform states are those of the fabric per area, at every resolution.
TEST(Fabrics, UniformTensionAndShearStoreWhatTheCurvesSay)
{
    const FabricDescription fabric = lossless(plain_fabric());
    const HysteresisLoop warp(loop_of(fabric.warp.tension)), weft(loop_of(fabric.weft.tension));
    const HysteresisLoop shear(shear_loop_at_rest(fabric));
    for (const std::array<int, 2> particles : {std::array{4, 3}, {9, 13}}) {
        const Sheet sheet(fabric, particles);
        const auto stretched = sheet.moved([](const Vec3& p) { return Vec3(1.03 * p.x(), 1.05 * p.y(), p.z()); });
        const FabricEnergies e = sheet.fabrics->energies(stretched);
        EXPECT_NEAR(e.tension, sheet_area * (warp.energy(0.03, 0) + weft.energy(0.05, 0)), 1e-12);
        EXPECT_NEAR(e.shear, 0, 1e-15);
        // Threads turn without stretching: the second axis leans by gamma.
        const double gamma = 0.05;
        const auto sheared = sheet.moved(
            [&](const Vec3& p) { return Vec3(p.x() + std::sin(gamma) * p.y(), std::cos(gamma) * p.y(), p.z()); });
        EXPECT_NEAR(sheet.fabrics->energies(sheared).shear, sheet_area * shear.energy(gamma, 0), 1e-12);
        EXPECT_NEAR(sheet.fabrics->energies(sheared).tension, 0, 1e-15);
    }
}

/// EWS96's law too: stretched along one thread, compressed along the other.
TEST(Fabrics, TensionAfterEws96IsTheSameAtEveryResolution)
{
    FabricDescription fabric = lossless(plain_fabric());
    const PowerTension law{.stretch = stretch_through(0.05, greatest_pull), .compression = 3000};
    fabric.warp.tension = fabric.weft.tension = law;
    const HysteresisLoop curve(loop_of(law));
    for (const std::array<int, 2> particles : {std::array{4, 3}, {9, 13}}) {
        const Sheet sheet(fabric, particles);
        const auto pulled = sheet.moved([](const Vec3& p) { return Vec3(1.03 * p.x(), 0.8 * p.y(), p.z()); });
        const double energy = sheet.fabrics->energies(pulled).tension;
        EXPECT_NEAR(energy, sheet_area * (curve.energy(0.03, 0) + curve.energy(-0.2, 0)), 1e-12);
        EXPECT_NEAR(energy, sheet_area * (law.stretch / 3 * 2.7e-5 + law.compression / 5 * 3.2e-4), 0.01 * energy);
    }
}

/// A sheet rolled about an axis. Threads at the ends of the sheet do not bend over a half spacing.
TEST(Fabrics, RolledUpItStoresWhatTheBendingCurvesSay)
{
    const FabricDescription fabric = lossless(plain_fabric());
    const HysteresisLoop warp(loop_of(fabric.warp.bending)), weft(loop_of(fabric.weft.bending));
    const double radius = 0.1;  // m
    for (const int n : {7, 31}) {
        const Sheet sheet(fabric, {n, n});
        // The chord of an arc is as long as a spacing, so that the threads are not stretched.
        const auto rolled = [&](int axis) {
            const double spacing = (axis == 0 ? 0.3 : 0.2) / (n - 1);
            const double turn = 2 * std::asin(0.5 * spacing / radius);
            return std::pair(turn / spacing, sheet.moved([&](const Vec3& p) {
                const double angle = p[axis] / spacing * turn;
                Vec3 q = p;
                q[axis] = radius * std::sin(angle);
                q.z() = -radius * std::cos(angle);
                return q;
            }));
        };
        const auto [along_warp, over_warp] = rolled(0);
        const auto [along_weft, over_weft] = rolled(1);
        const double bent = sheet_area * (n - 2.0) / (n - 1.0);
        EXPECT_NEAR(sheet.fabrics->energies(over_warp).bending, bent * warp.energy(along_warp, 0), 1e-12);
        EXPECT_NEAR(sheet.fabrics->energies(over_weft).bending, bent * weft.energy(along_weft, 0), 1e-12);
        EXPECT_NEAR(along_warp, 1 / radius, 0.02 / radius);
        // Up is up for both threads.
        EXPECT_GT(sheet.fabrics->grid().bending.q(0, over_warp), -1e-12);
        for (std::size_t k = 0; k < sheet.fabrics->grid().bending.size(); ++k) {
            EXPECT_GT(sheet.fabrics->grid().bending.q(k, over_warp) + sheet.fabrics->grid().bending.q(k, over_weft), 5);
        }
    }
}

TEST(Fabrics, ABentAndReleasedThreadHasItsMomentOfTheOtherBranch)
{
    const Sheet sheet(plain_fabric(), {31, 5});
    const auto rolled = [&](double curvature) {
        return sheet.moved([&](const Vec3& p) {
            const double angle = curvature * p.x();
            return Vec3(std::sin(angle) / curvature, p.y(), (1 - std::cos(angle)) / curvature);
        });
    };
    // Rolled tightly and let go to 2HB/(2B) = 33.3 1/m it needs no moment to stay.
    sheet.field->begin_step(rolled(100), 0);
    sheet.field->begin_step(rolled(0.4e-3 / 12e-6), 0);
    const auto& bending = sheet.fabrics->grid().bending;
    int threads = 0;
    for (std::size_t k = 0; k < bending.size(); ++k) {
        const LoopHistory& history = bending.history(k);
        if (std::abs(history.at) < 1) continue;
        EXPECT_NEAR(bending.loop(k).middle(history.at) + history.offset, 0, 0.01 * 0.4e-3);
        ++threads;
    }
    EXPECT_EQ(threads, 29 * 5);
}

TEST(Fabrics, BeginningAStepTwiceLeavesNoTrace)
{
    const Sheet once(plain_fabric()), twice(plain_fabric());
    for (unsigned seed = 1; seed < 9; ++seed) {
        const std::vector<Vec3> x = once.crumpled(seed, 0.3);
        once.field->begin_step(x, 0);
        twice.field->begin_step(x, 0);
        twice.field->begin_step(x, 0);
    }
    const std::vector<Vec3> x = once.crumpled(42, 0.3);
    EXPECT_EQ(once.force(x, once.still), twice.force(x, twice.still));
}

TEST(Fabrics, SavedHistoryGoesOnToTheBit)
{
    const Sheet sheet(plain_fabric()), other(plain_fabric());
    for (unsigned seed = 1; seed < 9; ++seed) sheet.field->begin_step(sheet.crumpled(seed, 0.3), 0);
    std::stringstream stream;
    ArchiveWriter out(stream);
    sheet.field->save(out);
    ArchiveReader in(stream);
    other.field->restore(in);
    const std::vector<Vec3> x = sheet.crumpled(42, 0.3);
    EXPECT_EQ(sheet.force(x, sheet.still), other.force(x, other.still));
    const Sheet fresh(plain_fabric());
    EXPECT_NE(sheet.force(x, sheet.still), fresh.force(x, fresh.still));
}

TEST(Fabrics, ThreadsDoNotChangeABit)
{
    const Sheet sheet(plain_fabric(), {80, 70}, 0.01);
    sheet.field->begin_step(sheet.crumpled(1, 0.3), 0);
    const std::vector<Vec3> x = sheet.crumpled(2, 0.3), v = RandomVectors(3).vectors(x.size());
    const auto evaluate = [&](int threads) {
        const ThreadLimit limit(threads);
        Csr<Mat3> A(sheet.field->pattern());
        sheet.field->add_jacobian(x, v, JacobianTreatment::clamped, -0.1, -0.2, A);
        return std::tuple(sheet.force(x, v), A.value, sheet.field->energy(x));
    };
    EXPECT_EQ(evaluate(1), evaluate(2));
}

/// The matrix of IMEX methods is no softer than the fabric near rest, or their steps could grow.
TEST(Fabrics, StiffPartIsNoSofterThanTheFabricAtRest)
{
    const Sheet sheet(plain_fabric());
    Csr<double> K(sheet.field->pattern());
    Csr<Mat3> J(sheet.field->pattern());
    sheet.field->add_stiff_linear(1, 0, K);
    sheet.field->add_jacobian(sheet.flat, sheet.still, JacobianTreatment::exact, -1, 0, J);
    for (unsigned seed = 1; seed < 50; ++seed) {
        const std::vector<Vec3> d = RandomVectors(seed).vectors(sheet.flat.size());
        std::vector<Vec3> Kd(d.size()), Jd(d.size());
        K.multiply(d, Kd);
        J.multiply(d, Jd);
        EXPECT_GT(product(Kd, d), product(Jd, d));
    }
}

}  // namespace
}  // namespace tulle
