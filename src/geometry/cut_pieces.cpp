#include "geometry/cut_pieces.hpp"

#include "geometry/exact_crossing.hpp"
#include "geometry/moving_boxes.hpp"

#include <algorithm>
#include <cmath>
#include <list>
#include <numeric>
#include <tuple>

namespace tulle {
namespace {

constexpr double same_cut = 1e-9;         // m; cuts that are nearer to each other count as one
constexpr double opposite_cosine = -0.1;  // below this cosine of the angle between them, two sides are opposite
constexpr double clearly_smaller = 0.5;   // part of the length of the other piece

/// Upper bound of the distance to a surface along segments. Between two points, the distance to a surface changes by no
/// more than the distance of the points. The distances at the ends of a segment therefore bound those in between.
class Reach {
public:
    explicit Reach(const MeshQueries& other) : other_(&other) {}

    void include(const Vec3& a, const Vec3& b) { include(a, distance(a), b, distance(b)); }
    [[nodiscard]] double largest() const { return upper_; }

private:
    [[nodiscard]] double distance(const Vec3& x) const
    {
        const auto found = other_->closest(x);
        return found ? found->distance : 0;
    }
    void include(const Vec3& a, double at_a, const Vec3& b, double at_b)
    {
        seen_ = std::max({seen_, at_a, at_b});
        upper_ = std::max(upper_, seen_);
        const double bound = 0.5 * (at_a + at_b + (b - a).norm());
        if (bound <= std::max(upper_, 1.01 * seen_ + 1e-7)) {
            upper_ = std::max(upper_, bound);
            return;
        }
        const Vec3 middle = 0.5 * (a + b);
        const double at_middle = distance(middle);
        include(a, at_a, middle, at_middle);
        include(middle, at_middle, b, at_b);
    }

