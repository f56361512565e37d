#include "forces/stvk_tetrahedra.hpp"

#include "element_checks.hpp"
#include "support/force_field_of.hpp"

namespace tulle {
namespace {

using testing::Held;
using testing::Positions;

constexpr IsotropicSolid foam{.modulus = 2e4, .poisson = 0.3};

/// A box from the origin, of cells of six tetrahedra each. Vertices inside are moved by up to `disorder` cells, and
/// with it every other tetrahedron is turned the other way about. Vertex (a, b, c) has index a + (n_x + 1) (b + (n_y +
/// 1) c).
struct SolidBox {
    SolidBox(const Vec3& box_size, std::array<int, 3> cells, double disorder, const IsotropicSolid& elastic,
             double damping_time = 0.01)
        : size(box_size)
    {
        testing::RandomVectors random(4);
        const auto [nx, ny, nz] = cells;
        const auto at = [nx = nx, ny = ny](int a, int b, int c) { return a + (nx + 1) * (b + (ny + 1) * c); };
        const Vec3 cell(size.x() / nx, size.y() / ny, size.z() / nz);
        for (int c = 0; c <= nz; ++c)
            for (int b = 0; b <= ny; ++b)
                for (int a = 0; a <= nx; ++a) {
                    const Vec3 shift = random.vector(disorder);
                    const bool is_inside = a > 0 && b > 0 && c > 0 && a < nx && b < ny && c < nz;
                    const Vec3 place = Vec3(a, b, c) + (is_inside ? shift : Vec3(Vec3::Zero()));
                    rest.push_back(place.cwiseProduct(cell));
                }
        // From corner 000 to corner 111 along the axes in all six orders.
        constexpr std::array<std::array<int, 3>, 6> orders{
            {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}}};
        for (int c = 0; c < nz; ++c)
            for (int b = 0; b < ny; ++b)
                for (int a = 0; a < nx; ++a)
                    for (const auto& order : orders) {
                        std::array<int, 3> corner{a, b, c};
                        Tetrahedron tetrahedron{at(a, b, c)};
                        for (std::size_t k = 0; k < 3; ++k) {
                            ++corner[order[k]];
                            tetrahedron[k + 1] = at(corner[0], corner[1], corner[2]);
                        }
                        if (disorder > 0 && tetrahedra.size() % 2 == 1) std::swap(tetrahedron[2], tetrahedron[3]);
                        tetrahedra.push_back(tetrahedron);
                    }
        auto owned = std::make_unique<StvkTetrahedra>();
        owned->add(rest, 0, tetrahedra, elastic, damping_time);
        solid = owned.get();
        field = testing::force_field_of(std::move(owned), rest.size());
    }

    /// What a force per area [N/m^2] along `direction` over the side at x exerts on its vertices.
    void add_pull(double x, const Vec3& direction, Positions& load) const
    {
        for (const Tetrahedron& tetrahedron : tetrahedra) {
            std::vector<int> side;
            for (const int corner : tetrahedron)
                if (std::abs(rest[corner].x() - x) < 1e-12) side.push_back(corner);
            if (side.size() < 3) continue;
            const double area = 0.5 * (rest[side[1]] - rest[side[0]]).cross(rest[side[2]] - rest[side[0]]).norm();
            for (const int corner : side) load[corner] += area / 3 * direction;
        }
    }

