#pragma once
// How steeply a function of the vertices rises across each edge of a mesh, in its middle: one sum of values for both
// faces of the edge, exact for every quadratic function of the plane. It begins as the mean of the slopes of the two
// faces, which is compact and resists every zigzag of the vertices, and is corrected by as little as exactness takes.

#include "mesh/flat_layout.hpp"

#include <optional>

namespace tulle {

/// Values of 1, u, v, u^2/2, u v, v^2/2 at a place.
[[nodiscard]] inline Eigen::Matrix<double, 6, 1> quadratics_at(const Vec2& p)
{
    Eigen::Matrix<double, 6, 1> values;
    values << 1, p.x(), p.y(), 0.5 * p.x() * p.x(), p.x() * p.y(), 0.5 * p.y() * p.y();
    return values;
}

struct EdgeSlope {
    struct Term {
        int vertex;
        double factor;  // 1/m
    };
    std::vector<Term> terms;
};

/// Per side of a face, 3 face + corner, the slope into the face; both faces of an edge have opposite ones. None where
/// too few vertices are near to know it.
[[nodiscard]] std::vector<std::optional<EdgeSlope>> edge_slopes(const FlatLayout& layout,
                                                                std::span<const Vec3> positions,
                                                                std::span<const Face> faces);

}  // namespace tulle
