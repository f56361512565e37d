#include "forces/fabric_elements.hpp"

#include "forces/fabric_measures.hpp"
#include "forces/number_by_number.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace tulle {
namespace {

// Relative distance of two points of a loop below which rounding errors would spoil the slope of their secant.
constexpr double secant_apart = 1e-7;

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
    rows_.add(element.particles);
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
    history_piece_[element] = loop(element).piece_at(to.at, history_piece_[element]);
}

template <class Measure, class Stencil>
void FabricElements<Measure, Stencil>::begin_step(std::span<const Vec3> x)
{
    evaluate(x);
    parallel_for(elements_.size(), [&](std::size_t k) {
        if (!is_gone(k)) move_history(k, {measured_[k].at, measured_[k].response.offset});
    });
    has_responses_ = has_iterated_ = iteration_begins_ = false;
}

/// Measures a batch in three loops: the first gathers the vectors, the second computes all measures without branches
/// and calls, and the third distributes the gradients to particles.
template <class Measure, class Stencil>
void FabricElements<Measure, Stencil>::measure(std::size_t first, std::size_t count, std::span<const Vec3> x)
{
    constexpr int numbers = 3 * vectors_each;
    [[maybe_unused]] constexpr bool are_ends = requires { Stencil::ends_of(0); };
    using Column = std::array<double, batch>;
    std::array<Column, numbers> vector, gradient;
    Column value;
    for (std::size_t k = 0; k < batch; ++k) {
        // Entries beyond `count` repeat the last element; their results are not used.
        const Vectors e = vectors_of(elements_[first + std::min(k, count - 1)], x);
        for (int n = 0; n < numbers; ++n) vector[n][k] = e[n / 3][n % 3];
    }
    // An inner loop would prevent vectorisation, so loops over numbers are unrolled.
    for (std::size_t k = 0; k < batch; ++k) {
        Vectors e;
        each_below<numbers>([&](auto n) { e[n / 3][n % 3] = vector[n][k]; });
        const auto d = Measure::gradient(e);
        value[k] = d.angle;
        each_below<numbers>([&](auto n) { gradient[n][k] = d.gradient[n]; });
    }
    for (std::size_t k = 0; k < count; ++k) {
        const Element& it = elements_[first + k];
        Measured& now = measured_[first + k];
        now.at = (value[k] - it.rest) * it.scale;
        if constexpr (is_length) {
            each_below<3>([&](auto n) { now.gradient[0][n] = gradient[n][k]; });
        } else {
            const auto& rows = rows_[first + k];
            if (rows.repeats) now.gradient.fill(Vec3::Zero());
            each_below<particles_each>([&](auto place) {
                Vec3& to = now.gradient[rows.of_place[place]];
                each_below<3>([&](auto n) {
                    double sum = rows.repeats ? to[n] : 0.0;
                    each_below<vectors_each>([&](auto e) {
                        if (const double c = it.stencil.coefficient(e, place); c != 0)
                            sum += c * gradient[3 * e + n][k];
                    });
                    to[n] = sum;
                });
            });
        }
    }
}

