#pragma once
// glTF export: a run as one binary glTF 2.0 file (.glb), which browsers, game engines and Blender open. The file has
// the cloths of the last frame and, for short runs, an animation of all frames. Obstacles that move rigidly are
// animated by their nodes; obstacles that deform are animated by morph targets. A cloth that tears has the faces of the
// last frame in all frames. glTF has Y up: the root node rotates the scene from Tulle's Z up.

#include <tulle/run_frames.hpp>

#include <cstddef>
#include <filesystem>
#include <string>

namespace tulle {

/// Limits of the animation. glTF has no point cache: an animation of free vertices needs a morph target per frame, and
/// programs hold all of them in memory. For runs beyond either limit only the last frame is written.
struct GltfOptions {
    bool animation = true;
    int max_frames = 120;
    std::size_t max_bytes = 64U << 20U;  // of morph targets, those of obstacles included
};

struct GltfSummary {
    int frames = 1;      // in the file
    std::string reason;  // why there is no animation; empty when there is one
};

/// Writes the run. The first vertices of a cloth's mesh are its particles in their order. Copies at seams follow; the
/// mesh's extras.copies_of lists the particle of each copy. The v of texture coordinates counts from the top, as glTF
/// requires. The file appears only when it is complete. Throws OutputError when it cannot be written.
GltfSummary write_gltf(const std::filesystem::path& file, RunFrames& run, const GltfOptions& options = {});

}  // namespace tulle
