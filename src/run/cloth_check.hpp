#pragma once
// Whether the cloths of a frame pass through themselves, each other or rigid bodies, and how near they come to
// themselves and each other.
//
// Frames are kept in single precision, and what is kept is what is shown: positions are rounded to it first, so that a
// run that checks itself and one that is checked later find the same.

#include "geometry/layer_gap.hpp"
#include "output/frame_writer.hpp"

#include <tulle/description.hpp>

#include <array>
#include <vector>

namespace tulle {

/// Where two cloths, or a cloth and a rigid body, meet or come near, in a frame.
struct ClothPlace {
    std::array<int, 2> cloths{-1, -1};  // in the scene; the same twice where one meets itself; -1: nowhere
    std::array<int, 2> faces{-1, -1};   // of each, among those that stand; -1 for gaps, which have none
    Vec3 position = Vec3::Zero();       // m
};

struct ClothFindings {
    int frame = 0;
    double time = 0;         // s
    long intersections = 0;  // pairs of triangles that have a common point, beyond vertices that they share
    double smallest_gap = std::numeric_limits<double>::infinity();  // m, as in layer_gap.hpp; 0 with intersections
    double deepest_crossing = 0;                                    // m, how far a triangle reaches through another
    ClothPlace nearest{}, deepest{};
};

class ClothCheck {
public:
    /// `start` is the first frame. Rigid bodies keep their shape and are not compared with each other.
    ClothCheck(const SceneDescription& scene, const FrameData& start);

    /// m; gaps above it are not looked for: the longest edge that a cloth starts with.
    [[nodiscard]] double reach() const { return reach_; }
    /// The same for any number of threads.
    [[nodiscard]] ClothFindings check(const FrameData& frame);

private:
    void gather(const FrameData& frame);
    [[nodiscard]] ClothPlace place_of(const FacePair& pair) const;

    std::vector<unsigned char> is_rigid_;  // per cloth
    std::vector<Vec3> rest_, positions_;   // m, as they are kept
    std::vector<int> cloth_of_;            // per particle
    double reach_ = 0;
    // Of the frame at hand: the faces that stand, which of them are not of a rigid body, and where those of each cloth
    // begin.
    std::vector<Face> faces_;
    std::vector<unsigned char> is_of_cloth_;
    std::vector<int> face_begin_;
};

}  // namespace tulle
