#include "scene/fabric_numbers.hpp"

#include <fmt/format.h>

#include <cmath>

namespace tulle {

std::string_view FabricNumbers::unit_text(const Quantity& quantity) const
{
    return system_ ? quantity.unit(*system_).text : "";
}

std::string FabricNumbers::limits_text(const Quantity& quantity) const
{
    return system_ ? quantity.possible.in(quantity.unit(*system_)).text() : "";
}

double FabricNumbers::in_file_unit(double value, const Quantity& quantity) const
{
    return system_ ? value / quantity.unit(*system_).factor : value;
}

std::string FabricNumbers::text_of(double value, const Quantity& quantity) const
{
    const std::string_view unit = unit_text(quantity);
    return fmt::format("{:.6g}{}{}", in_file_unit(value, quantity), unit.empty() ? "" : " ", unit);
}

bool FabricNumbers::read(SceneReader& in, const std::string& key, const toml::node& node, const Quantity& quantity,
                         double& value)
{
    QuantityReading reading;
    if (const toml::value<std::string>* text = node.as_string()) {
        reading = number_with_unit(text->get(), quantity, system_);
    } else if (const auto number = node.is_number() ? node.value<double>() : std::nullopt) {
        reading = plain_number(*number, quantity, system_);
    } else {
        in.reject(node, key, fmt::format("expected {}", expected_quantity(quantity, system_)));
        return false;
    }
    if (!reading.problem.empty()) {
        in.complain(key, reading.problem);
        return false;
    }
    value = reading.value;
    return true;
}

bool FabricNumbers::number(SceneReader& in, std::string_view key, const Quantity& quantity, Need need, double& value)
{
    const toml::node* node = in.find({std::string(key), "number", std::string(unit_text(quantity)),
                                      limits_text(quantity), fmt::format("{:.6g}", in_file_unit(value, quantity))},
                                     need, fmt::format("expected {}", expected_quantity(quantity, system_)));
    if (node == nullptr) {
        if (need == Need::required) mention(join_key(in.path(), key));
        return false;
    }
    GivenNumber& entry = given_.emplace_back(GivenNumber{join_key(in.path(), key), &quantity});
    if (!read(in, std::string(key), *node, quantity, value)) return false;
    entry.value = in_file_unit(value, quantity);
    return true;
}

bool FabricNumbers::optional_number(SceneReader& in, std::string_view key, const Quantity& quantity,
                                    std::optional<double>& value)
{
    if (in.is_catalogue()) {
        (void)in.find({std::string(key), "number", std::string(unit_text(quantity)), limits_text(quantity), "none"},
                      Need::optional, "");
        return false;
    }
    double found = 0.0;
    if (!number(in, key, quantity, Need::optional, found)) return false;
    value = found;
    return true;
}

bool FabricNumbers::numbers(SceneReader& in, std::string_view key, const Quantity& quantity, std::span<double> values)
{
    const int count = static_cast<int>(values.size());
    const std::string type = fmt::format("{} numbers", count);
    const std::string expected = fmt::format("expected {}", type);
    const toml::node* node = in.find({std::string(key), type, std::string(unit_text(quantity)), limits_text(quantity),
                                      numbers_text(values.data(), count)},
                                     Need::optional, expected);
    if (node == nullptr) return false;
    given_.push_back({join_key(in.path(), key), nullptr});
    const toml::array* array = node->as_array();
    if (array == nullptr || array->size() != values.size()) {
        in.reject(*node, key, expected);
        return false;
    }
    bool sound = true;
    for (std::size_t i = 0; i < values.size(); ++i)
        sound = read(in, join_index(key, i), (*array)[i], quantity, values[i]) && sound;
    return sound;
}

/// Checks whether a list of points was meant in the other unit system. Only the value of largest magnitude is compared
/// with the values of real fabrics.
void FabricNumbers::judge_size(SceneReader& in, const std::string& list, const toml::array& points, int column,
                               const Quantity& quantity)
{
    double largest = 0.0;
    std::size_t place = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const toml::node& node = (*points[i].as_array())[static_cast<std::size_t>(column)];
        if (!node.is_number()) return;
        if (const double number = node.value<double>().value_or(0.0); std::abs(number) > std::abs(largest)) {
            largest = number;
            place = i;
        }
    }
    if (!system_) return;
    const std::string hint = other_system_hint(largest, quantity, *system_);
    if (!hint.empty()) in.complain(join_index(join_index(list, place), static_cast<std::size_t>(column)), hint);
}

bool FabricNumbers::points(SceneReader& in, std::string_view key, const Quantity& at, const Quantity& value, Need need,
                           std::vector<LoopPoint>& points)
{
    const auto with_unit = [&](const Quantity& quantity) {
        const std::string_view unit = unit_text(quantity);
        return unit.empty() ? std::string(quantity.what) : fmt::format("{} in {}", quantity.what, unit);
    };
    const std::string point = fmt::format("[{}, {}]", with_unit(at), with_unit(value));
    const std::string_view at_unit = unit_text(at);
    const toml::node* node =
        in.find({std::string(key), "list of points",
                 fmt::format("{}, {}", at_unit.empty() ? "1" : at_unit, unit_text(value)), "", "[]"},
                need, fmt::format("expected a list of points {}", point));
    if (node == nullptr) return false;
    given_.push_back({join_key(in.path(), key), nullptr});
    const toml::array* array = node->as_array();
    if (array == nullptr) {
        in.reject(*node, key, fmt::format("expected a list of points {}", point));
        return false;
    }
    bool sound = true;
    // judge_size checks all points together, because values near the origin may be small in any unit.
    Quantity any_at = at, any_value = value;
    any_at.plausible = any_value.plausible = {};
    for (std::size_t i = 0; i < array->size(); ++i) {
        const std::string item = join_index(key, i);
        const toml::array* pair = (*array)[i].as_array();
        if (pair == nullptr || pair->size() != 2) {
            in.reject((*array)[i], item, fmt::format("expected a point {}", point));
            return false;
        }
        LoopPoint& found = points.emplace_back();
        sound = read(in, join_index(item, 0), (*pair)[0], any_at, found.at) && sound;
        sound = read(in, join_index(item, 1), (*pair)[1], any_value, found.value) && sound;
    }
    if (!sound || array->empty()) return sound;
    judge_size(in, std::string(key), *array, 0, at);
    judge_size(in, std::string(key), *array, 1, value);
    return true;
}

}  // namespace tulle
