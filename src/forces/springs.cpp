#include "forces/springs.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tulle {
namespace {

/// Calls body(batch) for batches of spring_batch springs.
template <class Body>
void each_batch(std::span<const int> springs, const Body& body)
{
    for (std::size_t begin = 0; begin < springs.size(); begin += spring_batch)
        body(springs.subspan(begin, std::min(spring_batch, springs.size() - begin)));
}

/// The same for springs 0 to n - 1.
template <class Body>
void each_batch(std::size_t n, const Body& body)
{
    std::array<int, spring_batch> numbers{};
    for (std::size_t begin = 0; begin < n; begin += spring_batch) {
        const std::span batch = std::span(numbers).first(std::min(spring_batch, n - begin));
        std::iota(batch.begin(), batch.end(), static_cast<int>(begin));
        body(batch);
    }
}

/// Zeroes the rows of a matrix just before the first spring adds to them. The rows are then in the cache for the
/// addition, which saves a separate pass over the matrix.
class RowsToClear {
public:
    RowsToClear(Csr<Mat3>& A, int first, int end) : A_(A), next_(first), end_(end) {}

    /// Zeroes the rows up to and including `row`.
    void clear_to(int row)
    {
        if (row >= next_ && row < end_) clear_before(row + 1);
    }
    void clear_rest() { clear_before(end_); }

private:
    void clear_before(int end)
    {
        const std::vector<int>& begin = A_.pattern->row_begin;
        for (int k = begin[next_]; k < begin[end]; ++k) A_.value[k].setZero();
        next_ = end;
    }

    Csr<Mat3>& A_;
    int next_, end_;
};

}  // namespace

void Springs::add(std::span<const Spring> springs, int first_particle, const SpringSettings& settings)
{
    add(springs, first_particle, grouped(springs, settings));
}

void Springs::add(std::span<const Spring> springs, int first_particle, const GroupedSprings& grouped)
{
    const std::size_t first_group = groups_.size();
    groups_.insert(groups_.end(), grouped.groups.begin(), grouped.groups.end());
    for (const SpringGroup& group : grouped.groups) {
        const bool is_relative = group.damping_kind == DampingKind::relative;
        coefficients_.push_back({.stiffness = group.stiffness,
                                 .relative_damping = is_relative ? group.damping : 0,
                                 .projected_damping = is_relative ? 0 : group.damping});
        are_linear_ = are_linear_ && std::holds_alternative<Linear>(group.law);
        are_damped_ = are_damped_ || group.damping != 0;
    }
    ends_.reserve(ends_.size() + springs.size());
    rest_length_.reserve(ends_.size() + springs.size());
    group_.reserve(ends_.size() + springs.size());
    for (std::size_t s = 0; s < springs.size(); ++s) {
        const Spring& spring = springs[s];
        const SpringGroup& group = grouped.groups[grouped.group[s]];
        // Springs without stiffness and damping exert no force; leaving them out keeps the matrices sparse. Structural
        // springs stay, because stretch is measured along them.
        if (group.is_idle() && spring.kind != SpringKind::structural) continue;
        if (group.muscle) {
            muscles_.push_back(ends_.size());
            relaxed_rest_length_.push_back(spring.rest_length);
        }
        ends_.push_back({first_particle + spring.i, first_particle + spring.j});
        rest_length_.push_back(spring.rest_length);
        group_.push_back(static_cast<std::uint16_t>(first_group + grouped.group[s]));
        if (spring.kind == SpringKind::structural) ++structural_count_;
        stiff_part_changes_ = stiff_part_changes_ || std::holds_alternative<TensionCurve>(group.law) ||
                              std::holds_alternative<CubicTension>(group.law);
    }
    shares_.clear();
    set_time(time_);
}

void Springs::set_time(double time)
{
    time_ = time;
    for (std::size_t m = 0; m < muscles_.size(); ++m)
        rest_length_[muscles_[m]] = relaxed_rest_length_[m] * contracted(*groups_[group_[muscles_[m]]].muscle, time);
}

