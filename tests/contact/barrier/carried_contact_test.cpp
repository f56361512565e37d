#include "contact/barrier/carried_contact.hpp"

#include "contact/barrier/made_surface.hpp"
#include "forces/element_checks.hpp"
#include "support/force_field_of.hpp"
#include "support/matrix_samples.hpp"

#include <Eigen/Geometry>

namespace tulle {
namespace {

using testing::Positions;

constexpr double body_gap = 0.01;   // m
constexpr double body_step = 0.01;  // s

/// A sheet of cloth and a tetrahedron above it, which four particles carry that are none of its corners: one of them
/// points down, or an edge lies across the sheet.
struct Standing {
    enum class On { corner, edge };

    Standing(On on, double gap, double friction = 0)
    {
        const TriangleMesh sheet = testing::sheet_mesh({1, 1}, {4, 4}, 0.2, 1);
        made.add(sheet.positions, sheet.faces, {0, body_gap, 0});
        cloth = made.x.size();
        Positions corners = on == On::corner
                                ? Positions{{0, 0, 0}, {0.2, 0, 0.3}, {-0.1, 0.17, 0.3}, {-0.1, -0.17, 0.3}}
                                : Positions{{-0.2, -0.03, 0}, {0.2, 0.02, 0}, {0.1, 0.2, 0.3}, {0, -0.2, 0.3}};
        // The corner stands in the middle of a face.
        const auto& [a, b, c] = sheet.faces[10];
        const Vec3 middle = (sheet.positions[a] + sheet.positions[b] + sheet.positions[c]) / 3;
        const Vec3 place = on == On::corner ? middle : Vec3(0.03, 0.04, 0);
        for (Vec3& corner : corners) corner += place + Vec3(0, 0, gap);
        made.add(corners, {{0, 2, 1}, {0, 3, 2}, {0, 1, 3}, {1, 2, 3}}, {1, 0, 0});
        // The four particles that carry it.
        const Vec3 centre(0.04, 0.05, 0.2);
        const Positions frame{centre, centre + Vec3(0.2, 0.01, 0), centre + Vec3(0.02, 0.15, 0.03),
                              centre + Vec3(0, 0.05, 0.17)};
        Mat3 edges;
        for (int k = 0; k < 3; ++k) edges.col(k) = frame[k + 1] - frame[0];
        body.first = static_cast<int>(cloth);
        body.frame = static_cast<int>(made.x.size());
        for (const Vec3& corner : corners) {
            const Vec3 w = edges.inverse() * (corner - frame[0]);
            body.weights.push_back({1 - w.sum(), w[0], w[1], w[2]});
        }
        made.add(frame, {}, {2, 0, 0});
        mass.assign(made.x.size(), 0.01);
        // Everything turned: no axis is special.
        const Mat3 turn = Eigen::AngleAxisd(0.8, Vec3(1, -2, 2) / 3).toRotationMatrix();
        made.x = testing::mapped(made.x, turn);
        normal = turn * Vec3::UnitZ();
        SurfaceObstacles obstacles;
        obstacles.faces = 4;
        obstacles.cloths = 1;
        obstacles.bodies = {body};
        obstacles.materials = {{body_gap, friction, 0}};
        obstacles.cloth_meets_cloth = false;
        Positions start = made.x;
        for (std::size_t p = cloth; p < start.size(); ++p) start[p] += 5 * normal;
        contact = std::make_unique<CarriedContact>(std::make_unique<ClothContact>(
            ContactSurface(made.faces, made.materials, start, testing::untorn, obstacles), mass, body_step));
    }

    /// Random displacements [m] of what moves: the cloth, and the four particles.
    [[nodiscard]] Positions directions(unsigned seed) const
    {
        Positions d = testing::RandomVectors(seed).vectors(made.x.size());
        for (std::size_t k = 0; k < body.weights.size(); ++k) d[cloth + k].setZero();
        return d;
    }
    [[nodiscard]] Positions forces(const Positions& x) const
    {
        Positions f(x.size(), Vec3::Zero());
        contact->add_force(x, Positions(x.size(), Vec3::Zero()), f);
        return f;
    }

