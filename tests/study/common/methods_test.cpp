#include "study/common/methods.hpp"

#include <tulle/choices.hpp>
#include <tulle/error.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace tulle {
namespace {

TEST(StudyMethods, AreAllIntegratorsOnceAndTheAdaptiveOnesTwice)
{
    const std::vector<StudyMethod> methods = study_methods();
    std::set<std::string> names;
    for (const StudyMethod& method : methods) names.insert(method.name);
    EXPECT_EQ(names.size(), methods.size());
    std::size_t expected = 0;
    for (const IntegratorChoice& choice : integrator_choices()) {
        const std::string name(choice.name);
        EXPECT_TRUE(names.contains(name));
        EXPECT_EQ(names.contains(name + "-adaptive"), choice.can.adaptive) << name;
        expected += choice.can.adaptive ? 2 : 1;
    }
    EXPECT_EQ(methods.size(), expected);
    EXPECT_TRUE(std::ranges::is_partitioned(methods, [](const StudyMethod& m) { return !m.controls_error; }));
}

TEST(StudyMethods, AreChosenByName)
{
    const std::vector<std::string> names{"symplectic-euler", "bdf2-adaptive"};
    const std::vector<StudyMethod> methods = study_methods(names);
    ASSERT_EQ(methods.size(), 2U);
    EXPECT_EQ(methods[0].name, "symplectic-euler");
    EXPECT_FALSE(methods[0].controls_error);
    EXPECT_EQ(methods[1].integrator, "bdf2");
    EXPECT_TRUE(methods[1].adaptive && methods[1].controls_error);
}

TEST(StudyMethods, AllUnknownNamesAreTold)
{
    const std::vector<std::string> names{"symplectic-euler", "bdf22", "nonsense"};
    try {
        (void)study_methods(names);
        FAIL() << "nothing was refused";
    } catch (const InputError& error) {
        ASSERT_EQ(error.problems().size(), 2U);
        EXPECT_NE(error.problems()[0].message.find("did you mean bdf2?"), std::string::npos);
        EXPECT_NE(error.problems()[1].message.find("nonsense"), std::string::npos);
    }
}

}  // namespace
}  // namespace tulle