template <class Measure, class Stencil>
template <class Then>
void FabricElements<Measure, Stencil>::evaluate(std::span<const Vec3> x, bool one_thread, const Then& then)
{
    if (elements_.empty()) return;
    const bool is_here =
        x.size() == measured_at_.size() && std::memcmp(x.data(), measured_at_.data(), x.size_bytes()) == 0;
    const bool responds = !is_here || !has_responses_;
    const auto evaluate_some = [&](std::size_t, std::size_t begin, std::size_t end) {
        for (std::size_t first = begin; first < end; first += batch) {
            const std::size_t count = std::min(batch, end - first);
            if (!is_here) measure(first, count, x);
            for (std::size_t k = first; k < first + count; ++k) {
                if (is_gone(k)) continue;
                if (responds) measured_[k].response = loop(k).respond(measured_[k].at, history_[k], history_piece_[k]);
                then(k);
            }
        }
    };
    if (one_thread)
        evaluate_some(0, 0, elements_.size());
    else
        parallel_blocks(elements_.size(), evaluate_some);
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
    if (!has_iterated_) {
        // The first iteration of a step uses the load of the history.
        loop_load = load(element);
    } else {
        double ahead = now.at - last.at;
        if constexpr (is_length) {
            // A length is its gradient times its vector. The linear prediction uses the gradient of the last iteration.
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
    // Elements that come back when an earlier checkpoint is read have not been measured.
    measured_at_.clear();
    if (rows_.is_bound()) rows_.list_incidences([&](std::size_t k) { return !is_gone(k); });
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
    if (over_rate_step_ > 0) return viscous * (measured_[element].at - history_[element].at) * over_rate_step_;
    double rate = 0;  // rate of change of the measure
    for (int row = 0; row < particles_each; ++row) rate += gradient(element, row).dot(v[rows_[element].particles[row]]);
    return viscous * it.scale * rate;
}

template <class Measure, class Stencil>
double FabricElements<Measure, Stencil>::pull(std::size_t element, std::span<const Vec3> v) const
{
    const Element& it = elements_[element];
    return -it.weight * it.scale * (measured_[element].response.value + viscous_load(element, v));
}

template <class Measure, class Stencil>
void FabricElements<Measure, Stencil>::add_pull(std::size_t element, int row, double pulling, Vec3& f) const
{
    if constexpr (is_length)
        add_scaled(pulling * coefficient(element, row), measured_[element].gradient[0], f);
    else
        add_scaled(pulling, measured_[element].gradient[row], f);
}

template <class Measure, class Stencil>
void FabricElements<Measure, Stencil>::add_force(std::span<const Vec3> x, std::span<const Vec3> v, std::span<Vec3> f)
{
    // The serial and the parallel loop add a particle's elements in ascending order, so both give the same bits.
    if (thread_count() == 1) {
        evaluate(x, true, [&](std::size_t k) {
            const double pulling = pull(k, v);
            each_below<particles_each>([&](auto row) { add_pull(k, row, pulling, f[rows_[k].particles[row]]); });
        });
        return;
    }
    evaluate(x, false, [&](std::size_t k) { tangents_[k].along = pull(k, v); });
    parallel_for(rows_.particle_count(), [&](std::size_t p) {
        Vec3 sum = f[p];
        rows_.each_of(p, [&](std::size_t k, int row) { add_pull(k, row, tangents_[k].along, sum); });
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
    rows_.bind(pattern);
    rows_.list_incidences([&](std::size_t k) { return !is_gone(k); });
    measured_at_.reserve(pattern.rows());
}

template <class Measure, class Stencil>
auto FabricElements<Measure, Stencil>::tangent(std::size_t element, std::span<const Vec3> v,
                                               JacobianTreatment treatment, double scale_x, double scale_v) -> Tangent
{
    const Element& it = elements_[element];
    const double viscous = viscous_[it.loop];
    const double added = viscous_load(element, v);
    PredictedTangent taken{measured_[element].response.slope, measured_[element].response.value + added};
    if (iteration_begins_ && scale_x != 0) taken = predict(element, added, viscous * scale_v / scale_x);
    const double load = treatment == JacobianTreatment::exact ? taken.load : std::max(taken.load, 0.0);
    return {-it.weight * it.scale * it.scale * (scale_x * taken.slope + scale_v * viscous),
            -it.weight * it.scale * scale_x * load};
}

template <class Measure, class Stencil>
Mat3 FabricElements<Measure, Stencil>::curved_block(std::size_t element, int place, int other) const
{
    const Stencil& stencil = elements_[element].stencil;
    Mat3 block = Mat3::Zero();
    for (int a = 0; a < vectors_each; ++a)
        for (int b = 0; b < vectors_each; ++b) {
            const double c = stencil.coefficient(a, place) * stencil.coefficient(b, other);
            if (c != 0) block += c * curved_[element].template block<3, 3>(3 * a, 3 * b);
        }
    return block;
}

template <class Measure, class Stencil>
void FabricElements<Measure, Stencil>::add_row(std::size_t element, auto row, Csr<Mat3>& A) const
{
    const auto to = [&](int column) -> Mat3& { return A.value[rows_.slot(element, row, column)]; };
    const auto each_from_row = [&](const auto& act) {
        each_below<particles_each>([&](auto column) {
            if (column >= row) act(column);
        });
    };
    const Tangent& tangent = tangents_[element];
    const auto& g = measured_[element].gradient;
    if constexpr (is_length) {
        // Derivative by the vector u l: along u u^T + curving (I - u u^T)/l.
        const double across = tangent.curving / length(element), along = tangent.along - across;
        const double x = g[0].x(), y = g[0].y(), z = g[0].z(), ax = along * x, ay = along * y, az = along * z;
        const std::array<double, 9> block{ax * x + across, ax * y, ax * z, ax * y,         ay * y + across,
                                          ay * z,          ax * z, ay * z, az * z + across};
        const double c = coefficient(element, row);
        each_from_row([&](auto column) { add_scaled(c * coefficient(element, column), block, to(column)); });
    } else {
        const Vec3 along(tangent.along * g[row][0], tangent.along * g[row][1], tangent.along * g[row][2]);
        each_from_row([&](auto column) { add_product(along, g[column], to(column)); });
        if (curved_.empty()) return;
        const auto& row_of = rows_[element].of_place;
        for (int place = 0; place < particles_each; ++place)
            for (int other = 0; other < particles_each; ++other)
                if (row_of[place] == row && row_of[other] >= row)
                    to(row_of[other]) += curved_block(element, place, other);
    }
}

template <class Measure, class Stencil>
void FabricElements<Measure, Stencil>::add_upper_jacobian(std::span<const Vec3> x, std::span<const Vec3> v,
                                                          JacobianTreatment treatment, double scale_x, double scale_v,
                                                          Csr<Mat3>& A)
{
    if (elements_.empty()) return;
    const bool is_curved = !is_length && scale_x != 0 && treatment == JacobianTreatment::exact;
    if (curved_.empty() == is_curved) curved_.resize(is_curved ? elements_.size() : 0);
    const bool one_thread = thread_count() == 1;
    // The serial and the parallel loop add to a block in ascending order of elements.
    evaluate(x, one_thread, [&](std::size_t k) {
        tangents_[k] = tangent(k, v, treatment, scale_x, scale_v);
        if (is_curved) curved_[k] = tangents_[k].curving * Measure::hessian(vectors_of(elements_[k], x)).hessian;
        if (!one_thread) return;
        each_below<particles_each>([&](auto row) { add_row(k, row, A); });
    });
    if (iteration_begins_ && scale_x != 0) {
        has_iterated_ = true;
        iteration_begins_ = false;
    }
    if (one_thread) return;
    parallel_for(A.rows(),
                 [&](std::size_t p) { rows_.each_of(p, [&](std::size_t k, int row) { add_row(k, row, A); }); });
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
                const int a = rows_[k].of_place[row], b = rows_[k].of_place[column];
                const auto& particles = elements_[k].particles;
                A.value[a <= b ? rows_.slot(k, a, b) : A.pattern->slot(particles[row], particles[column])] +=
                    slope * sum;
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
    has_responses_ = has_iterated_ = iteration_begins_ = false;
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
