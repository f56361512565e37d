#pragma once
// A run as one binary glTF 2.0 file (.glb), which browsers, game engines and Blender open: the cloths as they are at
// the end and, for short runs, on their way there, with obstacles that move along: by their nodes those that do so as a
// whole, by morph targets those that change their shape. Of a cloth that tears all frames have the faces that stand at
// the end. glTF is Y up: a node above all others turns our Z up.

#include "output/run_frames.hpp"

#include <cstddef>
#include <filesystem>
#include <string>

namespace tulle {

/// glTF has no cache of points: an animation of free vertices is a morph target per frame, which programs hold in
/// memory all together. Runs beyond either limit get their last frame alone.
struct GltfOptions {
    bool animation = true;
    int max_frames = 120;
    std::size_t max_bytes = 64U << 20U;  // of morph targets, those of obstacles included
};

struct GltfSummary {
    int frames = 1;      // in the file
    std::string reason;  // why there is no animation; empty when there is one
};

/// The first vertices of a cloth's mesh are its particles in their order; at seams copies follow, which the mesh's
/// extras.copies_of refer to their particles. Texture coordinates count v from the top, as glTF wants.
/// The file appears when it is whole. Throws OutputError when it cannot be written.
GltfSummary write_gltf(const std::filesystem::path& file, RunFrames& run, const GltfOptions& options = {});

}  // namespace tulle
