#include "output/gltf_shape.hpp"

namespace tulle {

void round_to_floats(std::span<Vec3> positions)
{
    for (Vec3& x : positions) x = x.cast<float>().cast<double>();
}

GlbBuilder::Json add_shape(GlbBuilder& glb, const GltfShape& shape)
{
    return {{"POSITION", glb.add_positions(shape.positions)}, {"NORMAL", glb.add_normals(shape.normals)}};
}

GlbBuilder::Json add_target(GlbBuilder& glb, const GltfShape& start, const GltfShape& shape)
{
    GltfShape displacement = shape;
    for (std::size_t i = 0; i < displacement.positions.size(); ++i) {
        displacement.positions[i] -= start.positions[i];
        displacement.normals[i] -= start.normals[i];
    }
    return add_shape(glb, displacement);
}

std::vector<float> target_weights(int frame, int count)
{
    std::vector<float> weights(static_cast<std::size_t>(count - 1), 0.0F);
    if (frame > 0) weights[static_cast<std::size_t>(frame - 1)] = 1.0F;
    return weights;
}

}  // namespace tulle
