#pragma once
// Meshes to ask questions to: closed ones, heaps of unrelated triangles, and malformed ones.

#include "support/random_values.hpp"

#include <tulle/math.hpp>

#include <Eigen/Geometry>

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

namespace tulle::testing {

struct SampleMesh {
    std::string name;
    std::vector<Vec3> vertices;
    std::vector<Face> faces;

    [[nodiscard]] int add(const Vec3& x)
    {
        vertices.push_back(x);
        return static_cast<int>(vertices.size()) - 1;
    }
    void add_face(const Vec3& a, const Vec3& b, const Vec3& c)
    {
        const int first = add(a);
        const int second = add(b);
        faces.push_back({first, second, add(c)});
    }
    void append(const SampleMesh& other)
    {
        const int offset = static_cast<int>(vertices.size());
        vertices.insert(vertices.end(), other.vertices.begin(), other.vertices.end());
        for (const Face& f : other.faces) faces.push_back({f[0] + offset, f[1] + offset, f[2] + offset});
    }
    void turn_inside_out()
    {
        for (Face& face : faces) std::swap(face[0], face[1]);
    }
};

/// A closed torus; 2 x around x across faces. With `bump` its tube is wavy.
[[nodiscard]] inline SampleMesh torus(int around, int across, double bump = 0)
{
    SampleMesh mesh{"torus", {}, {}};
    for (int i = 0; i < around; ++i)
        for (int j = 0; j < across; ++j) {
            const double u = 2 * std::numbers::pi * i / around;
            const double v = 2 * std::numbers::pi * j / across;
            const double tube = 0.3 * (1 + bump * std::sin(7 * u) * std::cos(5 * v));
            const double r = 0.8 + tube * std::cos(v);
            mesh.vertices.emplace_back(r * std::cos(u), r * std::sin(u), tube * std::sin(v));
        }
    const auto at = [&](int i, int j) { return (i % around) * across + j % across; };
    for (int i = 0; i < around; ++i)
        for (int j = 0; j < across; ++j) {
            mesh.faces.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
            mesh.faces.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
        }
    return mesh;
}

/// A closed box around the origin, all of its coordinates simple numbers.
[[nodiscard]] inline SampleMesh box(double half)
{
    SampleMesh mesh{"box", {}, {}};
    for (int corner = 0; corner < 8; ++corner)
        mesh.vertices.emplace_back((corner & 1) != 0 ? half : -half, (corner & 2) != 0 ? half : -half,
                                   (corner & 4) != 0 ? half : -half);
    mesh.faces = {{0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}, {0, 1, 5}, {0, 5, 4},
                  {2, 6, 7}, {2, 7, 3}, {0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}};
    return mesh;
}

[[nodiscard]] inline SampleMesh triangle_heap(int count, double size, unsigned seed)
{
    SampleMesh mesh{"heap", {}, {}};
    RandomValues random(seed);
    for (int k = 0; k < count; ++k) {
        const Vec3 center = random.vector();
        mesh.add_face(center + random.vector(size), center + random.vector(size), center + random.vector(size));
    }
    return mesh;
}

/// Faces twice and three times, turned over, in one plane, without area (needles, points), and crossing each other.
[[nodiscard]] inline SampleMesh bad_mesh()
{
    SampleMesh mesh = box(0.5);
    mesh.name = "bad";
    for (int k = 0; k < 6; ++k) mesh.faces.push_back(mesh.faces[k]);
    mesh.faces.push_back(mesh.faces[3]);
    std::swap(mesh.faces.back()[0], mesh.faces.back()[1]);
    mesh.faces.push_back({0, 0, 1});
    mesh.faces.push_back({2, 2, 2});
    mesh.add_face({-1, 0.25, 0.5}, {0, 0.25, 0.5}, {1, 0.25, 0.5});
    mesh.add_face({0.25, 0.25, 0.75}, {0.25, 0.25, 0.75}, {0.25, 0.25, 0.75});
    mesh.add_face({-1, -1, 0}, {1, -1, 0}, {0, 1, 0});
    mesh.add_face({-1, 0, 0}, {1, 0, 0}, {0, 1e-13, 1e-13});
    mesh.add_face({-0.5, 0.5, 0.5}, {0.1, 0.1, 0.5}, {0.5, -0.5, 0.5});
    return mesh;
}

[[nodiscard]] inline SampleMesh single_triangle()
{
    SampleMesh mesh{"single", {}, {}};
    mesh.add_face({0, 0, 0}, {1, 0, 0}, {0, 1, 0});
    return mesh;
}

/// All faces the same: nothing for a tree to divide.
[[nodiscard]] inline SampleMesh stack()
{
    SampleMesh mesh{"stack", {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {}};
    mesh.faces.assign(100, {0, 1, 2});
    return mesh;
}

[[nodiscard]] inline std::vector<SampleMesh> sample_meshes()
{
    SampleMesh far_away = torus(20, 10);
    far_away.name = "far_away";
    for (Vec3& x : far_away.vertices) x += Vec3(3000, -500, 20);
    SampleMesh flat = triangle_heap(200, 0.4, 5);
    flat.name = "flat";
    for (Vec3& x : flat.vertices) x.z() = 0.125;
    return {{"empty", {}, {}}, single_triangle(),          stack(), bad_mesh(), torus(40, 20, 0.3),
            far_away,          triangle_heap(400, 0.2, 3), flat};
}

}  // namespace tulle::testing
