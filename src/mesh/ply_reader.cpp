#include "mesh/ply_reader.hpp"

#include "mesh/ply_header.hpp"
#include "mesh/ply_source.hpp"
#include "mesh/problem_list.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <utility>
#include <vector>

namespace tulle {
namespace {

/// Indices of the properties that are read, within their elements.
struct Roles {
    const PlyElement* vertex = nullptr;
    const PlyElement* face = nullptr;
    std::array<int, 3> position{-1, -1, -1};
    std::array<int, 2> uv{-1, -1};
    int corners = -1;

    [[nodiscard]] bool has_uvs() const { return uv[0] >= 0; }
};

bool is_list(const PlyElement& element, int property)
{
    return element.properties[static_cast<std::size_t>(property)].list_length.has_value();
}

void find_vertex_roles(const PlyElement& vertex, MeshUse use, Roles& roles, ProblemList& problems)
{
    constexpr std::array<const char*, 3> axes{"x", "y", "z"};
    for (std::size_t i = 0; i < 3; ++i) {
        roles.position[i] = vertex.find(axes[i]);
        if (roles.position[i] < 0 || is_list(vertex, roles.position[i])) {
            problems.add(vertex.line, 0, std::string("element vertex has no coordinate ") + axes[i]);
        }
    }
    if (use == MeshUse::obstacle) return;
    constexpr std::array<std::array<const char*, 2>, 3> uv_names{{{"u", "v"}, {"s", "t"}, {"texture_u", "texture_v"}}};
    for (const auto& names : uv_names) {
        const std::array<int, 2> found{vertex.find(names[0]), vertex.find(names[1])};
        if (found[0] < 0 || found[1] < 0 || is_list(vertex, found[0]) || is_list(vertex, found[1])) continue;
        roles.uv = found;
        return;
    }
}

void find_face_roles(const PlyElement& face, Roles& roles, ProblemList& problems)
{
    roles.corners = face.find("vertex_indices");
    if (roles.corners < 0) roles.corners = face.find("vertex_index");
    if (roles.corners < 0 || !is_list(face, roles.corners)) {
        problems.add(face.line, 0, "element face has no list vertex_indices or vertex_index");
    } else if (!is_integer(face.properties[static_cast<std::size_t>(roles.corners)].type)) {
        problems.add(face.line, 0, "the vertex indices of element face are not integers");
    }
}

Roles find_roles(const PlyHeader& header, MeshUse use, ProblemList& problems)
{
    Roles roles{.vertex = header.find("vertex"), .face = header.find("face")};
    if (roles.vertex == nullptr) {
        problems.add("the header announces no element vertex");
    } else {
        find_vertex_roles(*roles.vertex, use, roles, problems);
    }
    if (roles.face == nullptr) {
        problems.add("the header announces no element face");
    } else {
        find_face_roles(*roles.face, roles, problems);
    }
    problems.throw_if_any();
    return roles;
}

/// Source: PlyTextSource or PlyBinarySource.
template <class Source>
class PlyReader {
public:
    PlyReader(const PlyHeader& header, const Roles& roles, Source& source)
        : header_(header), roles_(roles), source_(source)
    {}

    TriangleMesh read();

private:
    bool read_element(const PlyElement& element);
    bool read_list(const PlyProperty& property, bool taken);
    void add_vertex();
    void add_face();
    [[nodiscard]] double scalar(int property) const { return scalars_[static_cast<std::size_t>(property)]; }

