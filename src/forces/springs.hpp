#pragma once
// Mass-spring model: all springs of a simulation, of every law (forces/spring_groups.hpp), with relative or projected
// damping.

#include "core/reduce.hpp"
#include "forces/force.hpp"
#include "forces/spring_batch.hpp"
#include "forces/spring_groups.hpp"
#include "forces/spring_kernel.hpp"
#include "forces/spring_shares.hpp"
#include "forces/stiff_linear_force.hpp"
#include "mesh/cloth_mesh.hpp"
#include "mesh/intact_faces.hpp"

#include <array>
#include <cstdint>
#include <optional>

namespace tulle {

/// Energies and stretches of all springs, from one pass.
struct SpringMeasurements {
    std::array<double, 3> energy{};  // J, by SpringKind
    double largest_stretch = 0;      // structural springs: l / L - 1
    int stretched_particle = -1;     // an end of the structural spring with the largest stretch
    double stretch_sum = 0;          // of |l / L - 1| over structural springs
    double longest = 0;              // l / L - 1 over springs of every kind
    int longest_particle = -1;
};

/// The largest stretches alone, whose computation needs fewer square roots and no energies.
struct LongestSprings {
    double largest_stretch = 0;  // structural springs: l / L - 1
    double longest = 0;          // springs of every kind: l / L - 1
    int longest_particle = -1;   // an end of the spring with the stretch `longest`
};

class Springs final : public Force, public StiffLinearForce {
public:
    /// jacobian_damping: see Linearisation.
    explicit Springs(std::size_t particles, double jacobian_damping = 0.99)
        : particles_(particles), jacobian_damping_(jacobian_damping)
    {}

    /// Adds springs whose indices count from `first_particle`, with the coefficients of their kind in `settings`.
    void add(std::span<const Spring> springs, int first_particle, const SpringSettings& settings);
    /// Adds springs of any groups.
    void add(std::span<const Spring> springs, int first_particle, const GroupedSprings& grouped);

    [[nodiscard]] std::size_t size() const { return ends_.size(); }
    /// Returns the tension [N] of a spring of length l [m], without damping.
    [[nodiscard]] double tension(std::size_t s, double l) const;
    [[nodiscard]] std::size_t structural_count() const { return structural_count_; }
    [[nodiscard]] SpringMeasurements measure(std::span<const Vec3> x);
    [[nodiscard]] LongestSprings find_longest(std::span<const Vec3> x);
    /// Excludes springs between particles without a common intact face from measurements. Only fabrics tear, and
    /// springs between particles of fabrics have no stiffness.
    void drop_torn(const IntactFaces& intact);

    using Ends = SpringEnds;
    [[nodiscard]] std::span<const Ends> ends() const { return ends_; }
    /// Returns the present rest lengths [m], as shortened by muscles.
    [[nodiscard]] std::span<const double> rest_lengths() const { return rest_length_; }
    /// Sets the rest lengths, one per spring, above 0. Springs of muscles keep the rest lengths of their muscle, and
    /// buckling springs (choi_ko) keep their own rest length.
    void set_rest_lengths(std::span<const double> lengths);
    /// Returns the kind of the first spring between the two particles that can exert a force.
    [[nodiscard]] std::optional<SpringKind> kind_between(int i, int j) const;
    [[nodiscard]] std::span<const std::size_t> muscles() const { return muscles_; }  // springs that muscles shorten

