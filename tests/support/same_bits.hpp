#pragma once
// A simulation must come out the same to the last bit for any number of threads, and when it is stopped and resumed.

#include <tulle/simulation.hpp>
#include <tulle/threads.hpp>

#include <gtest/gtest.h>

#include <sstream>
#include <vector>

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
        for (int frame = 0; frame < after; ++frame) static_cast<void>(simulation.advance_frame());
        return std::vector<Vec3>(simulation.positions().begin(), simulation.positions().end());
    };
    const std::vector<Vec3> one = run(1, false);
    EXPECT_EQ(run(2, false), one);
    EXPECT_EQ(run(1, true), one);
    EXPECT_EQ(run(2, true), one);
}

}  // namespace tulle::testing
