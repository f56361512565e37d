#pragma once
// An irregular mesh: scattered particles, joined by the edges of their Delaunay triangulation.

#include "support/spring_system.hpp"

#include <array>
#include <cmath>
#include <set>
#include <utility>

namespace tulle::testing {

/// Edges of the Delaunay triangulation of points in the plane z = 0: those of the triangles whose circumcircle holds no
/// other point. Tries all triples, for a few dozen points.
inline std::set<std::pair<int, int>> delaunay_edges(const std::vector<Vec3>& points)
{
    const int n = static_cast<int>(points.size());
    std::set<std::pair<int, int>> edges;
    for (int i = 0; i < n; ++i) {
        for (int j = i + 1; j < n; ++j) {
            for (int k = j + 1; k < n; ++k) {
                const Vec3 a = points[j] - points[i];
                const Vec3 b = points[k] - points[i];
                const double twice_area = a.x() * b.y() - a.y() * b.x();
                const Vec3 to_centre = Vec3(b.y() * a.squaredNorm() - a.y() * b.squaredNorm(),
                                            a.x() * b.squaredNorm() - b.x() * a.squaredNorm(), 0) /
                                       (2 * twice_area);
                bool is_empty = true;
                for (int other = 0; other < n && is_empty; ++other) {
                    if (other == i || other == j || other == k) continue;
                    is_empty = (points[other] - points[i] - to_centre).squaredNorm() > to_centre.squaredNorm();
                }
                if (is_empty) edges.insert({{i, j}, {i, k}, {j, k}});
            }
        }
    }
    return edges;
}

/// 24 particles of uneven masses on 0.5 m x 0.5 m, held at one; springs are 10 % shorter to 10 % longer than they want
/// to be, are damped, and the whole turns and twists at some 0.5 m/s.
inline SpringSystem irregular_mesh()
{
    constexpr int count = 24;
    constexpr double side = 0.5;               // m
    constexpr double plastic = 1.32471795724;  // its powers scatter points evenly (Roberts's R2 sequence)
    const auto part = [](double x) { return x - std::floor(x); };
    std::vector<Vec3> positions;
    std::vector<double> masses;
    for (int i = 0; i < count; ++i) {
        positions.emplace_back(side * part(0.5 + i / plastic), side * part(0.5 + i / (plastic * plastic)), 0);
        masses.push_back(0.01 + 0.002 * (i % 3));  // kg
    }
    std::vector<Spring> springs;
    for (const auto& [i, j] : delaunay_edges(positions)) {
        const double stretched = 0.9 + 0.1 * ((i + 2 * j) % 3);
        springs.push_back({i, j, stretched * (positions[j] - positions[i]).norm(), SpringKind::structural});
    }
    SpringSettings settings;
    settings.stretch_stiffness = 4;   // N/m
    settings.stretch_damping = 0.02;  // N s/m
    settings.damping_kind = DampingKind::projected;
    SpringSystem system(positions, masses, springs, settings, {0}, Vec3(0, 0.5, -9.81));
    for (int i = 1; i < count; ++i) {
        const Vec3 arm = positions[i] - positions[0];
        system.state.velocity[i] = Vec3(-arm.y(), arm.x(), 2 * arm.x() - 4 * arm.x() * arm.y() / side);  // m/s
    }
    return system;
}

}  // namespace tulle::testing
