#include "scene/read_body.hpp"

#include "mesh/cloth_or_body.hpp"
#include "scene/read_pin.hpp"
#include "scene/read_placed_mesh.hpp"
#include "scene/read_solid.hpp"
#include "scene/text_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <system_error>
#include <utility>
#include <variant>

namespace tulle {
namespace {

/// Format of the rows of a list, such as nodes or faces: `least` to `most` numbers. `what` names a row in messages.
struct RowRule {
    std::string_view what;
    std::string_view type;  // in the documentation
    std::string_view unit;
    std::size_t least, most;
    Range range;
    bool is_integer;
};

std::optional<std::vector<double>> row_of(const toml::node& node, const RowRule& rule)
{
    std::vector<double> row;
    const auto add = [&](const toml::node& number) {
        const std::optional<double> value =
            rule.is_integer && !number.is_integer() ? std::nullopt : number.value<double>();
        if (!value || !rule.range.contains(*value)) return false;
        row.push_back(*value);
        return true;
    };
    if (rule.most == 1) return add(node) ? std::optional(row) : std::nullopt;
    const toml::array* numbers = node.as_array();
    if (numbers == nullptr || numbers->size() < rule.least || numbers->size() > rule.most) return std::nullopt;
    for (const toml::node& number : *numbers)
        if (!add(number)) return std::nullopt;
    return row;
}

std::vector<std::vector<double>> read_rows(SceneReader& in, std::string_view key, const RowRule& rule, Need need)
{
    const std::string expected = fmt::format("expected a list of {}", rule.what);
    const toml::node* node = in.find(
        {std::string(key), std::string(rule.type), std::string(rule.unit), rule.range.text(), "[]"}, need, expected);
    std::vector<std::vector<double>> rows;
    if (node == nullptr) return rows;
    const toml::array* list = node->as_array();
    if (list == nullptr) {
        in.reject(*node, key, expected);
        return rows;
    }
    for (std::size_t k = 0; k < list->size(); ++k) {
        if (auto row = row_of((*list)[k], rule)) {
            rows.push_back(std::move(*row));
        } else {
            in.reject((*list)[k], join_index(key, k), fmt::format("expected {}", rule.what));
        }
    }
    return rows;
}

constexpr RowRule node_rule{"places [x, y, z] in m", "list of 3 numbers", "m", 3, 3, any_number, false};
constexpr RowRule mass_rule{"numbers > 0 kg", "list of numbers", "kg", 1, 1, greater_than(0.0), false};
constexpr RowRule spring_rule{"pairs of nodes [i, j]", "list of 2 integers", "", 2, 2, at_least(0), true};
constexpr RowRule length_rule{"numbers > 0 m", "list of numbers", "m", 1, 1, greater_than(0.0), false};
constexpr RowRule tetrahedron_rule{
    "tetrahedra of nodes [i, j, k, l]", "list of 4 integers", "", 4, 4, at_least(0), true};
constexpr RowRule face_rule{"faces of 3 or 4 nodes, [i, j, k]", "list of 3 or 4 integers", "", 3, 4, at_least(0), true};

std::vector<double> read_numbers(SceneReader& in, std::string_view key, const RowRule& rule, Need need)
{
    std::vector<double> numbers;
    for (const std::vector<double>& row : read_rows(in, key, rule, need)) numbers.push_back(row[0]);
    return numbers;
}

/// Reads faces. A quadrilateral is split along the diagonal from its first node.
std::vector<Face> read_faces(SceneReader& in, std::string_view key)
{
    std::vector<Face> faces;
    for (const std::vector<double>& row : read_rows(in, key, face_rule, Need::optional))
        for (std::size_t k = 2; k < row.size(); ++k)
            faces.push_back({static_cast<int>(row[0]), static_cast<int>(row[k - 1]), static_cast<int>(row[k])});
    return faces;
}

void read_springs(SceneReader& in, NetSprings& springs)
{
    visit_fields(in, springs);
    in.section("cubic", Need::optional, [&](SceneReader& below) { visit_fields(below, springs.cubic); });
    if (springs.law != TensionLaw::cubic && !in.is_catalogue())
        in.refuse("cubic", "these springs have another law: law = \"cubic\" gives them this one");
    for (const std::vector<double>& row : read_rows(in, "between", spring_rule, Need::required))
        springs.between.push_back({static_cast<int>(row[0]), static_cast<int>(row[1])});
    springs.rest_lengths = read_numbers(in, "rest_lengths", length_rule, Need::optional);
}

/// Reads the tetrahedra of an elastic solid. Returns nothing if the file has none.
std::optional<ElasticSolidDescription> read_tetrahedra_keys(SceneReader& in, const std::vector<Vec3>& nodes)
{
    ElasticSolidDescription solid;
    const std::vector<std::vector<double>> rows = read_rows(in, "tetrahedra", tetrahedron_rule, Need::optional);
    in.section("elastic", Need::optional, [&](SceneReader& below) { visit_fields(below, solid.elastic); });
    if (!in.has("tetrahedra")) {
        if (!in.is_catalogue()) in.refuse("elastic", "the body is of springs; tetrahedra have this key");
        return std::nullopt;
    }
    for (const char* key : {"springs", "dry_faces"})
        in.refuse(key, "the body is of tetrahedra; a net of springs has this key");
    for (std::size_t t = 0; t < rows.size(); ++t) {
        std::array<int, 4>& corners = solid.tetrahedra.emplace_back();
        std::ranges::transform(rows[t], corners.begin(), [](double node) { return static_cast<int>(node); });
        const auto is_node = [&](int i) { return i < static_cast<int>(nodes.size()); };
        if (!std::ranges::all_of(corners, is_node)) continue;  // reported where the body is checked
        const std::array edges{Vec3(nodes[corners[1]] - nodes[corners[0]]), Vec3(nodes[corners[2]] - nodes[corners[0]]),
                               Vec3(nodes[corners[3]] - nodes[corners[0]])};
        if (!(edges[0].cross(edges[1]).dot(edges[2]) > 0))
            in.complain(join_index("tetrahedra", t),
                        std::string("expected the first three nodes counter-clockwise seen from the fourth"));
    }
    return solid;
}

SoftBody read_net_keys(SceneReader& in)
{
    SpringNetDescription net;
    for (const std::vector<double>& row : read_rows(in, "nodes", node_rule, Need::required))
        net.nodes.emplace_back(row[0], row[1], row[2]);
    net.masses = read_numbers(in, "masses", mass_rule, Need::required);
    net.faces = read_faces(in, "faces");
    net.dry_faces = read_faces(in, "dry_faces");
    in.each("springs", net.springs, read_springs);
    std::optional<ElasticSolidDescription> solid = read_tetrahedra_keys(in, net.nodes);
    in.finish();
    if (!solid) return net;
    solid->nodes = std::move(net.nodes);
    solid->masses = std::move(net.masses);
    solid->faces = std::move(net.faces);
    return *std::move(solid);
}

/// Reads the muscles into a net of springs. Other bodies have no springs, and the keys are rejected.
void read_muscles(SceneReader& in, BodyDescription& body)
{
    std::vector<MuscleDescription> muscles;
    in.each("muscle", muscles, [](SceneReader& below, MuscleDescription& muscle) { visit_fields(below, muscle); });
    if (auto* net = std::get_if<SpringNetDescription>(&body.kind)) {
        net->muscles = std::move(muscles);
        return;
    }
    if (in.is_catalogue() || muscles.empty()) return;
    if (is_rigid(body)) {
        in.complain("muscle", std::string("a rigid body has no springs that a muscle could shorten"));
        return;
    }
    for (std::size_t m = 0; m < muscles.size(); ++m)
        if (is_plain_name(muscles[m].springs))  // otherwise its key is reported already
            in.complain(join_key(join_index("muscle", m), "springs"),
                        std::string("a muscle shortens springs; the body is of tetrahedra"));
}

}  // namespace

SoftBody read_net(const std::filesystem::path& file)
{
    const SceneDocument document(read_text_file(file), file.string());
    SceneFindings findings;
    SceneReader in(document, findings);
    SoftBody body = read_net_keys(in);
    std::visit([&](auto& kind) { kind.file = file.string(); }, body);
    if (findings.problems.empty()) return body;
    document.sort(findings.problems);
    throw InputError(std::move(findings.problems));
}

std::vector<SceneKey> net_keys()
{
    std::vector<SceneKey> keys;
    SceneReader in(keys);
    (void)read_net_keys(in);
    return keys;
}

void read_body(SceneReader& in, const std::filesystem::path& directory, BodyDescription& body)
{
    visit_fields(in, body);
    std::string name;
    in.exactly_one({"net", "lattice", "mesh", "rigid"});
    if (in.has("rigid") && !in.has("thickness")) body.thickness = 0;  // contact at the drawn surface
    if (in.text("net", name, "the name of a file with nodes and springs or tetrahedra (.toml)", Need::alternative)) {
        const std::filesystem::path file = directory / name;
        std::error_code error;
        if (!std::filesystem::is_regular_file(file, error)) {
            in.complain("net", fmt::format("expected a file with nodes and springs, found none at {}", file.string()));
        } else {
            try {
                std::visit([&](auto&& kind) { body.kind = std::forward<decltype(kind)>(kind); }, read_net(file));
            } catch (const InputError& malformed) {  // with positions in the net's file
                for (Problem problem : malformed.problems()) {
                    if (!problem.key.empty()) problem.message = problem.key + ": " + problem.message;
                    in.complain("net", problem);
                }
            }
        }
    }
    read_placement(in, body.placement);
    read_solid(in, directory, body);
    read_muscles(in, body);
    in.each("pin", body.pins, read_pin);
}

}  // namespace tulle
