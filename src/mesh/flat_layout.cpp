#include "mesh/flat_layout.hpp"

#include "mesh/topology.hpp"

#include <algorithm>

namespace tulle {

struct FlatLayout::Growing {
    std::vector<Placed> found;
    std::vector<Laid> ring, next;
    std::vector<int> seen;  // faces

    explicit Growing(const Face& corners, const Laid& start) : ring{start}, seen{start.face}
    {
        for (int k = 0; k < 3; ++k) found.push_back({corners[k], start.corners[k]});
    }
};

FlatLayout::FlatLayout(std::span<const Vec3> positions, std::span<const Face> faces)
    : positions_(positions), faces_(faces), across_(3 * faces.size(), -1)
{
    for_each_inner_edge(faces, positions.size(), [&](const Side& a, const Side& b) {
        across_[3 * a.face + a.corner] = b.face;
        across_[3 * b.face + b.corner] = a.face;
    });
}

std::vector<FlatLayout::Placed> FlatLayout::around(const Laid& start, int rings) const
{
    Growing growing(faces_[start.face], start);
    grow(growing, rings);
    return growing.found;
}

std::vector<FlatLayout::Placed> FlatLayout::around_side(const Laid& start, int side, int rings) const
{
    Growing growing(faces_[start.face], start);
    add_neighbour(start, side, growing);
    growing.ring.insert(growing.ring.end(), growing.next.begin(), growing.next.end());
    grow(growing, rings);
    return growing.found;
}

void FlatLayout::grow(Growing& growing, int rings) const
{
    for (int r = 0; r < rings; ++r) {
        growing.next.clear();
        for (const Laid& laid : growing.ring)
            for (int side = 0; side < 3; ++side) add_neighbour(laid, side, growing);
        growing.ring = growing.next;
    }
}

void FlatLayout::add_neighbour(const Laid& laid, int side, Growing& growing) const
{
    const int other = across(laid.face, side);
    if (other < 0 || std::find(growing.seen.begin(), growing.seen.end(), other) != growing.seen.end()) return;
    growing.seen.push_back(other);
    const int a = faces_[laid.face][side], b = faces_[laid.face][(side + 1) % 3];
    const Vec2 at_a = laid.corners[side], at_b = laid.corners[(side + 1) % 3];
    const Face& corners = faces_[other];
    const int tip = *std::find_if(corners.begin(), corners.end(), [&](int v) { return v != a && v != b; });
    // The tip keeps its distances from a and b. It goes to the other side of the edge between them.
    const Vec3 edge = positions_[b] - positions_[a], to_tip = positions_[tip] - positions_[a];
    const double along = to_tip.dot(edge) / edge.squaredNorm();
    const double aside = (to_tip - along * edge).norm();
    const Vec2 direction = (at_b - at_a).normalized();
    const Vec2 at_tip = at_a + along * (at_b - at_a) + aside * Vec2(direction.y(), -direction.x());
    Laid there{other, {}};
    for (int k = 0; k < 3; ++k) there.corners[k] = corners[k] == a ? at_a : corners[k] == b ? at_b : at_tip;
    growing.next.push_back(there);
    const auto& found = growing.found;
    if (std::none_of(found.begin(), found.end(), [&](const Placed& p) { return p.vertex == tip; }))
        growing.found.push_back({tip, at_tip});
}

}  // namespace tulle
