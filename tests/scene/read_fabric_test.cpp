#include "fabric_sample.hpp"

namespace tulle {
namespace {

using ReadFabric = FabricFolder;

constexpr double gf_per_cm_in_si = 0.980665;  // N/m

TEST_F(ReadFabric, EveryValueLandsInTheDescriptionInSiUnits)
{
    const FabricDescription read = fabric(sample_fabric);
    EXPECT_EQ(read.name, "sample");
    EXPECT_DOUBLE_EQ(read.areal_density, 0.12);
    EXPECT_DOUBLE_EQ(read.thickness, 0.0005);
    EXPECT_EQ(read.friction, 0.4);
    EXPECT_EQ(read.drag_coefficients, FabricDescription().drag_coefficients);

    const auto& warp = std::get<KesTension>(read.warp.tension);
    EXPECT_DOUBLE_EQ(warp.extension, 0.045);
    EXPECT_DOUBLE_EQ(warp.linearity, 0.6);
    EXPECT_DOUBLE_EQ(warp.resilience, 0.6);
    EXPECT_DOUBLE_EQ(warp.force, 400 * gf_per_cm_in_si);
    EXPECT_DOUBLE_EQ(std::get<KesBending>(read.warp.bending).rigidity, 9.80665e-6);
    EXPECT_DOUBLE_EQ(std::get<KesBending>(read.warp.bending).width, 0.05 * 9.80665e-3);
    EXPECT_EQ(read.warp.strength, std::nullopt);

    const auto& weft = std::get<KesTension>(read.weft.tension);
    EXPECT_DOUBLE_EQ(weft.work(), 12 * gf_per_cm_in_si);
    EXPECT_DOUBLE_EQ(weft.force, 500 * gf_per_cm_in_si);
    EXPECT_DOUBLE_EQ(read.weft.strength.value(), 5000 * gf_per_cm_in_si);

    const auto& shear = std::get<KesShear>(read.shear);
    EXPECT_NEAR(shear.stiffness, 56.188, 5e-4);  // as tables of conversion have it
    EXPECT_DOUBLE_EQ(shear.width_half_degree, 1.2 * gf_per_cm_in_si);
    EXPECT_DOUBLE_EQ(shear.width_5_degrees, 2.5 * gf_per_cm_in_si);

    ASSERT_EQ(read.sources.size(), 6U);
    EXPECT_EQ(read.sources[3].key, "warp");
    EXPECT_EQ(read.sources[3].text, "a test");
    EXPECT_EQ(read.sources[3].certainty, Certainty::measured);
    EXPECT_EQ(read.sources[3].range, std::nullopt);
}

TEST_F(ReadFabric, TensionMayFollowEws96)
{
    const FabricDescription read =
        fabric(sample_with("EMT = 9\nWT = 12\nRT = 70", "law = \"ews96\"\nEMT = 10\ncompression = 200"));
    const auto& law = std::get<PowerTension>(read.weft.tension);
    EXPECT_DOUBLE_EQ(law.stretch, 500 * gf_per_cm_in_si / 0.01);
    EXPECT_DOUBLE_EQ(law.compression, 200 * gf_per_cm_in_si);
    expect_problem("WT = 12\nRT = 70", "law = \"ews96\"",
                   "f.toml:21:1: weft.tension.compression: missing; expected a number > 0 gf/cm");
    expect_problem(
        "WT = 12\nRT = 70", "law = \"ews96\"\ncompression = 5\nRT = 70",
        "f.toml:25:6: weft.tension.RT: law = \"ews96\" has EMT, force and compression alone; without law this "
        "key belongs here");
    expect_problem("WT = 12\nRT = 70", "law = \"ews96\"\ncompression = -5",
                   "f.toml:24:15: weft.tension.compression: expected a number > 0 gf/cm, found -5");
    expect_problem(
        "RT = 70", "RT = 70\ncompression = 5",
        "f.toml:25:15: weft.tension.compression: belongs to law = \"ews96\"; a measured law goes on with its "
        "first slope");
}

/// The sample, each number converted by hand with 1 gf = 9.80665e-3 N and 1 degree = 0.017453292519943295 rad.
constexpr std::string_view si_sample = R"(name = "sample"
units = "SI"
areal_density = 0.12
thickness = 0.0005
friction = 0.4
warp.tension = { EMT = 0.045, LT = 0.6, RT = 0.6, force = 392.266 }
warp.bending = { B = 9.80665e-6, 2HB = 0.0004903325 }
weft.strength = 4903.325
weft.tension = { EMT = 0.09, WT = 11.76798, RT = 0.7 }
weft.bending = { B = 5.88399e-6, 2HB = 0.000392266 }
shear = { G = 56.187965616196877, 2HG = 1.176798, 2HG5 = 2.4516625 }
source = [{ keys = ["areal_density", "thickness", "friction", "warp", "weft", "shear"], text = "-", certainty = "quoted" }]
)";

/// Texts with units, of other sizes than those of plain numbers.
constexpr std::string_view text_sample = R"toml(name = "sample"
units = "SI"
areal_density = "120 g/m^2"
thickness = "500 um"
friction = 0.4
warp.tension = { EMT = "4.5 %", LT = 0.6, RT = "60%", force = "3.92266 N/cm" }
warp.bending = { B = "9.80665 uN m", 2HB = "0.4903325 mN" }
weft.strength = "49.03325 N/cm"
weft.tension = { EMT = "9 %", WT = "11.76798 J/m2", RT = 0.7 }
weft.bending = { B = "5.88399 µN·m", 2HB = "392.266uN" }
shear = { G = "0.980665 N/(m deg)", 2HG = "1.176798 N/m", 2HG5 = "2.4516625 cN/cm" }
source = [{ keys = ["areal_density", "thickness", "friction", "warp", "weft", "shear"], text = "-", certainty = "quoted" }]
)toml";

