#pragma once
// A neighbourhood of a surface laid out flat, face by face: what is near, and where it lies in the plane of a face.

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
    /// A face with its corners' places.
    struct Laid {
        int face;
        std::array<Vec2, 3> corners;
    };

    /// Both must outlive it.
    FlatLayout(std::span<const Vec3> positions, std::span<const Face> faces);

    /// The face across the side from corner `side` to the next; -1 at borders.
    [[nodiscard]] int across(int face, int side) const { return across_[3 * face + side]; }

    /// Vertices of `start`, which lie as given, then those of its neighbours, then of theirs, `rings` times. Each once:
    /// on a narrow tube a vertex keeps the place it was first reached at.
    [[nodiscard]] std::vector<Placed> around(const Laid& start, int rings) const;
    /// Likewise around the two faces of a side of `start`; only one at borders.
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
