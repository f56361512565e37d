#include "contact/rigid/body_contact.hpp"

#include "bodies/made_body.hpp"
#include "forces/element_checks.hpp"
#include "support/force_field_of.hpp"

#include <cmath>

namespace tulle {
namespace {

using testing::Positions;

/// Particles about a body, some pressed into it by up to `depth` [m]; a second body, pressed into the first; a floor
/// below, pressed into both. Everything turned and shifted.
struct Pressed {
    Pressed(const RigidBodyDescription& first, const RigidBodyDescription& second, double depth, bool has_floor = true)
        : contacts(floors(has_floor), std::vector<double>(loose + 8, 0.0), std::vector<unsigned char>(loose + 8, 1))
    {
        contacts.move_obstacles(0, 0);
        testing::RandomVectors random(11);
        x.assign(loose, Vec3::Zero());
        const RigidBody a = testing::made_body(first, x), b = testing::made_body(second, x);
        const double first_size = bounding_ball(a.shape).radius;
        const Vec3 first_centre = bounding_ball(a.shape).center;
        testing::put(a, 0.4, {1, 1, 0}, {0, 0, 0}, x);
        // Particles: along random directions from the middle, to just inside the contact distance.
        const BodyPose pose(a, x);
        for (int p = 0; p < loose; ++p) {
            const Vec3 out = random.vector(1).normalized();
            double low = 0, high = 2 * first_size + contact_distance;
            for (int k = 0; k < 60; ++k) {
                const double middle = 0.5 * (low + high);
                const bool is_in =
                    nearest_surface(a.shape, first_centre + middle * out).distance < contact_distance - depth;
                (is_in ? low : high) = middle;
            }
            const Mat3 turn = Eigen::AngleAxisd(0.4, Vec3(1, 1, 0).normalized()).toRotationMatrix();
            x[p] = turn * (first_centre + low * out);
        }
        // The second is let down on the first until they press by `depth`, and the floor is put under both.
        testing::put(b, 0.7, {0, 1, 2}, {0.02, 0.01, 2}, x);
        const auto lower = [&](double by) {
            for (int k = 0; k < 4; ++k) x[b.first + k].z() -= by;
        };
        const auto gap = [&] {
            double nearest = 10;
            for (const BodyPoint& point : touching_points(b))
                nearest = std::min(
                    nearest, nearest_surface(a.shape, BodyPose(a, x).local(place_of(b, point.weights, x))).distance -
                                 point.radius);
            for (const BodyPoint& point : touching_points(a))
                nearest = std::min(
                    nearest, nearest_surface(b.shape, BodyPose(b, x).local(place_of(a, point.weights, x))).distance -
                                 point.radius);
            return nearest;
        };
        for (int k = 0; k < 4000 && gap() > -depth; ++k) lower(0.2 * std::max(gap(), 0.0) + 0.5 * depth);
        double lowest = 10;
        for (const RigidBody& body : {a, b})
            for (const BodyPoint& point : touching_points(body))
                lowest = std::min(lowest, place_of(body, point.weights, x).z() - point.radius);
        for (Vec3& place : x) place.z() -= lowest + depth;

        std::vector<double> thickness(loose, contact_distance), mass(loose, 0.01);
        thickness.insert(thickness.end(), 8, -1.0);
        mass.insert(mass.end(), 8, 0.5);
        auto owned = std::make_unique<BodyContact>(
            std::vector{a, b}, BodyStiffness{.point_per_mass = 2000, .particle_per_mass = 1e4, .gravity = 10},
            std::move(thickness), std::vector<int>(loose + 8, -1), mass, contacts, 0.01);
        contact = owned.get();
        field = testing::force_field_of(std::move(owned), x.size());
    }

    static std::vector<Obstacle> floors(bool has_floor)
    {
        if (!has_floor) return {};
        return {Obstacle{ConvexShape(PlaneShape{}), 0.5}};
    }