    const MeshQueries* other_;
    double seen_ = 0, upper_ = 0;  // m
};

/// Returns the point on the ridge of two planes that is nearest to the line from `here` to `there`. The planes go
/// through `here` with normal `in` and through `there` with normal `out`.
std::optional<Vec3> ridge_point(const Vec3& here, const Vec3& in, const Vec3& there, const Vec3& out)
{
    const Vec3 ridge = in.cross(out);
    const double squared_sine = ridge.squaredNorm();
    const Vec3 direction = (there - here).normalized();
    if (squared_sine < 1e-12) return std::nullopt;
    const Vec3 along = ridge.normalized();
    const double across = 1 - std::pow(along.dot(direction), 2);
    if (across < 1e-12) return std::nullopt;
    const Vec3 level =
        (in.dot(here) * out.cross(ridge) + out.dot(there) * ridge.cross(in) + ridge.dot(here) * ridge) / squared_sine;
    return level + (here - level).dot(along - direction.dot(along) * direction) / across * along;
}

bool is_same_edge(const Cut& a, const Cut& b) { return a.from == b.from && a.to == b.to; }

}  // namespace

void CutPieces::Piece::add(const Vec3& a, const Vec3& b)
{
    segments.push_back({a, b});
    length += (b - a).norm();
}

CutPieces::CutPieces(const CrossingSurface& own, const CrossingSurface& other, std::span<const FacePair> pairs)
    : own_(own), other_(other), welded_(own.vertices.size()), union_(own.vertices.size())
{
    weld();
    for (std::size_t k = 0; k < pairs.size(); ++k) add_cuts(k, pairs[k]);
    std::stable_sort(cuts_.begin(), cuts_.end(), [](const Cut& a, const Cut& b) {
        return std::tie(a.from, a.to, a.part) < std::tie(b.from, b.to, b.part);
    });
    join();
}

std::array<int, 2> CutPieces::edge(const Face& face, int corner) const
{
    const int a = welded_[face[corner]];
    const int b = welded_[face[(corner + 1) % 3]];
    return {std::min(a, b), std::max(a, b)};
}

Vec3 CutPieces::place(const Cut& cut) const
{
    const Vec3& a = own_.vertices[cut.from];
    return a + cut.part * (own_.vertices[cut.to] - a);
}

void CutPieces::weld()
{
    std::vector<int> order(own_.vertices.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [this](int i, int j) {
        const Vec3 &a = own_.vertices[i], &b = own_.vertices[j];
        return std::tie(a.x(), a.y(), a.z(), i) < std::tie(b.x(), b.y(), b.z(), j);
    });
    for (std::size_t k = 0; k < order.size(); ++k) {
        const bool is_same = k > 0 && own_.vertices[order[k]] == own_.vertices[order[k - 1]];
        welded_[order[k]] = is_same ? welded_[order[k - 1]] : order[k];
    }
}

void CutPieces::add_cuts(std::size_t pair, const FacePair& faces)
{
    const Triangle cutting = triangle_of(other_.faces[faces.second], other_.vertices);
    for (int corner = 0; corner < 3; ++corner) {
        const auto [from, to] = edge(own_.faces[faces.first], corner);
        const auto part = cut_of(own_.vertices[from], own_.vertices[to], cutting);
        if (!part) continue;
        const Vec3 edge = own_.vertices[to] - own_.vertices[from];
        const Vec3 normal = (cutting[1] - cutting[0]).cross(cutting[2] - cutting[0]).normalized();
        cuts_.push_back({from, to, *part, pair, normal.dot(edge) > 0 ? Vec3(-normal) : normal});
    }
}

/// Joins vertices into pieces along uncut edges. The end parts of cut edges belong to the pieces of their vertices.
void CutPieces::join()
{
    std::vector<std::array<int, 2>> edges;
    for (const Face& face : own_.faces)
        for (int corner = 0; corner < 3; ++corner) edges.push_back(edge(face, corner));
    std::sort(edges.begin(), edges.end());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    const auto is_cut = [this](const std::array<int, 2>& ends) {
        const auto found = std::lower_bound(cuts_.begin(), cuts_.end(), ends, [](const Cut& cut, const auto& sought) {
            return std::array{cut.from, cut.to} < sought;
        });
        return found != cuts_.end() && std::array{found->from, found->to} == ends;
    };
    edges.erase(std::remove_if(edges.begin(), edges.end(), is_cut), edges.end());
    for (const auto& [from, to] : edges) union_.join(from, to);
    for (const auto& [from, to] : edges) pieces_[union_.of(from)].add(own_.vertices[from], own_.vertices[to]);
    for (std::size_t k = 0; k < cuts_.size(); ++k) {
        const Cut& cut = cuts_[k];
        if (k == 0 || !is_same_edge(cuts_[k - 1], cut))
            pieces_[union_.of(cut.from)].add(own_.vertices[cut.from], place(cut));
        if (k + 1 == cuts_.size() || !is_same_edge(cut, cuts_[k + 1]))
            pieces_[union_.of(cut.to)].add(place(cut), own_.vertices[cut.to]);
    }
}

std::vector<CutDepth> CutPieces::depths()
{
    std::vector<CutDepth> all(cuts_.size());
    for (std::size_t begin = 0; begin < cuts_.size();) {
        std::size_t end = begin;
        while (end < cuts_.size() && is_same_edge(cuts_[begin], cuts_[end])) ++end;
        measure_edge(begin, end, all);
        begin = end;
    }
    return all;
}

/// Computes the depths at the cuts from begin to end, which divide an edge into parts. The two outer parts belong to
/// the pieces of the ends of the edge. Each part between two cuts is taken as a piece of its own.
void CutPieces::measure_edge(std::size_t begin, std::size_t end, std::vector<CutDepth>& all)
{
    const Vec3 &from = own_.vertices[cuts_[begin].from], &to = own_.vertices[cuts_[begin].to];
    const double length = (to - from).norm();
    std::list<Piece> between;
    Beside before{&pieces_.at(union_.of(cuts_[begin].from)), 0.5 * (from + place(cuts_[begin]))};
    while (begin < end) {
        std::size_t next = begin + 1;
        while (next < end && (cuts_[next].part - cuts_[next - 1].part) * length < same_cut) ++next;
        const Vec3 here = place(cuts_[next - 1]);
        Beside after{&pieces_.at(union_.of(cuts_[begin].to)), 0.5 * (here + to)};
        if (next < end) {
            const Vec3 there = place(cuts_[next]);
            after = {&between.emplace_back(), 0.5 * (here + there)};
            after.piece->add(here, there);
            const Vec3 in = cuts_[next - 1].normal, out = -cuts_[next].normal;  // both outward
            after.piece->is_through = in.dot(out) < opposite_cosine;
            if (!after.piece->is_through && other_.is_inside && other_.is_inside(after.middle))
                after.piece->ridge = ridge_height(ridge_point(here, in, there, out));
        }
        const CutDepth depth = depth_between(before, after);
        for (; begin < next; ++begin) all[begin] = depth;
        before = after;
    }
}

/// Returns how far [m] the other surface stands out of this one. The height is measured where the other surface is
/// nearest to a ridge that was cut off.
double CutPieces::ridge_height(const std::optional<Vec3>& ridge) const
{
    if (!ridge) return 0;
    const auto top = other_.queries->closest(*ridge);
    const auto below = top ? own_.queries->closest(top->point) : std::nullopt;
    return below ? below->distance : 0;
}

CutDepth CutPieces::depth_between(const Beside& one, const Beside& other) const
{
    const auto larger_reach = [&] { return std::max(reach_of(*one.piece), reach_of(*other.piece)); };
    const auto cut_off = [&](Piece& piece) {
        return piece.is_through ? CutDepth{larger_reach(), false} : CutDepth{reach_of(piece), true};
    };
    if (one.piece == other.piece) return {larger_reach(), false};
    if (other_.is_inside) {
        const bool one_is = other_.is_inside(one.middle), other_is = other_.is_inside(other.middle);
        if (one_is != other_is) return cut_off(one_is ? *one.piece : *other.piece);
    }
    const bool one_is_smaller = one.piece->length < other.piece->length;
    Piece& smaller = one_is_smaller ? *one.piece : *other.piece;
    const Piece& larger = one_is_smaller ? *other.piece : *one.piece;
    if (smaller.length <= clearly_smaller * larger.length) return cut_off(smaller);
    return {larger_reach(), !smaller.is_through && !larger.is_through};
}

double CutPieces::reach_of(Piece& piece) const
{
    if (!piece.reach) {
        Reach reach(*other_.queries);
        for (const auto& [a, b] : piece.segments) reach.include(a, b);
        piece.reach = std::max(reach.largest(), piece.ridge);
    }
    return *piece.reach;
}

}  // namespace tulle
