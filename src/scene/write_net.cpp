#include "scene/write_net.hpp"

#include "scene/key_path.hpp"
#include "scene/write_fields.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tulle {
namespace {

template <class Item, class ToText>
void set_list(TomlTable& out, const char* key, const std::vector<Item>& items, const ToText& to_text)
{
    std::vector<std::string> texts;
    texts.reserve(items.size());
    for (const Item& item : items) texts.push_back(to_text(item));
    out.set(key, list_text(texts));
}

template <std::size_t size>
std::string indices_text(const std::array<int, size>& indices)
{
    return fmt::format("[{}]", fmt::join(indices, ", "));
}

void set_nodes(TomlTable& out, const auto& body)
{
    set_list(out, "nodes", body.nodes, [](const Vec3& x) { return reals_text({x.data(), 3}); });
    set_list(out, "masses", body.masses, real_text);
    if (!body.faces.empty()) set_list(out, "faces", body.faces, indices_text<3>);
}

}  // namespace

std::string net_text(SceneParts& parts, const std::string& path, const SpringNetDescription& net)
{
    TomlTable own;
    set_nodes(own, net);
    if (!net.dry_faces.empty()) set_list(own, "dry_faces", net.dry_faces, indices_text<3>);
    TomlText text(own.lines());
    for (std::size_t g = 0; g < net.springs.size(); ++g) {
        const NetSprings& springs = net.springs[g];
        const std::string group_path = join_index(path + ".net.springs", g);
        TomlTable group;
        write_fields(group, parts, group_path, springs);
        write_table(group, parts, group_path, "cubic", springs.cubic);
        set_list(group, "between", springs.between, indices_text<2>);
        if (!springs.rest_lengths.empty()) set_list(group, "rest_lengths", springs.rest_lengths, real_text);
        text.item("springs", group);
    }
    return text.text();
}

std::string net_text(SceneParts& parts, const std::string& path, const ElasticSolidDescription& solid)
{
    TomlTable own;
    set_nodes(own, solid);
    write_table(own, parts, path, "elastic", solid.elastic);
    set_list(own, "tetrahedra", solid.tetrahedra, indices_text<4>);
    return own.lines();
}

}  // namespace tulle
