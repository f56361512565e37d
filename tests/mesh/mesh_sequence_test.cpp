#include "mesh/mesh_sequence.hpp"

#include <gtest/gtest.h>

namespace tulle {
namespace {

/// One vertex at x = 0, 1, 4, half a second apart, from t = 1 s on.
double place_at(double time, SequenceEnd at_end)
{
    MeshSequence sequence;
    sequence.frames = {{Vec3::Zero()}, {Vec3::UnitX()}, {4 * Vec3::UnitX()}};
    sequence.fps = 2;
    sequence.start = 1;
    sequence.at_end = at_end;
    std::array<Vec3, 1> vertices;
    vertices_at(sequence, time, vertices);
    EXPECT_EQ(vertices[0].tail<2>(), Vec2::Zero());
    return vertices[0].x();
}

TEST(MeshSequence, GoesInStraightLinesFromFrameToFrame)
{
    for (const SequenceEnd at_end : {SequenceEnd::hold, SequenceEnd::loop}) {
        EXPECT_EQ(place_at(-5, at_end), 0) << "it waits";
        EXPECT_EQ(place_at(1, at_end), 0);
        EXPECT_EQ(place_at(1.25, at_end), 0.5);
        EXPECT_EQ(place_at(1.5, at_end), 1);
        EXPECT_EQ(place_at(1.75, at_end), 2.5);
        EXPECT_EQ(place_at(2, at_end), 4);
    }
}

TEST(MeshSequence, HoldsOrLoopsAtTheEnd)
{
    EXPECT_EQ(place_at(2.25, SequenceEnd::hold), 4);
    EXPECT_EQ(place_at(1000, SequenceEnd::hold), 4);
    EXPECT_EQ(place_at(2.25, SequenceEnd::loop), 2) << "on the way back to the first";
    EXPECT_EQ(place_at(2.5, SequenceEnd::loop), 0);
    EXPECT_EQ(place_at(1.75 + 3 * 1.5, SequenceEnd::loop), 2.5);
}

TEST(MeshSequence, OneFrameIsAShape)
{
    MeshSequence sequence;
    sequence.frames = {{Vec3::UnitY()}};
    std::array<Vec3, 1> vertices;
    for (const SequenceEnd at_end : {SequenceEnd::hold, SequenceEnd::loop}) {
        sequence.at_end = at_end;
        vertices_at(sequence, 7.3, vertices);
        EXPECT_EQ(vertices[0], Vec3::UnitY());
    }
}

}  // namespace
}  // namespace tulle
