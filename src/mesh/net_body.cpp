// Mesh of a body that is given as a spring network (NetDescription): checks nodes, springs and faces, and reports all
// problems at once.

#include "mesh/cloth_mesh.hpp"
#include "mesh/placed_mesh.hpp"
#include "mesh/problem_list.hpp"

#include <tulle/solid.hpp>

#include <algorithm>
#include <cmath>
#include <string>

namespace tulle {
namespace {

std::string ordinal(const char* list, std::size_t index)
{
    return std::string(list) + '[' + std::to_string(index) + ']';
}

class NetChecker {
public:
    explicit NetChecker(const NetDescription& net)
        : net_(net), count_(static_cast<int>(net.nodes.size())), problems_(net.file)
    {}

    void run()
    {
        if (net_.nodes.empty()) report("nodes", "a body needs at least one node");
        if (net_.masses.size() != net_.nodes.size())
            report("masses", "expected one for each of the " + std::to_string(count_) + " nodes, found " +
                                 std::to_string(net_.masses.size()));
        for (std::size_t i = 0; i < net_.masses.size(); ++i)
            if (!(net_.masses[i] > 0 && std::isfinite(net_.masses[i])))
                report(ordinal("masses", i), "expected a number > 0 kg");
        for (std::size_t i = 0; i < net_.nodes.size(); ++i)
            if (!net_.nodes[i].allFinite()) report(ordinal("nodes", i), "expected 3 finite numbers in m");
        for (std::size_t g = 0; g < net_.springs.size(); ++g) check_springs(g);
        check_faces("faces", net_.faces);
        check_faces("dry_faces", net_.dry_faces);
        problems_.throw_if_any();
    }

private:
    void report(const std::string& key, const std::string& message) { problems_.add(key + ": " + message); }

    bool is_node(int index) const { return index >= 0 && index < count_; }
    std::string expected_node() const { return "expected indices of nodes from 0 to " + std::to_string(count_ - 1); }

    void check_springs(std::size_t g)
    {
        const NetSprings& group = net_.springs[g];
        const std::string key = ordinal("springs", g);
        for (std::size_t other = 0; other < g; ++other)
            if (net_.springs[other].name == group.name)
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
            } else if (group.rest_lengths.empty() && !((net_.nodes[i] - net_.nodes[j]).norm() > 0)) {
                report(at, "its nodes lie on one point, which leaves the spring no length");
            }
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

    const NetDescription& net_;
    int count_;
    ProblemList problems_;
};

}  // namespace

ClothMesh make_cloth_mesh(const NetDescription& net)
{
    NetChecker(net).run();
    ClothMesh mesh;
    mesh.positions = net.nodes;
    mesh.masses = net.masses;
    mesh.areas.assign(net.nodes.size(), 0.0);
    // Rest lengths are measured before the body is rotated, because rotation would change their last bits. They are
    // scaled like the body.
    for (const NetSprings& group : net.springs)
        for (std::size_t s = 0; s < group.between.size(); ++s) {
            const auto [i, j] = group.between[s];
            const double length =
                group.rest_lengths.empty() ? (net.nodes[i] - net.nodes[j]).norm() : group.rest_lengths[s];
            mesh.springs.push_back({i, j, net.placement.scale * length, SpringKind::structural});
        }
    mesh.faces = net.faces;
    mesh.faces.insert(mesh.faces.end(), net.dry_faces.begin(), net.dry_faces.end());
    place(net.placement, mesh.positions);
    if (net.rigid) mesh.hidden = rigid_nodes;
    return mesh;
}

}  // namespace tulle
