#include "core/stage_clock.hpp"

#include <gtest/gtest.h>

#include <thread>

namespace tulle {
namespace {

TEST(StageTimer, AddsTheTimeOfItsLife)
{
    using namespace std::chrono_literals;
    double seconds = 1.0;
    const auto start = std::chrono::steady_clock::now();
    {
        const StageTimer timer(seconds);
        std::this_thread::sleep_for(3ms);
        EXPECT_EQ(seconds, 1.0) << "counted before its end";
    }
    const double passed = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    EXPECT_GE(seconds, 1.003);
    EXPECT_LE(seconds, 1.0 + passed);
}

TEST(StageTimer, SeveralAddUp)
{
    using namespace std::chrono_literals;
    double seconds = 0;
    for (int k = 0; k < 3; ++k) {
        const StageTimer timer(seconds);
        std::this_thread::sleep_for(1ms);
    }
    EXPECT_GE(seconds, 0.003);
}

}  // namespace
}  // namespace tulle
