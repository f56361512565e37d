#pragma once
// Normal derivative of a vertex function at the midpoint of each edge of a mesh (discrete gradient across edges). The
// slope is one weighted sum of vertex values, shared by both faces of the edge, and exact for every quadratic function
// of the plane. The slope starts as the mean of the slopes of the two faces, which is compact and resists every zigzag
// of the vertices. Then the slope gets the smallest correction that makes it exact for quadratic functions.

#include "mesh/flat_layout.hpp"

#include <optional>

namespace tulle {

/// Returns the values of 1, u, v, u^2/2, u v, v^2/2 at a place.
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

/// Returns, per side of a face (index 3 face + corner), the slope in the direction into the face. The two faces of an
/// edge have opposite slopes. An entry is empty where too few vertices are near to determine the slope.
[[nodiscard]] std::vector<std::optional<EdgeSlope>> edge_slopes(const FlatLayout& layout,
                                                                std::span<const Vec3> positions,
                                                                std::span<const Face> faces);

}  // namespace tulle