    const PlyHeader& header_;
    const Roles& roles_;
    Source& source_;
    TriangleMesh mesh_;
    std::vector<bool> taken_;      // by property of the element being read: whether its value is used
    std::vector<double> scalars_;  // by property of the element being read
    std::vector<double> list_;     // corners of the face being read
};

template <class Source>
TriangleMesh PlyReader<Source>::read()
{
    // The header's reader has checked that the file is long enough for these counts.
    mesh_.positions.reserve(roles_.vertex->count);
    if (roles_.has_uvs()) mesh_.uvs.reserve(roles_.vertex->count);
    mesh_.faces.reserve(roles_.face->count);
    for (const PlyElement& element : header_.elements) {
        const bool is_vertex = &element == roles_.vertex;
        const bool is_face = &element == roles_.face;
        scalars_.assign(element.properties.size(), 0.0);
        taken_.assign(element.properties.size(), false);
        const auto take = [&](int property) { taken_[static_cast<std::size_t>(property)] = true; };
        if (is_vertex) std::ranges::for_each(roles_.position, take);
        if (is_vertex && roles_.has_uvs()) std::ranges::for_each(roles_.uv, take);
        if (is_face) take(roles_.corners);
        for (std::size_t i = 0; i < element.count && !source_.exhausted(); ++i) {
            const bool sound = source_.begin(element, i) && read_element(element);
            if (sound && is_vertex) add_vertex();
            if (sound && is_face) add_face();
        }
    }
    source_.finish();
    if (roles_.has_uvs()) mesh_.uv_faces = mesh_.faces;
    return std::move(mesh_);
}

template <class Source>
bool PlyReader<Source>::read_element(const PlyElement& element)
{
    for (std::size_t p = 0; p < element.properties.size(); ++p) {
        const PlyProperty& property = element.properties[p];
        if (property.list_length) {
            if (!read_list(property, taken_[p])) return false;
        } else if (taken_[p]) {
            const auto value = source_.take(property.type);
            if (!value) return false;
            scalars_[p] = *value;
        } else if (!source_.skip(property.type, 1)) {
            return false;
        }
    }
    return source_.end();
}

template <class Source>
bool PlyReader<Source>::read_list(const PlyProperty& property, bool taken)
{
    const auto length = source_.take_length(*property.list_length);
    if (!length) return false;
    if (!taken) return source_.skip(property.type, *length);
    list_.clear();  // do not reserve `length` items: the number may be damaged
    for (std::size_t i = 0; i < *length; ++i) {
        const auto item = source_.take(property.type);
        if (!item) return false;
        list_.push_back(*item);
    }
    return true;
}

template <class Source>
void PlyReader<Source>::add_vertex()
{
    mesh_.positions.emplace_back(scalar(roles_.position[0]), scalar(roles_.position[1]), scalar(roles_.position[2]));
    if (roles_.has_uvs()) mesh_.uvs.emplace_back(scalar(roles_.uv[0]), scalar(roles_.uv[1]));
}

template <class Source>
void PlyReader<Source>::add_face()
{
    if (list_.size() < 3) {
        source_.add_problem("a face has at least 3 corners, found " + std::to_string(list_.size()));
        return;
    }
    for (const double corner : list_) {
        if (corner >= 0 && corner < static_cast<double>(roles_.vertex->count)) continue;
        source_.add_problem("vertex " + std::to_string(static_cast<long long>(corner)) +
                            " does not exist, the file has " + std::to_string(roles_.vertex->count) +
                            ", counted from 0");
        return;
    }
    const auto corner = [&](std::size_t i) { return static_cast<int>(list_[i]); };
    for (std::size_t i = 2; i < list_.size(); ++i) mesh_.faces.push_back({corner(0), corner(i - 1), corner(i)});
}

template <class Source>
TriangleMesh read_data(const PlyHeader& header, const Roles& roles, Source source)
{
    return PlyReader<Source>(header, roles, source).read();
}

}  // namespace

TriangleMesh read_ply(std::string_view bytes, const std::string& file, MeshUse use)
{
    ProblemList problems(file);
    const PlyHeader header = read_ply_header(bytes, problems);
    const Roles roles = find_roles(header, use, problems);
    const std::string_view data = bytes.substr(header.data_offset);
    TriangleMesh mesh;
    switch (header.format) {
        case PlyFormat::ascii:
            mesh = read_data(header, roles, PlyTextSource(data, header.data_line, problems));
            break;
        case PlyFormat::little_endian:
            mesh = read_data(header, roles, PlyBinarySource(data, std::endian::little, problems));
            break;
        case PlyFormat::big_endian:
            mesh = read_data(header, roles, PlyBinarySource(data, std::endian::big, problems));
            break;
    }
    problems.throw_if_any();
    return mesh;
}

}  // namespace tulle
