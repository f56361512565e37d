#include "scene/write_fabric.hpp"

#include "scene/fabric_units.hpp"
#include "scene/key_path.hpp"
#include "scene/read_fabric_sources.hpp"
#include "scene/toml_table.hpp"
#include "simulation/scene_fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace tulle {
namespace {

using Measured = FabricQuantity;
constexpr UnitSystem si = UnitSystem::si;

/// A number or a list of numbers that the file contains.
struct WrittenNumber {
    std::string path;
    const Quantity* quantity = nullptr;  // null for lists
    double value = 0;
};

class FabricWriter {
public:
    explicit FabricWriter(const FabricDescription& fabric) : fabric_(fabric), text_("") {}

    std::string write();

private:
    void number(TomlTable& out, const std::string& path, const char* key, double value, const Quantity& quantity);
    /// Writes a number unless it is the default and no source names it.
    void number_unless(double usual, TomlTable& out, const std::string& path, const char* key, double value,
                       const Quantity& quantity);
    void points(TomlTable& out, const std::string& path, const char* key, const std::vector<LoopPoint>& points,
                const Quantity& at, const Quantity& value);
    void loop(TomlTable& out, const std::string& path, const MeasuredLoop& loop, const Quantity& at,
              const Quantity& value, const Quantity& slope);

    void tension(TomlTable& out, const std::string& path, const KesTension& kes);
    void tension(TomlTable& out, const std::string& path, const MeasuredLoop& law);
    void tension(TomlTable& out, const std::string& path, const PowerTension& law);
    void bending(TomlTable& out, const std::string& path, const KesBending& kes);
    void bending(TomlTable& out, const std::string& path, const MeasuredLoop& law);
    void shear(TomlTable& out, const KesShear& kes);
    void shear(TomlTable& out, const MeasuredLoop& law);

    void direction(TomlText& out, const std::string& path, const FabricDirection& direction);
    void weft();
    void sources();
    void source(const std::vector<std::string>& keys, const FabricSource& source);
    [[nodiscard]] FabricSource fitting(const FabricSource& source) const;
    [[nodiscard]] bool is_source(std::string_view path) const
    {
        return std::ranges::find(fabric_.sources, path, &FabricSource::key) != fabric_.sources.end();
    }

