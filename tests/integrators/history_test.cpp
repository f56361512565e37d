#include "integrators/history.hpp"

#include <gtest/gtest.h>

#include <sstream>

namespace tulle {
namespace {

ParticleState state_at(double x)
{
    ParticleState state;
    state.position = {Vec3(x, 0, 0)};
    state.velocity = {Vec3(0, x, 0)};
    return state;
}

void take_step(History& history, double x, double h, bool forget = false)
{
    history.begin(state_at(x), forget);
    history.end(h);
}

TEST(History, KeepsTheLastStatesWithTheStepsBetween)
{
    History history(3, 1);
    EXPECT_EQ(history.size(), 0);
    take_step(history, 1, 0.1);
    EXPECT_EQ(history.size(), 1);
    take_step(history, 2, 0.2);
    take_step(history, 3, 0.3);
    take_step(history, 4, 0.4);
    EXPECT_EQ(history.size(), 3);
    EXPECT_EQ(history[0].x[0].x(), 4);
    EXPECT_EQ(history[0].h, 0.3);  // the step that led to it
    EXPECT_EQ(history[1].v[0].y(), 3);
    EXPECT_EQ(history[2].x[0].x(), 2);
    EXPECT_EQ(history[2].h, 0.1);
}

TEST(History, AnUndoneStepLeavesNoTrace)
{
    History history(3, 1);
    take_step(history, 1, 0.1);
    take_step(history, 2, 0.5);
    history.undo();
    take_step(history, 2, 0.2);  // the same start, a shorter step
    history.begin(state_at(3), false);
    EXPECT_EQ(history.size(), 3);
    EXPECT_EQ(history[0].h, 0.2);
    EXPECT_EQ(history[1].x[0].x(), 2);
    EXPECT_EQ(history[2].x[0].x(), 1);
}

TEST(History, ForgetsWhatIsOlderThanAJump)
{
    History history(3, 1);
    take_step(history, 1, 0.1);
    take_step(history, 2, 0.1);
    take_step(history, 3, 0.1, true);
    EXPECT_EQ(history.size(), 1);
    EXPECT_EQ(history[0].x[0].x(), 3);
    history.clear();
    history.begin(state_at(9), false);
    EXPECT_EQ(history.size(), 1);
}

TEST(History, IsRestoredAsItWasSaved)
{
    History history(3, 1);
    for (int k = 1; k <= 5; ++k) take_step(history, k, 0.1 * k);
    std::ostringstream out;
    ArchiveWriter writer(out);
    history.save(writer);
    History other(3, 1);
    std::istringstream in(out.str());
    ArchiveReader reader(in);
    other.restore(reader);
    for (History* one : {&history, &other}) {
        one->begin(state_at(6), false);
        EXPECT_EQ(one->size(), 3);
        EXPECT_EQ((*one)[0].h, 0.5);
        EXPECT_EQ((*one)[1].x[0].x(), 5);
        EXPECT_EQ((*one)[2].x[0].x(), 4);
        EXPECT_EQ((*one)[2].h, 0.1 * 3);
    }
    History short_one(2, 1);
    std::istringstream again(out.str());
    ArchiveReader bad(again);
    EXPECT_THROW(short_one.restore(bad), InputError);
}

}  // namespace
}  // namespace tulle
