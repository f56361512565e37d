#pragma once
// Unfolding of a surface: the faces around a face are laid out flat in its plane, one after the other. The result is
// the list of near vertices with their places in the plane.

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
    /// A face with the places of its corners.
    struct Laid {
        int face;
        std::array<Vec2, 3> corners;
    };

    /// `positions` and `faces` must outlive this object.
    FlatLayout(std::span<const Vec3> positions, std::span<const Face> faces);

    /// Returns the face across the side that runs from corner `side` to the next corner; -1 at borders.
    [[nodiscard]] int across(int face, int side) const { return across_[3 * face + side]; }

    /// Returns the vertices of `start`, at the given places, then those of `rings` rings of neighbouring faces. Each
    /// vertex appears once: on a narrow tube, a vertex keeps the place at which it was first reached.
    [[nodiscard]] std::vector<Placed> around(const Laid& start, int rings) const;
    /// Returns the vertices of the two faces of a side of `start`, then those of `rings` rings of faces around the two
    /// faces. At borders there is one face.
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
