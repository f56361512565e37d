#pragma once
// Elements of one kind of a fabric. An element measures one number q = (measure - rest) scale, a strain, an angle or a
// curvature, and answers with the force of a loop (materials/hysteresis_loop.hpp) times its weight, which is its share
// of the cloth's area [m^2]:
//     f = -weight (F(q) + viscosity dq/dt) grad q
// The history is that of the last begin_step; forces and tangents are those on the straight way from there.

#include "core/archive.hpp"
#include "core/reduce.hpp"
#include "forces/element_rows.hpp"
#include "forces/force.hpp"
#include "materials/hysteresis_loop.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <type_traits>
#include <vector>

namespace tulle {

template <class Measure, class Stencil>
class FabricElements {
public:
    static constexpr int particles_each = Stencil::particles;
    static constexpr int vectors_each = Measure::vectors;

    struct Element {
        std::array<int, particles_each> particles{};
        std::uint16_t loop = 0;
        double weight = 0;  // m^2
        double scale = 1;   // of q to the measure
        double rest = 0;    // measure where q is zero
        [[no_unique_address]] Stencil stencil{};
    };

    /// `viscosity` is the share [s] of a loop's slope at rest that resists dq/dt.
    std::uint16_t add_loop(const MeasuredLoop& loop, double viscosity);
    /// With the positions at rest, from which the matrix of IMEX methods is made.
    void add(const Element& element, std::span<const Vec3> x);
    /// Likewise, with what it measures there as its rest.
    void add_at_rest(Element element, std::span<const Vec3> x);

    [[nodiscard]] std::size_t size() const { return elements_.size(); }
    [[nodiscard]] std::span<const Element> elements() const { return elements_; }
    [[nodiscard]] const HysteresisLoop& loop(std::size_t element) const { return loops_[elements_[element].loop]; }
    [[nodiscard]] double q(std::size_t element, std::span<const Vec3> x) const;
    [[nodiscard]] const LoopHistory& history(std::size_t element) const { return history_[element]; }
    /// Force of the loop at the last begin_step, without viscosity: N/m, or N of bending.
    [[nodiscard]] double load(std::size_t element) const
    {
        return loop(element).middle(history_[element].at, history_piece_[element]) + history_[element].offset;
    }

    /// Elements whose particles do not hold together any more exert nothing from now on; all others do. Their order,
    /// and with it every sum, stays. Returns the energy [J] stored in those that went, at the last begin_step.
    double keep_where(const std::function<bool(std::span<const int>)>& hold);
    [[nodiscard]] bool is_gone(std::size_t element) const { return !gone_.empty() && gone_[element] != 0; }

    /// Whether any element measures another number than at the last begin_step.
    [[nodiscard]] bool has_moved(std::span<const Vec3> x) const;
    void begin_step(std::span<const Vec3> x);
    /// Rates dq/dt are (q - q at the last begin_step)/h from now on, or follow from velocities where h [s] is zero.
    void set_rate_step(double h) { over_rate_step_ = h > 0 ? 1 / h : 0; }
    /// An iteration of Newton's method begins: the next add_jacobian with a scale_x goes by what the iterations of this
    /// step have predicted (docs/theory/fabric.md, "Newton's method and loops") and makes the prediction for the next
    /// iteration.
    void begin_iteration() { iteration_begins_ = true; }
    [[nodiscard]] double energy(std::span<const Vec3> x);
    void add_force(std::span<const Vec3> x, std::span<const Vec3> v, std::span<Vec3> f);
    void add_couplings(std::vector<std::pair<int, int>>& couplings) const;
    void bind(const SparsityPattern& pattern);
    /// Adds to the entries on and above the diagonal only (linear/lower_from_upper.hpp has the others). Clamped or
    /// damped, the curvature of the measure is left out where it could soften; so is, always, how rates that follow
    /// from velocities depend on positions, which is not symmetric.
    void add_upper_jacobian(std::span<const Vec3> x, std::span<const Vec3> v, JacobianTreatment treatment,
                            double scale_x, double scale_v, Csr<Mat3>& A);
    void add_stiff_linear(double scale_x, double scale_v, Csr<double>& A);
    void save(ArchiveWriter& out) const;
    void restore(ArchiveReader& in);

private:
    using Vectors = typename Measure::Vectors;
    using Matrix = Eigen::Matrix<double, 3 * vectors_each, 3 * vectors_each>;
    using StiffPart = Eigen::Matrix<double, vectors_each, vectors_each>;
    static constexpr bool is_length = Measure::has_stiffening_hessian;
    struct Nothing {};

