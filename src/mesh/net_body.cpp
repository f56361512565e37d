// Mesh of a body: checks nodes, springs, tetrahedra and faces, and reports all problems at once.

#include "mesh/cloth_mesh.hpp"
#include "mesh/placed_mesh.hpp"
#include "mesh/problem_list.hpp"
#include "mesh/rigid_mesh.hpp"
#include "mesh/tetrahedron_edges.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace tulle {
namespace {

std::string ordinal(const char* list, std::size_t index)
{
    return std::string(list) + '[' + std::to_string(index) + ']';
}

/// Checks the nodes of a net of springs or of an elastic solid, and the lists that refer to the nodes.
class NodeChecker {
public:
    NodeChecker(const std::vector<Vec3>& nodes, const std::vector<double>& masses, const std::string& file)
        : nodes_(nodes), count_(static_cast<int>(nodes.size())), problems_(file)
    {
        if (nodes.empty()) report("nodes", "a body needs at least one node");
        if (masses.size() != nodes.size())
            report("masses", "expected one for each of the " + std::to_string(count_) + " nodes, found " +
                                 std::to_string(masses.size()));
        for (std::size_t i = 0; i < masses.size(); ++i)
            if (!(masses[i] > 0 && std::isfinite(masses[i]))) report(ordinal("masses", i), "expected a number > 0 kg");
        for (std::size_t i = 0; i < nodes.size(); ++i)
            if (!nodes[i].allFinite()) report(ordinal("nodes", i), "expected 3 finite numbers in m");
    }

    void check_springs(const std::vector<NetSprings>& groups)
    {
        for (std::size_t g = 0; g < groups.size(); ++g) check_group(groups, g);
    }

    void check_tetrahedra(const std::vector<std::array<int, 4>>& tetrahedra)
    {
        for (std::size_t t = 0; t < tetrahedra.size(); ++t) {
            const auto wrong = std::ranges::find_if(tetrahedra[t], [&](int node) { return !is_node(node); });
            if (wrong != tetrahedra[t].end())
                report(ordinal("tetrahedra", t), expected_node() + ", found " + std::to_string(*wrong));
        }
    }

    void check_faces(const char* key, const std::vector<Face>& faces)
    {
        for (std::size_t f = 0; f < faces.size(); ++f) {
            const Face& face = faces[f];
            if (!std::all_of(face.begin(), face.end(), [&](int node) { return is_node(node); })) {
                const auto wrong = std::find_if(face.begin(), face.end(), [&](int node) { return !is_node(node); });
                report(ordinal(key, f) + " (faces of 4 count twice)",
                       expected_node() + ", found " + std::to_string(*wrong));
            } else if (face[0] == face[1] || face[1] == face[2] || face[2] == face[0]) {
                report(ordinal(key, f), "expected nodes that are all different");
            }
        }
    }

    void throw_if_any() { problems_.throw_if_any(); }

private:
    void report(const std::string& key, const std::string& message) { problems_.add(key + ": " + message); }

    bool is_node(int index) const { return index >= 0 && index < count_; }
    std::string expected_node() const { return "expected indices of nodes from 0 to " + std::to_string(count_ - 1); }

    void check_group(const std::vector<NetSprings>& groups, std::size_t g)
    {
        const NetSprings& group = groups[g];
        const std::string key = ordinal("springs", g);
        for (std::size_t other = 0; other < g; ++other)
            if (groups[other].name == group.name)
                report(key + ".name", "expected a name of its own, found \"" + group.name + "\", the name of " +
                                          ordinal("springs", other));
        if (!group.rest_lengths.empty() && group.rest_lengths.size() != group.between.size())
            report(key + ".rest_lengths", "expected one for each of the " + std::to_string(group.between.size()) +
                                              " springs, found " + std::to_string(group.rest_lengths.size()));
        for (std::size_t s = 0; s < group.rest_lengths.size(); ++s)
            if (!(group.rest_lengths[s] > 0 && std::isfinite(group.rest_lengths[s])))
                report(ordinal((key + ".rest_lengths").c_str(), s), "expected a number > 0 m");
        for (std::size_t s = 0; s < group.between.size(); ++s) {
            const auto [i, j] = group.between[s];
            const std::string at = ordinal((key + ".between").c_str(), s);
            if (!is_node(i) || !is_node(j)) {
                report(at, expected_node() + ", found " + std::to_string(is_node(i) ? j : i));
            } else if (i == j) {
                report(at, "expected two nodes, found " + std::to_string(i) + " twice");
            } else if (group.rest_lengths.empty() && !((nodes_[i] - nodes_[j]).norm() > 0)) {
                report(at, "its nodes lie on one point, which leaves the spring no length");
            }
        }
    }

    const std::vector<Vec3>& nodes_;
    int count_;
    ProblemList problems_;
};

/// Makes a mesh with particles at the nodes. It has no springs and no faces yet, and is not placed.
template <class Body>
ClothMesh mesh_of_nodes(const Body& body)
{
    ClothMesh mesh;
    mesh.positions = body.nodes;
    mesh.masses = body.masses;
    mesh.areas.assign(body.nodes.size(), 0.0);
    return mesh;
}

// Rest lengths are measured before the body is rotated, because rotation would change their last bits. They are scaled
// like the body.

ClothMesh mesh_of(const SpringNetDescription& net, const Placement& placement)
{
    NodeChecker checker(net.nodes, net.masses, net.file);
    checker.check_springs(net.springs);
    checker.check_faces("faces", net.faces);
    checker.check_faces("dry_faces", net.dry_faces);
    checker.throw_if_any();
    ClothMesh mesh = mesh_of_nodes(net);
    for (const NetSprings& group : net.springs)
        for (std::size_t s = 0; s < group.between.size(); ++s) {
            const auto [i, j] = group.between[s];
            const double length =
                group.rest_lengths.empty() ? (net.nodes[i] - net.nodes[j]).norm() : group.rest_lengths[s];
            mesh.springs.push_back({i, j, placement.scale * length, SpringKind::structural});
        }
    mesh.faces = net.faces;
    mesh.faces.insert(mesh.faces.end(), net.dry_faces.begin(), net.dry_faces.end());
    place(placement, mesh.positions);
    return mesh;
}

ClothMesh mesh_of(const ElasticSolidDescription& solid, const Placement& placement)
{
    NodeChecker checker(solid.nodes, solid.masses, solid.file);
    checker.check_tetrahedra(solid.tetrahedra);
    checker.check_faces("faces", solid.faces);
    checker.throw_if_any();
    ClothMesh mesh = mesh_of_nodes(solid);
    for (const auto& [i, j] : edges_of(solid.tetrahedra)) {
        const double length = (solid.nodes[i] - solid.nodes[j]).norm();
        mesh.springs.push_back({i, j, placement.scale * length, SpringKind::structural});
    }
    mesh.faces = solid.faces;
    place(placement, mesh.positions);
    return mesh;
}

ClothMesh mesh_of(const RigidBodyDescription& rigid, Placement placement)
{
    ClothMesh mesh = make_rigid_mesh(scaled(rigid, placement.scale));
    placement.scale = 1;
    place(placement, mesh.positions);
    return mesh;
}

}  // namespace

ClothMesh make_cloth_mesh(const BodyDescription& body)
{
    return std::visit([&](const auto& kind) { return mesh_of(kind, body.placement); }, body.kind);
}

}  // namespace tulle