void Springs::set_rest_lengths(std::span<const double> lengths)
{
    TULLE_ASSERT(lengths.size() == rest_length_.size(), lengths.size());
    if (!has_set_lengths_) first_rest_length_ = rest_length_;
    std::copy(lengths.begin(), lengths.end(), rest_length_.begin());
    has_set_lengths_ = true;
    piece_.clear();  // the stiff part of a curve depends on rest lengths
    set_time(time_);
}

std::optional<SpringKind> Springs::kind_between(int i, int j) const
{
    for (std::size_t s = 0; s < ends_.size(); ++s) {
        const bool joins = std::minmax(ends_[s].i, ends_[s].j) == std::minmax(i, j);
        if (joins && !groups_[group_[s]].is_idle()) return groups_[group_[s]].kind;
    }
    return {};
}

void Springs::save(ArchiveWriter& out) const
{
    out.value(has_set_lengths_);
    if (has_set_lengths_) out.array(std::span<const double>(rest_length_));
    if (!muscles_.empty()) out.value(time_);
}

void Springs::restore(ArchiveReader& in)
{
    bool has_set_lengths = false;
    in.value(has_set_lengths);
    if (has_set_lengths && !has_set_lengths_) first_rest_length_ = rest_length_;
    if (!has_set_lengths && has_set_lengths_) rest_length_ = first_rest_length_;
    if (has_set_lengths || has_set_lengths_) piece_.clear();
    has_set_lengths_ = has_set_lengths;
    if (has_set_lengths) in.array(std::span<double>(rest_length_));
    if (muscles_.empty()) return;
    double time = 0;
    in.value(time);
    set_time(time);
}

void Springs::add_couplings(std::vector<std::pair<int, int>>& couplings) const
{
    couplings.reserve(couplings.size() + ends_.size());
    for (const Ends& e : ends_) couplings.emplace_back(e.i, e.j);
}

void Springs::bind(const SparsityPattern& pattern)
{
    slots_.resize(ends_.size());
    for (std::size_t s = 0; s < ends_.size(); ++s) {
        const auto [i, j] = ends_[s];
        slots_[s] = {pattern.slot(i, j), pattern.slot(j, i)};
    }
    shares_.clear();
    if (thread_count() > 1) shares_.update(ends_, particles_);
}

LinearLaw Springs::law_at(std::size_t s, double l) const
{
    const SpringGroup& group = groups_[group_[s]];
    const double rest = rest_length_[s];
    if (std::holds_alternative<Linear>(group.law)) return {group.stiffness, rest};  // nearly all springs
    if (const auto* curve = std::get_if<TensionCurve>(&group.law)) {
        const TensionCurve::Piece& piece = curve->piece(curve->piece_at(l / rest - 1));
        return {piece.slope / rest, rest * (1 + piece.strain), piece.tension};
    }
    if (const auto* beam = std::get_if<Buckling>(&group.law)) return {beam->slope(l), l, beam->tension(l)};
    if (std::holds_alternative<TensionOnly>(group.law) && l < rest) return {0, rest};
    return {group.stiffness, rest};
}

double Springs::energy_at(std::size_t s, double l) const
{
    const SpringGroup& group = groups_[group_[s]];
    const double rest = rest_length_[s];
    // Nearly all springs are linear.
    if (std::holds_alternative<Linear>(group.law)) return LinearLaw{group.stiffness, rest}.energy(l);
    if (const auto* curve = std::get_if<TensionCurve>(&group.law)) return rest * curve->work(l / rest - 1);
    if (const auto* beam = std::get_if<Buckling>(&group.law)) return beam->energy(l);
    if (const auto* cubic = std::get_if<CubicTension>(&group.law)) return cubic->energy(l, rest);
    if (std::holds_alternative<TensionOnly>(group.law) && l < rest) return 0;
    return LinearLaw{group.stiffness, rest}.energy(l);
}

double Springs::tension(std::size_t s, double l) const
{
    const auto* cubic = std::get_if<CubicTension>(&groups_[group_[s]].law);
    return cubic != nullptr ? cubic->tension(l, rest_length_[s]) : law_at(s, l).tension(l);
}

