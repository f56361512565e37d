#pragma once
// An obstacle in a glTF file: a mesh, with morph targets when it changes its shape, and a node that moves when the
// whole does.

#include "output/export_mesh.hpp"
#include "output/gltf_shape.hpp"

#include <tulle/description.hpp>

#include <span>

namespace tulle {

class GltfObstacle {
public:
    /// As it is at `time` [s]; `half_width` [m] is that of planes. The description must outlive it.
    GltfObstacle(const ObstacleDescription& obstacle, double half_width, double time);

    /// Of each morph target.
    [[nodiscard]] std::size_t target_bytes() const;

    /// With targets for all `times` [s] but the first, which must be its own; none where there is only that.
    [[nodiscard]] GlbBuilder::Json mesh_json(GlbBuilder& glb, std::span<const double> times,
                                             std::size_t material) const;
    /// `time` [s] is what a program shows that plays no animation.
    [[nodiscard]] GlbBuilder::Json node_json(std::size_t mesh, double time) const;
    /// Adds to an animation what moves `node`. `input` is the accessor of `times`; sampler 0 has weights of targets.
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
    std::vector<Corner> corner_of_;  // per vertex of the split mesh, the first that has it
};

}  // namespace tulle