    /// What an element measures at the positions of the last `evaluate`, and the answer of its loop.
    struct Measured {
        double at = 0;  // q
        LoopResponse response{};
        // Of the measure, by the position of each particle of `rows_`; of a length by its one vector.
        std::array<Vec3, is_length ? 1 : particles_each> gradient;
    };
    /// What an iteration of Newton's method predicts for the next one, linear in the change of q: where its matrix was
    /// made, the forces of loop and viscosity there, and the slopes that it gave them.
    struct Prediction {
        double at = 0;
        double loop_load = 0, loop_slope = 0;
        double viscous_load = 0, viscous_slope = 0;
        [[no_unique_address]] std::conditional_t<is_length, Vec3, Nothing> direction;  // gradient of a length
    };
    /// How forces change with positions: by `along` g g^T, g the measure's gradient, and where it is not left out by
    /// `curving` times the measure's Hessian.
    struct Tangent {
        double along = 0;
        double curving = 0;
    };
    /// So many are measured side by side, as vector units like them; divides block_size.
    static constexpr std::size_t batch = 16;

    [[nodiscard]] static Vectors vectors_of(const Element& element, std::span<const Vec3> x);
    /// Measures all elements at x and lets their loops answer. Newton's method asks for the matrix where it has just
    /// asked for the force, and a step begins where the last one ended: what is known already is not done again.
    /// `then(element)` has each while it is in the cache, in ascending order where there is one thread.
    template <class Then>
    void evaluate(std::span<const Vec3> x, const Then& then);
    void evaluate(std::span<const Vec3> x)
    {
        evaluate(x, [](std::size_t) {});
    }
    /// Measures `count` elements, at most a batch, from `first` on.
    void measure(std::size_t first, std::size_t count, std::span<const Vec3> x);
    [[nodiscard]] double length(std::size_t element) const  // m, as it was measured
    {
        return measured_[element].at / elements_[element].scale + elements_[element].rest;
    }
    /// Of a length: that of its vector, by the position of the particle in a row.
    [[nodiscard]] double coefficient(std::size_t element, int row) const
    {
        return elements_[element].stencil.coefficient(0, rows_[element].place[row]);
    }
    /// Of the measure, by the position of the particle in a row.
    [[nodiscard]] Vec3 gradient(std::size_t element, int row) const
    {
        if constexpr (is_length)
            return coefficient(element, row) * measured_[element].gradient[0];
        else
            return measured_[element].gradient[row];
    }
    /// Force [N/m, or N of bending] per unit of q that viscosity adds.
    [[nodiscard, gnu::always_inline]] inline double viscous_load(std::size_t element, std::span<const Vec3> v) const;
    /// -weight scale (F + viscous force): times the gradient, a force [N].
    [[nodiscard, gnu::always_inline]] inline double pull(std::size_t element, std::span<const Vec3> v) const;
    /// Makes the slope and the load that the matrix of this iteration goes by from the last prediction, and predicts
    /// anew.
    struct PredictedTangent {
        double slope, load;
    };
    [[nodiscard, gnu::always_inline]] inline PredictedTangent predict(std::size_t element, double viscous_load,
                                                                      double viscous_slope);
    [[nodiscard, gnu::always_inline]] inline Tangent tangent(std::size_t element, std::span<const Vec3> v,
                                                             JacobianTreatment treatment, double scale_x,
                                                             double scale_v);
    void move_history(std::size_t element, const LoopHistory& to);
    /// f += pulling times the gradient in a row.
    [[gnu::always_inline]] inline void add_pull(std::size_t element, int row, double pulling, Vec3& f) const;
    /// Adds what an element has on and above the diagonal in one of its rows.
    [[gnu::always_inline]] inline void add_row(std::size_t element, auto row, Csr<Mat3>& A) const;
    [[nodiscard]] Mat3 curved_block(std::size_t element, int place, int other) const;

    std::vector<HysteresisLoop> loops_;
    std::vector<double> viscous_;  // per loop: force per dq/dt
    std::vector<Element> elements_;
    ElementRows<particles_each> rows_;
    std::vector<LoopHistory> history_;
    std::vector<int> history_piece_;   // of the loop, in which history_ lies
    std::vector<unsigned char> gone_;  // per element; empty while all are there
    std::vector<StiffPart> stiff_;     // per element: weight scale^2 times that of the measure; times a slope, N/m

    std::vector<Vec3> measured_at_;  // m, the positions that `measured_` is of; empty: of none
    std::vector<Measured> measured_;
    bool has_responses_ = false;  // in `measured_`, since the history has moved on
    double over_rate_step_ = 0;   // 1/s, of backward differences; 0: rates follow from velocities
    std::vector<Prediction> predictions_;
    bool iteration_begins_ = false, has_iterated_ = false;  // since the last begin_step
    std::vector<Tangent> tangents_;
    std::vector<Matrix> curved_;  // per element, where a matrix with all Hessians is asked for; otherwise empty

    BlockReducer<double> sum_;
};

}  // namespace tulle
