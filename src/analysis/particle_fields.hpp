#pragma once
// Numbers per particle that show what a cloth goes through: what pictures are coloured by.

#include "mesh/cloth_mesh.hpp"
#include "mesh/topology.hpp"

#include <span>
#include <string_view>
#include <vector>

namespace tulle {

struct FieldInfo {
    std::string_view name;
    std::string_view unit;         // "1" for a ratio
    std::string_view description;  // half a sentence for people
};

class ParticleFields {
public:
    /// The cloths' particles one after the other, as in a simulation.
    explicit ParticleFields(std::span<const ClothMesh> cloths);

    [[nodiscard]] static std::span<const FieldInfo> list();
    /// Values of list()[field], one per particle.
    void compute(std::size_t field, std::span<const Vec3> x, std::span<const Vec3> v, std::span<double> values) const;

private:
    void stretch(std::span<const Vec3> x, std::span<double> values) const;
    void bending(std::span<const Vec3> x, std::span<double> values) const;

    std::vector<Spring> structural_;
    std::vector<Hinge> hinges_;
};

}  // namespace tulle
