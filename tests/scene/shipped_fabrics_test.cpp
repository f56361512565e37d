// The fabrics that come with Tulle: all are read, lie among fabrics, and have the numbers of their sources.
#include "fabric_sample.hpp"
#include "scene/find_fabric.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tulle {
namespace {

const std::filesystem::path fabric_folder = TULLE_SOURCE_DIR "/fabrics";

FabricDescription shipped_fabric(const std::string& name) { return read_fabric(fabric_folder / (name + ".toml")); }

std::vector<NamedFile> shipped_fabrics()
{
    const std::vector<std::filesystem::path> folders{fabric_folder};
    return named_files(folders);
}

double loop_value(const std::vector<LoopPoint>& points, double at)
{
    const auto after = std::ranges::upper_bound(points, at, {}, &LoopPoint::at);
    if (after == points.end()) return points.back().value;
    const LoopPoint &a = *(after - 1), &b = *after;
    return a.value + (b.value - a.value) * (at - a.at) / (b.at - a.at);
}

/// EMT in %, also of points: where they reach 500 gf/cm.
double extension_of(const FabricDirection& direction)
{
    if (const auto* kes = std::get_if<KesTension>(&direction.tension)) return 100.0 * kes->extension;
    const auto& points = std::get<MeasuredLoop>(direction.tension).loading;
    const auto above = std::ranges::upper_bound(points, KesTension().force, {}, &LoopPoint::value);
    const LoopPoint &a = *(above - 1), &b = *above;
    return 100.0 * (a.at + (b.at - a.at) * (KesTension().force - a.value) / (b.value - a.value));
}

TEST(ShippedFabrics, AreReadAndLieAmongFabrics)
{
    EXPECT_GE(shipped_fabrics().size(), 9U);
    for (const NamedFile& named : shipped_fabrics()) {
        EXPECT_TRUE(named.description.ends_with('.')) << named.name << " says nothing about itself";
        const FabricDescription fabric = read_fabric(named.file);
        for (const FabricDirection* direction : {&fabric.warp, &fabric.weft}) {
            // Feng et al. 2022: none of 618 fabrics bends under its own weight at a length outside 8 to 38 mm.
            const double rigidity = std::get<KesBending>(direction->bending).rigidity;
            const double length = std::cbrt(rigidity / (9.81 * fabric.areal_density));
            EXPECT_GT(length, 0.008) << named.name;
            EXPECT_LT(length, 0.038) << named.name;
            EXPECT_GT(extension_of(*direction), 1.0) << named.name;
            EXPECT_LT(extension_of(*direction), 20.0) << named.name;
        }
    }
}

TEST(ShippedFabrics, HaveTheNumbersOfTheirSources)
{
    struct Row {
        const char* name;
        double mass, rigidity, width;  // g/m^2, uN m, mN: Matsudaira et al. 2015 in SI units
    };
    for (const Row& row :
         {Row{"cotton_broad", 123.8, 11.572, 1.2160}, Row{"wool_tropical", 162.9, 6.570, 0.3236},
          Row{"polyester_tropical", 116.5, 7.551, 0.2844}, Row{"polyester_faille", 104.3, 1.863, 0.0686}}) {
        const FabricDescription fabric = shipped_fabric(row.name);
        EXPECT_NEAR(1e3 * fabric.areal_density, row.mass, 1e-9) << row.name;
        for (const FabricDirection* direction : {&fabric.warp, &fabric.weft}) {
            EXPECT_NEAR(1e6 * std::get<KesBending>(direction->bending).rigidity, row.rigidity, 5e-4) << row.name;
            EXPECT_NEAR(1e3 * std::get<KesBending>(direction->bending).width, row.width, 5e-5) << row.name;
        }
    }
    const FabricDescription twill = shipped_fabric("stretch_twill");
    EXPECT_NEAR(extension_of(twill.warp), 1.73, 1e-9);
    EXPECT_NEAR(extension_of(twill.weft), 11.18, 1e-9);
    EXPECT_NEAR(extension_of(shipped_fabric("control_cotton").warp), 2.29, 1e-9);
}

/// One axis of Clyde, Teran, Tamstorf 2017: psi = modulus/2 sum mu/alpha ((1 + E^2)^alpha - 1), moduli in MPa.
struct EnergyAxis {
    double modulus;
    std::vector<double> mu, alpha;

