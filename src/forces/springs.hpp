#pragma once
// All springs of a simulation, of whatever law, with relative or projected damping.

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
    int stretched_particle = -1;     // an end of that spring
    double stretch_sum = 0;          // of |l / L - 1| over structural springs
    double longest = 0;              // l / L - 1 over springs of every kind
    int longest_particle = -1;
};

/// The extremes among them alone, without roots and energies.
struct LongestSprings {
    double largest_stretch = 0;  // structural springs: l / L - 1
    double longest = 0;          // of every kind
    int longest_particle = -1;   // an end of that spring
};

class Springs final : public Force, public StiffLinearForce {
public:
    /// jacobian_damping: see Linearisation.
    explicit Springs(std::size_t particles, double jacobian_damping = 0.99)
        : particles_(particles), jacobian_damping_(jacobian_damping)
    {}

    /// Adds springs whose indices count from `first_particle`; coefficients by kind from `settings`.
    void add(std::span<const Spring> springs, int first_particle, const SpringSettings& settings);
    /// Of whatever groups.
    void add(std::span<const Spring> springs, int first_particle, const GroupedSprings& grouped);

    [[nodiscard]] std::size_t size() const { return ends_.size(); }
    [[nodiscard]] std::size_t structural_count() const { return structural_count_; }
    [[nodiscard]] SpringMeasurements measure(std::span<const Vec3> x);
    [[nodiscard]] LongestSprings find_longest(std::span<const Vec3> x);
    /// Springs between particles that no face holds together any more are not measured; they have no stiffness, as
    /// only fabrics tear.
    void drop_torn(const IntactFaces& intact);

    using Ends = SpringEnds;
    [[nodiscard]] std::span<const Ends> ends() const { return ends_; }
    /// m; those that muscles shorten are as they are now
    [[nodiscard]] std::span<const double> rest_lengths() const { return rest_length_; }
    /// One per spring, above 0. Muscles go on with theirs, and beams that buckle (choi_ko) with their own length.
    void set_rest_lengths(std::span<const double> lengths);
    /// Of the first spring that joins these two and exerts anything.
    [[nodiscard]] std::optional<SpringKind> kind_between(int i, int j) const;
    [[nodiscard]] std::span<const std::size_t> muscles() const { return muscles_; }  // springs that they shorten

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
    /// Where muscles are: the time, which what is measured depends on. Rest lengths where they were set.
    void save(ArchiveWriter& out) const override;
    void restore(ArchiveReader& in) override;

private:
    /// What holds at length l [m], as a line that touches it there; not of cubic laws, which are asked themselves.
    [[nodiscard]] LinearLaw law_at(std::size_t s, double l) const;
    [[nodiscard]] double energy_at(std::size_t s, double l) const;  // J
    /// The part of its law that a spring of length l [m] is in, of those that IMEX methods tell apart; and the
    /// stiffness [N/m] that they take for it.
    [[nodiscard]] int stiff_piece(std::size_t s, double l) const;
    [[nodiscard]] double stiff_part(std::size_t s) const;
    [[nodiscard]] Vec3 force_on_i(std::size_t s, std::span<const Vec3> x, std::span<const Vec3> v) const;
    /// What becomes of what was in a matrix.
    enum class Before { stays, is_cleared };
    void fill_jacobian(std::span<const Vec3> x, const Linearisation& how, double scale_x, double scale_v, Csr<Mat3>& A,
                       Before before);
    [[nodiscard]] Mat3 block_of(std::size_t s, std::span<const Vec3> x, const Linearisation& how, double scale_x,
                                double scale_v) const;
    [[nodiscard]] LinearSprings linear() const;
    /// Of at most spring_batch springs.
    void forces_on_i(std::span<const int> batch, std::span<const Vec3> x, std::span<const Vec3> v, Vec3* force) const;

    std::size_t particles_;
    std::vector<Ends> ends_;
    std::vector<double> rest_length_;
    bool has_set_lengths_ = false;           // other ones than it began with
    std::vector<double> first_rest_length_;  // m, which are kept then
    std::vector<std::uint16_t> group_;
    std::vector<SpringGroup> groups_;
    bool are_linear_ = true;  // all groups
    bool are_damped_ = false;
    std::vector<LinearCoefficients> coefficients_;  // per group; of those that are linear
    std::vector<unsigned char> gone_;               // per spring; empty while all are there
    std::size_t structural_count_ = 0;
    bool stiff_part_changes_ = false;
    double jacobian_damping_;
    std::vector<std::size_t> muscles_;         // springs that muscles shorten
    std::vector<double> relaxed_rest_length_;  // m, of each of those
    double time_ = 0;                          // s, of their rest lengths
    std::vector<std::uint16_t>
        piece_;  // of every spring at the last update_stiff_part; empty where that changes nothing

    struct Slots {
        int ij, ji;
    };
    std::vector<Slots> slots_;  // of the off-diagonal entries in the pattern
    SpringShares shares_;       // when several threads work
    BlockReducer<SpringMeasurements> measure_reducer_;
    BlockReducer<LongestSprings> longest_reducer_;
};

}  // namespace tulle