    Vec3 size;
    Positions rest;
    std::vector<Tetrahedron> tetrahedra;
    StvkTetrahedra* solid = nullptr;
    std::unique_ptr<ForceField> field;
};

SolidBox small_box(double damping_time = 0.01) { return {{0.3, 0.2, 0.2}, {3, 3, 2}, 0.3, foam, damping_time}; }

/// Shaken; pressed together on all sides; flattened, exactly and nearly; turned inside out; all of it in a point.
std::vector<Positions> strained_boxes(const Positions& rest)
{
    std::vector<Positions> all;
    for (unsigned seed = 1; seed < 3; ++seed) {
        all.push_back(testing::crumpled(rest, seed, 0.05));
        for (const Vec3& sizes :
             {Vec3(0.3, 0.4, 0.3), Vec3(1, 1.1, 0.01), Vec3(1.1, 0.9, -0.6), Vec3(-0.2, -0.3, -0.1)})
            all.push_back(testing::crumpled(testing::mapped(rest, sizes.asDiagonal()), seed, 0.002));
    }
    all.push_back(testing::mapped(rest, Vec3(1.2, 0.8, 0).asDiagonal()));
    all.push_back(testing::mapped(rest, 1e-6 * Mat3::Identity()));
    return all;
}

TEST(StvkTetrahedra, ForcesAndJacobiansAreDerivatives)
{
    const SolidBox box = small_box();
    for (const Positions& x : strained_boxes(box.rest)) testing::expect_derivatives(*box.field, x, 1e-6, 1e-6);
}

TEST(StvkTetrahedra, ClampedAndDampedJacobiansAreSemidefinite)
{
    const SolidBox box = small_box();
    for (const Positions& x : strained_boxes(box.rest)) {
        const Eigen::MatrixXd clamped = testing::stiffness_matrix(*box.field, x, JacobianTreatment::clamped);
        EXPECT_TRUE(clamped.allFinite());
        testing::expect_semidefinite(clamped);
        EXPECT_EQ(clamped, testing::stiffness_matrix(*box.field, x, JacobianTreatment::damped));
        const Eigen::MatrixXd exact = testing::stiffness_matrix(*box.field, x, JacobianTreatment::exact);
        EXPECT_LT(testing::smallest_eigenvalue(exact), -1e-6 * exact.norm());
        // Only what is negative has been left out.
        testing::expect_semidefinite(clamped - exact);
    }
    const Positions stretched = testing::mapped(box.rest, Vec3(1.2, 1.1, 1.1).asDiagonal());
    const Eigen::MatrixXd exact = testing::stiffness_matrix(*box.field, stretched, JacobianTreatment::exact);
    EXPECT_LE((testing::stiffness_matrix(*box.field, stretched, JacobianTreatment::clamped) - exact).norm(),
              1e-13 * exact.norm());
}

TEST(StvkTetrahedra, RigidMotionsCostNothingAndMomentumIsKept)
{
    const SolidBox box = small_box();
    testing::expect_rigid_motions_are_free(*box.field, box.rest);
    for (const Positions& x : strained_boxes(box.rest))
        testing::expect_momentum_kept(x, testing::force_of(*box.field, x, testing::RandomVectors(3).vectors(x.size())));
    // Strain knows no inside: a mirror image is at rest.
    EXPECT_LE(
        testing::size_of(testing::force_of(*box.field, testing::mapped(box.rest, Vec3(1, 1, -1).asDiagonal()))),
        1e-12 * testing::size_of(testing::force_of(*box.field, testing::mapped(box.rest, 1.1 * Mat3::Identity()))));
}

TEST(StvkTetrahedra, PassesThePatchTest)
{
    const SolidBox box = small_box(0);
    Mat3 map;
    map << 1.2, 0.1, 0, -0.3, 0.9, 0.1, 0.5, 0.2, 1.1;
    const Positions x = testing::mapped(box.rest, map);
    const Mat3 green = 0.5 * (map.transpose() * map - Mat3::Identity());
    Eigen::Matrix<double, 6, 1> strain;
    strain << green(0, 0), green(1, 1), green(2, 2), 2 * green(1, 2), 2 * green(0, 2), 2 * green(0, 1);
    const Eigen::Matrix<double, 6, 1> stress = stiffness_of(foam) * strain;
    double volume = 0;
    for (std::size_t k = 0; k < box.solid->size(); ++k) {
        EXPECT_LE((box.solid->stress(k, x) - stress).norm(), 1e-12 * stress.norm());
        volume += box.solid->rest_size(k);
    }
    EXPECT_NEAR(volume, 0.3 * 0.2 * 0.2, 1e-15);
    EXPECT_NEAR(box.field->energy(x), 0.5 * volume * strain.dot(stress), 1e-12 * volume * stress.norm());
    const Positions f = testing::force_of(*box.field, x);
    double border = 0;
    for (const Vec3& one : f) border = std::max(border, one.norm());
    for (int b = 1; b < 3; ++b)
        for (int a = 1; a < 3; ++a) EXPECT_LE(f[a + 4 * (b + 4)].norm(), 1e-13 * border);
}

/// Pulled along x by P per area: P = E e s for the stretch s and its strain e = (s^2 - 1)/2, and -nu e across.
TEST(StvkTetrahedra, ABarShowsItsModulusAndPoissonsRatio)
{
    const SolidBox box = small_box(0);
    for (const double stretch : {1.0001, 1.2}) {
        const double strain = 0.5 * (stretch * stretch - 1), pull = foam.modulus * strain * stretch;
        Positions load(box.rest.size(), Vec3::Zero());
        box.add_pull(0, {-pull, 0, 0}, load);
        box.add_pull(0.3, {pull, 0, 0}, load);
        std::vector<Held> held(box.rest.size(), {false, false, false});
        held[0] = {true, true, true};
        held[3] = {false, true, true};    // along x
        held[12] = {false, false, true};  // along y
        const Positions x = testing::at_rest_under(*box.field, box.rest, load, held);
        EXPECT_NEAR((x[3] - x[0]).norm() / 0.3, stretch, 1e-8);
        for (const std::size_t side : {std::size_t{12}, std::size_t{32}})
            EXPECT_NEAR(0.5 * ((x[side] - x[0]).squaredNorm() / (0.2 * 0.2) - 1), -foam.poisson * strain, 1e-8);
    }
}

/// A bar held at one end and loaded across at the other: Timoshenko's beam, exact where nothing narrows,
///     w = P L^3/(3 E I) + 6/5 P L/(G A).
TEST(StvkTetrahedra, ABeamConverges)
{
    const double L = 0.4, b = 0.1, P = 1e-3, E = 2e4, G = E / 2;
    const double expected = P * L * L * L / (3 * E * b * b * b * b / 12) + 1.2 * P * L / (G * b * b);
    std::vector<double> errors;
    for (const int n : {1, 2, 4, 8}) {
        const SolidBox beam({L, b, b}, {4 * n, n, n}, 0, {.modulus = E, .poisson = 0}, 0);
        Positions load(beam.rest.size(), Vec3::Zero());
        beam.add_pull(L, {0, 0, P / (b * b)}, load);
        std::vector<Held> held(beam.rest.size(), {false, false, false});
        double tip = 0;
        for (std::size_t i = 0; i < held.size(); ++i)
            if (beam.rest[i].x() == 0) held[i] = {true, true, true};
        const Positions x = testing::at_rest_under(*beam.field, beam.rest, load, held);
        for (std::size_t i = 0; i < held.size(); ++i) tip += load[i].z() / P * (x[i] - beam.rest[i]).z();
        errors.push_back(expected / tip - 1);
        RecordProperty("error_" + std::to_string(n), std::to_string(errors.back()));
    }
    for (std::size_t k = 1; k < errors.size(); ++k) EXPECT_LT(errors[k], 0.3 * errors[k - 1]) << k;
    EXPECT_LT(errors.back(), 0.06);
}

TEST(StvkTetrahedra, StiffPartIsNoSofterThanTheSolid)
{
    const SolidBox box = small_box();
    const Eigen::MatrixXd K = testing::stiff_part(*box.field);
    const Mat3 turn = Eigen::AngleAxisd(1.1, Vec3(2, -1, 2) / 3).toRotationMatrix();
    testing::expect_semidefinite(K);
    for (const double stretch : {0.5, 0.9, 1.0})
        testing::expect_semidefinite(K - testing::stiffness_matrix(*box.field,
                                                                   testing::mapped(box.rest, stretch * turn),
                                                                   JacobianTreatment::exact));
}

TEST(StvkTetrahedra, ThreadsDoNotChangeABit)
{
    const SolidBox box({0.3, 0.3, 0.3}, {10, 10, 10}, 0.3, foam);  // several blocks
    testing::expect_threads_change_no_bit(*box.field, testing::crumpled(box.rest, 1, 0.02));
}

TEST(StvkTetrahedra, FlatOnesAreFound)
{
    const Positions places{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.3, 0.3, 0}};
    EXPECT_EQ(flat_tetrahedron(places, std::vector<Tetrahedron>{{0, 1, 2, 3}, {0, 2, 1, 3}}), -1);
    EXPECT_EQ(flat_tetrahedron(places, std::vector<Tetrahedron>{{0, 1, 2, 3}, {0, 1, 2, 4}}), 1);
    EXPECT_EQ(flat_tetrahedron(places, std::vector<Tetrahedron>{{0, 0, 2, 3}}), 0);
}

}  // namespace
}  // namespace tulle