    [[nodiscard]] double energy(double strain) const  // J/m^3
    {
        const double green = strain + 0.5 * strain * strain;
        double sum = 0.0;
        for (std::size_t i = 0; i < mu.size(); ++i)
            sum += mu[i] / alpha[i] * (std::pow(1.0 + green * green, alpha[i]) - 1.0);
        return 0.5e6 * modulus * sum;
    }
};

void expect_energy(const FabricDescription& fabric, const FabricDirection& direction, const EnergyAxis& axis)
{
    const auto& loop = std::get<MeasuredLoop>(direction.tension);
    const double end = loop.loading.back().at;
    for (int i = 1; i < 400; ++i) {
        const double strain = end * i / 400.0;
        constexpr double h = 1e-5;
        const double force = fabric.thickness * (axis.energy(strain + h) - axis.energy(strain - h)) / (2.0 * h);  // N/m
        // Points have four digits, and are so near to each other that straight lines between them do.
        EXPECT_NEAR(loop_value(loop.loading, strain), force, std::max(0.6, 0.01 * force)) << fabric.name << strain;
        EXPECT_NEAR(loop_value(loop.unloading, strain), 0.65 * force, std::max(0.4, 0.01 * force)) << fabric.name;
    }
    const double plate = 1e6 * axis.modulus * std::pow(fabric.thickness, 3) / 12.0;  // N m
    EXPECT_NEAR(std::get<KesBending>(direction.bending).rigidity, plate, 1e-3 * plate) << fabric.name;
}

TEST(ShippedFabrics, FollowTheEnergiesTheyAreDerivedFrom)
{
    const FabricDescription silk = shipped_fabric("silk");
    expect_energy(silk, silk.warp, {4.3, {61.769, -60.769}, {-2.23, -115.578}});
    expect_energy(silk, silk.weft, {9.942, {13.46, -12.46}, {-2.612, -195.533}});
    EXPECT_NEAR(std::get<KesShear>(silk.shear).stiffness, 0.5 * 0.57e6 * 0.239e-3, 0.05);
    const FabricDescription cotton = shipped_fabric("cotton");
    expect_energy(cotton, cotton.warp, {15.557, {-352.871, 4.952, 348.919}, {-63.206, -550.784, -54.525}});
    expect_energy(cotton, cotton.weft, {25.004, {-2587.08, -285.733, 2873.813}, {109.194, 102.720, 108.583}});
    EXPECT_NEAR(std::get<KesShear>(cotton.shear).stiffness, 0.5 * 1.076e6 * 0.253e-3, 0.05);
    const FabricDescription canvas = shipped_fabric("canvas");
    expect_energy(canvas, canvas.warp, {5.366, {1881.386, -1880.386}, {22.619, 22.082}});
    expect_energy(canvas, canvas.weft, {19.804, {-27.627, 70.532, -41.905}, {212.682, 149.080, 69.532}});
    EXPECT_NEAR(std::get<KesShear>(canvas.shear).stiffness, 0.5 * 2.009e6 * 0.37e-3, 0.05);
}

/// "3" for warp and weft alike, "4.7 / 9" when they differ.
std::string both_directions(const std::string& warp, const std::string& weft)
{
    return warp == weft ? warp : warp + " / " + weft;
}

TEST(ShippedFabrics, StandInTheTableOfTheDocumentation)
{
    std::ifstream in(TULLE_SOURCE_DIR "/docs/fabrics.md");
    Lines lines;
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    for (const NamedFile& named : shipped_fabrics()) {
        const FabricDescription fabric = read_fabric(named.file);
        const auto kes = [](const auto& direction, double KesBending::*value, double unit) {
            return fmt::format("{:.3g}", std::get<KesBending>(direction.bending).*value / unit);
        };
        const auto extension = [](const auto& direction) { return fmt::format("{:.4g}", extension_of(direction)); };
        const std::string row =
            fmt::format("| [{0}](../fabrics/{0}.toml) | {1:.4g} | {2} | {3:.3g} | {4} | {5} | ", named.name,
                        1e3 * fabric.areal_density, both_directions(extension(fabric.warp), extension(fabric.weft)),
                        std::get<KesShear>(fabric.shear).stiffness / 56.18796561619688,
                        both_directions(kes(fabric.warp, &KesBending::rigidity, 9.80665e-5),
                                        kes(fabric.weft, &KesBending::rigidity, 9.80665e-5)),
                        both_directions(kes(fabric.warp, &KesBending::width, 9.80665e-3),
                                        kes(fabric.weft, &KesBending::width, 9.80665e-3)));
        EXPECT_TRUE(std::ranges::any_of(lines, [&](const std::string& line) { return line.starts_with(row); })) << row;
    }
}

}  // namespace
}  // namespace tulle
