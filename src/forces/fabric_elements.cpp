#include "forces/fabric_elements.hpp"

#include "forces/fabric_measures.hpp"

#include <algorithm>
#include <cmath>

namespace tulle {

template <class Measure, class Stencil>
std::uint16_t FabricElements<Measure, Stencil>::add_loop(const MeasuredLoop& loop, double viscosity)
{
    loops_.emplace_back(loop);
    viscous_.push_back(viscosity * loops_.back().slope_at_zero());
    return static_cast<std::uint16_t>(loops_.size() - 1);
}

template <class Measure, class Stencil>
void FabricElements<Measure, Stencil>::add(const Element& element, std::span<const Vec3> x)
{
    elements_.push_back(element);
    history_.push_back({q(elements_.size() - 1, x), 0});
    stiff_.push_back(element.weight * element.scale * element.scale * Measure::stiff_part(vectors_of(element, x)));
}

template <class Measure, class Stencil>
void FabricElements<Measure, Stencil>::add_at_rest(Element element, std::span<const Vec3> x)
{
    element.rest = Measure::value(vectors_of(element, x));
    add(element, x);
}

template <class Measure, class Stencil>
auto FabricElements<Measure, Stencil>::vectors_of(const Element& element, std::span<const Vec3> x) -> Vectors
{
    return vectors_at<Measure>(element.stencil, [&](int place) { return x[element.particles[place]]; });
}

template <class Measure, class Stencil>
double FabricElements<Measure, Stencil>::q(std::size_t element, std::span<const Vec3> x) const
{
    const Element& it = elements_[element];
    return (Measure::value(vectors_of(it, x)) - it.rest) * it.scale;
}

template <class Measure, class Stencil>
void FabricElements<Measure, Stencil>::begin_step(std::span<const Vec3> x)
{
    parallel_for(elements_.size(), [&](std::size_t k) {
        if (!is_gone(k)) history_[k] = loop(k).advanced(q(k, x), history_[k]);
    });
}

template <class Measure, class Stencil>
bool FabricElements<Measure, Stencil>::has_moved(std::span<const Vec3> x) const
{
    for (std::size_t k = 0; k < elements_.size(); ++k)
        if (!is_gone(k) && q(k, x) != history_[k].at) return true;
    return false;
}

template <class Measure, class Stencil>
double FabricElements<Measure, Stencil>::keep_where(const std::function<bool(std::span<const int>)>& hold)
{
    gone_.resize(elements_.size(), 0);
    double released = 0;
    for (std::size_t k = 0; k < elements_.size(); ++k) {
        const bool goes = !hold(elements_[k].particles);
        if (goes && gone_[k] == 0) released += elements_[k].weight * loop(k).energy(history_[k].at, history_[k].offset);
        gone_[k] = goes ? 1 : 0;
    }
    if (!incidence_begin_.empty()) list_incidences();
    return released;
}

template <class Measure, class Stencil>
double FabricElements<Measure, Stencil>::energy(std::span<const Vec3> x)
{
    return sum_.sum(elements_.size(), 0.0, [&](std::size_t begin, std::size_t end) {
        double sum = 0;
        for (std::size_t k = begin; k < end; ++k) {
            if (is_gone(k)) continue;
            const LoopHistory now = loop(k).advanced(q(k, x), history_[k]);
            sum += elements_[k].weight * loop(k).energy(now.at, now.offset);
        }
        return sum;
    });
}

template <class Measure, class Stencil>
auto FabricElements<Measure, Stencil>::pulls(std::size_t element, std::span<const Vec3> x,
                                             std::span<const Vec3> v) const -> Vectors
{
    const Element& it = elements_[element];
    const auto d = Measure::gradient(vectors_of(it, x));
    double load = loop(element).respond((d.angle - it.rest) * it.scale, history_[element]).value;
    if (viscous_[it.loop] > 0) {
        const Vectors rates = vectors_of(it, v);
        double rate = 0;  // of the measure
        for (int e = 0; e < vectors_each; ++e) rate += d.gradient.template segment<3>(3 * e).dot(rates[e]);
        load += viscous_[it.loop] * it.scale * rate;
    }
    Vectors result;
    for (int e = 0; e < vectors_each; ++e)
        result[e] = (-it.weight * it.scale * load) * d.gradient.template segment<3>(3 * e);
    return result;
}

template <class Measure, class Stencil>
Vec3 FabricElements<Measure, Stencil>::force_on(int place, const Stencil& stencil, const Vectors& pulls)
{
    Vec3 sum = Vec3::Zero();
    for (int e = 0; e < vectors_each; ++e)
        if (const double c = stencil.coefficient(e, place); c != 0) sum += c * pulls[e];
    return sum;
}

template <class Measure, class Stencil>
void FabricElements<Measure, Stencil>::add_force(std::span<const Vec3> x, std::span<const Vec3> v, std::span<Vec3> f)
{
    // Both ways add a particle's elements in ascending order, so that they agree to the last bit.
    if (thread_count() == 1) {
        for (std::size_t k = 0; k < elements_.size(); ++k) {
            if (is_gone(k)) continue;
            const Vectors pulling = pulls(k, x, v);
            for (int place = 0; place < particles_each; ++place)
                f[elements_[k].particles[place]] += force_on(place, elements_[k].stencil, pulling);
        }
        return;
    }
    if (pull_scratch_.size() != elements_.size()) pull_scratch_.resize(elements_.size());
    parallel_for(elements_.size(), [&](std::size_t k) {
        if (!is_gone(k)) pull_scratch_[k] = pulls(k, x, v);
    });
    parallel_for(f.size(), [&](std::size_t p) {
        Vec3 sum = f[p];
        for (int k = incidence_begin_[p]; k < incidence_begin_[p + 1]; ++k)
            sum += force_on(incidences_[k].place, elements_[incidences_[k].element].stencil,
                            pull_scratch_[incidences_[k].element]);
        f[p] = sum;
    });
}

template <class Measure, class Stencil>
void FabricElements<Measure, Stencil>::add_couplings(std::vector<std::pair<int, int>>& couplings) const
{
    for (const Element& element : elements_)
        for (int a = 0; a < particles_each; ++a)
            for (int b = a + 1; b < particles_each; ++b)
                if (element.particles[a] != element.particles[b])
                    couplings.emplace_back(element.particles[a], element.particles[b]);
}

template <class Measure, class Stencil>
void FabricElements<Measure, Stencil>::bind(const SparsityPattern& pattern)
{
    slots_.resize(elements_.size());
    for (std::size_t k = 0; k < elements_.size(); ++k) {
        const auto& particles = elements_[k].particles;
        for (int a = 0; a < particles_each; ++a)
            for (int b = 0; b < particles_each; ++b)
                slots_[k][a * particles_each + b] = pattern.slot(particles[a], particles[b]);
    }
    incidence_begin_.resize(pattern.rows() + 1);
    list_incidences();
    if (thread_count() > 1) {
        pull_scratch_.resize(elements_.size());
        tangent_scratch_.resize(elements_.size());
    }
}

template <class Measure, class Stencil>
void FabricElements<Measure, Stencil>::list_incidences()
{
    std::fill(incidence_begin_.begin(), incidence_begin_.end(), 0);
    for (std::size_t k = 0; k < elements_.size(); ++k)
        if (!is_gone(k))
            for (const int particle : elements_[k].particles) ++incidence_begin_[particle + 1];
    for (std::size_t p = 1; p < incidence_begin_.size(); ++p) incidence_begin_[p] += incidence_begin_[p - 1];
    incidences_.resize(static_cast<std::size_t>(incidence_begin_.back()));
    std::vector<int> fill(incidence_begin_.begin(), incidence_begin_.end() - 1);
    for (std::size_t k = 0; k < elements_.size(); ++k)
        if (!is_gone(k))
            for (int place = 0; place < particles_each; ++place)
                incidences_[fill[elements_[k].particles[place]]++] = {static_cast<int>(k), place};
}

template <class Measure, class Stencil>
auto FabricElements<Measure, Stencil>::tangent(std::size_t element, std::span<const Vec3> x,
                                               JacobianTreatment treatment, double scale_x, double scale_v) const
    -> Tangent
{
    const Element& it = elements_[element];
    const Vectors e = vectors_of(it, x);
    Tangent result;
    const auto put_along = [&](const auto& d) {
        const LoopResponse response = loop(element).respond((d.angle - it.rest) * it.scale, history_[element]);
        const double slope = scale_x * response.slope + scale_v * viscous_[it.loop];
        result.along = -it.weight * it.scale * it.scale * slope;
        Vectors gradient;
        for (int k = 0; k < vectors_each; ++k) gradient[k] = d.gradient.template segment<3>(3 * k);
        for (int place = 0; place < particles_each; ++place)
            result.gradient[place] = force_on(place, it.stencil, gradient);
        return response.value;
    };
    const bool is_exact = treatment == JacobianTreatment::exact;
    result.is_curved = scale_x != 0 && (is_exact || Measure::has_stiffening_hessian);
    if (!result.is_curved) {
        put_along(Measure::gradient(e));
        return result;
    }
    const typename Measure::Hessian d = Measure::hessian(e);
    const double load = put_along(d);
    result.curved = (-it.weight * it.scale * scale_x * (is_exact ? load : std::max(load, 0.0))) * d.hessian;
    return result;
}

template <class Measure, class Stencil>
Mat3 FabricElements<Measure, Stencil>::block_of(int row_place, int column_place, const Stencil& stencil,
                                                const Tangent& tangent)
{
    Mat3 sum = (tangent.along * tangent.gradient[row_place]) * tangent.gradient[column_place].transpose();
    if (!tangent.is_curved) return sum;
    for (int a = 0; a < vectors_each; ++a) {
        const double row = stencil.coefficient(a, row_place);
        if (row == 0) continue;
        for (int b = 0; b < vectors_each; ++b) {
            const double c = row * stencil.coefficient(b, column_place);
            if (c != 0) sum += c * tangent.curved.template block<3, 3>(3 * a, 3 * b);
        }
    }
    return sum;
}

template <class Measure, class Stencil>
void FabricElements<Measure, Stencil>::add_jacobian(std::span<const Vec3> x, JacobianTreatment treatment,
                                                    double scale_x, double scale_v, Csr<Mat3>& A)
{
    const auto add_row = [&](std::size_t k, int row, const Tangent& all) {
        for (int column = 0; column < particles_each; ++column)
            A.value[slots_[k][row * particles_each + column]] += block_of(row, column, elements_[k].stencil, all);
    };
    if (thread_count() == 1) {
        for (std::size_t k = 0; k < elements_.size(); ++k) {
            if (is_gone(k)) continue;
            const Tangent all = tangent(k, x, treatment, scale_x, scale_v);
            for (int row = 0; row < particles_each; ++row) add_row(k, row, all);
        }
        return;
    }
    if (tangent_scratch_.size() != elements_.size()) tangent_scratch_.resize(elements_.size());
    parallel_for(elements_.size(), [&](std::size_t k) {
        if (!is_gone(k)) tangent_scratch_[k] = tangent(k, x, treatment, scale_x, scale_v);
    });
    parallel_for(A.rows(), [&](std::size_t p) {
        for (int k = incidence_begin_[p]; k < incidence_begin_[p + 1]; ++k)
            add_row(incidences_[k].element, incidences_[k].place, tangent_scratch_[incidences_[k].element]);
    });
}

template <class Measure, class Stencil>
void FabricElements<Measure, Stencil>::add_stiff_linear(double scale_x, double scale_v, Csr<double>& A)
{
    for (std::size_t k = 0; k < elements_.size(); ++k) {
        if (is_gone(k)) continue;
        const Stencil& stencil = elements_[k].stencil;
        const double slope = scale_x * loop(k).steepest() + scale_v * viscous_[elements_[k].loop];
        for (int row = 0; row < particles_each; ++row)
            for (int column = 0; column < particles_each; ++column) {
                double sum = 0;
                for (int a = 0; a < vectors_each; ++a)
                    for (int b = 0; b < vectors_each; ++b)
                        sum += stencil.coefficient(a, row) * stencil.coefficient(b, column) * stiff_[k](a, b);
                A.value[slots_[k][row * particles_each + column]] += slope * sum;
            }
    }
}

template <class Measure, class Stencil>
void FabricElements<Measure, Stencil>::save(ArchiveWriter& out) const
{
    static_assert(sizeof(LoopHistory) == 2 * sizeof(double));
    out.array(std::span<const LoopHistory>(history_));
}

template <class Measure, class Stencil>
void FabricElements<Measure, Stencil>::restore(ArchiveReader& in)
{
    in.array(std::span<LoopHistory>(history_));
}

template class FabricElements<ThreadLength, ThreadStencil>;
template class FabricElements<ThreadCorner, CornerStencil>;
template class FabricElements<ThreadTurn, TurnStencil>;
template class FabricElements<SurfaceCurvature, SumStencil<3, 4>>;
template class FabricElements<ThreadLength, SumStencil<1, 3>>;
template class FabricElements<ThreadCorner, SumStencil<2, 3>>;
template class FabricElements<SurfaceCurvature, SumStencil<3, 6>>;
template class FabricElements<SurfaceCurvature, SumStencil<3, 12>>;
template class FabricElements<HingeTurn, HingeStencil>;

}  // namespace tulle
