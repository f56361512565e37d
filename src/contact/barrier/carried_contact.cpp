#include "contact/barrier/carried_contact.hpp"

#include "core/parallel.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace tulle {

CarriedContact::CarriedContact(std::unique_ptr<ClothContact> contact)
    : contact_(std::move(contact)), bodies_(contact_->surface().bodies())
{
    body_of_.assign(contact_->surface().start().size(), -1);
    for (std::size_t b = 0; b < bodies_.size(); ++b)
        std::fill_n(body_of_.begin() + bodies_[b].first, bodies_[b].weights.size(), static_cast<int>(b));
}

std::span<Vec3> CarriedContact::placed(std::span<const Vec3> x, std::vector<Vec3>& copy) const
{
    copy.assign(x.begin(), x.end());
    for (const CarriedVertices& body : bodies_) body.place(copy);
    return copy;
}

void CarriedContact::put_back(std::span<const Vec3> ends, std::span<Vec3> to) const
{
    parallel_for(to.size(), [&](std::size_t i) {
        if (body_of_[i] < 0) to[i] = ends[i];
    });
}

double CarriedContact::energy(std::span<const Vec3> x) { return contact_->energy(placed(x, from_)); }

void CarriedContact::find_forces(std::span<const Vec3> x, std::span<const Vec3> v)
{
    force_.assign(x.size(), Vec3::Zero());
    contact_->add_force(placed(x, from_), v, force_);
}

double CarriedContact::balanced_force(std::span<const Vec3> x)
{
    find_forces(x, x);
    double squares = 0;
    for (const CarriedVertices& body : bodies_)
        for (std::size_t k = 0; k < body.weights.size(); ++k) squares += force_[body.first + k].squaredNorm();
    return std::sqrt(squares);
}

void CarriedContact::add_force(std::span<const Vec3> x, std::span<const Vec3> v, std::span<Vec3> f)
{
    find_forces(x, v);
    for (const CarriedVertices& body : bodies_) body.gather(force_);
    parallel_for(f.size(), [&](std::size_t i) { f[i] += force_[i]; });
}

void CarriedContact::add_couplings(std::vector<std::pair<int, int>>& couplings) const
{
    const ContactSurface& surface = contact_->surface();
    for (const int vertex : surface.vertices()) {
        if (surface.is_obstacle(vertex)) continue;
        for (const CarriedVertices& body : bodies_)
            for (int j = 0; j < 4; ++j) couplings.emplace_back(vertex, body.frame + j);
    }
    for (const auto& [i, j] : surface.edges())
        if (!surface.is_obstacle(i)) couplings.emplace_back(i, j);
    for (const CarriedVertices& body : bodies_)
        for (int j = 0; j < 4; ++j)
            for (int i = 0; i < j; ++i) couplings.emplace_back(body.frame + i, body.frame + j);
}

bool CarriedContact::has_body(const StencilBlock& block) const
{
    return std::ranges::any_of(block.particles, [&](int p) { return body_of_[p] >= 0; });
}

WeightedSum CarriedContact::sum_of(const StencilBlock& block) const
{
    WeightedSum sum;
    std::array<double, 4> of_frame{};
    int frame = 0;
    for (std::size_t k = 0; k < 4; ++k) {
        const int particle = block.particles[k];
        if (body_of_[particle] < 0) {
            sum.add(particle, block.weights[k]);
            continue;
        }
        const CarriedVertices& body = bodies_[body_of_[particle]];
        frame = body.frame;
        for (std::size_t j = 0; j < 4; ++j) of_frame[j] += block.weights[k] * body.weights[particle - body.first][j];
    }
    for (std::size_t j = 0; j < 4; ++j) sum.add(frame + static_cast<int>(j), of_frame[j]);
    return sum;
}

void CarriedContact::find_blocks(std::span<const Vec3> x, std::span<const Vec3> v, double scale_x, double scale_v)
{
    blocks_.clear();
    contact_->add_contact_hessian(placed(x, from_), v, scale_x, scale_v, blocks_);
}

void CarriedContact::add_jacobian(std::span<const Vec3> x, std::span<const Vec3> v, JacobianTreatment, double scale_x,
                                  double scale_v, Csr<Mat3>& A)
{
    find_blocks(x, v, scale_x, scale_v);
    for (const StencilBlock& block : blocks_)
        if (has_body(block)) sum_of(block).add_block(block.block, *pattern_, A);
}

void CarriedContact::add_contact_hessian(std::span<const Vec3> x, std::span<const Vec3> v, double scale_x,
                                         double scale_v, std::vector<StencilBlock>& blocks)
{
    find_blocks(x, v, scale_x, scale_v);
    std::ranges::copy_if(blocks_, std::back_inserter(blocks),
                         [&](const StencilBlock& block) { return !has_body(block); });
}

double CarriedContact::max_collision_free_step(std::span<const Vec3> from, std::span<const Vec3> to)
{
    return contact_->max_collision_free_step(placed(from, from_), placed(to, to_));
}

void CarriedContact::limit_motion(std::span<const Vec3> from, std::span<Vec3> to)
{
    const std::span<Vec3> ends = placed(to, to_);
    contact_->limit_motion(placed(from, from_), ends);
    put_back(ends, to);
}

void CarriedContact::enter_step(std::span<const Vec3> x, std::span<Vec3> to)
{
    const std::span<Vec3> ends = placed(to, to_);
    contact_->enter_step(placed(x, from_), ends);
    put_back(ends, to);
}

}  // namespace tulle
