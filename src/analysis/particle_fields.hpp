#pragma once
// Numbers per particle that show what a cloth goes through: what pictures are coloured by.

#include "mesh/cloth_mesh.hpp"
#include "mesh/standing_faces.hpp"
#include "mesh/topology.hpp"

#include <span>
#include <string_view>
#include <vector>

namespace tulle {

struct FieldInfo {
    std::string_view name;
    std::string_view unit;         // "1" for a ratio
    std::string_view description;  // half a sentence for people
    bool is_place = false;         // where something is rather than how much: zero is nothing special
};

class ParticleFields {
public:
    /// The cloths' particles one after the other, as in a simulation.
    explicit ParticleFields(std::span<const ClothMesh> cloths);

    [[nodiscard]] static std::span<const FieldInfo> list();
    /// Values of list()[field], one per particle. What is torn says nothing.
    void compute(std::size_t field, std::span<const Vec3> x, std::span<const Vec3> v, std::span<double> values,
                 const StandingFaces& standing = {}) const;

private:
    void stretch(std::span<const Vec3> x, std::span<double> values, const StandingFaces& standing) const;
    void bending(std::span<const Vec3> x, std::span<double> values, const StandingFaces& standing) const;
    void shear(std::span<const Vec3> x, std::span<double> values, const StandingFaces& standing) const;

    /// A face and how it lay at rest: [x_1 - x_0, x_2 - x_0] times `inverse` [1/m] is the deformation gradient.
    struct RestFace {
        Face corners;
        Eigen::Matrix2d inverse;
    };

    std::vector<Spring> structural_;
    std::vector<Hinge> hinges_;
    std::vector<RestFace> faces_;
};

}  // namespace tulle
