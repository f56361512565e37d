#include "forces/force_field.hpp"

#include "core/stage_clock.hpp"

#include <algorithm>

namespace tulle {

ForceField::Term::Term(std::unique_ptr<Force> given)
    : force(std::move(given)),
      stiff(dynamic_cast<StiffLinearForce*>(force.get())),
      barrier(dynamic_cast<Barrier*>(force.get())),
      history(dynamic_cast<HistoryForce*>(force.get())),
      lagged(dynamic_cast<LaggedForce*>(force.get()))
{}

ForceField::ForceField(std::size_t particles, std::size_t unknowns, std::vector<std::unique_ptr<Force>> forces)
    : particles_(particles)
{
    terms_.reserve(forces.size());
    for (auto& force : forces) terms_.emplace_back(std::move(force));
    std::vector<std::pair<int, int>> couplings;
    bool is_of_springs = true;
    for (const Term& term : terms_) {
        const std::size_t before = couplings.size();
        term.force->add_couplings(couplings);
        is_of_springs = is_of_springs && (couplings.size() == before || term.force->is_of_springs());
    }
    pattern_ = std::make_shared<const SparsityPattern>(make_pattern(unknowns, couplings, is_of_springs));
    for (const Term& term : terms_) term.force->bind(*pattern_);
}

double ForceField::energy(std::span<const Vec3> x)
{
    double sum = 0;
    for (const Term& term : terms_) sum += term.force->energy(x);
    return sum;
}

void ForceField::force(std::span<const Vec3> x, std::span<const Vec3> v, std::span<Vec3> f)
{
    parallel_for(f.size(), [&](std::size_t i) { f[i].setZero(); });
    for (const Term& term : terms_) term.force->add_force(x, v, f);
}

void ForceField::loose_force(std::span<const Vec3> x, std::span<const Vec3> v, std::span<Vec3> f)
{
    parallel_for(f.size(), [&](std::size_t i) { f[i].setZero(); });
    for (const Term& term : terms_)
        if (term.stiff == nullptr) term.force->add_force(x, v, f);
}

void ForceField::force_without_barriers(std::span<const Vec3> x, std::span<const Vec3> v, std::span<Vec3> f)
{
    parallel_for(f.size(), [&](std::size_t i) { f[i].setZero(); });
    for (const Term& term : terms_)
        if (!term.has_barrier()) term.force->add_force(x, v, f);
}

double ForceField::balanced_force(std::span<const Vec3> x)
{
    double sum = 0;
    for (const Term& term : terms_) sum += term.force->balanced_force(x);
    return sum;
}

void ForceField::add_jacobian(std::span<const Vec3> x, std::span<const Vec3> v, JacobianTreatment treatment,
                              double scale_x, double scale_v, Csr<Mat3>& A)
{
    for (const Term& term : terms_) term.force->add_jacobian(x, v, treatment, scale_x, scale_v, A);
}

void ForceField::set_jacobian(std::span<const Vec3> x, std::span<const Vec3> v, JacobianTreatment treatment,
                              double scale_x, double scale_v, Csr<Mat3>& A)
{
    // A force that can overwrite the matrix goes first, and all other forces add to the result.
    const Force* first = nullptr;
    for (const Term& term : terms_) {
        if (!term.force->set_jacobian(x, v, treatment, scale_x, scale_v, A)) continue;
        first = term.force.get();
        break;
    }
    if (first == nullptr) A.set_zero();
    for (const Term& term : terms_)
        if (term.force.get() != first) term.force->add_jacobian(x, v, treatment, scale_x, scale_v, A);
}

void ForceField::add_contact_hessian(std::span<const Vec3> x, std::span<const Vec3> v, double scale_x, double scale_v,
                                     std::vector<StencilBlock>& blocks)
{
    for (const Term& term : terms_) term.force->add_contact_hessian(x, v, scale_x, scale_v, blocks);
}

void ForceField::add_barrier_hessian(std::span<const Vec3> x, std::span<const Vec3> v, double scale_x, double scale_v,
                                     std::vector<StencilBlock>& blocks)
{
    for (const Term& term : terms_)
        if (term.has_barrier()) term.force->add_contact_hessian(x, v, scale_x, scale_v, blocks);
}

bool ForceField::has_barrier() const { return std::ranges::any_of(terms_, &Term::has_barrier); }

double ForceField::barrier_energy(std::span<const Vec3> x)
{
    double sum = 0;
    for (const Term& term : terms_)
        if (term.has_barrier()) sum += term.force->energy(x);
    return sum;
}

void ForceField::limit_motion(std::span<const Vec3> from, std::span<Vec3> to)
{
    for (const Term& term : terms_)
        if (term.barrier != nullptr) term.barrier->limit_motion(from, to);
    limit_relative_motion(from, to);
}

void ForceField::limit_relative_motion(std::span<const Vec3> from, std::span<Vec3> to)
{
    if (std::ranges::count_if(terms_, &Term::bounds_relative_motion) < 2) return;
    // A motion that one barrier has shortened may collide at another barrier. So all barriers are called again until
    // none shortens the motion.
    constexpr int most_passes = 8;
    for (int pass = 0; pass < most_passes; ++pass) {
        limited_.assign(to.begin(), to.end());
        for (const Term& term : terms_)
            if (term.bounds_relative_motion()) term.barrier->limit_motion(from, to);
        if (std::ranges::equal(limited_, to)) return;
    }
    std::copy(from.begin(), from.end(), to.begin());
}

void ForceField::enter_step(std::span<const Vec3> x, std::span<Vec3> to)
{
    for (const Term& term : terms_)
        if (term.barrier != nullptr) term.barrier->enter_step(x, to);
    limit_relative_motion(x, to);
}

double ForceField::max_collision_free_step(std::span<const Vec3> from, std::span<const Vec3> to)
{
    double part = 1;
    for (const Term& term : terms_)
        if (term.barrier != nullptr) part = std::min(part, term.barrier->max_collision_free_step(from, to));
    return part;
}

bool ForceField::stiff_part_changes() const
{
    return std::ranges::any_of(
        terms_, [](const Term& term) { return term.stiff != nullptr && term.stiff->stiff_part_changes(); });
}

bool ForceField::exceeds_stiff_part() const
{
    return std::ranges::any_of(terms_, [](const Term& term) { return term.force->exceeds_stiff_part(); });
}

bool ForceField::update_stiff_part(std::span<const Vec3> x)
{
    bool changed = false;
    for (const Term& term : terms_)
        if (term.stiff != nullptr) changed = term.stiff->update_stiff_part(x) || changed;
    return changed;
}

void ForceField::add_stiff_linear(double scale_x, double scale_v, Csr<double>& A)
{
    for (const Term& term : terms_)
        if (term.stiff != nullptr) term.stiff->add_stiff_linear(scale_x, scale_v, A);
}

bool ForceField::has_history() const
{
    return std::ranges::any_of(terms_,
                               [](const Term& term) { return term.history != nullptr && term.history->has_history(); });
}

void ForceField::set_time(double time)
{
    time_ = time;
    for (const Term& term : terms_) term.force->set_time(time);
}

void ForceField::begin_step(std::span<const Vec3> x, double middle)
{
    const StageTimer timer(history_seconds_);
    set_time(middle);
    for (const Term& term : terms_) term.force->begin_step(x);
}

void ForceField::set_rate_step(double h)
{
    for (const Term& term : terms_)
        if (term.history != nullptr) term.history->set_rate_step(h);
}

bool ForceField::begin_iteration()
{
    bool predicts = false;
    for (const Term& term : terms_)
        if (term.history != nullptr) predicts = term.history->begin_iteration() || predicts;
    return predicts;
}

void ForceField::predict_lagged(std::span<const Vec3> v)
{
    for (const Term& term : terms_)
        if (term.lagged != nullptr) term.lagged->predict_lagged(v);
}

bool ForceField::update_lagged(std::span<const Vec3> x)
{
    bool changed = false;
    for (const Term& term : terms_)
        if (term.lagged != nullptr) changed = term.lagged->update_lagged(x) || changed;
    return changed;
}

double ForceField::elastic_energy(std::span<const Vec3> x)
{
    double sum = 0;
    for (const Term& term : terms_)
        if (term.stiff != nullptr) sum += term.force->energy(x);
    return sum;
}

void ForceField::add_measurements(std::span<const Vec3> x, Measurements& measurements)
{
    for (const Term& term : terms_) term.force->add_measurements(x, measurements);
}

void ForceField::list_contacts(std::span<const Vec3> x, std::vector<ContactPoint>& contacts)
{
    for (const Term& term : terms_)
        if (term.barrier != nullptr) term.barrier->list_contacts(x, contacts);
}

void ForceField::save(ArchiveWriter& out) const
{
    out.value(time_);
    for (const Term& term : terms_) term.force->save(out);
}

void ForceField::restore(ArchiveReader& in)
{
    double time = 0;
    in.value(time);
    set_time(time);
    for (const Term& term : terms_) term.force->restore(in);
}

}  // namespace tulle