    [[nodiscard]] std::string_view name() const override { return "springs"; }
    [[nodiscard]] double energy(std::span<const Vec3> x) override;
    void add_force(std::span<const Vec3> x, std::span<const Vec3> v, std::span<Vec3> f) override;
    void add_couplings(std::vector<std::pair<int, int>>& couplings) const override;
    void bind(const SparsityPattern& pattern) override;
    [[nodiscard]] bool is_of_springs() const override { return true; }
    /// Leaves out the unsymmetric dependence of projected damping on positions.
    void add_jacobian(std::span<const Vec3> x, std::span<const Vec3> v, JacobianTreatment treatment, double scale_x,
                      double scale_v, Csr<Mat3>& A) override;
    [[nodiscard]] bool set_jacobian(std::span<const Vec3> x, std::span<const Vec3> v, JacobianTreatment treatment,
                                    double scale_x, double scale_v, Csr<Mat3>& A) override;
    [[nodiscard]] bool update_stiff_part(std::span<const Vec3> x) override;
    [[nodiscard]] bool stiff_part_changes() const override { return stiff_part_changes_; }
    [[nodiscard]] bool exceeds_stiff_part() const override { return !are_linear_; }
    void add_stiff_linear(double scale_x, double scale_v, Csr<double>& A) override;
    void set_time(double time) override;
    void add_measurements(std::span<const Vec3> x, Measurements& measurements) override;
    /// Writes the rest lengths if they were set, and the time of muscles, on which measurements depend.
    void save(ArchiveWriter& out) const override;
    void restore(ArchiveReader& in) override;

private:
    /// Returns the law linearised at length l [m]. Must not be called for cubic laws.
    [[nodiscard]] LinearLaw law_at(std::size_t s, double l) const;
    [[nodiscard]] double energy_at(std::size_t s, double l) const;  // J
    /// Returns in which piece of its law a spring of length l [m] is. The pieces are those that IMEX methods
    /// distinguish.
    [[nodiscard]] int stiff_piece(std::size_t s, double l) const;
    /// Returns the stiffness [N/m] that IMEX methods use for the present piece.
    [[nodiscard]] double stiff_part(std::size_t s) const;
    [[nodiscard]] Vec3 force_on_i(std::size_t s, std::span<const Vec3> x, std::span<const Vec3> v) const;
    /// Whether a matrix keeps its previous entries.
    enum class Before { stays, is_cleared };
    void fill_jacobian(std::span<const Vec3> x, const Linearisation& how, double scale_x, double scale_v, Csr<Mat3>& A,
                       Before before);
    [[nodiscard]] Mat3 block_of(std::size_t s, std::span<const Vec3> x, const Linearisation& how, double scale_x,
                                double scale_v) const;
    [[nodiscard]] LinearSprings linear() const;
    /// Writes the forces on end i of at most spring_batch springs.
    void forces_on_i(std::span<const int> batch, std::span<const Vec3> x, std::span<const Vec3> v, Vec3* force) const;

    // The class has more than fifteen fields: an array for each property of springs, because every loop reads only a
    // few properties.
    std::size_t particles_;
    std::vector<Ends> ends_;
    std::vector<double> rest_length_;
    bool has_set_lengths_ = false;           // whether set_rest_lengths has changed the rest lengths
    std::vector<double> first_rest_length_;  // m, before the first change; empty until then
    std::vector<std::uint16_t> group_;
    std::vector<SpringGroup> groups_;
    bool are_linear_ = true;                        // whether the laws of all groups are linear
    bool are_damped_ = false;                       // whether springs of any group are damped
    std::vector<LinearCoefficients> coefficients_;  // per group; used if all groups are linear
    std::vector<unsigned char> gone_;               // per spring, 1 if torn; empty before drop_torn
    std::size_t structural_count_ = 0;
    bool stiff_part_changes_ = false;
    double jacobian_damping_;
    std::vector<std::size_t> muscles_;         // springs that muscles shorten
    std::vector<double> relaxed_rest_length_;  // m, per spring of a muscle
    double time_ = 0;                          // s, at which muscles have the present rest lengths
    std::vector<std::uint16_t>
        piece_;  // per spring, the stiff_piece at the last update_stiff_part; empty if stiff parts are constant

    struct Slots {
        int ij, ji;
    };
    std::vector<Slots> slots_;  // per spring, its off-diagonal entries in the pattern
    SpringShares shares_;       // used with several threads
    BlockReducer<SpringMeasurements> measure_reducer_;
    BlockReducer<LongestSprings> longest_reducer_;
};

}  // namespace tulle
