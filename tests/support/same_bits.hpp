#pragma once
// A simulation must come out the same to the last bit for any number of threads, and when it is stopped and resumed.

#include <tulle/simulation.hpp>
#include <tulle/threads.hpp>

#include <gtest/gtest.h>

#include <sstream>
#include <string>

namespace tulle::testing {

/// Resumes after `before` frames, which must have led to contacts, and goes on for `after` more.
inline void expect_threads_and_resume_change_no_bit(const SceneDescription& scene, int before, int after)
{
    const auto run = [&](int threads, bool resume) {
        const ThreadLimit limit(threads);
        Simulation simulation(scene);
        for (int frame = 0; frame < before; ++frame) static_cast<void>(simulation.advance_frame());
        EXPECT_GT(simulation.measure().contacts, 0);
        if (resume) {
            std::stringstream file;
            simulation.save(file);
            simulation = Simulation(scene);
            simulation.restore(file);
        }
        for (int frame = 0; frame < after; ++frame)
            EXPECT_FALSE(is_failure(simulation.advance_frame().status)) << frame;
        std::ostringstream end;
        simulation.save(end);
        return end.str();
    };
    const std::string one = run(1, false);
    EXPECT_TRUE(run(2, false) == one) << "two threads";
    EXPECT_TRUE(run(1, true) == one) << "resumed";
    EXPECT_TRUE(run(2, true) == one) << "resumed, two threads";
}

}  // namespace tulle::testing
