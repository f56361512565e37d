#include "geometry/crossing_depth.hpp"

#include <algorithm>
#include <array>
#include <map>

namespace tulle {
namespace {

/// The depth of a crossing curve as measured on one of the surfaces.
struct Opinion {
    bool has_cuts = false;
    bool is_decided = true;  // at every cut
    double depth = 0;        // m

    void add(const CutDepth& cut)
    {
        has_cuts = true;
        is_decided = is_decided && cut.is_decided;
        depth = std::max(depth, cut.depth);
    }
    [[nodiscard]] bool counts() const { return has_cuts && is_decided; }
};

}  // namespace

std::vector<double> crossing_depths(const CrossingSurface& first, const CrossingSurface& second,
                                    std::span<const FacePair> pairs)
{
    std::vector<FacePair> turned;
    for (const FacePair& pair : pairs) turned.push_back({pair.second, pair.first});
    std::array<CutPieces, 2> pieces{CutPieces(first, second, pairs), CutPieces(second, first, turned)};

    // Pairs that share a cut of one edge by one face are neighbours on a curve.
    UnionFind curves(pairs.size());
    for (int side = 0; side < 2; ++side) {
        std::map<std::array<int, 3>, int> pair_of_cut;
        for (const Cut& cut : pieces[side].cuts()) {
            const FacePair& pair = pairs[cut.pair];
            const int k = static_cast<int>(cut.pair);
            const int face = side == 0 ? pair.second : pair.first;
            curves.join(k, pair_of_cut.try_emplace({cut.from, cut.to, face}, k).first->second);
        }
    }
    std::vector<std::array<Opinion, 2>> opinions(pairs.size());  // per curve
    for (int side = 0; side < 2; ++side) {
        const std::vector<CutDepth> depths = pieces[side].depths();
        for (std::size_t k = 0; k < depths.size(); ++k)
            opinions[curves.of(static_cast<int>(pieces[side].cuts()[k].pair))][side].add(depths[k]);
    }
    std::vector<double> depths;
    for (std::size_t k = 0; k < pairs.size(); ++k) {
        const auto& [one, other] = opinions[curves.of(static_cast<int>(k))];
        if (one.counts() != other.counts())
            depths.push_back(one.counts() ? one.depth : other.depth);
        else
            depths.push_back(std::max(one.depth, other.depth));
    }
    return depths;
}

}  // namespace tulle
