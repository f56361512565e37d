#pragma once
// Reads the numbers of a fabric file, with or without units, and converts them to SI. Keeps a list of the numbers,
// because each of them needs a source.

#include "scene/fabric_units.hpp"
#include "scene/scene_reader.hpp"

#include <tulle/fabric.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tulle {

/// A number, a list of numbers or a list of points that the fabric file contains.
struct GivenNumber {
    std::string path;                    // warp.bending.B
    const Quantity* quantity = nullptr;  // null for lists
    std::optional<double> value = {};    // in the unit of the file's plain numbers; empty for lists and if invalid
};

class FabricNumbers {
public:
    /// `system` is empty if the file names no valid unit system. Then numbers are not checked for the wrong system.
    explicit FabricNumbers(std::optional<UnitSystem> system) : system_(system) {}

    [[nodiscard]] std::optional<UnitSystem> system() const { return system_; }
    [[nodiscard]] const std::vector<GivenNumber>& given() const { return given_; }
    /// Returns the other keys that sources may name: missing required keys, and a weft that repeats the warp.
    [[nodiscard]] const std::vector<std::string>& mentioned() const { return mentioned_; }
    void mention(std::string path) { mentioned_.push_back(std::move(path)); }

    /// Read values and convert them to SI units. Like SceneReader's functions, they leave the value unchanged and
    /// return false if the key is missing or its value is invalid.
    bool number(SceneReader& in, std::string_view key, const Quantity& quantity, Need need, double& value);
    bool optional_number(SceneReader& in, std::string_view key, const Quantity& quantity, std::optional<double>& value);
    bool numbers(SceneReader& in, std::string_view key, const Quantity& quantity, std::span<double> values);
    bool points(SceneReader& in, std::string_view key, const Quantity& at, const Quantity& value, Need need,
                std::vector<LoopPoint>& points);

    /// Returns an SI value in the unit of the file: "2.5 %".
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