void expect_same(const FabricDescription& a, const FabricDescription& b)
{
    const auto near = [](double x, double y) { EXPECT_NEAR(x, y, 1e-9 * std::abs(y)); };
    near(a.areal_density, b.areal_density);
    near(a.thickness, b.thickness);
    near(a.friction, b.friction);
    for (const auto side : {&FabricDescription::warp, &FabricDescription::weft}) {
        const auto &tension = std::get<KesTension>((a.*side).tension), &other = std::get<KesTension>((b.*side).tension);
        near(tension.extension, other.extension);
        near(tension.linearity, other.linearity);
        near(tension.resilience, other.resilience);
        near(tension.force, other.force);
        near(std::get<KesBending>((a.*side).bending).rigidity, std::get<KesBending>((b.*side).bending).rigidity);
        near(std::get<KesBending>((a.*side).bending).width, std::get<KesBending>((b.*side).bending).width);
        near((a.*side).strength.value_or(1.0), (b.*side).strength.value_or(1.0));
    }
    near(std::get<KesShear>(a.shear).stiffness, std::get<KesShear>(b.shear).stiffness);
    near(std::get<KesShear>(a.shear).width_half_degree, std::get<KesShear>(b.shear).width_half_degree);
    near(std::get<KesShear>(a.shear).width_5_degrees, std::get<KesShear>(b.shear).width_5_degrees);
}

TEST_F(ReadFabric, KesAndSiVersionsOfOneFabricGiveTheSameNumbers)
{
    expect_same(fabric(si_sample), fabric(sample_fabric));
    expect_same(fabric(text_sample), fabric(sample_fabric));
}

TEST_F(ReadFabric, WeftMayBeTheSameAsWarp)
{
    constexpr std::string_view name = "name = \"sample\"\nunits = \"KES\"\nareal_density = 12\nthickness = 0.5\n";
    constexpr std::string_view laws =
        "warp.tension = { EMT = 4.5, LT = 0.6, RT = 60 }\nwarp.bending = { B = 0.1, 2HB = 0.05 }\n"
        "shear = { G = 1, 2HG = 1, 2HG5 = 2 }\n[[source]]\ntext = \"-\"\ncertainty = \"derived\"\n";
    const std::string keys = "keys = [\"areal_density\", \"thickness\", \"warp\", \"shear\"]\n";
    const auto file = [&](const std::string& weft) { return std::string(name).append(weft).append(laws).append(keys); };
    const FabricDescription same = fabric(file("weft.same_as = \"warp\"\n"));
    EXPECT_EQ(std::get<KesBending>(same.weft.bending).rigidity, std::get<KesBending>(same.warp.bending).rigidity);
    EXPECT_EQ(std::get<KesTension>(same.weft.tension).extension, 0.045);
    EXPECT_EQ(fabric_problems(file("weft = { same_as = \"warp\", strength = 10 }\n")),
              Lines{"f.toml:5:39: weft.strength: same_as says it all: leave one of the two out"});
    EXPECT_EQ(fabric_problems(file("weft = { same_as = \"wrap\" }\n")),
              Lines{"f.toml:5:20: weft.same_as: expected \"warp\", found \"wrap\"; did you mean \"warp\"?"});
}

