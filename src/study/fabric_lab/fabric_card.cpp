#include "study/fabric_lab/fabric_card.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <initializer_list>

namespace tulle {
namespace {

constexpr double standard_gravity = 9.81;  // m/s^2, as in study/fabric_lab/cantilever.cpp

constexpr std::string_view certainty_word(Certainty certainty)
{
    switch (certainty) {
        case Certainty::measured:
            return "measured";
        case Certainty::quoted:
            return "quoted";
        case Certainty::derived:
            return "derived";
        case Certainty::assumed:
            break;
    }
    return "assumed";
}

/// Fills a card and finds the source of every number.
class CardMaker {
public:
    CardMaker(const FabricDescription& fabric, UnitSystem units) : fabric_(fabric), units_(units) {}

    /// Returns the entry of a number. `names` are the keys in `section` that can give the number, its own key first.
    CardNumber number(const KesNumber& value, const std::string& section, std::initializer_list<std::string_view> names)
    {
        CardNumber entry{.number = value};
        std::string place = section;
        const FabricSource* best = nearest(place, names);
        if (best == nullptr && place.starts_with("weft")) {  // an unset weft equals the warp, and has its sources
            place.replace(0, 4, "warp");
            best = nearest(place, names);
        }
        if (best != nullptr) fill(entry, *best, key_in(place, *names.begin()));
        return entry;
    }

    FabricCard card{};

private:
    static std::string key_in(const std::string& section, std::string_view name)
    {
        return section.empty() ? std::string(name) : section + '.' + std::string(name);
    }

    [[nodiscard]] const FabricSource* nearest(const std::string& section,
                                              std::initializer_list<std::string_view> names) const
    {
        const FabricSource* best = nullptr;
        for (const std::string_view name : names) {
            const std::string path = key_in(section, name);
            for (const FabricSource& source : fabric_.sources) {
                const bool covers = path == source.key || path.starts_with(source.key + '.');
                if (covers && (best == nullptr || source.key.size() > best->key.size())) best = &source;
            }
        }
        return best;
    }

    void fill(CardNumber& entry, const FabricSource& source, const std::string& own_key)
    {
        const auto found = std::find(card.sources.begin(), card.sources.end(), source.text);
        entry.source = static_cast<int>(found - card.sources.begin());
        if (found == card.sources.end()) card.sources.push_back(source.text);
        entry.certainty = source.certainty;
        if (!source.range || source.key != own_key) return;
        const double factor = entry.number.quantity->unit(units_).factor;
        entry.range = {(*source.range)[0] * factor, (*source.range)[1] * factor};
    }

