#pragma once
// Whether the cloth of a stored run is anywhere in an obstacle or a rigid body: looked for in the frames as they are
// shown, triangle by triangle and by exact predicates, without anything that made them (docs/analyze.md).

#include "output/run_frames.hpp"
#include "study/common/study_progress.hpp"

#include <tulle/description.hpp>

#include <atomic>
#include <functional>
#include <string>
#include <vector>

namespace tulle {

/// Particles may be as deep as this [m] in an obstacle: more than single precision, in which frames are kept, is wrong
/// by within ten metres of the origin.
inline constexpr double allowed_particle_depth = 1e-6;

/// Whether a cloth of a scene is a rigid body.
[[nodiscard]] bool shows_rigid_body(const ClothDescription& cloth);

struct DeepestParticle {
    double depth = 0;  // m; 0 where none is inside
    int frame = -1;
    double time = 0;    // s
    int particle = -1;  // of the cloth
};

struct DeepestCrossing {
    double depth = 0;  // m, crossing_depth.hpp says of what
    int frame = -1;
    double time = 0;         // s
    int face = -1;           // of the cloth
    int obstacle_face = -1;  // as drawn; -1: in the solid itself, deeper than in what is drawn of it
};

/// One cloth and one obstacle, or a cloth and a rigid body, in all frames.
struct ClothInObstacle {
    std::string cloth, obstacle;
    double thickness = 0;       // m, the distance that particles are to keep
    bool has_inside = true;     // an open mesh has none: it can only be crossed
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
    int frames = 0;  // looked at
    std::vector<ClothInObstacle> parts{};
    bool was_interrupted = false;

    [[nodiscard]] bool is_free() const;
};

struct CrossingOptions {
    std::function<void(const StudyProgress&)> on_progress{};
    const std::atomic<bool>* stop = nullptr;  // ends it after the frame at hand
};

/// `scene` is the run's own. The same for any number of threads.
[[nodiscard]] Crossings find_crossings(RunFrames& run, const SceneDescription& scene,
                                       const CrossingOptions& options = {});

}  // namespace tulle