    testing::MadeSurface made;
    std::size_t cloth = 0;  // particles
    CarriedVertices body;
    Vec3 normal = Vec3::Zero();  // of the sheet
    std::vector<double> mass;
    std::unique_ptr<CarriedContact> contact;
};

constexpr std::array<Standing::On, 2> ways_to_stand{Standing::On::corner, Standing::On::edge};
constexpr std::array<double, 3> parts_of_gap{0.9, 0.4, 0.05};

TEST(CarriedContact, ForceIsTheSlopeOfTheEnergyByWhatCarriesTheBody)
{
    for (const Standing::On on : ways_to_stand)
        for (const double part : parts_of_gap) {
            const Standing standing(on, part * body_gap);
            const Positions& x = standing.made.x;
            const Positions f = standing.forces(x);
            EXPECT_GT(testing::size_of(f), 0);
            for (std::size_t k = 0; k < 4; ++k) EXPECT_EQ(f[standing.cloth + k], Vec3::Zero()) << "is carried";
            const double h = 1e-4 * part * body_gap;
            for (unsigned seed = 1; seed < 6; ++seed) {
                const Positions d = standing.directions(seed);
                const double change = standing.contact->energy(testing::shifted(x, h, d)) -
                                      standing.contact->energy(testing::shifted(x, -h, d));
                EXPECT_NEAR(change / (2 * h), -testing::product(f, d), 1e-6 * testing::size_of(f) * testing::size_of(d))
                    << part;
            }
        }
}

TEST(CarriedContact, WhereTheVerticesAreSaidToBeDoesNotMatter)
{
    const Standing standing(Standing::On::corner, 0.4 * body_gap);
    Positions elsewhere = standing.made.x;
    for (std::size_t k = 0; k < 4; ++k) elsewhere[standing.cloth + k] += Vec3(1, 2, 3);
    EXPECT_GT(standing.contact->energy(elsewhere), 0);
    EXPECT_NEAR(standing.contact->energy(elsewhere) / standing.contact->energy(standing.made.x), 1, 1e-10);
}

TEST(CarriedContact, KeepsMomentumAndAngularMomentum)
{
    for (const Standing::On on : ways_to_stand) {
        const Standing standing(on, 0.3 * body_gap);
        const Positions& x = standing.made.x;
        const Positions f = standing.forces(x);
        Vec3 sum = Vec3::Zero(), torque = Vec3::Zero(), on_body = Vec3::Zero();
        double size = 0;
        for (std::size_t i = 0; i < f.size(); ++i) {
            sum += f[i];
            torque += x[i].cross(f[i]);
            size += f[i].norm();
            if (i >= standing.cloth) on_body += f[i];
        }
        EXPECT_LE(sum.norm(), 1e-14 * size);
        EXPECT_LE(torque.norm(), 1e-14 * size);
        EXPECT_GT(on_body.dot(standing.normal), 0) << "away from the cloth";
    }
}

/// While all go along the normal of a level sheet, each on its own but for those of the sheet, no normal turns and no
/// closest point moves: the blocks are all of the Hessian.
TEST(CarriedContact, MatrixIsTheSlopeOfTheForce)
{
    for (const double part : parts_of_gap) {
        Standing standing(Standing::On::corner, part * body_gap);
        CarriedContact& contact = *standing.contact;
        std::vector<std::pair<int, int>> couplings;
        contact.add_couplings(couplings);
        const SparsityPattern pattern = make_pattern(standing.made.x.size(), couplings);
        contact.bind(pattern);
        Csr<Mat3> K(std::make_shared<const SparsityPattern>(pattern));
        const Positions& x = standing.made.x;
        const Positions still(x.size(), Vec3::Zero());
        contact.add_jacobian(x, still, JacobianTreatment::exact, 1, 0, K);
        std::vector<StencilBlock> others;
        contact.add_contact_hessian(x, still, 1, 0, others);
        EXPECT_TRUE(others.empty()) << "all pairs have a body";
        for (unsigned seed = 1; seed < 4; ++seed) {
            Positions d = standing.directions(seed);
            for (Vec3& one : d) one = one.x() * standing.normal;
            for (std::size_t p = 0; p < standing.cloth; ++p) d[p] = 0.3 * standing.normal;
            const double h = 1e-5 * part * body_gap;
            const Positions above = standing.forces(testing::shifted(x, h, d));
            const Positions below = standing.forces(testing::shifted(x, -h, d));
            Positions expected(x.size()), difference(x.size());
            K.multiply(d, expected);
            for (std::size_t i = 0; i < x.size(); ++i) difference[i] = (above[i] - below[i]) / (2 * h) - expected[i];
            EXPECT_GT(testing::size_of(expected), 0);
            EXPECT_LE(testing::size_of(difference), 1e-6 * testing::size_of(expected)) << part;
        }
    }
}

/// Of a motion through the cloth both sides keep a part; that of the body is one for its four particles.
TEST(CarriedContact, CutsTheMotionOfABodyAsAWhole)
{
    for (const Standing::On on : ways_to_stand)
        for (const double speed : {1.0, 3.0, 100.0}) {
            const Standing standing(on, 0.5 * body_gap);
            const Positions& from = standing.made.x;
            Positions to = from;
            const Mat3 turn = Eigen::AngleAxisd(0.1, Vec3(0, 1, 0)).toRotationMatrix();
            const Vec3 centre = from[standing.body.frame];
            for (int k = 0; k < 4; ++k) {
                Vec3& end = to[standing.body.frame + k];
                end = centre + turn * (end - centre) - speed * body_gap * standing.normal;
            }
            for (std::size_t p = 0; p < standing.cloth; ++p) to[p] += 0.2 * body_gap * standing.normal;
            const Positions wanted = to;
            EXPECT_LT(standing.contact->max_collision_free_step(from, to), 0.5);
            standing.contact->limit_motion(from, to);
            EXPECT_GT(standing.contact->max_collision_free_step(from, to), 0.8) << "it asks for a fifth more room";
            const int frame = standing.body.frame;
            const double part = (to[frame] - from[frame]).norm() / (wanted[frame] - from[frame]).norm();
            EXPECT_GT(part, 0);
            EXPECT_LT(part, 1);
            for (int k = 0; k < 4; ++k)
                EXPECT_LE((to[frame + k] - from[frame + k] - part * (wanted[frame + k] - from[frame + k])).norm(),
                          1e-12 * speed);
            for (std::size_t k = 0; k < 4; ++k)
                EXPECT_EQ(to[standing.cloth + k], wanted[standing.cloth + k]) << "is left to the solver";
        }
}

TEST(CarriedContact, FrictionHoldsTheBodyThatSlides)
{
    const Standing standing(Standing::On::corner, 0.4 * body_gap, 0.5);
    const Positions& x = standing.made.x;
    standing.contact->begin_step(x);
    const Vec3 along = standing.normal.cross(Vec3(1, 0, 0)).normalized();
    Positions slid = x;
    for (int k = 0; k < 4; ++k) slid[standing.body.frame + k] += 0.1 * body_gap * along;
    const Positions f = standing.forces(slid);
    Vec3 on_body = Vec3::Zero();
    for (int k = 0; k < 4; ++k) on_body += f[standing.body.frame + k];
    EXPECT_NEAR(on_body.dot(along) / on_body.dot(standing.normal), -0.5, 1e-6) << "the cone";
}

TEST(CarriedContact, LetsThroughWhatIsAttachedToTheBody)
{
    Standing standing(Standing::On::corner, 0.4 * body_gap);
    SurfaceObstacles obstacles;
    obstacles.faces = 4;
    obstacles.cloths = 1;
    obstacles.bodies = {standing.body};
    obstacles.materials = {{body_gap, 0, 0}};
    obstacles.cloth_meets_cloth = false;
    obstacles.attached_to.assign(standing.made.x.size(), -1);
    std::fill_n(obstacles.attached_to.begin(), standing.cloth, 0);
    Positions start = standing.made.x;
    for (std::size_t p = standing.cloth; p < start.size(); ++p) start[p] += 5 * standing.normal;
    CarriedContact contact(std::make_unique<ClothContact>(
        ContactSurface(standing.made.faces, standing.made.materials, start, testing::untorn, obstacles), standing.mass,
        body_step));
    EXPECT_EQ(contact.energy(standing.made.x), 0);
    EXPECT_GT(standing.contact->energy(standing.made.x), 0);
}

}  // namespace
}  // namespace tulle
