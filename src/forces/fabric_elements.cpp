#include "forces/fabric_elements.hpp"

#include "forces/fabric_measures.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace tulle {
namespace {

// Nearer to each other, relative to where they are, two points of a loop have no secant that rounding would not spoil.
constexpr double secant_apart = 1e-7;

/// to += row column^T. All products come first: as far as a compiler knows, an entry that is stored may be a factor of
/// the next.
[[gnu::always_inline]] inline void add_product(const Vec3& row, const Vec3& column, Mat3& to)
{
    const double a = row[0], b = row[1], c = row[2], u = column[0], v = column[1], w = column[2];
    double* entry = to.data();
    const std::array<double, 9> sum{entry[0] + a * u, entry[1] + b * u, entry[2] + c * u,
                                    entry[3] + a * v, entry[4] + b * v, entry[5] + c * v,
                                    entry[6] + a * w, entry[7] + b * w, entry[8] + c * w};
    for (std::size_t k = 0; k < sum.size(); ++k) entry[k] = sum[k];
}

}  // namespace

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
    const std::size_t last = elements_.size() - 1;
    history_.emplace_back();
    history_piece_.emplace_back();
    move_history(last, {q(last, x), 0});
    measured_.emplace_back();
    measured_at_.clear();
    predictions_.emplace_back();
    tangents_.emplace_back();
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
void FabricElements<Measure, Stencil>::move_history(std::size_t element, const LoopHistory& to)
{
    history_[element] = to;
    history_piece_[element] = loop(element).piece_at(to.at);
}

template <class Measure, class Stencil>
void FabricElements<Measure, Stencil>::begin_step(std::span<const Vec3> x)
{
    evaluate(x);
    parallel_for(elements_.size(), [&](std::size_t k) {
        if (!is_gone(k)) move_history(k, {measured_[k].at, measured_[k].response.offset});
    });
    has_responses_ = has_round_ = round_begins_ = false;
}

template <class Measure, class Stencil>
void FabricElements<Measure, Stencil>::measure(std::size_t element, std::span<const Vec3> x)
{
    const Element& it = elements_[element];
    Measured& now = measured_[element];
    const auto d = Measure::gradient(vectors_of(it, x));
    now.at = (d.angle - it.rest) * it.scale;
    if constexpr (is_length) {
        now.gradient[0] = d.gradient;
    } else {
        for (int place = 0; place < particles_each; ++place) {
            Vec3 sum = Vec3::Zero();
            for (int e = 0; e < vectors_each; ++e)
                if (const double c = it.stencil.coefficient(e, place); c != 0)
                    sum += c * d.gradient.template segment<3>(3 * e);
            now.gradient[place] = sum;
        }
    }
}

template <class Measure, class Stencil>
void FabricElements<Measure, Stencil>::evaluate(std::span<const Vec3> x)
{
    if (elements_.empty()) return;
    const bool is_here =
        x.size() == measured_at_.size() && std::memcmp(x.data(), measured_at_.data(), x.size_bytes()) == 0;
    if (is_here && has_responses_) return;
    parallel_for(elements_.size(), [&](std::size_t k) {
        if (is_gone(k)) return;
        if (!is_here) measure(k, x);
        measured_[k].response = loop(k).respond(measured_[k].at, history_[k], history_piece_[k]);
    });
    if (!is_here) measured_at_.assign(x.begin(), x.end());
    has_responses_ = true;
}

