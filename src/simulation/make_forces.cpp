// Makes the forces of a scene: gravity, external forces, springs, fabrics, membranes, solids, air and water.

#include "simulation/make_forces.hpp"

#include "forces/gravity.hpp"
#include "forces/water.hpp"
#include "forces/woven_mesh.hpp"
#include "mesh/cloth_places.hpp"

#include <array>
#include <cmath>

namespace tulle {
namespace {

/// Returns springs that exert no force. In cloth that is not made of springs, they serve to measure stretch.
SpringSettings idle_springs()
{
    SpringSettings idle;
    idle.stretch_stiffness = idle.shear_stiffness = idle.bending_stiffness = 0;
    idle.stretch_damping = idle.shear_damping = idle.bending_damping = 0;
    return idle;
}

GroupedSprings springs_of(const BodyDescription& body, const ClothMesh& mesh)
{
    if (const auto* net = std::get_if<SpringNetDescription>(&body.kind)) return grouped(*net);
    // The springs of an elastic solid exert no force. They serve to measure stretch.
    if (std::holds_alternative<ElasticSolidDescription>(body.kind)) return idle_springs_of_body(mesh.springs.size());
    return {};
}

GroupedSprings springs_of(const ClothDescription& cloth, const ClothMesh& mesh)
{
    if (cloth.fabric || cloth.springs.model == SpringModel::membrane) return grouped(mesh.springs, idle_springs());
    if (cloth.springs.model == SpringModel::choi_ko) return choi_ko_springs(mesh, cloth.springs);
    return grouped(mesh.springs, cloth.springs);
}

/// Adds the patches on which air acts: whole cells of a grid, triangles of other meshes. The triangles of a grid would
/// distribute the wind unevenly, because the diagonals meet in every other particle.
void add_patches(const ClothMesh& mesh, int first, int first_face, std::vector<AirPatch>& patches,
                 std::vector<int>& patch_faces)
{
    // Patches are in the order of the faces. A grid has two faces in each cell.
    for (int f = 0; f<static_cast<int>(mesh.faces.size()); f += mesh.grid[0]> 0 ? 2 : 1)
        patch_faces.push_back(first_face + f);
    const auto [m, n] = mesh.grid;
    for (int b = 0; b + 1 < n; ++b) {
        for (int a = 0; a + 1 < m; ++a) {
            const int v = first + a + b * m;
            patches.push_back({v, v + 1, v + 1 + m, v + m});
        }
    }
    if (m > 0) return;
    for (const Face& face : mesh.faces)
        patches.push_back({face[0] + first, face[1] + first, face[2] + first, face[2] + first});
}

/// Returns c_w inside, at edges and at corners: the values of the fabric, else those of the scene's air.
std::array<double, 3> drag_coefficients(const ClothDescription& cloth, const AirDescription& air)
{
    if (cloth.fabric) return cloth.fabric->drag_coefficients;
    const double all = air.drag_coefficient;
    return air.drag_coefficients.value_or(std::array{all, all, all});
}

/// Counts the particles of cloths and bodies. Vertices of obstacles come after them and have no springs.
std::size_t count_particles(const std::vector<ClothMesh>& meshes)
{
    std::size_t count = 0;
    for (const ClothMesh& mesh : meshes) count += mesh.positions.size();
    return count;
}

/// Gathers the forces of each kind from all cloths, then from all bodies.
class ForceMaker {
public:
    ForceMaker(const SceneDescription& scene, const std::vector<ClothMesh>& meshes, const ParticleState& state)
        : scene_(scene),
          meshes_(meshes),
          state_(state),
          springs_(std::make_unique<Springs>(count_particles(meshes), scene.integrator.jacobian_damping))
    {}

    /// Adds all cloths, then all bodies, as the meshes are ordered.
    void add_all()
    {
        const std::size_t cloths = scene_.cloths.size();
        for (std::size_t c = 0; c < cloths; ++c) add(scene_.cloths[c], meshes_[c]);
        for (std::size_t b = 0; b < scene_.bodies.size(); ++b) add(scene_.bodies[b], meshes_[cloths + b]);
    }

    [[nodiscard]] MadeForces finish(IntactFaces& intact)
    {
        MadeForces made;
        made.all.push_back(std::make_unique<Gravity>(state_.mass, scene_.simulation.gravity));
        auto applied = std::make_unique<AppliedForce>(static_cast<std::size_t>(first_));
        made.applied = applied.get();
        made.all.push_back(std::move(applied));
        if (fabrics_->let_tear(meshes_, intact)) tearing_.intact = &intact;
        made.springs = springs_.get();
        made.all.push_back(std::move(springs_));
        if (!fabrics_->empty()) {
            made.fabrics = fabrics_.get();
            made.all.push_back(std::move(fabrics_));
        }
        if (membrane_->size() > 0) made.membrane = membrane_.get();
        if (membrane_->size() > 0) made.all.push_back(std::move(membrane_));
        if (hinges_->size() > 0) made.all.push_back(std::move(hinges_));
        if (tetrahedra_->size() > 0) made.all.push_back(std::move(tetrahedra_));
        // Air comes after the fabrics, because it follows their tears.
        if (scene_.air) {
            auto air = std::make_unique<Air>(drag_, std::move(patches_), *scene_.air, std::move(tearing_));
            made.air = air.get();
            made.all.push_back(std::move(air));
        }
        if (scene_.water && !wet_.empty()) made.all.push_back(std::make_unique<Water>(std::move(wet_), *scene_.water));
        return made;
    }

