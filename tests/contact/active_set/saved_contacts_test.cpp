// Contacts in a checkpoint.

#include "contact/active_set/active_set.hpp"
#include "contact/step_size.hpp"

#include <gtest/gtest.h>

#include <sstream>

namespace tulle {
namespace {

const std::vector<double> particle_masses{1.0, 2.0, 3.0};
const std::vector<Vec3> start_positions{{0, 0, 0}, {0, 0, 5}, {-2, 0, 0}};
const std::vector<Vec3> start_velocities{{0, 0, -1}, {0, 0, -1}, {-1, 0, -1}};

ActiveSet floor_and_wall(std::size_t particles)
{
    return {{{PlaneShape{}, 0.5}, {PlaneShape{.point = {-2, 0, 0}, .normal = {1, 0, 0}}, 0.2}},
            std::vector<double>(particles, 0.0),
            std::vector<unsigned char>(particles, 0)};
}

/// Three contacts; one particle sticks.
ActiveSet some_contacts()
{
    ActiveSet contacts = floor_and_wall(3);
    contacts.predict(start_positions, start_velocities, particle_masses, step_size);
    std::vector<Vec3> after{{0, 0, 0}, {0, 0, -1}, {0, 0.5, 0}};
    contacts.finish({{Vec3(0, 0, 1), Vec3::Zero(), Vec3(2, 0, 3)}}, after, std::vector<Vec3>(after),
                    std::vector<double>(after.size(), 1.0));
    return contacts;
}

std::string saved(const ActiveSet& contacts)
{
    std::ostringstream stream;
    ArchiveWriter out(stream);
    contacts.save(out);
    return stream.str();
}

void restore(ActiveSet& contacts, const std::string& data)
{
    std::istringstream stream(data);
    ArchiveReader in(stream);
    contacts.restore(in);
}

TEST(SavedContacts, GoOnAsIfNothingHadHappened)
{
    ActiveSet contacts = some_contacts();
    ASSERT_EQ(contacts.active().size(), 3U);
    ASSERT_EQ(contacts.active()[0].mode, ContactMode::stick);
    ASSERT_EQ(contacts.active()[1].mode, ContactMode::slide);
    ActiveSet back = floor_and_wall(3);
    restore(back, saved(contacts));
    EXPECT_EQ(saved(back), saved(contacts));

    contacts.predict(start_positions, start_velocities, particle_masses, step_size);
    back.predict(start_positions, start_velocities, particle_masses, step_size);
    ASSERT_EQ(back.active().size(), contacts.active().size());
    for (std::size_t k = 0; k < back.active().size(); ++k) {
        const Contact& a = contacts.active()[k];
        const Contact& b = back.active()[k];
        EXPECT_EQ(a.particle, b.particle);
        EXPECT_EQ(a.obstacle, b.obstacle);
        EXPECT_EQ(a.mode, b.mode);
        EXPECT_EQ(a.normal, b.normal);
        EXPECT_EQ(a.target, b.target);
        EXPECT_EQ(a.normal_impulse, b.normal_impulse);
    }
}

TEST(SavedContacts, ReplaceWhatWasThere)
{
    ActiveSet contacts = some_contacts();
    restore(contacts, saved(floor_and_wall(3)));
    EXPECT_TRUE(contacts.active().empty());
}

TEST(SavedContacts, AreRefusedWhenCutOff)
{
    const std::string whole = saved(some_contacts());
    for (std::size_t length = 0; length < whole.size(); ++length) {
        ActiveSet contacts = floor_and_wall(3);
        EXPECT_THROW(restore(contacts, whole.substr(0, length)), InputError) << length;
    }
}

TEST(SavedContacts, AreRefusedByASceneThatCannotHaveThem)
{
    ActiveSet fewer_particles = floor_and_wall(2);
    EXPECT_THROW(restore(fewer_particles, saved(some_contacts())), InputError);
    ActiveSet fewer_obstacles({{PlaneShape{}, 0.5}}, std::vector<double>(3, 0.0), {0, 0, 0});
    EXPECT_THROW(restore(fewer_obstacles, saved(some_contacts())), InputError);
}

TEST(SavedContacts, AreRefusedWhenTheirNumberOrModeMakesNoSense)
{
    std::string data = saved(some_contacts());
    std::string many = data;
    many[7] = '\x7f';  // the highest byte of the count
    ActiveSet contacts = floor_and_wall(3);
    EXPECT_THROW(restore(contacts, many), InputError);
    data[8 + 4 + 4] = 2;  // the first contact's mode, after the count, its particle and its obstacle
    EXPECT_THROW(restore(contacts, data), InputError);
}

}  // namespace
}  // namespace tulle
