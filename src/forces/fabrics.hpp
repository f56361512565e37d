#pragma once
// All measured fabrics of a simulation, on grids and on triangle meshes, with hysteresis and tearing
// (docs/theory/fabric.md).

#include "forces/force.hpp"
#include "forces/history_force.hpp"
#include "forces/stiff_linear_force.hpp"
#include "forces/tears.hpp"
#include "forces/woven_grid.hpp"
#include "forces/woven_mesh.hpp"
#include "linear/lower_from_upper.hpp"
#include "mesh/intact_faces.hpp"

#include <utility>

namespace tulle {

/// Stored energies [J], without the energy that hysteresis has dissipated.
struct FabricEnergies {
    double tension = 0, shear = 0, bending = 0;
};

class Fabrics final : public Force, public StiffLinearForce, public HistoryForce {
public:
    /// Adds the elements of a cloth whose particles count from `first_particle`. The elements are at rest in x, which
    /// has the positions of all particles.
    void add(const ClothDescription& cloth, const ClothMesh& mesh, std::span<const Vec3> x, int first_particle);

    [[nodiscard]] bool empty() const { return grid_.tension.size() + mesh_.tension.size() == 0; }
    [[nodiscard]] const WovenGrid& grid() const { return grid_; }
    [[nodiscard]] const WovenMesh& mesh() const { return mesh_; }
    [[nodiscard]] FabricEnergies energies(std::span<const Vec3> x);
    /// Returns the largest tension [N/m] of all threads at the last begin_step.
    [[nodiscard]] double largest_tension() const;

    /// Enables tearing: from now on threads that are pulled beyond their strength tear. Must be called after all cloths
    /// with fabrics were added, in the order of `meshes`, which has the meshes of all cloths. Tears are decided at
    /// begin_step, so a step that is undone leaves no trace. Returns whether any thread can tear. If threads can tear,
    /// `intact` is set up and kept up to date; `intact` must outlive the force.
    bool let_tear(std::span<const ClothMesh> meshes, IntactFaces& intact);
    /// Returns the energy [J] that was stored in torn elements.
    [[nodiscard]] double torn_energy() const { return torn_energy_; }

    [[nodiscard]] std::string_view name() const override { return "fabrics"; }
    [[nodiscard]] double energy(std::span<const Vec3> x) override;
    void add_force(std::span<const Vec3> x, std::span<const Vec3> v, std::span<Vec3> f) override;
    void add_couplings(std::vector<std::pair<int, int>>& couplings) const override;
    void bind(const SparsityPattern& pattern) override;
    void add_jacobian(std::span<const Vec3> x, std::span<const Vec3> v, JacobianTreatment treatment, double scale_x,
                      double scale_v, Csr<Mat3>& A) override;
    /// The stiff part changes only by tears, which are so rare that stiff_part_changes ignores them.
    [[nodiscard]] bool update_stiff_part(std::span<const Vec3> /*x*/) override
    {
        return std::exchange(stiff_part_tore_, false);
    }
    void add_stiff_linear(double scale_x, double scale_v, Csr<double>& A) override;

    [[nodiscard]] bool has_history() const override { return !empty(); }
    void begin_step(std::span<const Vec3> x) override;
    void set_rate_step(double h) override;
    bool begin_iteration() override;
    void add_measurements(std::span<const Vec3> x, Measurements& measurements) override;
    void save(ArchiveWriter& out) const override;
    void restore(ArchiveReader& in) override;

private:
    static void each_of_grid(auto& grid, const auto& act)
    {
        act(grid.tension);
        act(grid.shear);
        act(grid.bending);
        act(grid.twist);
    }
    static void each_of_mesh(auto& mesh, const auto& act)
    {
        act(mesh.tension);
        act(mesh.shear);
        act(mesh.bending);
        act(mesh.wide_bending);
        act(mesh.creases);
    }
    static void each(auto& self, const auto& act)
    {
        each_of_grid(self.grid_, act);
        each_of_mesh(self.mesh_, act);
    }

    /// Removes elements with torn threads. Returns the energy [J] that was stored in the removed elements.
    double drop_torn();

    WovenGrid grid_;
    WovenMesh mesh_;
    LowerFromUpper lower_;
    IntactFaces* intact_ = nullptr;  // null: nothing can tear
    Tears grid_tears_, mesh_tears_;  // their threads are the elements of tension
    double torn_energy_ = 0;         // J
    bool stiff_part_tore_ = false;   // whether anything tore since the last update_stiff_part
};

}  // namespace tulle
