#pragma once
// An obstacle in a glTF file: a mesh, with morph targets if the obstacle deforms, and a node, animated if the obstacle
// moves rigidly.

#include "output/export_mesh.hpp"
#include "output/gltf_shape.hpp"

#include <tulle/description.hpp>

#include <span>

namespace tulle {

class GltfObstacle {
public:
    /// The obstacle at `time` [s]. `half_width` [m] is half the width of planes. `obstacle` must outlive the object.
    GltfObstacle(const ObstacleDescription& obstacle, double half_width, double time);

    /// Bytes of one morph target; 0 if the obstacle does not deform.
    [[nodiscard]] std::size_t target_bytes() const;

    /// Returns the mesh. A deforming obstacle gets a morph target for each of `times` [s] except the first, which must
    /// be the time of the constructor.
    [[nodiscard]] GlbBuilder::Json mesh_json(GlbBuilder& glb, std::span<const double> times,
                                             std::size_t material) const;
    /// Returns the node with the pose at `time` [s], for programs that do not play the animation.
    [[nodiscard]] GlbBuilder::Json node_json(std::size_t mesh, double time) const;
    /// Adds the channels and samplers of `node` to an animation. `input` is the accessor of `times`; sampler 0 must
    /// hold the weights of the morph targets.
    void animate(GlbBuilder& glb, GlbBuilder::Json& animation, std::span<const double> times, int input,
                 std::size_t node) const;

private:
    [[nodiscard]] GltfShape shape_at(double time) const;

    const ObstacleDescription* obstacle_;
    double half_width_;
    double start_;
    SplitMesh split_;
    struct Corner {
        std::size_t face = 0, corner = 0;
    };
    std::vector<Corner> corner_of_;  // per vertex of the split mesh, its first corner
};

}  // namespace tulle