Vec3 Springs::force_on_i(std::size_t s, std::span<const Vec3> x, std::span<const Vec3> v) const
{
    const auto [i, j] = ends_[s];
    const SpringGroup& group = groups_[group_[s]];
    const SpringGeometry geometry = spring_geometry(x[i], x[j]);
    return damping_force(geometry, v[i] - v[j], group.damping, group.damping_kind) -
           tension(s, geometry.l) * geometry.u;
}

LinearSprings Springs::linear() const { return {ends_, rest_length_, group_, coefficients_, are_damped_}; }

void Springs::forces_on_i(std::span<const int> batch, std::span<const Vec3> x, std::span<const Vec3> v,
                          Vec3* force) const
{
    if (are_linear_) {
        linear_spring_forces(linear(), batch, x, v, force);
    } else {
        for (std::size_t k = 0; k < batch.size(); ++k) force[k] = force_on_i(batch[k], x, v);
    }
}

void Springs::add_force(std::span<const Vec3> x, std::span<const Vec3> v, std::span<Vec3> f)
{
    // The serial and the parallel loop add a particle's springs in ascending order, so both give the same bits.
    if (thread_count() == 1) {
        std::array<Vec3, spring_batch> force;
        each_batch(ends_.size(), [&](std::span<const int> batch) {
            forces_on_i(batch, x, v, force.data());
            for (std::size_t k = 0; k < batch.size(); ++k) {
                f[ends_[batch[k]].i] += force[k];
                f[ends_[batch[k]].j] -= force[k];
            }
        });
        return;
    }
    shares_.update(ends_, particles_);
    shares_.each([&](const SpringShares::Share& share) {
        std::array<Vec3, spring_batch> force;
        each_batch(share.springs, [&](std::span<const int> batch) {
            forces_on_i(batch, x, v, force.data());
            for (std::size_t k = 0; k < batch.size(); ++k) {
                const auto [i, j] = ends_[batch[k]];
                if (share.has(i)) f[i] += force[k];
                if (share.has(j)) f[j] -= force[k];
            }
        });
    });
}

void Springs::add_jacobian(std::span<const Vec3> x, std::span<const Vec3>, JacobianTreatment treatment, double scale_x,
                           double scale_v, Csr<Mat3>& A)
{
    fill_jacobian(x, {treatment, jacobian_damping_}, scale_x, scale_v, A, Before::stays);
}

bool Springs::set_jacobian(std::span<const Vec3> x, std::span<const Vec3>, JacobianTreatment treatment, double scale_x,
                           double scale_v, Csr<Mat3>& A)
{
    fill_jacobian(x, {treatment, jacobian_damping_}, scale_x, scale_v, A, Before::is_cleared);
    return true;
}

void Springs::fill_jacobian(std::span<const Vec3> x, const Linearisation& how, double scale_x, double scale_v,
                            Csr<Mat3>& A, Before before)
{
    TULLE_ASSERT(A.rows() == particles_, A.rows(), particles_);
    const auto find_blocks = [&](std::span<const int> batch, Mat3* block) {
        if (are_linear_) {
            linear_spring_blocks(linear(), batch, x, how, scale_x, scale_v, block);
        } else {
            for (std::size_t k = 0; k < batch.size(); ++k) block[k] = block_of(batch[k], x, how, scale_x, scale_v);
        }
    };
    if (thread_count() == 1) {
        RowsToClear rows(A, 0, before == Before::is_cleared ? static_cast<int>(particles_) : 0);
        std::array<Mat3, spring_batch> block;
        each_batch(ends_.size(), [&](std::span<const int> batch) {
            find_blocks(batch, block.data());
            for (std::size_t k = 0; k < batch.size(); ++k) {
                const int s = batch[k];
                const auto [i, j] = ends_[s];
                rows.clear_to(std::max(i, j));
                A.diagonal(i) += block[k];
                A.diagonal(j) += block[k];
                A.value[slots_[s].ij] -= block[k];
                A.value[slots_[s].ji] -= block[k];
            }
        });
        rows.clear_rest();
        return;
    }
    shares_.update(ends_, particles_);
    shares_.each([&](const SpringShares::Share& share) {
        RowsToClear rows(A, share.first, share.first + (before == Before::is_cleared ? share.count : 0));
        std::array<Mat3, spring_batch> block;
        each_batch(share.springs, [&](std::span<const int> batch) {
            find_blocks(batch, block.data());
            for (std::size_t k = 0; k < batch.size(); ++k) {
                const int s = batch[k];
                const auto [i, j] = ends_[s];
                if (share.has(i)) {
                    rows.clear_to(i);
                    A.diagonal(i) += block[k];
                    A.value[slots_[s].ij] -= block[k];
                }
                if (share.has(j)) {
                    rows.clear_to(j);
                    A.diagonal(j) += block[k];
                    A.value[slots_[s].ji] -= block[k];
                }
            }
        });
        rows.clear_rest();
    });
}

