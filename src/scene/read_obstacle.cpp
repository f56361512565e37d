#include "scene/read_obstacle.hpp"

#include "scene/read_mesh_sequence.hpp"
#include "scene/read_motion.hpp"
#include "scene/read_placed_mesh.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <type_traits>

namespace tulle {
namespace {

/// Reads the keys of one shape.
template <class Shape>
void read_shape_keys(SceneReader& in, const std::filesystem::path& directory, MeshSequence& sequence, Shape& shape)
{
    if constexpr (std::is_same_v<Shape, MeshDescription>) {
        in.exactly_one({"mesh", "sequence"});
        const bool is_file = read_placed_mesh(in, directory, MeshUse::obstacle, Need::alternative, shape);
        MeshDescription first;
        if (read_mesh_sequence(in, directory, first, sequence) && !is_file) {
            shape.mesh = std::move(first.mesh);
            shape.file = std::move(first.file);
        }
    } else {
        visit_fields(in, shape);
    }
}

struct ShapeKeys {
    std::string_view shape;
    std::vector<std::string> keys;
    std::vector<std::string> required;

    [[nodiscard]] bool has(std::string_view key) const { return std::ranges::find(keys, key) != keys.end(); }
};

template <class... Shapes>
std::vector<ShapeKeys> keys_of(const std::variant<Shapes...>&)
{
    std::vector<ShapeKeys> all;
    const auto add = [&](auto shape) {
        std::vector<SceneKey> catalogue;
        SceneReader in(catalogue);
        MeshSequence sequence;
        read_shape_keys(in, {}, sequence, shape);
        ShapeKeys& of_shape = all.emplace_back();
        of_shape.shape = obstacle_shapes[all.size() - 1];
        for (const SceneKey& key : catalogue) {
            if (key.path.find('.') != std::string::npos) continue;
            of_shape.keys.push_back(key.path);
            if (key.default_value == "required") of_shape.required.push_back(key.path);
        }
    };
    (add(Shapes{}), ...);
    return all;
}

/// Returns the names in quotes: "box" or "cylinder" or "capsule".
std::string shapes_text(const std::vector<std::string_view>& shapes)
{
    std::vector<std::string> quoted;
    for (const std::string_view shape : shapes) quoted.push_back(fmt::format("\"{}\"", shape));
    return fmt::format("{}", fmt::join(quoted, " or "));
}

/// Rejects the keys of shapes other than the chosen one.
void refuse_other_shapes(SceneReader& in, const std::vector<ShapeKeys>& shapes, std::size_t chosen)
{
    std::vector<std::string> seen;
    for (const ShapeKeys& other : shapes) {
        for (const std::string& key : other.keys) {
            if (shapes[chosen].has(key) || std::ranges::find(seen, key) != seen.end()) continue;
            seen.push_back(key);
            std::vector<std::string_view> owners;
            for (const ShapeKeys& shape : shapes)
                if (shape.has(key)) owners.push_back(shape.shape);
            in.refuse(key,
                      fmt::format("{} is for shape = {}, and this is a {}; known here: {}", key, shapes_text(owners),
                                  shapes[chosen].shape, fmt::join(shapes[chosen].keys, ", ")));
        }
    }
}

/// Suggests the forgotten key `shape` from the other keys of the table.
void guess_shape(SceneReader& in, const std::vector<ShapeKeys>& shapes)
{
    std::vector<std::string> given;
    for (const ShapeKeys& shape : shapes) {
        for (const std::string& key : shape.keys)
            if (in.has(key)) given.push_back(key);
        in.pass_over(shape.keys);
    }
    if (given.empty()) return;
    std::vector<std::string_view> likely;
    for (const ShapeKeys& shape : shapes) {
        const bool knows_all = std::ranges::all_of(given, [&](const std::string& key) { return shape.has(key); });
        const bool has_all = std::ranges::all_of(shape.required, [&](const std::string& key) { return in.has(key); });
        if (knows_all && has_all) likely.push_back(shape.shape);
    }
    if (!likely.empty()) in.explain_missing("shape", fmt::format("; did you forget shape = {}?", shapes_text(likely)));
}

}  // namespace

void read_obstacle(SceneReader& in, const std::filesystem::path& directory, ObstacleDescription& obstacle)
{
    visit_fields(in, obstacle);
    const auto chosen = in.alternative("shape", obstacle.shape, obstacle_shapes,
                                       [&](auto& shape) { read_shape_keys(in, directory, obstacle.sequence, shape); });
    if (chosen) {
        refuse_other_shapes(in, keys_of(obstacle.shape), *chosen);
    } else if (!in.is_catalogue()) {
        guess_shape(in, keys_of(obstacle.shape));
    }
    in.section("motion", Need::optional, [&](SceneReader& below) { read_motion(below, obstacle.motion); });
}

}  // namespace tulle
