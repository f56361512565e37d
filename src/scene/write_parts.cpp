#include "scene/write_parts.hpp"

#include "scene/grid_parts.hpp"
#include "scene/key_path.hpp"

#include <charconv>

namespace tulle {
namespace {

void add_real(std::string& text, double value)
{
    std::array<char, 32> buffer{};  // the shortest form of a double takes at most 24 characters
    const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    text += ' ';
    text.append(buffer.data(), end);
}

}  // namespace

std::string obj_text(const TriangleMesh& mesh)
{
    std::string text;
    text.reserve(48 * mesh.positions.size() + 24 * mesh.faces.size());
    for (const Vec3& x : mesh.positions) {
        text += 'v';
        for (const double coordinate : x) add_real(text, coordinate);
        text += '\n';
    }
    for (const Vec2& uv : mesh.uvs) {
        text += "vt";
        for (const double coordinate : uv) add_real(text, coordinate);
        text += '\n';
    }
    const bool has_uvs = mesh.uv_faces.size() == mesh.faces.size();
    for (std::size_t f = 0; f < mesh.faces.size(); ++f) {
        text += 'f';
        for (std::size_t k = 0; k < 3; ++k) {
            text += ' ' + std::to_string(mesh.faces[f][k] + 1);
            if (has_uvs) text += '/' + std::to_string(mesh.uv_faces[f][k] + 1);
        }
        text += '\n';
    }
    return text;
}

void write_placement(TomlTable& out, SceneParts& parts, const std::string& path, const Placement& placement)
{
    write_fields(out, parts, path, placement);
    TomlTable rotation, unrotated;
    const auto visit = [](auto& in, const auto& each) { visit_rotation_fields(in, each); };
    write_visited(rotation, parts, path + ".rotation", placement, Placement{}, visit);
    write_visited(unrotated, parts, path + ".rotation", Placement{}, Placement{}, visit);
    const std::string text = rotation.inline_text();
    if (text != unrotated.inline_text()) out.set("rotation", text);
}

void write_selection(TomlTable& out, SceneParts& parts, const std::string& path,
                     const std::variant<PinCorner, PinEdge, PinBox, PinIndices>& where)
{
    if (const auto* corner = std::get_if<PinCorner>(&where)) {
        const auto named = std::ranges::find_if(grid_corners, [&](const Named<PinCorner>& each) {
            return each.value.max_first == corner->max_first && each.value.max_second == corner->max_second;
        });
        out.set("corner", quoted_text(named->name));
    } else if (const auto* edge = std::get_if<PinEdge>(&where)) {
        const auto named = std::ranges::find_if(grid_edges, [&](const Named<PinEdge>& each) {
            return each.value.axis == edge->axis && each.value.max == edge->max;
        });
        if (named == grid_edges.end())
            parts.report(join_key(path, "edge"),
                         "expected axis 0 or 1 of the grid, found " + std::to_string(edge->axis));
        else
            out.set("edge", quoted_text(named->name));
    } else if (const auto* box = std::get_if<PinBox>(&where)) {
        write_table(out, parts, path, "box", *box);
    } else {
        std::vector<std::string> items;
        for (const int index : std::get<PinIndices>(where).indices) items.push_back(std::to_string(index));
        out.set("indices", list_text(items));
    }
}

void write_motion(TomlTable& out, SceneParts& parts, const std::string& path, const RigidMotion& motion)
{
    write_fields(out, parts, path, motion);
    std::vector<std::string> keyframes;
    for (std::size_t k = 0; k < motion.keyframes.size(); ++k) {
        TomlTable keyframe;
        write_fields(keyframe, parts, join_index(join_key(path, "keyframes"), k), motion.keyframes[k]);
        keyframes.push_back(keyframe.inline_text());
    }
    if (!keyframes.empty()) out.set("keyframes", list_text(keyframes));
}

void write_pins(TomlText& out, SceneParts& parts, const std::string& path, std::string_view list,
                const std::vector<PinDescription>& pins)
{
    for (std::size_t j = 0; j < pins.size(); ++j) {
        const std::string pin_path = join_index(join_key(path, "pin"), j);
        TomlTable pin;
        write_selection(pin, parts, pin_path, pins[j].where);
        write_motion(pin, parts, pin_path, pins[j].motion);
        out.item(list, pin);
    }
}

}  // namespace tulle