    static constexpr int loose = 20;
    static constexpr double contact_distance = 0.01;
    ActiveSet contacts;
    Positions x;
    BodyContact* contact = nullptr;
    std::unique_ptr<ForceField> field;
};

std::vector<std::pair<RigidBodyDescription, RigidBodyDescription>> pairs_of_bodies()
{
    return {{testing::ball, testing::ball},
            {testing::brick, testing::ball},
            {testing::ball, testing::brick},
            {testing::brick, testing::tetrahedron(0.2)},
            {testing::tetrahedron(0.3), testing::brick}};
}

TEST(BodyContact, ForceIsTheSlopeOfTheEnergy)
{
    for (const auto& [first, second] : pairs_of_bodies()) {
        Pressed pressed(first, second, 1e-3);
        ASSERT_GE(pressed.contact->count(pressed.x), Pressed::loose + 1);
        const Positions f = testing::force_of(*pressed.field, pressed.x);
        // Short enough that nothing begins or ceases to touch, and no other side becomes the nearest.
        constexpr double h = 1e-7;
        for (unsigned seed = 1; seed < 6; ++seed) {
            const Positions d = testing::RandomVectors(seed).vectors(pressed.x.size());
            const double change = pressed.field->energy(testing::shifted(pressed.x, h, d)) -
                                  pressed.field->energy(testing::shifted(pressed.x, -h, d));
            EXPECT_NEAR(change / (2 * h), -testing::product(f, d), 1e-5 * testing::size_of(f) * testing::size_of(d));
        }
    }
}

/// What is left out, the turning of normals, is in the measure of what is pressed in.
TEST(BodyContact, JacobianIsExactForLightTouches)
{
    for (const auto& [first, second] : pairs_of_bodies()) {
        double error_before = 0;
        for (const double depth : {1e-4, 1e-5}) {
            Pressed pressed(first, second, depth);
            Csr<Mat3> J(pressed.field->pattern());
            const Positions still(pressed.x.size(), Vec3::Zero());
            pressed.field->add_jacobian(pressed.x, still, JacobianTreatment::exact, 1, 0, J);
            const Positions d = testing::RandomVectors(7).vectors(pressed.x.size());
            const double h = 1e-3 * depth;
            const Positions ahead = testing::force_of(*pressed.field, testing::shifted(pressed.x, h, d));
            const Positions behind = testing::force_of(*pressed.field, testing::shifted(pressed.x, -h, d));
            Positions difference(d.size()), expected(d.size());
            J.multiply(d, expected);
            for (std::size_t i = 0; i < d.size(); ++i) difference[i] = (ahead[i] - behind[i]) / (2 * h) - expected[i];
            const double error = testing::size_of(difference) / testing::size_of(expected);
            EXPECT_LT(error, 100 * depth);
            if (error_before > 0) {
                EXPECT_LT(error, 0.2 * error_before);
            }
            error_before = error;
            testing::expect_semidefinite(
                testing::stiffness_matrix(*pressed.field, pressed.x, JacobianTreatment::exact));
        }
    }
}

TEST(BodyContact, KeepsMomentumAndAngularMomentum)
{
    for (const auto& [first, second] : pairs_of_bodies()) {
        Pressed pressed(first, second, 2e-3, false);
        pressed.contact->begin_step(pressed.x);
        const Positions v = testing::RandomVectors(5).vectors(pressed.x.size());
        testing::expect_momentum_kept(pressed.x, testing::force_of(*pressed.field, pressed.x, v));
    }
}

TEST(BodyContact, FrictionBrakesByAtMostItsShareOfThePressure)
{
    for (const auto& [first, second] : pairs_of_bodies()) {
        Pressed pressed(first, second, 1e-3);
        const Positions still(pressed.x.size(), Vec3::Zero());
        const Positions v = testing::RandomVectors(5).vectors(pressed.x.size());
        const Positions without = testing::force_of(*pressed.field, pressed.x, v);
        pressed.contact->begin_step(pressed.x);
        EXPECT_EQ(testing::size_of(testing::force_of(*pressed.field, pressed.x, still)), testing::size_of(without));
        const Positions with = testing::force_of(*pressed.field, pressed.x, v);
        Positions friction(v.size());
        for (std::size_t i = 0; i < v.size(); ++i) friction[i] = with[i] - without[i];
        EXPECT_LT(testing::product(friction, v), 0);
        for (int p = 0; p < Pressed::loose; ++p) {
            EXPECT_NEAR(friction[p].norm(), first.friction * without[p].norm(), 1e-3 * without[p].norm());
            EXPECT_NEAR(friction[p].dot(without[p]), 0, 1e-9 * without[p].squaredNorm());
        }
        // Its derivative by velocities.
        Csr<Mat3> J(pressed.field->pattern());
        pressed.field->add_jacobian(pressed.x, v, JacobianTreatment::exact, 0, 1, J);
        const Positions d = testing::RandomVectors(8).vectors(v.size());
        constexpr double h = 1e-5;
        const Positions ahead = testing::force_of(*pressed.field, pressed.x, testing::shifted(v, h, d));
        const Positions behind = testing::force_of(*pressed.field, pressed.x, testing::shifted(v, -h, d));
        Positions difference(d.size()), expected(d.size());
        J.multiply(d, expected);
        for (std::size_t i = 0; i < d.size(); ++i) difference[i] = (ahead[i] - behind[i]) / (2 * h) - expected[i];
        EXPECT_LT(testing::size_of(difference), 1e-6 * testing::size_of(expected));
    }
}

TEST(BodyContact, ThreadsChangeNoBit)
{
    Pressed pressed(testing::brick, testing::ball, 1e-3);
    pressed.contact->begin_step(pressed.x);
    testing::expect_threads_change_no_bit(*pressed.field, pressed.x);
}

}  // namespace
}  // namespace tulle