/// Returns scale_x df_i/dx_i + scale_v df_i/dv_i.
Mat3 Springs::block_of(std::size_t s, std::span<const Vec3> x, const Linearisation& how, double scale_x,
                       double scale_v) const
{
    const SpringGroup& group = groups_[group_[s]];
    const SpringGeometry geometry = spring_geometry(x[ends_[s].i], x[ends_[s].j]);
    const auto* cubic = std::get_if<CubicTension>(&group.law);
    const Mat3 stiffness = cubic != nullptr ? spring_stiffness(geometry, *cubic, rest_length_[s], how)
                                            : spring_stiffness(geometry, law_at(s, geometry.l), how);
    return -(scale_x * stiffness) - scale_v * damping_matrix(geometry, group.damping, group.damping_kind);
}

int Springs::stiff_piece(std::size_t s, double l) const
{
    const SpringLaw& law = groups_[group_[s]].law;
    if (const auto* curve = std::get_if<TensionCurve>(&law)) return curve->piece_at(l / rest_length_[s] - 1);
    if (const auto* cubic = std::get_if<CubicTension>(&law)) return cubic->level(l, rest_length_[s]);
    return 0;
}

double Springs::stiff_part(std::size_t s) const
{
    // At all lengths the matrix has the stiffness of a tension-only law in tension, and that of a buckling law as an
    // arc. At lengths with another stiffness the explicit remainder is larger.
    const SpringGroup& group = groups_[group_[s]];
    if (const auto* beam = std::get_if<Buckling>(&group.law)) return beam->arc_stiffness();
    const auto* curve = std::get_if<TensionCurve>(&group.law);
    const auto* cubic = std::get_if<CubicTension>(&group.law);
    if (curve == nullptr && cubic == nullptr) return group.stiffness;
    TULLE_ASSERT(piece_.size() == ends_.size(), piece_.size());
    return curve != nullptr ? curve->piece(piece_[s]).slope / rest_length_[s] : cubic->level_stiffness(piece_[s]);
}

bool Springs::update_stiff_part(std::span<const Vec3> x)
{
    if (!stiff_part_changes_) return false;
    bool changed = piece_.empty();
    piece_.resize(ends_.size());
    for (std::size_t s = 0; s < ends_.size(); ++s) {
        const auto piece = static_cast<std::uint16_t>(stiff_piece(s, (x[ends_[s].i] - x[ends_[s].j]).norm()));
        changed = changed || piece != piece_[s];
        piece_[s] = piece;
    }
    return changed;
}

void Springs::add_stiff_linear(double scale_x, double scale_v, Csr<double>& A)
{
    for (std::size_t s = 0; s < ends_.size(); ++s) {
        const double value = scale_x * stiff_part(s) + scale_v * groups_[group_[s]].damping;
        A.diagonal(ends_[s].i) += value;
        A.diagonal(ends_[s].j) += value;
        A.value[slots_[s].ij] -= value;
        A.value[slots_[s].ji] -= value;
    }
}

}  // namespace tulle
