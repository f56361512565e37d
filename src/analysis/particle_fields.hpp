#pragma once
// Scalar fields per particle (speed, stretch, bending curvature, shear angle, height, tension) by which pictures are
// coloured.

#include "analysis/cloth_tension.hpp"
#include "analysis/rest_faces.hpp"
#include "mesh/cloth_mesh.hpp"
#include "mesh/intact_faces.hpp"
#include "mesh/topology.hpp"

#include <tulle/report.hpp>

#include <optional>
#include <span>
#include <vector>

namespace tulle {

class ParticleFields {
public:
    /// Particles of all cloths one after the other, numbered as in a simulation.
    explicit ParticleFields(std::span<const ClothMesh> cloths);

    [[nodiscard]] static std::span<const FieldDescription> list();
    /// Gives the forces that `tension` is computed from; they must outlive this object. `cloths` are those of the
    /// constructor.
    void set_forces(std::span<const ClothMesh> cloths, const SheetForces& forces);
    [[nodiscard]] bool has_forces() const { return tension_.has_value(); }
    /// Computes list()[field], one value per particle. Torn faces, and springs and hinges on them, are left out.
    /// A field that needs forces requires set_forces before.
    void compute(std::size_t field, std::span<const Vec3> x, std::span<const Vec3> v, std::span<double> values,
                 const IntactFaces& intact = {}) const;

private:
    void stretch(std::span<const Vec3> x, std::span<double> values, const IntactFaces& intact) const;
    void bending(std::span<const Vec3> x, std::span<double> values, const IntactFaces& intact) const;
    void shear(std::span<const Vec3> x, std::span<double> values, const IntactFaces& intact) const;

    std::vector<Spring> structural_;
    std::vector<Hinge> hinges_;
    std::vector<RestFace> faces_;
    std::optional<ClothTension> tension_;  // after set_forces
};

}  // namespace tulle
