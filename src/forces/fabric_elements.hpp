#pragma once
// Elements of one kind of a fabric. An element measures one number q = (measure - rest) scale, a strain, an angle or a
// curvature, and answers with the force of a loop (materials/hysteresis_loop.hpp) times its weight, which is its share
// of the cloth's area [m^2]:
//     f = -weight (F(q) + viscosity dq/dt) grad q
// The history is that of the last begin_step; forces and tangents are those on the straight way from there.

#include "core/archive.hpp"
#include "core/reduce.hpp"
#include "forces/force.hpp"
#include "materials/hysteresis_loop.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <span>
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
        return loop(element).middle(history_[element].at) + history_[element].offset;
    }

    /// Elements whose particles do not hold together any more exert nothing from now on; all others do. Their order,
    /// and with it every sum, stays. Returns the energy [J] stored in those that went, at the last begin_step.
    double keep_where(const std::function<bool(std::span<const int>)>& hold);
    [[nodiscard]] bool is_gone(std::size_t element) const { return !gone_.empty() && gone_[element] != 0; }

    /// Whether any element measures another number than at the last begin_step.
    [[nodiscard]] bool has_moved(std::span<const Vec3> x) const;
    void begin_step(std::span<const Vec3> x);
    [[nodiscard]] double energy(std::span<const Vec3> x);
    void add_force(std::span<const Vec3> x, std::span<const Vec3> v, std::span<Vec3> f);
    void add_couplings(std::vector<std::pair<int, int>>& couplings) const;
    void bind(const SparsityPattern& pattern);
    /// Clamped or damped, the curvature of the measure is left out where it could soften; so is, always, the
    /// dependence of viscous forces on positions.
    void add_jacobian(std::span<const Vec3> x, JacobianTreatment treatment, double scale_x, double scale_v,
                      Csr<Mat3>& A);
    void add_stiff_linear(double scale_x, double scale_v, Csr<double>& A);
    void save(ArchiveWriter& out) const;
    void restore(ArchiveReader& in);

private:
    using Vectors = typename Measure::Vectors;
    using Matrix = Eigen::Matrix<double, 3 * vectors_each, 3 * vectors_each>;
    using StiffPart = Eigen::Matrix<double, vectors_each, vectors_each>;
    /// A place in an element that a particle has.
    struct Incidence {
        int element;
        int place;
    };

    /// How forces change with positions: along g g^T, g the measure's gradient, and where the measure is curved by
    /// the matrix of its vectors.
    struct Tangent {
        std::array<Vec3, particles_each> gradient;
        double along = 0;
        bool is_curved = false;
        Matrix curved;
    };

    [[nodiscard]] static Vectors vectors_of(const Element& element, std::span<const Vec3> x);
    /// What pulls at each vector [N].
    [[nodiscard]] Vectors pulls(std::size_t element, std::span<const Vec3> x, std::span<const Vec3> v) const;
    [[nodiscard]] Tangent tangent(std::size_t element, std::span<const Vec3> x, JacobianTreatment treatment,
                                  double scale_x, double scale_v) const;
    /// Those of elements that are there, for threads that own particles.
    void list_incidences();
    static Vec3 force_on(int place, const Stencil& stencil, const Vectors& pulls);
    static Mat3 block_of(int row_place, int column_place, const Stencil& stencil, const Tangent& tangent);

    std::vector<HysteresisLoop> loops_;
    std::vector<double> viscous_;  // per loop: force per dq/dt
    std::vector<Element> elements_;
    std::vector<LoopHistory> history_;
    std::vector<unsigned char> gone_;  // per element; empty while all are there
    std::vector<StiffPart> stiff_;     // per element: weight scale^2 times that of the measure; times a slope, N/m

    std::vector<std::array<int, particles_each * particles_each>> slots_;
    std::vector<int> incidence_begin_;  // per particle, into incidences_, ascending by element, then place
    std::vector<Incidence> incidences_;
    std::vector<Vectors> pull_scratch_;     // when several threads work
    std::vector<Tangent> tangent_scratch_;  // likewise
    BlockReducer<double> sum_;
};

}  // namespace tulle
