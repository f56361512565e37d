#include "forces/fabrics.hpp"

namespace tulle {

void Fabrics::add(const ClothDescription& cloth, const ClothMesh& mesh, std::span<const Vec3> x, int first_particle)
{
    if (std::holds_alternative<GridDescription>(cloth.shape)) {
        grid_.add(cloth, x, first_particle);
    } else {
        mesh_.add(cloth, mesh, x, first_particle);
    }
}

FabricEnergies Fabrics::energies(std::span<const Vec3> x)
{
    return {grid_.tension.energy(x) + mesh_.tension.energy(x), grid_.shear.energy(x) + mesh_.shear.energy(x),
            grid_.bending.energy(x) + grid_.twist.energy(x) + mesh_.bending.energy(x) + mesh_.wide_bending.energy(x) +
                mesh_.creases.energy(x)};
}

double Fabrics::energy(std::span<const Vec3> x)
{
    const FabricEnergies e = energies(x);
    return e.tension + e.shear + e.bending;
}

void Fabrics::add_force(std::span<const Vec3> x, std::span<const Vec3> v, std::span<Vec3> f)
{
    each(*this, [&](auto& elements) { elements.add_force(x, v, f); });
}

void Fabrics::add_couplings(std::vector<std::pair<int, int>>& couplings) const
{
    each(*this, [&](auto& elements) { elements.add_couplings(couplings); });
}

void Fabrics::bind(const SparsityPattern& pattern)
{
    each(*this, [&](auto& elements) { elements.bind(pattern); });
}

void Fabrics::add_jacobian(std::span<const Vec3> x, std::span<const Vec3>, JacobianTreatment treatment, double scale_x,
                           double scale_v, Csr<Mat3>& A)
{
    each(*this, [&](auto& elements) { elements.add_jacobian(x, treatment, scale_x, scale_v, A); });
}

void Fabrics::add_stiff_linear(double scale_x, double scale_v, Csr<double>& A)
{
    each(*this, [&](auto& elements) { elements.add_stiff_linear(scale_x, scale_v, A); });
}

void Fabrics::begin_step(std::span<const Vec3> x)
{
    each(*this, [&](auto& elements) { elements.begin_step(x); });
}

void Fabrics::save(ArchiveWriter& out) const
{
    each(*this, [&](auto& elements) { elements.save(out); });
}

void Fabrics::restore(ArchiveReader& in)
{
    each(*this, [&](auto& elements) { elements.restore(in); });
}

}  // namespace tulle