template <class Measure, class Stencil>
auto FabricElements<Measure, Stencil>::predict(std::size_t element, double viscous_load, double viscous_slope)
    -> PredictedTangent
{
    const Element& it = elements_[element];
    const LoopHistory& past = history_[element];
    const Measured& now = measured_[element];
    Prediction& last = predictions_[element];
    double loop_load = 0, viscous = 0, expected = past.at;
    if (!has_round_) {
        // A step begins with the load that the last one has left.
        loop_load = load(element);
    } else {
        double ahead = now.at - last.at;
        if constexpr (is_length) {
            // A length is its gradient times its vector: this is where it would be if it were linear.
            const double linear = length(element) * last.direction.dot(now.gradient[0]);
            ahead = (linear - it.rest) * it.scale - last.at;
        }
        loop_load = last.loop_load + last.loop_slope * ahead;
        viscous = last.viscous_load + last.viscous_slope * ahead;
        expected = loop(element).reaching(loop_load, past, history_piece_[element]);
    }
    const double off = now.at - expected;
    const bool is_apart = std::abs(off) > secant_apart * (std::abs(now.at) + std::abs(past.at)) && std::isfinite(off);
    last.at = now.at;
    last.loop_load = now.response.value;
    last.loop_slope = is_apart ? std::max((now.response.value - loop_load) / off, 0.0) : now.response.slope;
    last.viscous_load = viscous_load;
    last.viscous_slope = viscous_slope;
    if constexpr (is_length) last.direction = now.gradient[0];
    return {last.loop_slope, loop_load + viscous};
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
    // What comes back, as a checkpoint of an earlier time is read, has not been measured.
    measured_at_.clear();
    if (!incidence_begin_.empty()) list_incidences();
    return released;
}

template <class Measure, class Stencil>
double FabricElements<Measure, Stencil>::energy(std::span<const Vec3> x)
{
    evaluate(x);
    return sum_.sum(elements_.size(), 0.0, [&](std::size_t begin, std::size_t end) {
        double sum = 0;
        for (std::size_t k = begin; k < end; ++k)
            if (!is_gone(k)) sum += elements_[k].weight * loop(k).energy(measured_[k].at, measured_[k].response.offset);
        return sum;
    });
}

template <class Measure, class Stencil>
double FabricElements<Measure, Stencil>::viscous_load(std::size_t element, std::span<const Vec3> v) const
{
    const Element& it = elements_[element];
    const double viscous = viscous_[it.loop];
    if (!(viscous > 0)) return 0;
    if (rate_step_ > 0) return viscous * (measured_[element].at - history_[element].at) / rate_step_;
    double rate = 0;  // of the measure
    for (int place = 0; place < particles_each; ++place) rate += gradient(element, place).dot(v[it.particles[place]]);
    return viscous * it.scale * rate;
}

template <class Measure, class Stencil>
double FabricElements<Measure, Stencil>::pull(std::size_t element, std::span<const Vec3> v) const
{
    const Element& it = elements_[element];
    return -it.weight * it.scale * (measured_[element].response.value + viscous_load(element, v));
}

