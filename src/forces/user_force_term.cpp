#include "forces/user_force_term.hpp"

#include <tulle/error.hpp>

#include <algorithm>

namespace tulle {
namespace {

[[noreturn]] void refuse(const std::string& force, const std::string& what)
{
    throw InputError(Problem{.key = "force \"" + force + "\"", .message = what});
}

/// Adds the symmetric part: half of each block and half of its transpose, so that A stays symmetric.
class SymmetricPart final : public ForceJacobian {
public:
    SymmetricPart(const std::string& force, std::size_t particles, double scale_x, double scale_v, Csr<Mat3>& A)
        : force_(force), particles_(static_cast<int>(particles)), scale_x_(scale_x), scale_v_(scale_v), A_(A)
    {}

    void add(int i, int j, const Mat3& by_position, const Mat3& by_velocity) override
    {
        const Mat3 half = 0.5 * (scale_x_ * by_position + scale_v_ * by_velocity);
        A_.value[slot(i, j)] += half;
        A_.value[slot(j, i)] += half.transpose();
    }

private:
    [[nodiscard]] std::size_t slot(int row, int column) const
    {
        const SparsityPattern& pattern = *A_.pattern;
        if (row < 0 || column < 0 || row >= particles_ || column >= particles_)
            refuse(force_, "its Jacobian names the particles " + std::to_string(row) + " and " +
                               std::to_string(column) + "; there are " + std::to_string(particles_));
        const auto begin = pattern.column.begin() + pattern.row_begin[row];
        const auto end = pattern.column.begin() + pattern.row_begin[row + 1];
        if (!std::binary_search(begin, end, column))
            refuse(force_, "its Jacobian couples the particles " + std::to_string(row) + " and " +
                               std::to_string(column) + ", which its couplings() do not name");
        return static_cast<std::size_t>(pattern.slot(row, column));
    }

    const std::string& force_;
    int particles_;
    double scale_x_, scale_v_;
    Csr<Mat3>& A_;
};

}  // namespace

UserForceTerm::UserForceTerm(std::shared_ptr<UserForce> force, std::size_t particles)
    : force_(std::move(force)), particles_(particles)
{
    if (!force_) throw InputError(Problem{.key = "forces", .message = "expected a force, found a null pointer"});
    name_ = force_->name();
    couplings_ = force_->couplings();
    const auto is_particle = [&](int p) { return p >= 0 && static_cast<std::size_t>(p) < particles_; };
    for (const auto& [i, j] : couplings_)
        if (!is_particle(i) || !is_particle(j) || i == j)
            refuse(name_, "couplings: expected two different particles from 0 to " + std::to_string(particles_ - 1) +
                              ", found " + std::to_string(i) + " and " + std::to_string(j));
}

void UserForceTerm::add_couplings(std::vector<std::pair<int, int>>& couplings) const
{
    for (const auto& [i, j] : couplings_) couplings.emplace_back(i, j);
}

void UserForceTerm::add_jacobian(std::span<const Vec3> x, std::span<const Vec3> v, JacobianTreatment, double scale_x,
                                 double scale_v, Csr<Mat3>& A)
{
    SymmetricPart jacobian(name_, particles_, scale_x, scale_v, A);
    force_->add_jacobian(own(x), own(v), time_, jacobian);
}

}  // namespace tulle
