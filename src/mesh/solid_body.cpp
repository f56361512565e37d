// Meshes of soft bodies: a lattice or a tetrahedral mesh becomes a body of springs or of elastic tetrahedra.

#include "core/cube_tetrahedra.hpp"
#include "mesh/problem_list.hpp"
#include "mesh/tetrahedron_edges.hpp"

#include <tulle/solid.hpp>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>

namespace tulle {
namespace {

using CornerIndices = std::array<int, 4>;

double signed_volume(const std::vector<Vec3>& x, const CornerIndices& t)  // m^3
{
    return (x[t[1]] - x[t[0]]).cross(x[t[2]] - x[t[0]]).dot(x[t[3]] - x[t[0]]) / 6;
}

/// Outward faces of a tetrahedron with positive volume.
constexpr std::array<std::array<int, 3>, 4> outer_faces{{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}}};

NetSprings spring_group(const char* name, double stiffness, const SpringSolidSettings& settings)
{
    NetSprings group;
    group.name = name;
    group.stiffness = stiffness;
    group.damping = settings.damping;
    group.law = settings.law;
    group.cubic = settings.cubic;
    return group;
}

/// Returns a face that is shared by more than two tetrahedra, or by two tetrahedra on the same side; none if the mesh
/// has no such face.
std::optional<Face> face_of_three(const std::vector<CornerIndices>& tetrahedra)
{
    std::map<Face, int> count;  // per oriented face: the two tetrahedra of a face have it in opposite orientations
    for (const CornerIndices& t : tetrahedra)
        for (const auto& [a, b, c] : outer_faces) {
            Face face{t[a], t[b], t[c]};
            std::rotate(face.begin(), std::min_element(face.begin(), face.end()), face.end());
            if (++count[face] > 1) return face;
        }
    return std::nullopt;
}

class Lattice {
public:
    explicit Lattice(const LatticeDescription& lattice) : n_(lattice.particles), description_(lattice) {}

    [[nodiscard]] int index(const std::array<int, 3>& at) const { return at[0] + n_[0] * (at[1] + n_[1] * at[2]); }
    [[nodiscard]] bool has(const std::array<int, 3>& at) const
    {
        for (int k = 0; k < 3; ++k)
            if (at[k] < 0 || at[k] >= n_[k]) return false;
        return true;
    }
    [[nodiscard]] Vec3 place(const std::array<int, 3>& at) const  // m
    {
        Vec3 x = description_.center;
        for (int k = 0; k < 3; ++k) x[k] += description_.size[k] * (static_cast<double>(at[k]) / (n_[k] - 1) - 0.5);
        return x;
    }

    /// Calls visit(at) for all particles in the order of their indices.
    template <class Visit>
    void each_particle(const Visit& visit) const
    {
        for (int c = 0; c < n_[2]; ++c)
            for (int b = 0; b < n_[1]; ++b)
                for (int a = 0; a < n_[0]; ++a) visit(std::array{a, b, c});
    }

    /// Returns the number of cells around a particle, 1 to 8, divided by eight.
    [[nodiscard]] double share(const std::array<int, 3>& at) const
    {
        double share = 1;
        for (int k = 0; k < 3; ++k)
            if (at[k] == 0 || at[k] == n_[k] - 1) share /= 2;
        return share;
    }

    [[nodiscard]] std::vector<CornerIndices> tetrahedra() const
    {
        std::vector<CornerIndices> all;
        each_particle([&](const std::array<int, 3>& at) {
            if (!has({at[0] + 1, at[1] + 1, at[2] + 1})) return;
            cut_cube(
                at, [&](const std::array<int, 3>& corner) { return index(corner); },
                [&](const CornerIndices& corners) { all.push_back(corners); });
        });
        return all;
    }

    /// Returns two outward triangles for every cell on the six sides.
    [[nodiscard]] std::vector<Face> sides() const
    {
        std::vector<Face> faces;
        for (int axis = 0; axis < 3; ++axis) {
            const int u = (axis + 1) % 3, v = (axis + 2) % 3;
            for (const bool is_far : {false, true})
                for (int b = 0; b + 1 < n_[v]; ++b)
                    for (int a = 0; a + 1 < n_[u]; ++a) {
                        const auto corner = [&](int da, int db) {
                            std::array<int, 3> at{};
                            at[axis] = is_far ? n_[axis] - 1 : 0;
                            at[u] = a + da;
                            at[v] = b + db;
                            return index(at);
                        };
                        const std::array quad{corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)};
                        if (is_far) {
                            faces.push_back({quad[0], quad[1], quad[2]});
                            faces.push_back({quad[0], quad[2], quad[3]});
                        } else {
                            faces.push_back({quad[0], quad[2], quad[1]});
                            faces.push_back({quad[0], quad[3], quad[2]});
                        }
                    }
        }
        return faces;
    }

private:
    std::array<int, 3> n_;
    const LatticeDescription& description_;
};

std::vector<NetSprings> lattice_springs(const Lattice& lattice, const SpringSolidSettings& settings)
{
    NetSprings edges = spring_group("edges", settings.stiffness, settings);
    NetSprings diagonals = spring_group("diagonals", settings.diagonal_stiffness, settings);
    lattice.each_particle([&](const std::array<int, 3>& at) {
        for (int dc = 0; dc <= 1; ++dc)
            for (int db = -1; db <= 1; ++db)
                for (int da = -1; da <= 1; ++da) {
                    // Visit half of the neighbours: those with larger indices.
                    if (dc == 0 && (db < 0 || (db == 0 && da <= 0))) continue;
                    const std::array other{at[0] + da, at[1] + db, at[2] + dc};
                    if (!lattice.has(other)) continue;
                    const bool is_edge = std::abs(da) + std::abs(db) + dc == 1;
                    (is_edge ? edges : diagonals).between.push_back({lattice.index(at), lattice.index(other)});
                }
    });
    return {std::move(edges), std::move(diagonals)};
}