template <class Measure, class Stencil>
void FabricElements<Measure, Stencil>::add_force(std::span<const Vec3> x, std::span<const Vec3> v, std::span<Vec3> f)
{
    evaluate(x);
    // Both ways add a particle's elements in ascending order, so that they agree to the last bit.
    if (thread_count() == 1) {
        for (std::size_t k = 0; k < elements_.size(); ++k) {
            if (is_gone(k)) continue;
            const double pulling = pull(k, v);
            for (int place = 0; place < particles_each; ++place)
                f[elements_[k].particles[place]] += pulling * gradient(k, place);
        }
        return;
    }
    parallel_for(elements_.size(), [&](std::size_t k) {
        if (!is_gone(k)) tangents_[k].along = pull(k, v);
    });
    parallel_for(f.size(), [&](std::size_t p) {
        Vec3 sum = f[p];
        for (int k = incidence_begin_[p]; k < incidence_begin_[p + 1]; ++k) {
            const auto [element, place] = incidences_[k];
            sum += tangents_[element].along * gradient(element, place);
        }
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
    measured_at_.reserve(pattern.rows());
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
auto FabricElements<Measure, Stencil>::tangent(std::size_t element, std::span<const Vec3> v,
                                               JacobianTreatment treatment, double scale_x, double scale_v) -> Tangent
{
    const Element& it = elements_[element];
    const double viscous = viscous_[it.loop];
    const double added = viscous_load(element, v);
    PredictedTangent taken{measured_[element].response.slope, measured_[element].response.value + added};
    if (round_begins_ && scale_x != 0) taken = predict(element, added, viscous * scale_v / scale_x);
    const double load = treatment == JacobianTreatment::exact ? taken.load : std::max(taken.load, 0.0);
    return {-it.weight * it.scale * it.scale * (scale_x * taken.slope + scale_v * viscous),
            -it.weight * it.scale * scale_x * load};
}

/// That of a length by its vector u l: along u u^T + curving (I - u u^T)/l.
template <class Measure, class Stencil>
Mat3 FabricElements<Measure, Stencil>::length_block(std::size_t element) const
{
    const Vec3& u = measured_[element].gradient[0];
    const double across = tangents_[element].curving / length(element), along = tangents_[element].along - across;
    Mat3 block = (along * u) * u.transpose();
    block.diagonal().array() += across;
    return block;
}

template <class Measure, class Stencil>
Mat3 FabricElements<Measure, Stencil>::curved_block(std::size_t element, int row, int column) const
{
    const Stencil& stencil = elements_[element].stencil;
    Mat3 block = Mat3::Zero();
    for (int a = 0; a < vectors_each; ++a)
        for (int b = 0; b < vectors_each; ++b) {
            const double c = stencil.coefficient(a, row) * stencil.coefficient(b, column);
            if (c != 0) block += c * curved_[element].template block<3, 3>(3 * a, 3 * b);
        }
    return block;
}

template <class Measure, class Stencil>
void FabricElements<Measure, Stencil>::add_row(std::size_t element, int place, Csr<Mat3>& A) const
{
    const Element& it = elements_[element];
    const auto each_above = [&](const auto& add) {
        for (int column = 0; column < particles_each; ++column)
            if (it.particles[column] >= it.particles[place])
                add(column, A.value[slots_[element][place * particles_each + column]]);
    };
    if constexpr (is_length) {
        const Mat3 block = it.stencil.coefficient(0, place) * length_block(element);
        each_above([&](int column, Mat3& to) { to += it.stencil.coefficient(0, column) * block; });
    } else {
        const auto& g = measured_[element].gradient;
        const Vec3 along = tangents_[element].along * g[place];
        each_above([&](int column, Mat3& to) { add_product(along, g[column], to); });
        if (!curved_.empty()) each_above([&](int column, Mat3& to) { to += curved_block(element, place, column); });
    }
}

template <class Measure, class Stencil>
void FabricElements<Measure, Stencil>::add_upper_jacobian(std::span<const Vec3> x, std::span<const Vec3> v,
                                                          JacobianTreatment treatment, double scale_x, double scale_v,
                                                          Csr<Mat3>& A)
{
    if (elements_.empty()) return;
    evaluate(x);
    const bool is_curved = !is_length && scale_x != 0 && treatment == JacobianTreatment::exact;
    if (curved_.empty() == is_curved) curved_.resize(is_curved ? elements_.size() : 0);
    parallel_for(elements_.size(), [&](std::size_t k) {
        if (is_gone(k)) return;
        tangents_[k] = tangent(k, v, treatment, scale_x, scale_v);
        if (is_curved) curved_[k] = tangents_[k].curving * Measure::hessian(vectors_of(elements_[k], x)).hessian;
    });
    if (round_begins_ && scale_x != 0) {
        has_round_ = true;
        round_begins_ = false;
    }
    // Both ways add to a block in ascending order of elements.
    if (thread_count() == 1) {
        for (std::size_t k = 0; k < elements_.size(); ++k)
            if (!is_gone(k))
                for (int place = 0; place < particles_each; ++place) add_row(k, place, A);
        return;
    }
    parallel_for(A.rows(), [&](std::size_t p) {
        for (int k = incidence_begin_[p]; k < incidence_begin_[p + 1]; ++k)
            add_row(static_cast<std::size_t>(incidences_[k].element), incidences_[k].place, A);
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
    for (std::size_t k = 0; k < elements_.size(); ++k) move_history(k, history_[k]);
    has_responses_ = has_round_ = round_begins_ = false;
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