TEST_F(ReadFabric, NumbersOutOfRangeAreRefused)
{
    expect_problem("B = 0.1\n", "B = -0.1\n",
                   "f.toml:15:5: warp.bending.B: expected a number > 0 gf cm^2/cm, found -0.1");
    expect_problem("B = 0.1\n", "B = true\n",
                   "f.toml:15:5: warp.bending.B: expected a number > 0 gf cm^2/cm, found true");
    expect_problem("LT = 0.6", "LT = 2", "f.toml:10:6: warp.tension.LT: expected a number > 0 and < 2, found 2");
    expect_problem("RT = 60", "RT = 101",
                   "f.toml:11:6: warp.tension.RT: expected a number > 0 and <= 100 %, found 101");
    expect_problem("RT = 60", "RT = 0", "f.toml:11:6: warp.tension.RT: expected a number > 0 and <= 100 %, found 0");
    expect_problem("2HG = 1.2", "2HG = -1.2", "f.toml:32:7: shear.2HG: expected a number >= 0 gf/cm, found -1.2");
    expect_problem("2HB = 0.05", "2HB = nan",
                   "f.toml:16:7: warp.bending.2HB: expected a number >= 0 gf cm/cm, found nan");
    expect_problem("EMT = 4.5", "EMT = \"-4.5 %\"",
                   "f.toml:9:7: warp.tension.EMT: expected a number > 0 %, found -4.5 %");
    EXPECT_TRUE(fabric_problems(sample_with("RT = 60", "RT = 100")).empty());
}

TEST_F(ReadFabric, KesNumbersMustGoTogether)
{
    expect_problem("LT = 0.6", "LT = 0.6\nWT = 10", "f.toml:11:6: warp.tension.WT: expected only one of LT, WT");
    expect_problem("LT = 0.6\n", "", "f.toml:8:1: warp.tension: missing; expected one of LT, WT");
    expect_problem("WT = 12", "WT = 50",
                   "f.toml:23:6: weft.tension.WT: is 2.222 times the work of a straight line to EMT, 22.5 gf cm/cm^2 "
                   "(LT); expected LT > 0 and < 2");
    expect_problem("2HG5 = 2.5", "2HG5 = 25",
                   "f.toml:33:8: shear.2HG5: differs so much from 2HG that with this G a branch of the loop would "
                   "fall; expected at most 9 gf/cm between the two");
}

TEST_F(ReadFabric, MisspeltAndMissingKeysAreNamed)
{
    expect_problem("EMT = 4.5", "emt = 4.5", "f.toml:9:1: warp.tension.emt: unknown key, did you mean EMT (%)?");
    expect_problem("2HB = 0.05", "2BH = 0.05",
                   "f.toml:16:1: warp.bending.2BH: unknown key, did you mean 2HB (gf cm/cm)?");
    expect_problem("thickness = 0.5", "tickness = 0.5",
                   "f.toml:5:1: tickness: unknown key, did you mean thickness (mm)?");
    expect_problem("G = 1.0\n", "",
                   "f.toml:30:1: shear.G: missing; expected a number > 0 gf/(cm deg); or the points of "
                   "the loop, loading and unloading");
    expect_problem("force = 400", "reversal = 400",
                   "f.toml:12:12: warp.tension.reversal: belongs to points, loading and unloading; the Kawabata system "
                   "has no number for it");
}

TEST_F(ReadFabric, EveryProblemIsReportedAtOnce)
{
    std::string text = sample_with("B = 0.1\n", "B = -0.1\n");
    text.replace(text.find("LT = 0.6"), 8, "LT = 3.0");
    text.replace(text.find("name ="), 6, "nane =");
    EXPECT_EQ(fabric_problems(text),
              (Lines{"f.toml:2:1: nane: unknown key, did you mean name?",
                     "f.toml:10:6: warp.tension.LT: expected a number > 0 and < 2, found 3",
                     "f.toml:15:5: warp.bending.B: expected a number > 0 gf cm^2/cm, found -0.1"}));
}

TEST_F(ReadFabric, WithoutUnitsNothingIsSaidAboutThem)
{
    expect_problem("units = \"KES\"\n", "", "f.toml:1:1: units: missing; expected one of \"KES\", \"SI\"");
    expect_problem("units = \"KES\"", "units = \"kes\"",
                   "f.toml:3:9: units: expected one of \"KES\", \"SI\", found \"kes\"; did you mean \"KES\"?");
    std::string text = sample_with("units = \"KES\"\n", "");
    text.replace(text.find("B = 0.1"), 7, "B = -1 ");
    EXPECT_EQ(fabric_problems(text).back(), "f.toml:14:5: warp.bending.B: expected a number, bending rigidity");
}

TEST_F(ReadFabric, TellsTheUnitsOfAFile)
{
    EXPECT_EQ(fabric_unit_system(write("f.toml", sample_fabric)), UnitSystem::kes);
    EXPECT_EQ(fabric_unit_system(write("f.toml", sample_with("\"KES\"", "\"SI\""))), UnitSystem::si);
    EXPECT_THROW((void)fabric_unit_system(write("f.toml", "name = \"sample\"")), InputError);
}

TEST_F(ReadFabric, FilesThatCannotBeReadAreRefused)
{
    EXPECT_THROW((void)read_fabric(folder / "none.toml"), InputError);
    EXPECT_EQ(fabric_problems("name = \"a\nb\"\n").size(), 1U);
}

}  // namespace
}  // namespace tulle
