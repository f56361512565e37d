#pragma once
// Scalar fields per particle (speed, stretch, bending curvature, shear angle, height) by which pictures are coloured.

#include "mesh/cloth_mesh.hpp"
#include "mesh/intact_faces.hpp"
#include "mesh/topology.hpp"

#include <span>
#include <string_view>
#include <vector>

namespace tulle {

struct FieldInfo {
    std::string_view name;
    std::string_view unit;         // "1" for a ratio
    std::string_view description;  // half a sentence for the reader
    bool is_place = false;         // the value is a coordinate, not an amount: zero has no special meaning
};

class ParticleFields {
public:
    /// Particles of all cloths one after the other, numbered as in a simulation.
    explicit ParticleFields(std::span<const ClothMesh> cloths);

    [[nodiscard]] static std::span<const FieldInfo> list();
    /// Computes list()[field], one value per particle. Torn faces, and springs and hinges on them, are left out.
    void compute(std::size_t field, std::span<const Vec3> x, std::span<const Vec3> v, std::span<double> values,
                 const IntactFaces& intact = {}) const;

private:
    void stretch(std::span<const Vec3> x, std::span<double> values, const IntactFaces& intact) const;
    void bending(std::span<const Vec3> x, std::span<double> values, const IntactFaces& intact) const;
    void shear(std::span<const Vec3> x, std::span<double> values, const IntactFaces& intact) const;

    /// A face and the inverse of its sides at rest: [x_1 - x_0, x_2 - x_0] times `inverse` [1/m] is the deformation
    /// gradient F.
    struct RestFace {
        Face corners;
        Eigen::Matrix2d inverse;
    };

    std::vector<Spring> structural_;
    std::vector<Hinge> hinges_;
    std::vector<RestFace> faces_;
};

}  // namespace tulle
