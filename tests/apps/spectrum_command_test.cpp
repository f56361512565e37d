#include "apps/app_fixture.hpp"

#include <nlohmann/json.hpp>

namespace tulle {
namespace {

class SpectrumCommand : public AppTest {};

TEST_F(SpectrumCommand, WritesPicturesAndTables)
{
    (void)whole_run();
    const Outcome text = tulle({"analyze", "spectrum", "whole"});
    EXPECT_EQ(text.exit_code, 0) << text.err;
    for (const char* part : {"swing, cloth: 12 x 12 particles", "31 frames from 0 s to 1.2 s", "up to 12.5 Hz"})
        EXPECT_NE(text.out.find(part), std::string::npos) << part << '\n' << text.out;
    const auto folder = folder_ / "studies" / "swing-spectrum";
    for (const char* name : {"space-time.png", "spectrum.png", "power.png", "space-time.csv", "spectrum.csv",
                             "spatial-power.csv", "temporal-power.csv"}) {
        EXPECT_TRUE(std::filesystem::exists(folder / name)) << name;
        EXPECT_NE(text.out.find(name), std::string::npos) << name;
    }
    EXPECT_EQ(lines_of(read_text(folder / "space-time.csv")).size(), 1U + 31 * 144);

    // Nothing is written over.
    const Outcome json =
        tulle({"analyze", "spectrum", "whole", "--json", "--from", "0.4", "--frame", "12", "--mirror"});
    EXPECT_EQ(json.exit_code, 0) << json.err;
    const auto found = nlohmann::json::parse(json.out);
    EXPECT_EQ(found["frames"], 21);
    EXPECT_EQ(found["files"][0], "studies/swing-spectrum-2/space-time.csv");
    expect_refused({"analyze", "spectrum", "whole", "-o", "studies/swing-spectrum"}, "is not empty");
}

TEST_F(SpectrumCommand, SaysWhatItCannotDo)
{
    (void)whole_run();
    expect_refused({"analyze", "spectrum"}, "RUN");
    expect_refused({"analyze", "spectrum", "nowhere"}, "nowhere");
    expect_refused({"analyze", "spectrum", "whole", "--cloth", "sail"}, "has no cloth 'sail'; it has 'cloth'");
    expect_refused({"analyze", "spectrum", "whole", "--frame", "31"}, "has no frame 31");
    expect_refused({"analyze", "spectrum", "whole", "--from", "1.2"}, "has 1 frame in the time that was named");
    expect_refused({"analyze", "spectrum", "whole", "--from", "soon"}, "expected a number");
}

TEST_F(SpectrumCommand, AsksWhichOfSeveralCloths)
{
    write_text(folder_ / "two.toml", std::string(swing_scene) + R"(
[[cloth]]
name = "other"
grid = { size = [0.4, 0.4], particles = [8, 6], center = [2, 0, 0] }
areal_density = 0.2
)");
    ASSERT_EQ(tulle({"run", "two.toml", "-o", "two", "--quiet", "--set", "simulation.duration=0.2"}).exit_code, 0);
    expect_refused({"analyze", "spectrum", "two"}, "has 2 cloths; name one with --cloth: 'cloth', 'other'");
    const Outcome outcome = tulle({"analyze", "spectrum", "two", "--cloth", "other"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("other: 8 x 6 particles"), std::string::npos) << outcome.out;
    // It falls as a whole.
    EXPECT_NE(outcome.out.find("of the cloth as a whole        100 %"), std::string::npos) << outcome.out;
}

/// The other command that needs FFTW.
TEST_F(SpectrumCommand, ReproduceAtg07WritesFiguresAndTables)
{
    const Outcome outcome = tulle({"reproduce", "atg07", "--quick"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("Figure 6: lambda = 1 doubles the step"), std::string::npos) << outcome.out;
    EXPECT_EQ(lines_of(outcome.out).back(), "studies/atg07/figure-8.svg");
    const auto folder = folder_ / "studies" / "atg07";
    EXPECT_TRUE(read_text(folder / "figure-4.png").starts_with("\x89PNG"));
    EXPECT_TRUE(read_text(folder / "figure-5.png").starts_with("\x89PNG"));
    EXPECT_NE(read_text(folder / "figure-6.svg").find("plain, by ATG07"), std::string::npos);
    EXPECT_NE(read_text(folder / "atg07.md").find("## Figure 8"), std::string::npos);
    EXPECT_EQ(lines_of(read_text(folder / "figure-8.csv")).size(), 1U + 4 * 9);
    const Outcome json = tulle({"reproduce", "atg07", "--quick", "--json", "--png", "-o", "filter"});
    EXPECT_EQ(json.exit_code, 0) << json.err;
    EXPECT_EQ(nlohmann::json::parse(json.out)["motions"].size(), 3U);
    EXPECT_TRUE(std::filesystem::exists(folder_ / "filter" / "figure-8.png"));
    expect_refused({"reproduce", "atg07", "--quick", "-o", "filter"}, "is not empty");
}

TEST_F(SpectrumCommand, RefusesMeshes)
{
    const Outcome made = tulle({"run", "skirt", "-o", "skirt", "--quiet", "--set", "simulation.duration=0.04"});
    ASSERT_EQ(made.exit_code, 0) << made.err;
    expect_refused({"analyze", "spectrum", "skirt"}, "is no grid, and spectra are of grids");
}

}  // namespace
}  // namespace tulle
