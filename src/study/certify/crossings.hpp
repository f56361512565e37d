#pragma once
// Search for cloth inside obstacles and rigid bodies (penetration) in the frames of a stored run. The search tests
// every triangle with exact predicates, and uses the stored frames only, not the code that simulated them
// (docs/analyze.md).

#include "study/common/study_progress.hpp"

#include <tulle/description.hpp>
#include <tulle/run_frames.hpp>

#include <atomic>
#include <functional>
#include <string>
#include <vector>

namespace tulle {

/// Depth [m] of a particle in an obstacle up to which it counts as free. The value is larger than the rounding error of
/// single precision, in which frames are stored, within ten metres of the origin.
inline constexpr double allowed_particle_depth = 1e-6;

struct DeepestParticle {
    double depth = 0;  // m; 0 when no particle is inside
    int frame = -1;
    double time = 0;    // s
    int particle = -1;  // of the cloth
};

struct DeepestCrossing {
    double depth = 0;  // m, as defined in crossing_depth.hpp
    int frame = -1;
    double time = 0;         // s
    int face = -1;           // of the cloth
    int obstacle_face = -1;  // of the drawn mesh; -1: depth in the exact solid, which is larger
};

/// Results of one cloth and one obstacle or rigid body, over all frames.
struct ClothInObstacle {
    std::string cloth, obstacle;
    double thickness = 0;       // m, contact distance of the particles
    bool has_inside = true;     // false: an open mesh, which cloth can only cross
    long pairs = 0;             // of triangles with a common point, summed over the frames
    int frames_with_pairs = 0;  // frames that have any
    DeepestParticle particle{};
    DeepestCrossing crossing{};

    [[nodiscard]] bool is_free() const
    {
        return particle.depth <= allowed_particle_depth && crossing.depth <= thickness;
    }
};

struct Crossings {
    std::string scene;
    int frames = 0;  // searched
    std::vector<ClothInObstacle> parts{};
    bool was_interrupted = false;

    [[nodiscard]] bool is_free() const;
};

struct CrossingOptions {
    std::function<void(const StudyProgress&)> on_progress{};
    const std::atomic<bool>* stop = nullptr;  // true ends the search after the current frame
};

/// Searches all frames of a run. `scene` must be the scene of the run. The result does not depend on the number of
/// threads.
[[nodiscard]] Crossings find_crossings(RunFrames& run, const SceneDescription& scene,
                                       const CrossingOptions& options = {});

}  // namespace tulle
