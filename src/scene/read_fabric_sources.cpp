#include "scene/read_fabric_sources.hpp"

#include "scene/suggestion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace tulle {
namespace {

using FabricRange = std::array<double, 2>;

/// Returns every key that a source may name: numbers, and the tables that contain numbers.
std::vector<std::string> source_names(const std::vector<GivenNumber>& given)
{
    std::vector<std::string> names;
    for (const GivenNumber& number : given) {
        std::string name = number.path;
        while (std::ranges::find(names, name) == names.end()) {
            names.push_back(name);
            const std::size_t dot = name.rfind('.');
            if (dot == std::string::npos) break;
            name.resize(dot);
        }
    }
    return names;
}

std::optional<FabricRange> read_source_range(SceneReader& in)
{
    const std::string expected = "expected a range [lowest, highest] in the unit of the file's plain numbers";
    const toml::node* node = in.find({"range", "2 numbers", "", "", "none"}, Need::optional, expected);
    if (node == nullptr) return std::nullopt;
    const toml::array* array = node->as_array();
    if (array != nullptr && array->size() == 2 && (*array)[0].is_number() && (*array)[1].is_number()) {
        const FabricRange range{*(*array)[0].value<double>(), *(*array)[1].value<double>()};
        if (range[0] <= range[1]) return range;
    }
    in.reject(*node, "range", expected);
    return std::nullopt;
}

class SourceReader {
public:
    explicit SourceReader(const FabricNumbers& numbers)
        : given_(numbers.given()), mentioned_(numbers.mentioned()), names_(source_names(given_))
    {}

    void read(SceneReader& in, std::vector<FabricSource>& sources)
    {
        const std::vector<std::string> keys = read_keys(in);
        FabricSource source;
        in.text("text", source.text, "who measured it, where it was published, or why it was assumed", Need::required);
        const bool is_certain = in.choice("certainty", source.certainty, certainties, Need::required);
        const bool has_range = in.has("range");
        source.range = read_source_range(in);
        if (is_certain && source.certainty == Certainty::assumed && !has_range)
            in.complain("range",
                        "missing; what is assumed needs the range that it was taken from, range = [lowest, "
                        "highest]");
        if (source.range) check_range(in, keys, *source.range);
        for (const std::string& key : keys) {
            sources.push_back(source);
            sources.back().key = key;
        }
    }

    void reject_uncovered(SceneReader& root) const
    {
        for (const GivenNumber& number : given_) {
            const auto covering = [&](const std::string& key) { return is_at_or_below(key, number.path); };
            if (std::ranges::any_of(covered_, covering) || std::ranges::any_of(guessed_, covering)) continue;
            root.complain(number.path, "no [[source]] names it: where does it come from? Add it to the keys of one");
        }
    }

private:
    std::vector<std::string> read_keys(SceneReader& in)
    {
        const std::string expected = "expected a list of keys of this file, such as \"warp.bending\"";
        const toml::node* node = in.find({"keys", "list of strings", "", "", "[]"}, Need::required, expected);
        if (node == nullptr) return {};
        const toml::array* array = node->as_array();
        if (array == nullptr || array->empty()) {
            in.reject(*node, "keys", expected);
            return {};
        }
        std::vector<std::string> keys;
        for (std::size_t i = 0; i < array->size(); ++i) {
            const std::string item = join_index("keys", i);
            const toml::value<std::string>* key = (*array)[i].as_string();
            if (key == nullptr) {
                in.reject((*array)[i], item, "expected a key of this file, such as \"warp.bending\"");
            } else if (!is_known(key->get())) {
                complain_about_nothing(in, item, key->get());
            } else if (std::ranges::find(covered_, key->get()) != covered_.end()) {
                in.complain(item, fmt::format("\"{}\" has a source already", key->get()));
            } else {
                covered_.push_back(key->get());
                keys.push_back(key->get());
            }
        }
        return keys;
    }

    [[nodiscard]] bool is_known(const std::string& key) const
    {
        return std::ranges::find(names_, key) != names_.end() ||
               std::ranges::any_of(mentioned_, [&](const std::string& path) { return is_at_or_below(path, key); });
    }

    void complain_about_nothing(SceneReader& in, const std::string& item, const std::string& key)
    {
        const std::vector<std::string_view> words(names_.begin(), names_.end());
        const auto meant = suggest(key, words);
        in.complain(item, fmt::format("\"{}\" names no number of this file{}", key,
                                      meant ? fmt::format("; did you mean \"{}\"?", *meant) : ""));
        if (meant) guessed_.emplace_back(*meant);  // prevents a second problem for this key
    }

    /// Checks a range: all numbers below the keys must be of one quantity and lie in the range. Lists of numbers or
    /// points are not checked; the text of the source explains their range.
    void check_range(SceneReader& in, const std::vector<std::string>& keys, const FabricRange& range) const
    {
        const Quantity* quantity = nullptr;
        for (const GivenNumber& number : given_) {
            const auto covering = [&](const std::string& key) { return is_at_or_below(key, number.path); };
            if (number.quantity == nullptr || std::ranges::none_of(keys, covering)) continue;
            if (quantity != nullptr && quantity != number.quantity) {
                in.complain("range", fmt::format("is of one quantity, and keys name {} and {}; give each a source of "
                                                 "its own",
                                                 quantity->what, number.quantity->what));
                return;
            }
            quantity = number.quantity;
            if (!number.value) continue;
            const double tolerance = 1e-9 * std::abs(*number.value);
            if (*number.value < range[0] - tolerance || *number.value > range[1] + tolerance)
                in.complain("range", fmt::format("does not contain {}, which is {:.6g}", number.path, *number.value));
        }
    }

    const std::vector<GivenNumber>& given_;
    const std::vector<std::string>& mentioned_;
    std::vector<std::string> names_;
    std::vector<std::string> covered_{};
    std::vector<std::string> guessed_{};  // likely meanings of misspelt keys
};

}  // namespace

std::vector<FabricSource> read_fabric_sources(SceneReader& in, const FabricNumbers& numbers)
{
    std::vector<FabricSource> sources;
    SourceReader reader(numbers);
    std::vector<int> tables;  // each() needs a list to fill
    in.each("source", tables, [&](SceneReader& below, int&) { reader.read(below, sources); });
    if (in.is_catalogue()) return sources;
    if (numbers.given().empty()) return sources;  // another problem is reported already
    if (!in.has("source")) {
        in.complain("source",
                    "missing; every number needs a source: [[source]] with keys, text and certainty (docs/fabrics.md)");
    } else {
        reader.reject_uncovered(in);
    }
    return sources;
}

}  // namespace tulle
