#pragma once
// The sum of all forces of a simulation, and the one sparsity pattern they share.

#include "forces/force.hpp"

#include <memory>

namespace tulle {

class ForceField {
public:
    ForceField(std::size_t particles, std::vector<std::unique_ptr<Force>> forces);

    [[nodiscard]] const std::shared_ptr<const SparsityPattern>& pattern() const { return pattern_; }

    [[nodiscard]] double energy(std::span<const Vec3> x);
    /// f = sum of forces [N]
    void force(std::span<const Vec3> x, std::span<const Vec3> v, std::span<Vec3> f);
    void add_jacobian(std::span<const Vec3> x, std::span<const Vec3> v, JacobianTreatment treatment, double scale_x,
                      double scale_v, Csr<Mat3>& A);
    [[nodiscard]] bool update_stiff_part(std::span<const Vec3> x);
    [[nodiscard]] bool stiff_part_changes() const;
    void add_stiff_linear(double scale_x, double scale_v, Csr<double>& A);

    [[nodiscard]] bool has_history() const;
    /// Whoever takes a step calls it first.
    void begin_step(std::span<const Vec3> x);
    void save(ArchiveWriter& out) const;
    void restore(ArchiveReader& in);

private:
    std::vector<std::unique_ptr<Force>> forces_;
    std::shared_ptr<const SparsityPattern> pattern_;
};

}  // namespace tulle