/// Fills the nodes and masses of a net of springs or of an elastic solid.
void add_nodes(const Lattice& lattice, const LatticeDescription& description, double density, auto& body)
{
    const double cells =
        (description.particles[0] - 1.0) * (description.particles[1] - 1.0) * (description.particles[2] - 1.0);
    const double cell_mass = density * volume(description) / cells;  // kg
    lattice.each_particle([&](const std::array<int, 3>& at) {
        body.nodes.push_back(lattice.place(at));
        body.masses.push_back(cell_mass * lattice.share(at));
    });
}

/// Fills nodes, masses, faces and the name of the file. Throws InputError if the mesh is not sound.
void add_nodes(const TetrahedronMesh& mesh, double density, const std::string& file, auto& body)
{
    ProblemList problems(file);
    body.nodes = mesh.positions;
    body.masses.assign(mesh.positions.size(), 0.0);
    if (mesh.tetrahedra.empty()) problems.add("a solid needs at least one tetrahedron");
    for (std::size_t t = 0; t < mesh.tetrahedra.size(); ++t) {
        const CornerIndices& corners = mesh.tetrahedra[t];
        const auto is_vertex = [&](int i) { return i >= 0 && i < static_cast<int>(mesh.positions.size()); };
        if (!std::all_of(corners.begin(), corners.end(), is_vertex)) {
            problems.add("tetrahedron " + std::to_string(t) + " (counted from 0) has a vertex that does not exist");
            continue;
        }
        const double v = signed_volume(mesh.positions, corners);
        if (!(v > 0))
            problems.add("tetrahedron " + std::to_string(t) + " (counted from 0) has " +
                         (v < 0 ? "a negative volume: it is inside out" : "no volume"));
        for (const int i : corners) body.masses[i] += density * v / 4;
    }
    problems.throw_if_any();
    if (const std::optional<Face> shared = face_of_three(mesh.tetrahedra))
        problems.add("more than two tetrahedra have the face of vertices " + std::to_string((*shared)[0]) + ", " +
                     std::to_string((*shared)[1]) + " and " + std::to_string((*shared)[2]) +
                     " (counted from 0), or one is there twice");
    for (std::size_t i = 0; i < body.masses.size(); ++i)
        if (body.masses[i] == 0) problems.add("vertex " + std::to_string(i) + " (counted from 0) has no tetrahedron");
    problems.throw_if_any();
    body.faces = surface_of(mesh.tetrahedra);
    body.file = file;
}

}  // namespace

std::vector<std::array<int, 2>> edges_of(const std::vector<CornerIndices>& tetrahedra)
{
    std::vector<std::array<int, 2>> edges;
    for (const CornerIndices& t : tetrahedra)
        for (int a = 0; a < 4; ++a)
            for (int b = a + 1; b < 4; ++b) edges.push_back({std::min(t[a], t[b]), std::max(t[a], t[b])});
    std::sort(edges.begin(), edges.end());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    return edges;
}

SpringNetDescription make_spring_solid(const LatticeDescription& description, const SpringSolidSettings& settings)
{
    const Lattice lattice(description);
    SpringNetDescription net;
    add_nodes(lattice, description, settings.density, net);
    net.springs = lattice_springs(lattice, settings);
    net.faces = lattice.sides();
    return net;
}

SpringNetDescription make_spring_solid(const TetrahedronMesh& mesh, const SpringSolidSettings& settings,
                                       const std::string& file)
{
    SpringNetDescription net;
    add_nodes(mesh, settings.density, file, net);
    net.springs = {spring_group("edges", settings.stiffness, settings)};
    net.springs[0].between = edges_of(mesh.tetrahedra);
    return net;
}

ElasticSolidDescription make_elastic_solid(const LatticeDescription& description, const ElasticSolidSettings& settings)
{
    const Lattice lattice(description);
    ElasticSolidDescription solid;
    add_nodes(lattice, description, settings.density, solid);
    solid.tetrahedra = lattice.tetrahedra();
    solid.elastic = settings.elastic;
    solid.faces = surface_of(solid.tetrahedra);
    return solid;
}

ElasticSolidDescription make_elastic_solid(const TetrahedronMesh& mesh, const ElasticSolidSettings& settings,
                                           const std::string& file)
{
    ElasticSolidDescription solid;
    add_nodes(mesh, settings.density, file, solid);
    solid.tetrahedra = mesh.tetrahedra;
    solid.elastic = settings.elastic;
    return solid;
}

std::vector<Face> surface_of(const std::vector<std::array<int, 4>>& tetrahedra)
{
    // An inner face appears twice, once for each tetrahedron. The faces that appear once are the surface; they keep the
    // order of their tetrahedra.
    std::map<std::array<int, 3>, int> count;
    const auto key_of = [](Face face) {
        std::sort(face.begin(), face.end());
        return std::array<int, 3>{face[0], face[1], face[2]};
    };
    std::vector<Face> all;
    for (const CornerIndices& t : tetrahedra)
        for (const auto& [a, b, c] : outer_faces) {
            all.push_back({t[a], t[b], t[c]});
            ++count[key_of(all.back())];
        }
    std::erase_if(all, [&](const Face& face) { return count[key_of(face)] > 1; });
    return all;
}

double volume(const TetrahedronMesh& mesh)
{
    double sum = 0;
    for (const CornerIndices& t : mesh.tetrahedra) sum += signed_volume(mesh.positions, t);
    return sum;
}

double volume(const LatticeDescription& lattice) { return lattice.size.prod(); }

}  // namespace tulle
