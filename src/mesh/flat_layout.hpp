#pragma once
// Unfolding of a surface: the neighbours of a face, and then their neighbours, are rotated about their common sides
// into the plane of the face. The result is a list of the near vertices with their positions in this plane.

#include <tulle/math.hpp>

#include <array>
#include <span>
#include <vector>

namespace tulle {

class FlatLayout {
public:
    struct Placed {
        int vertex;
        Vec2 place;  // m
    };
    /// A face with the positions of its corners in the plane.
    struct Laid {
        int face;
        std::array<Vec2, 3> corners;
    };

    /// `positions` and `faces` must outlive this object.
    FlatLayout(std::span<const Vec3> positions, std::span<const Face> faces);

    /// Returns the other face at the side that runs from corner `side` to the next corner, or -1 at a border.
    [[nodiscard]] int across(int face, int side) const { return across_[3 * face + side]; }

    /// Returns the vertices of `start` at their given positions, then the vertices of `rings` rings of neighbouring
    /// faces. Each vertex appears once: on a narrow tube, where the unfolding reaches a vertex several times, the first
    /// position counts.
    [[nodiscard]] std::vector<Placed> around(const Laid& start, int rings) const;
    /// Returns the vertices of the two faces at a side of `start`, then the vertices of `rings` rings of faces around
    /// the two faces. A side at a border has only one face.
    [[nodiscard]] std::vector<Placed> around_side(const Laid& start, int side, int rings) const;

private:
    struct Growing;
    void add_neighbour(const Laid& laid, int side, Growing& growing) const;
    void grow(Growing& growing, int rings) const;

    std::span<const Vec3> positions_;
    std::span<const Face> faces_;
    std::vector<int> across_;
};

}  // namespace tulle
