#include "forces/fabrics.hpp"

#include <algorithm>
#include <cmath>

namespace tulle {
namespace {

/// Returns the tears of fabrics, with the elements of tension as threads; no threads if no fabric has a strength.
template <class Woven>
Tears tears_of(const Woven& woven, std::span<const ClothMesh> meshes, const IntactFaces& intact)
{
    if (std::none_of(woven.strengths.begin(), woven.strengths.end(), [](double s) { return std::isfinite(s); }))
        return {};
    std::vector<Tears::Thread> threads;
    int cloth = 0, past_cloth = static_cast<int>(meshes[0].positions.size());
    for (const auto& element : woven.tension.elements()) {
        Tears::Thread thread;
        for (std::size_t k = 0; k < 3; ++k)
            thread.particles[k] = element.particles[std::min(k, element.particles.size() - 1)];
        while (thread.particles[0] >= past_cloth) past_cloth += static_cast<int>(meshes[++cloth].positions.size());
        thread.cloth = cloth;
        threads.push_back(thread);
    }
    return {std::move(threads), intact};
}

template <class Woven>
bool tear_where_overloaded(const Woven& woven, Tears& tears, IntactFaces& intact)
{
    if (tears.size() == 0) return false;
    const std::span<double> overloads = tears.overloads();
    parallel_for(tears.size(), [&](std::size_t t) {
        const double strength = woven.strengths[woven.tension.elements()[t].loop];
        overloads[t] = tears.is_gone(t) ? 0 : woven.tension.load(t) / strength;
    });
    return tears.tear(intact);
}

template <class Elements>
double largest_load(const Elements& elements)
{
    double largest = 0;
    for (std::size_t k = 0; k < elements.size(); ++k)
        if (!elements.is_gone(k)) largest = std::max(largest, elements.load(k));
    return largest;
}

}  // namespace

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

void Fabrics::add_measurements(std::span<const Vec3> x, Measurements& measurements)
{
    const FabricEnergies e = energies(x);
    measurements.energies.stretch += e.tension;
    measurements.energies.shear += e.shear;
    measurements.energies.bending += e.bending;
    measurements.largest_tension = largest_tension();
    measurements.torn_energy = torn_energy_;
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
    lower_.bind(pattern);
}

void Fabrics::add_jacobian(std::span<const Vec3> x, std::span<const Vec3> v, JacobianTreatment treatment,
                           double scale_x, double scale_v, Csr<Mat3>& A)
{
    each(*this, [&](auto& elements) { elements.add_upper_jacobian(x, v, treatment, scale_x, scale_v, A); });
    lower_.complete(A);
}

void Fabrics::set_rate_step(double h)
{
    each(*this, [&](auto& elements) { elements.set_rate_step(h); });
}

bool Fabrics::begin_iteration()
{
    each(*this, [&](auto& elements) { elements.begin_iteration(); });
    return !empty();
}

void Fabrics::add_stiff_linear(double scale_x, double scale_v, Csr<double>& A)
{
    each(*this, [&](auto& elements) { elements.add_stiff_linear(scale_x, scale_v, A); });
}

double Fabrics::largest_tension() const { return std::max(largest_load(grid_.tension), largest_load(mesh_.tension)); }

bool Fabrics::let_tear(std::span<const ClothMesh> meshes, IntactFaces& intact)
{
    const auto can_tear = [](const std::vector<double>& strengths) {
        return std::any_of(strengths.begin(), strengths.end(), [](double s) { return std::isfinite(s); });
    };
    if (!can_tear(grid_.strengths) && !can_tear(mesh_.strengths)) return false;
    intact = IntactFaces(meshes);
    intact_ = &intact;
    grid_tears_ = tears_of(grid_, meshes, intact);
    mesh_tears_ = tears_of(mesh_, meshes, intact);
    return true;
}

void Fabrics::begin_step(std::span<const Vec3> x)
{
    // A repeated step starts at the positions of the last begin_step, and tears at these positions are done already.
    const bool moved = intact_ != nullptr && (grid_.tension.has_moved(x) || mesh_.tension.has_moved(x));
    each(*this, [&](auto& elements) { elements.begin_step(x); });
    if (!moved) return;
    const bool grid_tears = tear_where_overloaded(grid_, grid_tears_, *intact_);
    const bool mesh_tears = tear_where_overloaded(mesh_, mesh_tears_, *intact_);
    if (grid_tears || mesh_tears) torn_energy_ += drop_torn();
}

double Fabrics::drop_torn()
{
    double released = 0;
    const auto drop = [&](auto& elements, const Tears& tears) {
        if (tears.size() > 0)
            released += elements.keep_where([&](std::span<const int> particles) {
                // Elements with six or more particles measure curvature. At borders their vertices may be far apart.
                return tears.hold(particles) && (particles.size() < 6 || intact_->are_as_near_as_ever(particles));
            });
    };
    each_of_grid(grid_, [&](auto& elements) { drop(elements, grid_tears_); });
    each_of_mesh(mesh_, [&](auto& elements) { drop(elements, mesh_tears_); });
    stiff_part_tore_ = true;
    return released;
}

void Fabrics::save(ArchiveWriter& out) const
{
    each(*this, [&](auto& elements) { elements.save(out); });
    if (intact_ == nullptr) return;
    out.array(intact_->all());
    out.value(torn_energy_);
}

void Fabrics::restore(ArchiveReader& in)
{
    each(*this, [&](auto& elements) { elements.restore(in); });
    if (intact_ == nullptr) return;
    std::vector<unsigned char> intact(intact_->all().size());
    in.array(std::span<unsigned char>(intact));
    in.value(torn_energy_);
    intact_->set(intact);
    for (Tears* tears : {&grid_tears_, &mesh_tears_})
        if (tears->size() > 0) tears->follow(*intact_);
    drop_torn();
}

}  // namespace tulle
