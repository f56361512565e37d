#pragma once
// Vertices of a mesh in one frame, in the form of glTF, and morph targets: displacements from one frame to the others.

#include "output/glb_builder.hpp"

#include <span>
#include <vector>

namespace tulle {

struct GltfShape {
    std::vector<Vec3> positions, normals;
};

/// Returns values[indices[i]] for all i; zero for an index below 0.
template <class Value>
std::vector<Value> pick(std::span<const Value> values, std::span<const int> indices)
{
    std::vector<Value> picked;
    picked.reserve(indices.size());
    for (const int index : indices)
        picked.push_back(index < 0 ? Value::Zero() : values[static_cast<std::size_t>(index)]);
    return picked;
}

/// Rounds positions to floats, as readers will see them. Displacements from rounded positions compensate the rounding.
void round_to_floats(std::span<Vec3> positions);

/// Bytes of a morph target per vertex: position and normal.
inline constexpr std::size_t target_vertex_bytes = 6 * sizeof(float);

/// Adds positions and normals; returns the attributes of a primitive.
[[nodiscard]] GlbBuilder::Json add_shape(GlbBuilder& glb, const GltfShape& shape);

/// Adds a morph target: the displacement from `start` to `shape`. Displacements are linear in the weights, so that an
/// animation that blends two consecutive frames moves every vertex on a straight line between them.
[[nodiscard]] GlbBuilder::Json add_target(GlbBuilder& glb, const GltfShape& start, const GltfShape& shape);

/// Returns the weights of the `count` - 1 targets that show one of `count` frames. Frame 0 is the mesh without targets.
[[nodiscard]] std::vector<float> target_weights(int frame, int count);

}  // namespace tulle
