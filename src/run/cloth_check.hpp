#pragma once
// Certifies a frame: finds intersections of cloths with themselves, with each other and with rigid bodies, and the
// smallest gap of cloths to themselves and to each other.
//
// Positions are first rounded to single precision, because frames are stored and shown in single precision. So a check
// during the run and a check of the stored frames give the same result.

#include "geometry/layer_gap.hpp"

#include <tulle/description.hpp>
#include <tulle/frame_writer.hpp>

#include <array>
#include <vector>

namespace tulle {

/// The place in a frame where two cloths, or a cloth and a rigid body, intersect or are near each other.
struct ClothPlace {
    std::array<int, 2> cloths{-1, -1};  // in the scene; equal if a cloth meets itself; -1: no place
    std::array<int, 2> faces{-1, -1};   // index among the intact faces of each cloth; -1 for gaps
    Vec3 position = Vec3::Zero();       // m
};

struct ClothFindings {
    int frame = 0;
    double time = 0;         // s
    long intersections = 0;  // pairs of triangles with a common point other than shared vertices
    double smallest_gap = std::numeric_limits<double>::infinity();  // m, as in layer_gap.hpp; 0 with intersections
    double deepest_crossing = 0;                                    // m, largest depth of a triangle behind another one
    ClothPlace nearest{}, deepest{};
};

class ClothCheck {
public:
    /// `start` is the first frame. Rigid bodies are not compared with each other, nor with themselves.
    ClothCheck(const SceneDescription& scene, const FrameData& start);

    /// Returns the largest gap that is searched [m]: the longest edge of the cloths at the start.
    [[nodiscard]] double reach() const { return reach_; }
    /// Checks a frame. The result is the same for any number of threads.
    [[nodiscard]] ClothFindings check(const FrameData& frame);

private:
    void gather(const FrameData& frame);
    [[nodiscard]] ClothPlace place_of(const FacePair& pair) const;

    std::vector<unsigned char> is_rigid_;  // per cloth
    std::vector<Vec3> rest_, positions_;   // m, in single precision
    std::vector<int> cloth_of_;            // per particle
    double reach_ = 0;
    // Of the current frame: the intact faces, whether a face belongs to a cloth and not to a rigid body, and the first
    // face of each cloth.
    std::vector<Face> faces_;
    std::vector<unsigned char> is_of_cloth_;
    std::vector<int> face_begin_;
};

}  // namespace tulle
