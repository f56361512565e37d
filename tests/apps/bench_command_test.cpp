#include "apps/app_fixture.hpp"

#include <nlohmann/json.hpp>

namespace tulle {
namespace {

class BenchCommand : public AppTest {};

TEST_F(BenchCommand, TellsWhereTheTimeGoes)
{
    const Outcome text = tulle({"bench", "swing.toml", "--steps", "5", "--quiet"});
    EXPECT_EQ(text.exit_code, 0) << text.err;
    for (const char* part :
         {"swing: 144 particles", "5 steps in", "ns per particle and step", "linear solver", "product with blocks",
          "of the triad's", "allocations a step", "bytes of memory per particle"})
        EXPECT_NE(text.out.find(part), std::string::npos) << part << '\n' << text.out;

    const Outcome json =
        tulle({"bench", "swing.toml", "--steps", "5", "--threads", "1", "--json", "--set", "solver.method=direct"});
    EXPECT_EQ(json.exit_code, 0) << json.err;
    const nlohmann::json bench = nlohmann::json::parse(json.out);
    EXPECT_EQ(bench["particles"], 144);
    EXPECT_EQ(bench["threads"], 1);
    EXPECT_EQ(bench["steps"], 5);
    EXPECT_EQ(bench["kernels"].size(), 3U);
    EXPECT_GT(bench["triad_bytes_per_s"], 0);
}

TEST_F(BenchCommand, AWarmStepAsksForNoMemory)
{
    // Far from the ball; steps by one thread, as a scheduler may allocate.
    const Outcome outcome = tulle({"bench", "swing.toml", "--steps", "4", "--warm-up", "4", "--threads", "1", "--json",
                                   "--set", "obstacle[0].center=[0, 0, -9]"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(nlohmann::json::parse(outcome.out)["allocations_per_step"], 0);
}

TEST_F(BenchCommand, DrawsHowItScales)
{
    const Outcome outcome = tulle({"bench", "swing.toml", "--steps", "3", "--scaling", "--particles", "36,144",
                                   "--thread-counts", "1,2", "--plot", "scaling.svg"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("ns each"), std::string::npos) << outcome.out;
    EXPECT_NE(read_text(folder_ / "scaling.svg").find("<svg"), std::string::npos);
    expect_refused({"bench", "swing.toml", "--scaling", "--plot", "scaling.svg"}, "exists");
}

TEST_F(BenchCommand, RefusesWhatItCannotDo)
{
    expect_refused({"bench", "nowhere"}, "nowhere");
    expect_refused({"bench", "swing.toml", "--particles", "100"}, "--scaling");
    expect_refused({"bench", "swing.toml", "--scaling", "--plot", "scaling.pdf"}, ".svg");
    expect_refused({"bench", "swing.toml", "--steps", "0"}, "--steps");
    expect_refused({"bench", "trousers", "--scaling", "--particles", "100"}, "is no grid");
}

}  // namespace
}  // namespace tulle
