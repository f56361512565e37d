#pragma once
// Certificate of a stored run: its frames are free of intersections. Cloth and deformable solids are checked against
// themselves, each other and rigid bodies (run/cloth_check.hpp). They are also checked against obstacles, and for parts
// that lie wholly inside a rigid body (crossings.hpp). See docs/certify.md.

#include "run/cloth_check.hpp"
#include "study/certify/crossings.hpp"

namespace tulle {

struct Certificate {
    std::string scene;
    std::vector<std::string> cloths;      // names, by the indices of ClothPlace
    bool has_bodies = false;              // whether the scene has rigid bodies
    std::vector<ClothFindings> frames{};  // all frames that were checked
    double reach = 0;                     // m; larger gaps were not searched for
    Crossings obstacles{};
    bool was_interrupted = false;

    [[nodiscard]] long intersections() const;
    [[nodiscard]] int frames_with_intersections() const;
    /// Returns the first frame with the smallest gap; null if there is no frame.
    [[nodiscard]] const ClothFindings* nearest() const;
    [[nodiscard]] bool is_free() const { return intersections() == 0 && obstacles.is_free(); }
};

/// Checks all frames of a run. `scene` must be the scene of the run. The result does not depend on the number of
/// threads.
[[nodiscard]] Certificate certify(RunFrames& run, const SceneDescription& scene, const CrossingOptions& options = {});

}  // namespace tulle
