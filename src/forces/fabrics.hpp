#pragma once
// All measured fabrics of a simulation, on grids and on triangle meshes.

#include "forces/woven_grid.hpp"
#include "forces/woven_mesh.hpp"

namespace tulle {

/// J, of what is stored; what was lost in loops is gone.
struct FabricEnergies {
    double tension = 0, shear = 0, bending = 0;
};

class Fabrics final : public Force {
public:
    /// Adds the elements of a cloth whose particles count from `first_particle` and lie at rest in x, with all others.
    void add(const ClothDescription& cloth, const ClothMesh& mesh, std::span<const Vec3> x, int first_particle);

    [[nodiscard]] bool empty() const { return grid_.tension.size() + mesh_.tension.size() == 0; }
    [[nodiscard]] const WovenGrid& grid() const { return grid_; }
    [[nodiscard]] const WovenMesh& mesh() const { return mesh_; }
    [[nodiscard]] FabricEnergies energies(std::span<const Vec3> x);

    [[nodiscard]] std::string_view name() const override { return "fabrics"; }
    [[nodiscard]] double energy(std::span<const Vec3> x) override;
    void add_force(std::span<const Vec3> x, std::span<const Vec3> v, std::span<Vec3> f) override;
    void add_couplings(std::vector<std::pair<int, int>>& couplings) const override;
    void bind(const SparsityPattern& pattern) override;
    void add_jacobian(std::span<const Vec3> x, std::span<const Vec3> v, JacobianTreatment treatment, double scale_x,
                      double scale_v, Csr<Mat3>& A) override;
    void add_stiff_linear(double scale_x, double scale_v, Csr<double>& A) override;

    [[nodiscard]] bool has_history() const override { return !empty(); }
    void begin_step(std::span<const Vec3> x) override;
    void save(ArchiveWriter& out) const override;
    void restore(ArchiveReader& in) override;

private:
    static void each(auto& self, const auto& act)
    {
        act(self.grid_.tension);
        act(self.grid_.shear);
        act(self.grid_.bending);
        act(self.grid_.twist);
        act(self.mesh_.tension);
        act(self.mesh_.shear);
        act(self.mesh_.bending);
        act(self.mesh_.wide_bending);
        act(self.mesh_.creases);
    }

    WovenGrid grid_;
    WovenMesh mesh_;
};

}  // namespace tulle
