#pragma once
// All springs of a simulation: linear, or linear in pieces, with relative or projected damping.

#include "core/reduce.hpp"
#include "forces/force.hpp"
#include "forces/spring_kernel.hpp"
#include "materials/tension_curve.hpp"
#include "mesh/cloth_mesh.hpp"
#include "mesh/standing_faces.hpp"

#include <array>
#include <cstdint>
#include <optional>

namespace tulle {

/// Springs that share their coefficients: one kind of one cloth.
struct SpringGroup {
    SpringKind kind = SpringKind::structural;
    double stiffness = 0;  // N/m
    double damping = 0;    // N s/m
    DampingKind damping_kind = DampingKind::relative;
    std::optional<TensionCurve> curve{};  // instead of the stiffness
};

/// Energies and stretches of all springs, from one pass.
struct SpringMeasurements {
    std::array<double, 3> energy{};  // J, by SpringKind
    double largest_stretch = 0;      // structural springs: l / L - 1
    int stretched_particle = -1;     // an end of that spring
    double stretch_sum = 0;          // of |l / L - 1| over structural springs
    double longest = 0;              // l / L - 1 over springs of every kind
    int longest_particle = -1;
};

class Springs final : public Force {
public:
    explicit Springs(std::size_t particles) : particles_(particles) {}

    /// Adds springs whose indices count from `first_particle`; coefficients by kind from `settings`.
    void add(std::span<const Spring> springs, int first_particle, const SpringSettings& settings);

    [[nodiscard]] std::size_t size() const { return ends_.size(); }
    [[nodiscard]] std::size_t structural_count() const { return structural_count_; }
    [[nodiscard]] SpringMeasurements measure(std::span<const Vec3> x);
    /// Springs between particles that no face holds together any more are not measured; they have no stiffness, as
    /// only fabrics tear.
    void drop_torn(const StandingFaces& standing);

    [[nodiscard]] std::string_view name() const override { return "springs"; }
    [[nodiscard]] double energy(std::span<const Vec3> x) override;
    void add_force(std::span<const Vec3> x, std::span<const Vec3> v, std::span<Vec3> f) override;
    void add_couplings(std::vector<std::pair<int, int>>& couplings) const override;
    void bind(const SparsityPattern& pattern) override;
    /// Leaves out the unsymmetric dependence of projected damping on positions.
    void add_jacobian(std::span<const Vec3> x, std::span<const Vec3> v, JacobianTreatment treatment, double scale_x,
                      double scale_v, Csr<Mat3>& A) override;
    [[nodiscard]] bool update_stiff_part(std::span<const Vec3> x) override;
    [[nodiscard]] bool stiff_part_changes() const override { return has_curves_; }
    void add_stiff_linear(double scale_x, double scale_v, Csr<double>& A) override;

private:
    struct Ends {
        int i, j;
    };
    /// A spring as seen from one of its particles: force on it is sign * (force on end i).
    struct Incidence {
        int spring;
        bool is_i;
    };

    /// What holds at length l [m].
    [[nodiscard]] LinearLaw law_at(std::size_t s, double l) const;
    [[nodiscard]] Vec3 force_on_i(std::size_t s, std::span<const Vec3> x, std::span<const Vec3> v) const;

    std::size_t particles_;
    std::vector<Ends> ends_;
    std::vector<double> rest_length_;
    std::vector<std::uint16_t> group_;
    std::vector<SpringGroup> groups_;
    std::vector<unsigned char> gone_;  // per spring; empty while all are there
    std::size_t structural_count_ = 0;
    bool has_curves_ = false;
    std::vector<std::uint16_t> piece_;  // of every spring's curve, at the last update_stiff_part; empty without curves

    struct Slots {
        int ij, ji;
    };
    std::vector<Slots> slots_;          // of the off-diagonal entries in the pattern
    std::vector<int> incidence_begin_;  // per particle, into incidences_, ascending by spring
    std::vector<Incidence> incidences_;
    std::vector<Vec3> scratch_;  // force on end i of every spring, when several threads work
    BlockReducer<SpringMeasurements> measure_reducer_;
};

}  // namespace tulle