    [[nodiscard]] MadeSheetForces finish_sheets()
    {
        return {std::move(springs_), std::move(fabrics_), std::move(membrane_)};
    }

private:
    void add(const ClothDescription& cloth, const ClothMesh& mesh)
    {
        springs_->add(mesh.springs, first_, springs_of(cloth, mesh));
        if (cloth.fabric) fabrics_->add(cloth, mesh, state_.position, first_);
        if (!cloth.fabric && cloth.springs.model == SpringModel::membrane) add_membrane(cloth, mesh);
        if (scene_.air) add_air(cloth, mesh);
        go_on_after(mesh);
    }

    void add(const BodyDescription& body, const ClothMesh& mesh)
    {
        springs_->add(mesh.springs, first_, springs_of(body, mesh));
        std::visit([&](const auto& kind) { add_kind(kind); }, body.kind);
        // Air exerts no drag on bodies: it flows around bodies, not through them.
        if (scene_.air) drag_.insert(drag_.end(), mesh.positions.size(), 0.0);
        go_on_after(mesh);
    }

    void add_membrane(const ClothDescription& cloth, const ClothMesh& mesh)
    {
        const MembraneDescription& sheet = cloth.springs.membrane;
        if (sheet.weft_modulus || sheet.shear_modulus) {
            membrane_->add(state_.position, first_, mesh.faces, thread_directions(mesh, cloth.warp), sheet_of(sheet),
                           cloth.damping_time);
        } else {
            membrane_->add(state_.position, first_, mesh.faces, {sheet.modulus, sheet.poisson_ratio},
                           cloth.damping_time);
        }
        if (cloth.springs.bending_rigidity > 0)
            hinges_->add(state_.position, first_, mesh.faces, cloth.springs.bending_rigidity, cloth.damping_time);
    }

    void add_kind(const SpringNetDescription& net) { add_wet(net.faces); }
    void add_kind(const ElasticSolidDescription& solid)
    {
        add_wet(solid.faces);
        if (!solid.tetrahedra.empty())
            tetrahedra_->add(state_.position, first_, solid.tetrahedra,
                             {solid.elastic.young_modulus, solid.elastic.poisson_ratio}, solid.elastic.damping_time);
    }
    void add_kind(const RigidBodyDescription&) {}  // its forces are in make_bodies.cpp

    void add_wet(const std::vector<Face>& faces)
    {
        for (const Face& face : faces) wet_.push_back({face[0] + first_, face[1] + first_, face[2] + first_});
    }

    void go_on_after(const ClothMesh& mesh)
    {
        first_ += static_cast<int>(mesh.positions.size());
        first_face_ += static_cast<int>(mesh.faces.size());
    }

    void add_air(const ClothDescription& cloth, const ClothMesh& mesh)
    {
        add_patches(mesh, first_, first_face_, patches_, tearing_.first_face);
        const std::array<double, 3> by_place = drag_coefficients(cloth, *scene_.air);
        for (const ClothPlace place : cloth_places(mesh)) drag_.push_back(by_place[static_cast<std::size_t>(place)]);
    }

    const SceneDescription& scene_;
    const std::vector<ClothMesh>& meshes_;
    const ParticleState& state_;
    int first_ = 0, first_face_ = 0;  // of the current cloth or body
    std::unique_ptr<Springs> springs_;
    std::unique_ptr<Fabrics> fabrics_ = std::make_unique<Fabrics>();
    std::unique_ptr<StvkMembrane> membrane_ = std::make_unique<StvkMembrane>();
    std::unique_ptr<HingeBending> hinges_ = std::make_unique<HingeBending>();
    std::unique_ptr<StvkTetrahedra> tetrahedra_ = std::make_unique<StvkTetrahedra>();
    std::vector<AirPatch> patches_;
    TearingPatches tearing_;
    std::vector<double> drag_;  // coefficient of every particle
    std::vector<Face> wet_;
};

}  // namespace

OrthotropicMembrane sheet_of(const MembraneDescription& sheet)
{
    const double weft = sheet.weft_modulus.value_or(sheet.modulus);
    const double isotropic_shear = std::sqrt(sheet.modulus * weft) / (2 * (1 + sheet.poisson_ratio));
    return {sheet.modulus, weft, sheet.poisson_ratio, sheet.shear_modulus.value_or(isotropic_shear)};
}

MadeForces make_forces(const SceneDescription& scene, const std::vector<ClothMesh>& meshes, const ParticleState& state,
                       IntactFaces& intact)
{
    ForceMaker maker(scene, meshes, state);
    maker.add_all();
    return maker.finish(intact);
}

MadeSheetForces make_sheet_forces(const SceneDescription& scene, const std::vector<ClothMesh>& meshes)
{
    ParticleState rest;  // positions alone
    for (const ClothMesh& mesh : meshes)
        rest.position.insert(rest.position.end(), mesh.positions.begin(), mesh.positions.end());
    ForceMaker maker(scene, meshes, rest);
    maker.add_all();
    return maker.finish_sheets();
}

}  // namespace tulle
