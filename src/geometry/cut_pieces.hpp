#pragma once
// The pieces that one surface cuts another into, and how far they reach from it.

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
    const MeshQueries* queries = nullptr;             // of the same
    std::function<bool(const Vec3&)> is_inside = {};  // of a closed surface; empty where there is no inside
};

struct FacePair {
    int first = 0, second = 0;
};

/// Where a face of the other surface cuts an edge.
struct Cut {
    int from = 0, to = 0;  // the lower vertex first
    double part = 0;       // of the way
    std::size_t pair = 0;
    Vec3 normal = Vec3::Zero();  // of the face, against the way
};

struct CutDepth {
    double depth = 0;         // m
    bool is_decided = false;  // it is known what is cut off; else the larger part may be
};

class CutPieces {
public:
    /// `pairs` are all faces of `own` and `other` that have a common point.
    CutPieces(const CrossingSurface& own, const CrossingSurface& other, std::span<const FacePair> pairs);

    /// By edge, then along it.
    [[nodiscard]] std::span<const Cut> cuts() const { return cuts_; }
    /// How deep the surface is in the other at each cut.
    [[nodiscard]] std::vector<CutDepth> depths();

private:
    struct Piece {
        std::vector<std::array<Vec3, 2>> segments{};  // parts of edges
        double length = 0;                            // m, of all
        bool is_through = false;                      // in on one side of something, and out on the other
        double ridge = 0;                             // m, how high an edge of the other stands out of it
        std::optional<double> reach{};                // m, once it was asked for
        void add(const Vec3& a, const Vec3& b);
    };
    /// A piece beside a cut, and the middle of what of the edge belongs to it.
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
    std::vector<int> welded_;  // per vertex, the lowest of those at its place
    std::vector<Cut> cuts_;
    UnionFind union_;              // vertices
    std::map<int, Piece> pieces_;  // per set of them
};

}  // namespace tulle
