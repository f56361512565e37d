#pragma once
// Meshes and expectations shared by the tests of src/mesh.

#include <tulle/error.hpp>
#include <tulle/triangle_mesh.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <random>
#include <string>
#include <vector>

namespace tulle {

/// The problems of the InputError that `action` throws; none when it throws nothing.
inline std::vector<Problem> problems_of(const std::function<void()>& action)
{
    try {
        action();
    } catch (const InputError& error) {
        return error.problems();
    }
    return {};
}

/// Exactly one problem, whose message contains `part`. Line and column 0: none given.
inline void expect_problem(const std::function<void()>& action, int line, int column, const std::string& part)
{
    const std::vector<Problem> problems = problems_of(action);
    ASSERT_EQ(problems.size(), 1U) << "expected one problem: " << part << "\nfound: " << InputError(problems).what();
    EXPECT_NE(problems[0].message.find(part), std::string::npos) << problems[0].text();
    EXPECT_EQ(problems[0].line, line) << problems[0].text();
    EXPECT_EQ(problems[0].column, column) << problems[0].text();
}

/// Two triangles over the unit square.
inline TriangleMesh square_mesh()
{
    return {.positions = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}},
            .faces = {{0, 1, 2}, {0, 2, 3}},
            .uvs = {},
            .uv_faces = {}};
}

inline TriangleMesh tetrahedron_mesh()
{
    return {.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
            .faces = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}},
            .uvs = {},
            .uv_faces = {}};
}

inline TriangleMesh octahedron_mesh()
{
    return {.positions = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}},
            .faces = {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}},
            .uvs = {},
            .uv_faces = {}};
}

/// A bumpy sheet of n x n vertices in random order, with random diagonals, holes and first corners. Valid but for
/// vertices that lost all their faces.
inline TriangleMesh random_mesh(int n, unsigned seed)
{
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> shift(-0.3, 0.3);
    std::vector<int> order(static_cast<std::size_t>(n) * static_cast<std::size_t>(n));
    for (std::size_t v = 0; v < order.size(); ++v) order[v] = static_cast<int>(v);
    std::ranges::shuffle(order, random);
    const auto vertex = [&](int a, int b) { return order[static_cast<std::size_t>(a + b * n)]; };

    TriangleMesh mesh;
    mesh.positions.resize(order.size());
    for (int b = 0; b < n; ++b) {
        for (int a = 0; a < n; ++a) {
            mesh.positions[static_cast<std::size_t>(vertex(a, b))] = {a + shift(random), b + shift(random),
                                                                      shift(random)};
        }
    }
    const auto add = [&](Face face) {
        if (random() % 10 == 0) return;
        std::rotate(face.begin(), face.begin() + random() % 3, face.end());
        mesh.faces.push_back(face);
    };
    for (int b = 0; b + 1 < n; ++b) {
        for (int a = 0; a + 1 < n; ++a) {
            const Face lower{vertex(a, b), vertex(a + 1, b), vertex(a + 1, b + 1)};
            if (random() % 2 == 0) {
                add(lower);
                add({vertex(a, b), vertex(a + 1, b + 1), vertex(a, b + 1)});
            } else {
                add({vertex(a, b), vertex(a + 1, b), vertex(a, b + 1)});
                add({vertex(a + 1, b), vertex(a + 1, b + 1), vertex(a, b + 1)});
            }
        }
    }
    std::ranges::shuffle(mesh.faces, random);
    return mesh;
}

inline void expect_same_mesh(const TriangleMesh& a, const TriangleMesh& b)
{
    EXPECT_EQ(a.positions, b.positions);
    EXPECT_EQ(a.faces, b.faces);
    EXPECT_EQ(a.uvs, b.uvs);
    EXPECT_EQ(a.uv_faces, b.uv_faces);
}

}  // namespace tulle
