#pragma once
// Reads the numbers of a fabric file, plain or with their units, and keeps a list of them: each needs a source.

#include "scene/fabric_units.hpp"
#include "scene/scene_reader.hpp"

#include <tulle/fabric.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tulle {

/// A number, or a list of points, that stands in the file.
struct GivenNumber {
    std::string path;                    // warp.bending.B
    const Quantity* quantity = nullptr;  // none for lists
    std::optional<double> value = {};    // in the unit of the file's plain numbers; none for lists and wrong ones
};

class FabricNumbers {
public:
    /// No system: the file does not say which, and nothing is said about its units.
    explicit FabricNumbers(std::optional<UnitSystem> system) : system_(system) {}

    [[nodiscard]] std::optional<UnitSystem> system() const { return system_; }
    [[nodiscard]] const std::vector<GivenNumber>& given() const { return given_; }
    /// What sources may name besides: keys that ought to be there, and what is the same as something else.
    [[nodiscard]] const std::vector<std::string>& mentioned() const { return mentioned_; }
    void mention(std::string path) { mentioned_.push_back(std::move(path)); }

    /// Values in SI units. As SceneReader's functions they leave `value` alone when there is no sound one.
    bool number(SceneReader& in, std::string_view key, const Quantity& quantity, Need need, double& value);
    bool optional_number(SceneReader& in, std::string_view key, const Quantity& quantity, std::optional<double>& value);
    bool numbers(SceneReader& in, std::string_view key, const Quantity& quantity, std::span<double> values);
    bool points(SceneReader& in, std::string_view key, const Quantity& at, const Quantity& value, Need need,
                std::vector<LoopPoint>& points);

    /// A value as the file would say it: "2.5 %".
    [[nodiscard]] std::string text_of(double value, const Quantity& quantity) const;

private:
    [[nodiscard]] std::string_view unit_text(const Quantity& quantity) const;
    [[nodiscard]] std::string limits_text(const Quantity& quantity) const;
    [[nodiscard]] double in_file_unit(double value, const Quantity& quantity) const;
    bool read(SceneReader& in, const std::string& key, const toml::node& node, const Quantity& quantity, double& value);
    void judge_size(SceneReader& in, const std::string& list, const toml::array& points, int column,
                    const Quantity& quantity);

    std::optional<UnitSystem> system_;
    std::vector<GivenNumber> given_;
    std::vector<std::string> mentioned_;
};

}  // namespace tulle
