#include "run/cloth_check.hpp"

#include "geometry/moving_boxes.hpp"
#include "mesh/cloth_or_body.hpp"

#include <algorithm>
#include <iterator>
#include <variant>

namespace tulle {
namespace {

std::vector<Vec3> as_stored(std::span<const Vec3> positions)
{
    std::vector<Vec3> kept;
    kept.reserve(positions.size());
    for (const Vec3& x : positions) kept.emplace_back(x.cast<float>().cast<double>());
    return kept;
}

}  // namespace

ClothCheck::ClothCheck(const SceneDescription& scene, const FrameData& start)
    : rest_(as_stored(start.positions)), cloth_of_(start.positions.size())
{
    for (const ClothOrBody& one : cloths_and_bodies(scene)) is_rigid_.push_back(one.is_rigid() ? 1 : 0);
    for (std::size_t c = 0; c < start.cloths.size(); ++c)
        std::fill_n(cloth_of_.begin() + start.cloths[c].first_particle, start.cloths[c].particle_count,
                    static_cast<int>(c));
    gather(start);
    for (std::size_t f = 0; f < faces_.size(); ++f)
        for (int corner = 0; corner < 3 && is_of_cloth_[f] != 0; ++corner)
            reach_ = std::max(reach_, (rest_[faces_[f][corner]] - rest_[faces_[f][(corner + 1) % 3]]).norm());
}

void ClothCheck::gather(const FrameData& frame)
{
    faces_.clear();
    face_begin_.clear();
    is_of_cloth_.clear();
    for (std::size_t c = 0; c < frame.cloths.size(); ++c) {
        face_begin_.push_back(static_cast<int>(faces_.size()));
        const int first = frame.cloths[c].first_particle;
        for (const Face& face : frame.cloths[c].faces)
            faces_.push_back({first + face[0], first + face[1], first + face[2]});
        is_of_cloth_.resize(faces_.size(), is_rigid_[c] != 0 ? 0 : 1);
    }
}

ClothFindings ClothCheck::check(const FrameData& frame)
{
    gather(frame);
    positions_ = as_stored(frame.positions);
    ClothFindings found{.frame = frame.frame, .time = frame.time};
    for (const FacePair& pair : find_surface_crossings({positions_, faces_})) {
        if (is_of_cloth_[pair.first] == 0 && is_of_cloth_[pair.second] == 0) continue;
        const double depth =
            reach_through(triangle_of(faces_[pair.first], positions_), triangle_of(faces_[pair.second], positions_));
        if (found.intersections == 0 || depth > found.deepest_crossing) found.deepest = place_of(pair);
        found.deepest_crossing = std::max(found.deepest_crossing, depth);
        ++found.intersections;
    }
    if (found.intersections > 0) {
        found.smallest_gap = 0;
        found.nearest = found.deepest;
        return found;
    }
    const LayerGap gap = smallest_layer_gap({positions_, faces_, is_of_cloth_}, cloth_of_, rest_, reach_);
    found.smallest_gap = gap.distance;
    if (gap.vertices[0] >= 0)
        found.nearest = {.cloths = {cloth_of_[gap.vertices[0]], cloth_of_[gap.vertices[1]]}, .position = gap.place};
    return found;
}

ClothPlace ClothCheck::place_of(const FacePair& pair) const
{
    ClothPlace place;
    Aabb common;
    common.setEmpty();
    for (int side = 0; side < 2; ++side) {
        const int face = side == 0 ? pair.first : pair.second;
        const auto after = std::upper_bound(face_begin_.begin(), face_begin_.end(), face);
        place.cloths[side] = static_cast<int>(std::distance(face_begin_.begin(), after)) - 1;
        place.faces[side] = face - *std::prev(after);
        const Aabb box = box_of(triangle_of(faces_[face], positions_));
        common = side == 0 ? box : common.intersection(box);
    }
    place.position = common.center();
    return place;
}

}  // namespace tulle
