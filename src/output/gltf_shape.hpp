#pragma once
// Vertices of a mesh in one frame as glTF holds them, and morph targets from one frame to the others.

#include "output/glb_builder.hpp"

#include <span>
#include <vector>

namespace tulle {

struct GltfShape {
    std::vector<Vec3> positions, normals;
};

/// values[indices[i]]; zero for an index below 0.
template <class Value>
std::vector<Value> pick(std::span<const Value> values, std::span<const int> indices)
{
    std::vector<Value> picked;
    picked.reserve(indices.size());
    for (const int index : indices)
        picked.push_back(index < 0 ? Value::Zero() : values[static_cast<std::size_t>(index)]);
    return picked;
}

/// As they will be read: displacements from there make up for the rounding.
void round_to_floats(std::span<Vec3> positions);

/// Bytes of a morph target per vertex: position and normal.
inline constexpr std::size_t target_vertex_bytes = 6 * sizeof(float);

/// The attributes of a primitive.
[[nodiscard]] GlbBuilder::Json add_shape(GlbBuilder& glb, const GltfShape& shape);

/// The displacement from `start`. Linear in the weights, so that an animation that blends two neighbours moves every
/// vertex on a straight line in between.
[[nodiscard]] GlbBuilder::Json add_target(GlbBuilder& glb, const GltfShape& start, const GltfShape& shape);

/// Weights of the `count` - 1 targets that show a frame of `count`. The first is the mesh itself: no target.
[[nodiscard]] std::vector<float> target_weights(int frame, int count);

}  // namespace tulle
