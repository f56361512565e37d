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
            const Standing intact(on, part * body_gap);
            const Positions& x = intact.made.x;
            const Positions f = intact.forces(x);
            EXPECT_GT(testing::size_of(f), 0);
            for (std::size_t k = 0; k < 4; ++k) EXPECT_EQ(f[intact.cloth + k], Vec3::Zero()) << "is carried";
            const double h = 1e-4 * part * body_gap;
            for (unsigned seed = 1; seed < 6; ++seed) {
                const Positions d = intact.directions(seed);
                const double change = intact.contact->energy(testing::shifted(x, h, d)) -
                                      intact.contact->energy(testing::shifted(x, -h, d));
                EXPECT_NEAR(change / (2 * h), -testing::product(f, d), 1e-6 * testing::size_of(f) * testing::size_of(d))
                    << part;
            }
        }
}

TEST(CarriedContact, WhereTheVerticesAreSaidToBeDoesNotMatter)
{
    const Standing intact(Standing::On::corner, 0.4 * body_gap);
    Positions elsewhere = intact.made.x;
    for (std::size_t k = 0; k < 4; ++k) elsewhere[intact.cloth + k] += Vec3(1, 2, 3);
    EXPECT_GT(intact.contact->energy(elsewhere), 0);
    EXPECT_NEAR(intact.contact->energy(elsewhere) / intact.contact->energy(intact.made.x), 1, 1e-10);
}

TEST(CarriedContact, KeepsMomentumAndAngularMomentum)
{
    for (const Standing::On on : ways_to_stand) {
        const Standing intact(on, 0.3 * body_gap);
        const Positions& x = intact.made.x;
        const Positions f = intact.forces(x);
        Vec3 sum = Vec3::Zero(), torque = Vec3::Zero(), on_body = Vec3::Zero();
        double size = 0;
        for (std::size_t i = 0; i < f.size(); ++i) {
            sum += f[i];
            torque += x[i].cross(f[i]);
            size += f[i].norm();
            if (i >= intact.cloth) on_body += f[i];
        }
        EXPECT_LE(sum.norm(), 1e-14 * size);
        EXPECT_LE(torque.norm(), 1e-14 * size);
        EXPECT_GT(on_body.dot(intact.normal), 0) << "away from the cloth";
    }
}

/// While all go along the normal of a level sheet, each on its own but for those of the sheet, no normal turns and no
/// closest point moves: the blocks are all of the Hessian.
TEST(CarriedContact, MatrixIsTheSlopeOfTheForce)
{
    for (const double part : parts_of_gap) {
        Standing intact(Standing::On::corner, part * body_gap);
        CarriedContact& contact = *intact.contact;
        std::vector<std::pair<int, int>> couplings;
        contact.add_couplings(couplings);
        const SparsityPattern pattern = make_pattern(intact.made.x.size(), couplings);
        contact.bind(pattern);
        Csr<Mat3> K(std::make_shared<const SparsityPattern>(pattern));
        const Positions& x = intact.made.x;
        const Positions still(x.size(), Vec3::Zero());
        contact.add_jacobian(x, still, JacobianTreatment::exact, 1, 0, K);
        std::vector<StencilBlock> others;
        contact.add_contact_hessian(x, still, 1, 0, others);
        EXPECT_TRUE(others.empty()) << "all pairs have a body";
        for (unsigned seed = 1; seed < 4; ++seed) {
            Positions d = intact.directions(seed);
            for (Vec3& one : d) one = one.x() * intact.normal;
            for (std::size_t p = 0; p < intact.cloth; ++p) d[p] = 0.3 * intact.normal;
            const double h = 1e-5 * part * body_gap;
            const Positions above = intact.forces(testing::shifted(x, h, d));
            const Positions below = intact.forces(testing::shifted(x, -h, d));
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
            const Standing intact(on, 0.5 * body_gap);
            const Positions& from = intact.made.x;
            Positions to = from;
            const Mat3 turn = Eigen::AngleAxisd(0.1, Vec3(0, 1, 0)).toRotationMatrix();
            const Vec3 centre = from[intact.body.frame];
            for (int k = 0; k < 4; ++k) {
                Vec3& end = to[intact.body.frame + k];
                end = centre + turn * (end - centre) - speed * body_gap * intact.normal;
            }
            for (std::size_t p = 0; p < intact.cloth; ++p) to[p] += 0.2 * body_gap * intact.normal;
            const Positions wanted = to;
            EXPECT_LT(intact.contact->max_collision_free_step(from, to), 0.5);
            intact.contact->limit_motion(from, to);
            EXPECT_GT(intact.contact->max_collision_free_step(from, to), 0.8) << "it asks for a fifth more room";
            const int frame = intact.body.frame;
            const double part = (to[frame] - from[frame]).norm() / (wanted[frame] - from[frame]).norm();
            EXPECT_GT(part, 0);
            EXPECT_LT(part, 1);
            for (int k = 0; k < 4; ++k)
                EXPECT_LE((to[frame + k] - from[frame + k] - part * (wanted[frame + k] - from[frame + k])).norm(),
                          1e-12 * speed);
            for (std::size_t k = 0; k < 4; ++k)
                EXPECT_EQ(to[intact.cloth + k], wanted[intact.cloth + k]) << "is left to the solver";
        }
}

TEST(CarriedContact, FrictionHoldsTheBodyThatSlides)
{
    const Standing intact(Standing::On::corner, 0.4 * body_gap, 0.5);
    const Positions& x = intact.made.x;
    intact.contact->begin_step(x);
    const Vec3 along = intact.normal.cross(Vec3(1, 0, 0)).normalized();
    Positions slid = x;
    for (int k = 0; k < 4; ++k) slid[intact.body.frame + k] += 0.1 * body_gap * along;
    const Positions f = intact.forces(slid);
    Vec3 on_body = Vec3::Zero();
    for (int k = 0; k < 4; ++k) on_body += f[intact.body.frame + k];
    EXPECT_NEAR(on_body.dot(along) / on_body.dot(intact.normal), -0.5, 1e-6) << "the cone";
}

TEST(CarriedContact, LetsThroughWhatIsAttachedToTheBody)
{
    Standing intact(Standing::On::corner, 0.4 * body_gap);
    SurfaceObstacles obstacles;
    obstacles.faces = 4;
    obstacles.cloths = 1;
    obstacles.bodies = {intact.body};
    obstacles.materials = {{body_gap, 0, 0}};
    obstacles.cloth_meets_cloth = false;
    obstacles.attached_to.assign(intact.made.x.size(), -1);
    std::fill_n(obstacles.attached_to.begin(), intact.cloth, 0);
    Positions start = intact.made.x;
    for (std::size_t p = intact.cloth; p < start.size(); ++p) start[p] += 5 * intact.normal;
    CarriedContact contact(std::make_unique<ClothContact>(
        ContactSurface(intact.made.faces, intact.made.materials, start, testing::untorn, obstacles), intact.mass,
        body_step));
    EXPECT_EQ(contact.energy(intact.made.x), 0);
    EXPECT_GT(intact.contact->energy(intact.made.x), 0);
}

}  // namespace
}  // namespace tulle
