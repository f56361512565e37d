#include "mesh/edge_slopes.hpp"

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>

namespace tulle {
namespace {

using Vector6 = Eigen::Matrix<double, 6, 1>;
using Matrix6 = Eigen::Matrix<double, 6, 6>;
using Placed = FlatLayout::Placed;
using Laid = FlatLayout::Laid;

/// Weight of a vertex in the correction: near vertices take most of it. Places here and in Slope are in edge lengths.
double nearness(const Vec2& p) { return 1 / ((0.3 + p.norm()) * (0.3 + p.norm())); }

/// Places a face in the plane: its side lies on the first axis with its midpoint at the origin, the face above.
Laid laid_on_side(std::span<const Vec3> positions, const Face& corners, int face, int side)
{
    const Vec3 &a = positions[corners[side]], &b = positions[corners[(side + 1) % 3]];
    const Vec3 edge = b - a, to_tip = positions[corners[(side + 2) % 3]] - a;
    const double along = to_tip.dot(edge) / edge.squaredNorm();
    const double length = edge.norm();
    Laid laid{face, {}};
    laid.corners[side] = {-0.5 * length, 0};
    laid.corners[(side + 1) % 3] = {0.5 * length, 0};
    laid.corners[(side + 2) % 3] = {(along - 0.5) * length, (to_tip - along * edge).norm()};
    return laid;
}

class Slope {
public:
    /// The first two vertices are the ends of the edge.
    Slope(const std::vector<Placed>& vertices, int tip, int other_tip) : vertices_(vertices), factors_(vertices.size())
    {
        if (other_tip < 0) {
            add_face(tip, 1);
        } else {
            // With these shares a function that is quadratic only across the edge needs no correction.
            const double above = vertices[tip].place.y(), below = -vertices[other_tip].place.y();
            add_face(tip, below / (above + below));
            add_face(other_tip, above / (above + below));
        }
    }

    /// Makes the slope exact for quadratic functions, using the first `count` vertices. Returns false when these do not
    /// suffice.
    bool correct(std::size_t count)
    {
        Vector6 lacking = Vector6::Unit(2);
        Matrix6 normal = Matrix6::Zero();
        for (std::size_t k = 0; k < count; ++k) {
            const Vector6 values = quadratics_at(vertices_[k].place);
            lacking -= factors_[k] * values;
            normal += nearness(vertices_[k].place) * values * values.transpose();
        }
        if (lacking.norm() < 1e-9) return true;
        const Eigen::SelfAdjointEigenSolver<Matrix6> solver(normal);
        const Vector6& sizes = solver.eigenvalues();
        if (!(sizes[0] > least_knowledge * sizes[5])) return false;
        const Vector6 multipliers =
            solver.eigenvectors() * (solver.eigenvectors().transpose() * lacking).cwiseQuotient(sizes).eval();
        for (std::size_t k = 0; k < count; ++k)
            factors_[k] += nearness(vertices_[k].place) * quadratics_at(vertices_[k].place).dot(multipliers);
        return true;
    }

    [[nodiscard]] EdgeSlope terms(double length) const
    {
        EdgeSlope slope;
        for (std::size_t k = 0; k < factors_.size(); ++k)
            if (factors_[k] != 0) slope.terms.push_back({vertices_[k].vertex, factors_[k] / length});
        return slope;
    }

private:
    /// Smallest ratio of the eigenvalues of the normal matrix. Six vertices on or close to a conic do not determine a
    /// quadratic function.
    static constexpr double least_knowledge = 1e-4;

    void add_face(int tip, double share)
    {
        const Vec2& p = vertices_[tip].place;
        factors_[tip] += share / p.y();
        factors_[0] -= share * (0.5 - p.x()) / p.y();
        factors_[1] -= share * (0.5 + p.x()) / p.y();
    }

    const std::vector<Placed>& vertices_;
    std::vector<double> factors_;
};

std::optional<EdgeSlope> slope_across(const FlatLayout& layout, std::span<const Vec3> positions,
                                      std::span<const Face> faces, int face, int side)
{
    const Face& corners = faces[face];
    const Laid laid = laid_on_side(positions, corners, face, side);
    const double length = (positions[corners[(side + 1) % 3]] - positions[corners[side]]).norm();
    const bool is_border = layout.across(face, side) < 0;
    // At borders take two rings around the one face. With one ring the vertices would all lie on one side of it.
    const int rings = is_border ? 2 : 1;
    std::vector<Placed> vertices = layout.around_side(laid, side, rings);
    std::size_t count = vertices.size();
    for (const int more : {rings, 4}) {
        if (more != rings) vertices = layout.around_side(laid, side, more);
        for (Placed& placed : vertices) placed.place /= length;
        // Put the ends of the edge first: the corners come in the order of the face.
        std::rotate(vertices.begin(), vertices.begin() + side, vertices.begin() + 3);
        for (count = std::max<std::size_t>(count, 6); count <= vertices.size(); ++count) {
            Slope slope(vertices, 2, is_border ? -1 : 3);
            if (slope.correct(count)) return slope.terms(length);
        }
    }
    return std::nullopt;
}

bool is_edge(const Face& face, int side, int a, int b)
{
    const int c = face[side], d = face[(side + 1) % 3];
    return (a == c && b == d) || (a == d && b == c);
}

}  // namespace

std::vector<std::optional<EdgeSlope>> edge_slopes(const FlatLayout& layout, std::span<const Vec3> positions,
                                                  std::span<const Face> faces)
{
    std::vector<std::optional<EdgeSlope>> slopes(3 * faces.size());
    for (int f = 0; f < static_cast<int>(faces.size()); ++f)
        for (int side = 0; side < 3; ++side) {
            const int other = layout.across(f, side);
            if (other >= 0 && other < f) continue;
            const auto slope = slope_across(layout, positions, faces, f, side);
            slopes[3 * f + side] = slope;
            if (!slope || other < 0) continue;
            EdgeSlope back = *slope;
            for (EdgeSlope::Term& term : back.terms) term.factor = -term.factor;
            for (int k = 0; k < 3; ++k)
                if (is_edge(faces[other], k, faces[f][side], faces[f][(side + 1) % 3])) slopes[3 * other + k] = back;
        }
    return slopes;
}

}  // namespace tulle