    const FabricDescription& fabric_;
    TomlText text_;
    std::vector<WrittenNumber> written_;
};

/// Returns the text of a value. A number that would be more plausible in units of the other system gets its unit, which
/// says that it is meant.
std::string quantity_text(double value, const Quantity& quantity, bool with_unit)
{
    const std::string_view unit = quantity.unit(si).text;
    if (!with_unit || unit.empty()) return real_text(value);
    return quoted_text(fmt::format("{} {}", number_text(value), unit));
}

bool needs_unit(double value, const Quantity& quantity) { return !other_system_hint(value, quantity, si).empty(); }

void FabricWriter::number(TomlTable& out, const std::string& path, const char* key, double value,
                          const Quantity& quantity)
{
    out.set(key, quantity_text(value, quantity, needs_unit(value, quantity)));
    written_.push_back({join_key(path, key), &quantity, value});
}

void FabricWriter::number_unless(double usual, TomlTable& out, const std::string& path, const char* key, double value,
                                 const Quantity& quantity)
{
    if (value != usual || is_source(join_key(path, key))) number(out, path, key, value, quantity);
}

void FabricWriter::points(TomlTable& out, const std::string& path, const char* key,
                          const std::vector<LoopPoint>& points, const Quantity& at, const Quantity& value)
{
    // The reader judges the largest number of a column.
    const auto largest = [&](double LoopPoint::*column) {
        const auto size = [&](const LoopPoint& point) { return std::abs(point.*column); };
        return points.empty() ? points.end() : std::ranges::max_element(points, {}, size);
    };
    const auto far = largest(&LoopPoint::at);
    const auto high = largest(&LoopPoint::value);
    std::vector<std::string> items;
    for (auto point = points.begin(); point != points.end(); ++point)
        items.push_back(
            fmt::format("[{}, {}]", quantity_text(point->at, at, point == far && needs_unit(point->at, at)),
                        quantity_text(point->value, value, point == high && needs_unit(point->value, value))));
    out.set(key, list_text(items));
    written_.push_back({join_key(path, key)});
}

void FabricWriter::loop(TomlTable& out, const std::string& path, const MeasuredLoop& loop, const Quantity& at,
                        const Quantity& value, const Quantity& slope)
{
    points(out, path, "loading", loop.loading, at, value);
    points(out, path, "unloading", loop.unloading, at, value);
    if (loop.reversal) number(out, path, "reversal", *loop.reversal, slope);
}

void FabricWriter::tension(TomlTable& out, const std::string& path, const KesTension& kes)
{
    number(out, path, "EMT", kes.extension, Measured::extension);
    number(out, path, "LT", kes.linearity, Measured::linearity);
    number(out, path, "RT", kes.resilience, Measured::resilience);
    number_unless(KesTension().force, out, path, "force", kes.force, Measured::greatest_tension);
}

void FabricWriter::tension(TomlTable& out, const std::string& path, const MeasuredLoop& law)
{
    loop(out, path, law, Measured::strain, Measured::tension, Measured::tension_slope);
}

void FabricWriter::tension(TomlTable& out, const std::string& path, const PowerTension& law)
{
    out.set("law", "\"ews96\"");
    number(out, path, "EMT", 1.0, Measured::extension);  // stretch = force / EMT^2
    number(out, path, "force", law.stretch, Measured::greatest_tension);
    number(out, path, "compression", law.compression, Measured::compression);
}

void FabricWriter::bending(TomlTable& out, const std::string& path, const KesBending& kes)
{
    number(out, path, "B", kes.rigidity, Measured::bending_rigidity);
    number(out, path, "2HB", kes.width, Measured::bending_width);
}

void FabricWriter::bending(TomlTable& out, const std::string& path, const MeasuredLoop& law)
{
    loop(out, path, law, Measured::curvature, Measured::moment, Measured::bending_slope);
}

void FabricWriter::shear(TomlTable& out, const KesShear& kes)
{
    number(out, "shear", "G", kes.stiffness, Measured::shear_stiffness);
    number(out, "shear", "2HG", kes.width_half_degree, Measured::shear_width);
    number(out, "shear", "2HG5", kes.width_5_degrees, Measured::shear_width);
}

void FabricWriter::shear(TomlTable& out, const MeasuredLoop& law)
{
    loop(out, "shear", law, Measured::angle, Measured::shear_force, Measured::shear_slope);
}

void FabricWriter::direction(TomlText& out, const std::string& path, const FabricDirection& direction)
{
    TomlTable own, pull, bend;
    if (direction.strength) number(own, path, "strength", *direction.strength, Measured::strength);
    if (!own.empty()) out.section(path, own);
    std::visit([&](const auto& law) { tension(pull, path + ".tension", law); }, direction.tension);
    out.section(path + ".tension", pull);
    std::visit([&](const auto& law) { bending(bend, path + ".bending", law); }, direction.bending);
    out.section(path + ".bending", bend);
}

/// Writes the weft, or that it is the same as the warp.
void FabricWriter::weft()
{
    const std::vector<WrittenNumber> before = written_;
    TomlText as_warp(""), other("");
    direction(as_warp, "weft", fabric_.warp);
    written_ = before;
    direction(other, "weft", fabric_.weft);
    if (as_warp.text() != other.text()) {
        written_ = before;
        direction(text_, "weft", fabric_.weft);
        return;
    }
    written_ = before;
    TomlTable same;
    same.set("same_as", "\"warp\"");
    text_.section("weft", same);
}

/// Returns the source with its range in SI units. A range that contains its number only after conversion from the
/// Kawabata system was read from a file with such numbers.
FabricSource FabricWriter::fitting(const FabricSource& source) const
{
    FabricSource fit = source;
    constexpr std::string_view work = ".tension.WT";  // the description has LT instead
    if (fit.key.ends_with(work)) fit.key.replace(fit.key.size() - 2, 2, "LT");
    if (!fit.range) return fit;
    bool fits = true, fits_kes = true;
    double factor = 1;
    for (const WrittenNumber& number : written_) {
        if (number.quantity == nullptr || !is_at_or_below(fit.key, number.path)) continue;
        factor = number.quantity->unit(UnitSystem::kes).factor;
        const auto [low, high] = *fit.range;
        const double tolerance = 1e-9 * std::abs(number.value);
        const auto contains = [&](double scale) {
            return number.value >= scale * low - tolerance && number.value <= scale * high + tolerance;
        };
        fits = fits && contains(1);
        fits_kes = fits_kes && contains(factor);
    }
    if (!fits && fits_kes)
        for (double& end : *fit.range) end *= factor;
    return fit;
}

void FabricWriter::source(const std::vector<std::string>& keys, const FabricSource& source)
{
    std::vector<std::string> quoted;
    for (const std::string& key : keys) quoted.push_back(quoted_text(key));
    TomlTable table;
    table.set("keys", list_text(quoted));
    table.set("text", quoted_text(source.text));
    const auto named = std::ranges::find(certainties, source.certainty, &Named<Certainty>::value);
    table.set("certainty", quoted_text(named->name));
    if (source.range) table.set("range", reals_text(*source.range));
    text_.item("source", table);
}

void FabricWriter::sources()
{
    std::vector<std::string> keys;
    std::vector<FabricSource> all;
    for (const FabricSource& given : fabric_.sources) all.push_back(fitting(given));
    for (std::size_t i = 0; i < all.size(); ++i) {
        keys.push_back(all[i].key);
        const bool is_last = i + 1 == all.size();
        const bool goes_on = !is_last && !all[i].range && !all[i + 1].range && all[i].text == all[i + 1].text &&
                             all[i].certainty == all[i + 1].certainty;
        if (goes_on) continue;
        source(keys, all[i]);
        keys.clear();
    }
    for (const WrittenNumber& number : written_)
        if (std::ranges::none_of(all, [&](const FabricSource& each) { return is_at_or_below(each.key, number.path); }))
            keys.push_back(number.path);
    if (keys.empty()) return;
    source(keys,
           {.key = "", .text = "given by the program that described the fabric", .certainty = Certainty::derived});
}

std::string FabricWriter::write()
{
    TomlTable own;
    own.set("name", quoted_text(fabric_.name.empty() ? "fabric" : fabric_.name));
    own.set("units", quoted_text(name_of(si)));
    number(own, "", "areal_density", fabric_.areal_density, Measured::areal_density);
    number(own, "", "thickness", fabric_.thickness, Measured::thickness);
    number_unless(FabricDescription().friction, own, "", "friction", fabric_.friction, Measured::friction);
    if (fabric_.drape) number(own, "", "drape", *fabric_.drape, Measured::drape);
    if (fabric_.drag_coefficients != FabricDescription().drag_coefficients || is_source("drag_coefficients")) {
        own.set("drag_coefficients", reals_text(fabric_.drag_coefficients));
        written_.push_back({"drag_coefficients"});
    }
    text_ = TomlText(own.lines());
    direction(text_, "warp", fabric_.warp);
    weft();
    TomlTable shear_law;
    std::visit([&](const auto& law) { shear(shear_law, law); }, fabric_.shear);
    text_.section("shear", shear_law);
    sources();
    return text_.text();
}

}  // namespace

std::string fabric_text(const FabricDescription& fabric) { return FabricWriter(fabric).write(); }

}  // namespace tulle