    const FabricDescription& fabric_;
    UnitSystem units_;
};

/// Returns the Kawabata numbers as given in the file, or as read off the loop if the file gives points.
KesTension known_tension(const FabricDescription& fabric, Thread along)
{
    if (const auto* given = std::get_if<KesTension>(&direction_of(fabric, along).tension)) return *given;
    const DrawnLoop loop = given_loop(fabric, KesTest::tension, along);
    return read_tension(loop.loading, loop.unloading);
}

KesBending known_bending(const FabricDescription& fabric, Thread along)
{
    if (const auto* given = std::get_if<KesBending>(&direction_of(fabric, along).bending)) return *given;
    const DrawnLoop loop = given_loop(fabric, KesTest::bending, along);
    return read_bending(loop.loading, loop.unloading);
}

KesShear known_shear(const FabricDescription& fabric)
{
    if (const auto* given = std::get_if<KesShear>(&fabric.shear)) return *given;
    const DrawnLoop loop = given_loop(fabric, KesTest::shear, Thread::warp);
    return read_shear(loop.loading, loop.unloading);
}

CardGroup direction_group(CardMaker& make, const FabricDescription& fabric, Thread along)
{
    const std::string name(name_of(along));
    const std::string tension = name + ".tension", bending = name + ".bending";
    const KesTension pulled = known_tension(fabric, along);
    const std::vector<KesNumber> t = numbers_of(pulled), b = numbers_of(known_bending(fabric, along));
    CardGroup group{.title = name, .numbers = {}};
    group.numbers = {make.number(t[0], tension, {"EMT", "loading"}),
                     make.number(t[1], tension, {"LT", "WT", "loading", "EMT"}),
                     make.number(t[2], tension, {"WT", "LT", "loading", "EMT"}),
                     make.number(t[3], tension, {"RT", "unloading", "EMT"})};
    if (std::abs(pulled.force - greatest_pull) > 1e-6 * greatest_pull)
        group.numbers.push_back(
            make.number({"force", &FabricQuantity::greatest_tension, pulled.force}, tension, {"force"}));
    group.numbers.push_back(make.number(b[0], bending, {"B", "loading"}));
    group.numbers.push_back(make.number(b[1], bending, {"2HB", "unloading"}));
    if (const auto& strength = direction_of(fabric, along).strength)
        group.numbers.push_back(make.number({"strength", &FabricQuantity::strength, *strength}, name, {"strength"}));
    return group;
}

bool is_same(const CardGroup& a, const CardGroup& b)
{
    return std::equal(a.numbers.begin(), a.numbers.end(), b.numbers.begin(), b.numbers.end(),
                      [](const CardNumber& one, const CardNumber& other) {
                          return one.number.value == other.number.value && one.source == other.source;
                      });
}

std::string source_mark(const CardNumber& entry)
{
    return entry.source < 0 ? "" : fmt::format(" [{}]", entry.source + 1);
}

std::string certainty_text(const CardNumber& entry)
{
    if (!entry.certainty) return "not given, the usual value";
    std::string text = fmt::format("{:<14}", std::string(certainty_word(*entry.certainty)) + source_mark(entry));
    if (entry.range) {
        const double factor = entry.number.quantity->unit(UnitSystem::kes).factor;
        text += fmt::format("{:.4g} to {:.4g}", (*entry.range)[0] / factor, (*entry.range)[1] / factor);
    }
    text.erase(text.find_last_not_of(' ') + 1);
    return text;
}

/// Wraps a text to lines of at most 118 characters, with later lines indented by the width of `head`.
std::string source_lines(const std::string& head, const std::string& text)
{
    constexpr std::size_t widest = 118;
    std::string lines = head, line;
    const auto flush = [&] {
        lines += line + '\n' + std::string(head.size(), ' ');
        line.clear();
    };
    std::size_t begin = 0;
    while (begin < text.size()) {
        const std::size_t end = std::min(text.find_first_of(" \n", begin), text.size());
        if (end > begin) {
            if (!line.empty() && head.size() + line.size() + 1 + end - begin > widest) flush();
            line += (line.empty() ? "" : " ") + text.substr(begin, end - begin);
        }
        begin = end + 1;
    }
    return lines + line + '\n';
}

}  // namespace

double bending_length_of(double rigidity, double areal_density)
{
    return std::cbrt(rigidity / (areal_density * standard_gravity));
}

FabricCard fabric_card(const FabricDescription& fabric, UnitSystem units)
{
    CardMaker make(fabric, units);
    make.card.name = fabric.name;
    const auto plain = [&](std::string_view name, std::string_view key, const Quantity& quantity, double value) {
        return make.number({name, &quantity, value}, "", {key});
    };
    CardGroup whole{.title = "",
                    .numbers = {plain("mass", "areal_density", FabricQuantity::areal_density, fabric.areal_density),
                                plain("thickness", "thickness", FabricQuantity::thickness, fabric.thickness),
                                plain("friction", "friction", FabricQuantity::friction, fabric.friction)}};
    if (fabric.drape) whole.numbers.push_back(plain("drape", "drape", FabricQuantity::drape, *fabric.drape));
    CardGroup warp = direction_group(make, fabric, Thread::warp);
    CardGroup weft = direction_group(make, fabric, Thread::weft);
    CardGroup shear{.title = "shear", .numbers = {}};
    const std::vector<KesNumber> s = numbers_of(known_shear(fabric));
    shear.numbers = {make.number(s[0], "shear", {"G", "loading"}), make.number(s[1], "shear", {"2HG", "unloading"}),
                     make.number(s[2], "shear", {"2HG5", "unloading"})};
    make.card.is_balanced = is_same(warp, weft);
    for (const Thread along : thread_systems)
        make.card.bending_length[along == Thread::warp ? 0 : 1] =
            bending_length_of(known_bending(fabric, along).rigidity, fabric.areal_density);
    make.card.groups = {whole, warp, weft, shear};
    return make.card;
}

std::string to_text(const FabricCard& card)
{
    std::string text = fmt::format("{}\n\n{:<12}{:>10} {:<12}{:>12} {:<10}  {:<14}{}\n", card.name, "", "KES", "", "SI",
                                   "", "certainty", "taken from");
    for (const CardGroup& group : card.groups) {
        const bool is_named = !group.title.empty();
        if (group.title == "weft" && card.is_balanced) {
            text += "weft as the warp\n";
            continue;
        }
        if (is_named) text += group.title + '\n';
        for (const CardNumber& entry : group.numbers)
            text +=
                fmt::format("{:<12}{:>10.4g} {:<12}{:>12.4g} {:<10}  {}\n",
                            (is_named ? "  " : "") + std::string(entry.number.name), entry.number.kes(),
                            entry.number.kes_unit(), entry.number.value, entry.number.si_unit(), certainty_text(entry));
    }
    const auto [warp, weft] = card.bending_length;
    text += fmt::format("bending length c = (B / W g)^(1/3), without hysteresis: {:.3g} cm", 100 * warp);
    text += card.is_balanced ? "\n" : fmt::format(" in the warp, {:.3g} cm in the weft\n", 100 * weft);
    if (!card.sources.empty()) text += '\n';
    for (std::size_t k = 0; k < card.sources.size(); ++k)
        text += source_lines(fmt::format("{:>4} ", fmt::format("[{}]", k + 1)), card.sources[k]);
    return text;
}

nlohmann::ordered_json to_json(const FabricCard& card)
{
    nlohmann::ordered_json json;
    json["name"] = card.name;
    for (const CardGroup& group : card.groups) {
        nlohmann::ordered_json& place = group.title.empty() ? json : json[group.title];
        for (const CardNumber& entry : group.numbers) {
            nlohmann::ordered_json row{{"kes", entry.number.kes()}, {"kes_unit", entry.number.kes_unit()},
                                       {"si", entry.number.value},  {"si_unit", entry.number.si_unit()},
                                       {"certainty", nullptr},      {"range_si", nullptr},
                                       {"source", nullptr}};
            if (entry.certainty) row["certainty"] = certainty_word(*entry.certainty);
            if (entry.range) row["range_si"] = *entry.range;
            if (entry.source >= 0) row["source"] = card.sources[static_cast<std::size_t>(entry.source)];
            place[std::string(entry.number.name)] = row;
        }
    }
    json["bending_length_m"] = {{"warp", card.bending_length[0]}, {"weft", card.bending_length[1]}};
    return json;
}

}  // namespace tulle
