#pragma once
// Elements of one kind of a fabric: tension, shear, bending or twist, with hysteresis. An element measures a number
// q = (measure - rest) scale: a strain, an angle or a curvature. The force of an element follows from a hysteresis loop
// F (materials/hysteresis_loop.hpp) and from the weight of the element, which is its share of the area of the cloth
// [m^2]:
//     f = -weight (F(q) + viscosity dq/dt) grad q
// The history of a loop is its state at the last begin_step. Forces and tangents assume a monotonic motion from this
// state to the present q.

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
        double scale = 1;   // ratio of q to the measure
        double rest = 0;    // measure at which q is zero
        [[no_unique_address]] Stencil stencil{};
    };

    /// Adds a loop and returns its number. The resistance to dq/dt is `viscosity` [s] times the slope of the loop at
    /// rest.
    std::uint16_t add_loop(const MeasuredLoop& loop, double viscosity);
    /// Adds an element. The matrix of IMEX methods is made from the positions x at rest.
    void add(const Element& element, std::span<const Vec3> x);
    /// Adds an element whose `rest` is its measure at x.
    void add_at_rest(Element element, std::span<const Vec3> x);

    [[nodiscard]] std::size_t size() const { return elements_.size(); }
    [[nodiscard]] std::span<const Element> elements() const { return elements_; }
    [[nodiscard]] const HysteresisLoop& loop(std::size_t element) const { return loops_[elements_[element].loop]; }
    [[nodiscard]] double q(std::size_t element, std::span<const Vec3> x) const;
    [[nodiscard]] const LoopHistory& history(std::size_t element) const { return history_[element]; }
    /// Returns the force of the loop at the last begin_step, without viscosity [N/m; N for bending].
    [[nodiscard]] double load(std::size_t element) const
    {
        return loop(element).middle(history_[element].at, history_piece_[element]) + history_[element].offset;
    }

    /// Removes the elements for whose particles `hold` is false: from now on they exert no force. All other elements
    /// exert their force, even if an earlier call has removed them. The order of the elements, and with it the order of
    /// every sum, stays the same. Returns the energy [J] that was stored in the removed elements at the last
    /// begin_step.
    double keep_where(const std::function<bool(std::span<const int>)>& hold);
    [[nodiscard]] bool is_gone(std::size_t element) const { return !gone_.empty() && gone_[element] != 0; }

    /// Whether q of any element differs from q at the last begin_step.
    [[nodiscard]] bool has_moved(std::span<const Vec3> x) const;
    void begin_step(std::span<const Vec3> x);
    /// Sets the step h [s] for rates: dq/dt is (q - q at the last begin_step)/h. With h = 0, dq/dt follows from
    /// velocities.
    void set_rate_step(double h) { over_rate_step_ = h > 0 ? 1 / h : 0; }
    /// Starts a Newton iteration. The next add_jacobian with a nonzero scale_x uses the prediction of the previous
    /// iteration, and makes the prediction for the next one (docs/theory/fabric.md#newtons-method-and-loops).
    void begin_iteration() { iteration_begins_ = true; }
    [[nodiscard]] double energy(std::span<const Vec3> x);
    void add_force(std::span<const Vec3> x, std::span<const Vec3> v, std::span<Vec3> f);
    void add_couplings(std::vector<std::pair<int, int>>& couplings) const;
    void bind(const SparsityPattern& pattern);
    /// Adds to the entries on and above the diagonal only (linear/lower_from_upper.hpp completes the others). The
    /// treatments `clamped` and `damped` leave out the Hessian of the measure if it could soften the element. Rates
    /// that follow from velocities also depend on positions; this dependence is always left out, because it is not
    /// symmetric.
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

    /// State of an element at the positions of the last `evaluate`: q, and the response of its loop.
    struct Measured {
        double at = 0;  // q
        LoopResponse response{};
        // Gradient of the measure by the position of each particle in `rows_`; of a length, by its only vector.
        std::array<Vec3, is_length ? 1 : particles_each> gradient;
    };
    /// Prediction of a Newton iteration for the next one, linear in the change of q: the q of its matrix, the loads of
    /// loop and viscosity at this q, and the slopes of these loads in the matrix.
    struct Prediction {
        double at = 0;
        double loop_load = 0, loop_slope = 0;
        double viscous_load = 0, viscous_slope = 0;
        [[no_unique_address]] std::conditional_t<is_length, Vec3, Nothing> direction;  // gradient of a length
    };
    /// Derivative of the forces by positions: `along` g g^T with the gradient g of the measure, plus `curving` times
    /// the Hessian of the measure, unless the Hessian is left out.
    struct Tangent {
        double along = 0;
        double curving = 0;
    };
    /// Number of elements that are measured together in vectorised loops; it divides block_size.
    static constexpr std::size_t batch = 16;

    [[nodiscard]] static Vectors vectors_of(const Element& element, std::span<const Vec3> x);
    /// Measures all elements at x and evaluates their loops. Results for the same x are reused: Newton's method needs
    /// the matrix where it has just evaluated the force, and a step begins where the last one ended. Calls
    /// then(element) while the element is in the cache; with one thread in ascending order. The caller decides whether
    /// there is one thread, because the number of threads may change between two calls of thread_count.
    template <class Then>
    void evaluate(std::span<const Vec3> x, bool one_thread, const Then& then);
    void evaluate(std::span<const Vec3> x)
    {
        evaluate(x, thread_count() == 1, [](std::size_t) {});
    }
    /// Measures `count` elements, at most a batch, from `first` on.
    void measure(std::size_t first, std::size_t count, std::span<const Vec3> x);
    [[nodiscard]] double length(std::size_t element) const  // m, at the last `evaluate`
    {
        return measured_[element].at / elements_[element].scale + elements_[element].rest;
    }
    /// For a length: returns the derivative of its vector by the position of the particle in a row.
    [[nodiscard]] double coefficient(std::size_t element, int row) const
    {
        return elements_[element].stencil.coefficient(0, rows_[element].place[row]);
    }
    /// Returns the gradient of the measure by the position of the particle in a row.
    [[nodiscard]] Vec3 gradient(std::size_t element, int row) const
    {
        if constexpr (is_length)
            return coefficient(element, row) * measured_[element].gradient[0];
        else
            return measured_[element].gradient[row];
    }
    /// Returns viscosity dq/dt, the load of viscosity [N/m; N for bending].
    [[nodiscard, gnu::always_inline]] inline double viscous_load(std::size_t element, std::span<const Vec3> v) const;
    /// Returns -weight scale (F + viscous load). The product of the result and the gradient of the measure is a force
    /// [N].
    [[nodiscard, gnu::always_inline]] inline double pull(std::size_t element, std::span<const Vec3> v) const;
    /// Slope and load for the matrix of this iteration. `predict` computes slope and load from the last prediction, and
    /// makes the next prediction.
    struct PredictedTangent {
        double slope, load;
    };
    [[nodiscard, gnu::always_inline]] inline PredictedTangent predict(std::size_t element, double viscous_load,
                                                                      double viscous_slope);
    [[nodiscard, gnu::always_inline]] inline Tangent tangent(std::size_t element, std::span<const Vec3> v,
                                                             JacobianTreatment treatment, double scale_x,
                                                             double scale_v);
    void move_history(std::size_t element, const LoopHistory& to);
    /// f += pulling times the gradient of a row.
    [[gnu::always_inline]] inline void add_pull(std::size_t element, int row, double pulling, Vec3& f) const;
    /// Adds the blocks of an element on and above the diagonal in one of its rows.
    [[gnu::always_inline]] inline void add_row(std::size_t element, auto row, Csr<Mat3>& A) const;
    [[nodiscard]] Mat3 curved_block(std::size_t element, int place, int other) const;

    std::vector<HysteresisLoop> loops_;
    std::vector<double> viscous_;  // per loop: force per dq/dt
    // The class has more than fifteen fields: an array for each property of elements, and scratch that a step must not
    // allocate.
    std::vector<Element> elements_;
    ElementRows<particles_each> rows_;
    std::vector<LoopHistory> history_;
    std::vector<int> history_piece_;   // per element: the piece of its loop that contains its history
    std::vector<unsigned char> gone_;  // per element, 1 if removed; empty while no element is removed
    std::vector<StiffPart> stiff_;     // per element: weight scale^2 times stiff_part; N/m after scaling by a slope

    std::vector<Vec3> measured_at_;  // m, the positions of `measured_`; empty: `measured_` is not valid
    std::vector<Measured> measured_;
    bool has_responses_ = false;  // whether the responses in `measured_` belong to the present history
    double over_rate_step_ = 0;   // 1/s, inverse step of backward differences; 0: rates follow from velocities
    std::vector<Prediction> predictions_;
    bool iteration_begins_ = false, has_iterated_ = false;  // since the last begin_step
    std::vector<Tangent> tangents_;
    std::vector<Matrix> curved_;  // per element, its scaled Hessian if the Jacobian is exact; otherwise empty

    BlockReducer<double> sum_;
};

}  // namespace tulle
