#include "run/checkpoint.hpp"

#include "core/fnv.hpp"
#include "run/run_fixture.hpp"

#include <tulle/error.hpp>

namespace tulle {
namespace {

Checkpoint example_checkpoint()
{
    Checkpoint checkpoint;
    checkpoint.scene_hash = 42;
    checkpoint.totals = {.frames = 7,
                         .steps = 600,
                         .not_converged_steps = 5,
                         .speed_left = 0.3,
                         .nonlinear_iterations = 1234,
                         .linear_iterations = 5'000'000'000,
                         .largest_stretch = 0.125};
    checkpoint.simulation = std::string("bytes\0of a simulation", 21);
    return checkpoint;
}

TEST(Fnv, MatchesThePublishedValues)  // from the authors' test vectors, draft-eastlake-fnv
{
    EXPECT_EQ(fnv1a(""), 0xcbf29ce484222325U);
    EXPECT_EQ(fnv1a("a"), 0xaf63dc4c8601ec8cU);
    EXPECT_EQ(fnv1a("foobar"), 0x85944171f73967e8U);
}

TEST(Checkpoint, ReadsBackWhatWasWritten)
{
    const TemporaryFolder folder;
    write_checkpoint(folder / "checkpoint", example_checkpoint());
    const Checkpoint back = read_checkpoint(folder / "checkpoint", 42);
    EXPECT_EQ(back.simulation, example_checkpoint().simulation);
    EXPECT_EQ(back.totals.frames, 7);
    EXPECT_EQ(back.totals.steps, 600);
    EXPECT_EQ(back.totals.not_converged_steps, 5);
    EXPECT_EQ(back.totals.speed_left, 0.3);
    EXPECT_EQ(back.totals.nonlinear_iterations, 1234);
    EXPECT_EQ(back.totals.linear_iterations, 5'000'000'000);
    EXPECT_EQ(back.totals.largest_stretch, 0.125);
}

TEST(Checkpoint, DetectsEveryChangedByteAndEveryLength)
{
    const TemporaryFolder folder;
    const auto file = folder / "checkpoint";
    write_checkpoint(file, example_checkpoint());
    const std::string whole = read_text(file);
    for (std::size_t i = 0; i < whole.size(); ++i) {
        std::string changed = whole;
        changed[i] = static_cast<char>(changed[i] ^ 0x10);
        write_text(file, changed);
        EXPECT_THROW((void)read_checkpoint(file, 42), InputError) << "byte " << i;
        write_text(file, whole.substr(0, i));
        EXPECT_THROW((void)read_checkpoint(file, 42), InputError) << "length " << i;
    }
    write_text(file, whole + "x");
    EXPECT_THROW((void)read_checkpoint(file, 42), InputError);
}

TEST(Checkpoint, RefusesAnotherScene)
{
    const TemporaryFolder folder;
    write_checkpoint(folder / "checkpoint", example_checkpoint());
    EXPECT_THROW((void)read_checkpoint(folder / "checkpoint", 43), InputError);
}

TEST(Checkpoint, MissingFileIsAnInputError)
{
    const TemporaryFolder folder;
    EXPECT_THROW((void)read_checkpoint(folder / "checkpoint", 42), InputError);
}

}  // namespace
}  // namespace tulle
