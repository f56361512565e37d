#pragma once
// The pieces into which one surface cuts another, and how far the pieces reach from the cutting surface.

#include "geometry/mesh_queries.hpp"
#include "geometry/union_find.hpp"

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <vector>

namespace tulle {

struct CrossingSurface {
    std::span<const Vec3> vertices;  // m
    std::span<const Face> faces;
    const MeshQueries* queries = nullptr;             // of the same surface
    std::function<bool(const Vec3&)> is_inside = {};  // for a closed surface; empty if there is no inside
};

struct FacePair {
    int first = 0, second = 0;
};

/// A cut of an edge by a face of the other surface.
struct Cut {
    int from = 0, to = 0;  // the lower vertex first
    double part = 0;       // position on the edge, in [0, 1]
    std::size_t pair = 0;
    Vec3 normal = Vec3::Zero();  // of the face, against the direction of the edge
};

struct CutDepth {
    double depth = 0;         // m
    bool is_decided = false;  // it is known which piece is cut off; if not, the larger reach counts
};

class CutPieces {
public:
    /// `pairs` must be all pairs of faces of `own` and `other` that have a common point.
    CutPieces(const CrossingSurface& own, const CrossingSurface& other, std::span<const FacePair> pairs);

    /// Returns the cuts, sorted by edge, then along the edge.
    [[nodiscard]] std::span<const Cut> cuts() const { return cuts_; }
    /// Returns how deep the surface is in the other surface at each cut.
    [[nodiscard]] std::vector<CutDepth> depths();

private:
    struct Piece {
        std::vector<std::array<Vec3, 2>> segments{};  // parts of edges
        double length = 0;                            // m, of all
        bool is_through = false;                      // enters the other surface and leaves on its opposite side
        double ridge = 0;                             // m, how far a ridge of the other surface stands out of it
        std::optional<double> reach{};                // m, computed on first use
        void add(const Vec3& a, const Vec3& b);
    };
    /// A piece next to a cut, and the middle of the part of the edge that belongs to the piece.
    struct Beside {
        Piece* piece = nullptr;
        Vec3 middle = Vec3::Zero();
    };

    [[nodiscard]] std::array<int, 2> edge(const Face& face, int corner) const;
    [[nodiscard]] Vec3 place(const Cut& cut) const;
    void weld();
    void add_cuts(std::size_t pair, const FacePair& faces);
    void join();
    void measure_edge(std::size_t begin, std::size_t end, std::vector<CutDepth>& all);
    [[nodiscard]] CutDepth depth_between(const Beside& one, const Beside& other) const;
    [[nodiscard]] double reach_of(Piece& piece) const;
    [[nodiscard]] double ridge_height(const std::optional<Vec3>& ridge) const;

    CrossingSurface own_, other_;
    std::vector<int> welded_;  // per vertex, the lowest vertex at the same place
    std::vector<Cut> cuts_;
    UnionFind union_;              // sets of connected vertices
    std::map<int, Piece> pieces_;  // per set of vertices
};

}  // namespace tulle
