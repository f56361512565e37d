#pragma once
// The certificate of a stored run: nothing in its frames passes through anything. Cloth and deformable solids are held
// against themselves, each other and rigid bodies (run/cloth_check.hpp), and against obstacles and what is wholly in a
// rigid body (crossings.hpp); docs/certify.md.

#include "run/cloth_check.hpp"
#include "study/certify/crossings.hpp"

namespace tulle {

struct Certificate {
    std::string scene;
    std::vector<std::string> cloths;      // names, as ClothPlace counts them
    bool has_bodies = false;              // rigid ones
    std::vector<ClothFindings> frames{};  // looked at
    double reach = 0;                     // m; gaps above it were not looked for
    Crossings obstacles{};
    bool was_interrupted = false;

    [[nodiscard]] long intersections() const;
    [[nodiscard]] int frames_with_intersections() const;
    /// The first frame with the smallest gap; null where there is no frame.
    [[nodiscard]] const ClothFindings* nearest() const;
    [[nodiscard]] bool is_free() const { return intersections() == 0 && obstacles.is_free(); }
};

/// `scene` is the run's own. The same for any number of threads.
[[nodiscard]] Certificate certify(RunFrames& run, const SceneDescription& scene, const CrossingOptions& options = {});

}  // namespace tulle
