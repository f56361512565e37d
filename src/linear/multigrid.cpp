#include "linear/multigrid.hpp"

#include "linear/matrix_entry.hpp"

namespace tulle {
namespace {

// Threshold of strong couplings, as a part of the largest couplings of their rows. Shear springs are usually strong,
// bending springs are not. Aggregation without bending springs keeps the coarse levels sparse.
constexpr float strong_from = 0.05F;

// A level with at most this many particles is solved directly. The dense factor of its 3 x 3 blocks takes a
// millisecond.
constexpr std::size_t directly_solved = 100;

// A coarser level with more than this part of the particles of the finer level is not worthwhile.
constexpr double worthwhile = 0.7;

/// Copies A without the couplings of fixed particles.
template <class Value>
void copy_decoupled(const Csr<Value>& A, std::span<const unsigned char> fixed, Csr<Value>& to)
{
    const SparsityPattern& pattern = *A.pattern;
    for (std::size_t i = 0; i < A.rows(); ++i) {
        for (int k = pattern.row_begin[i]; k < pattern.row_begin[i + 1]; ++k) {
            to.value[k] = A.value[k];
            if (fixed[i] != 0 || fixed[pattern.column[k]] != 0) set_zero(to.value[k]);
        }
        if (fixed[i] != 0) set_identity(to.diagonal(i));
    }
}

}  // namespace

template <class Value>
Multigrid<Value>::Multigrid(std::shared_ptr<const SparsityPattern> pattern)
    : pattern_(std::move(pattern)), fixed_(pattern_->rows(), 0)
{
    if (is_direct()) {
        coarsest_.emplace(pattern_);
        return;
    }
    scratch_.resize(pattern_->rows());
    size_.resize(pattern_->nonzeros());
    strong_.resize(pattern_->nonzeros());
    root_.resize(pattern_->rows());
}

template <class Value>
bool Multigrid<Value>::is_direct() const
{
    return pattern_->rows() <= directly_solved;
}

template <class Value>
void Multigrid<Value>::refresh(const Csr<Value>& A, std::span<const unsigned char> fixed, const Csr<Value>& held)
{
    parallel_for(fixed_.size(), [&](std::size_t i) { fixed_[i] = !fixed.empty() && fixed[i] != 0 ? 1 : 0; });
    if (is_direct()) {
        copy_decoupled(held, fixed_, coarsest_->A);
        coarsest_->factor.refresh(coarsest_->A);
        return;
    }
    // Marks of strong couplings hardly ever change. The existing levels therefore take the values at once. If marks
    // have changed, the levels are rebuilt and take the values again.
    const auto take = [&] { levels_.front().A.take(A, held, fixed_, dropped_, size_); };
    const bool is_first = levels_.empty();
    if (is_first) {
        find_sizes(A, fixed_, size_);
    } else {
        take();
    }
    if (mark_strong(*pattern_, size_, strong_from, root_, strong_) || is_first) {
        build_levels();
        take();
    }
    refresh_levels();
}

template <class Value>
void Multigrid<Value>::build_levels()
{
    std::shared_ptr<const SparsityPattern> finest = pattern_;
    std::vector<unsigned char> strong = strong_;
    // Weak couplings are dropped for springs only. An element of another force that loses one coupling could push where
    // the whole element pulls.
    if (pattern_->is_of_springs) {
        dropped_ = mark_weak_couplings(*pattern_, strong_);
        finest = std::make_shared<const SparsityPattern>(without(*pattern_, dropped_));
        strong.clear();
        for (std::size_t k = 0; k < strong_.size(); ++k)
            if (dropped_[k] == 0) strong.push_back(strong_[k]);
    }
    levels_.clear();
    coarsest_.reset();
    std::vector<Level> levels;  // they become levels_ when all are made
    levels.emplace_back(std::move(finest));
    while (!coarsest_) {
        Level& fine = levels.back();
        const SparsityPattern& pattern = *fine.A.pattern;
        const Aggregates aggregates = make_aggregates(pattern, strong);
        if (aggregates.count == 0 || aggregates.count > worthwhile * static_cast<double>(pattern.rows())) break;
        fine.prolongation.emplace(pattern, strong, aggregates);
        fine.product.emplace(pattern, *fine.prolongation);
        const std::shared_ptr<const SparsityPattern> coarse = fine.product->coarse_pattern();
        // On coarse levels, couplings of touching aggregates count as strong, whatever their values. The levels
        // therefore depend on the marks of the finest level alone.
        strong = mark_touching(pattern, strong, aggregates, *coarse);
        levels.emplace_back(coarse).first.resize(coarse->rows());
        if (coarse->rows() <= directly_solved) coarsest_.emplace(coarse);
    }
    levels_ = std::move(levels);
}

template <class Value>
void Multigrid<Value>::refresh_levels()
{
    for (std::size_t l = 0; l < levels_.size(); ++l) {
        Level& level = levels_[l];
        if (level.prolongation || !coarsest_) level.smoother.refresh(level.A);
        if (!level.prolongation) continue;
        level.prolongation->refresh(*level.A.pattern, level.A.size);
        level.product->multiply(level.A, *level.prolongation, levels_[l + 1].A);
    }
    if (!coarsest_) return;
    levels_.back().A.copy_to(coarsest_->A);
    coarsest_->factor.refresh(coarsest_->A);
}

template <class Value>
void Multigrid<Value>::apply(std::span<const Vec3> r, std::span<Vec3> z)
{
    if (is_direct()) {
        coarsest_->factor.apply(r, z);
    } else {
        Level& finest = levels_.front();
        parallel_for(r.size(), [&](std::size_t i) { finest.b[i] = to_single(r[i]); });
        cycle(0);
        parallel_for(r.size(), [&](std::size_t i) { z[i] = to_double(finest.x[i]); });
    }
    parallel_for(fixed_.size(), [&](std::size_t i) {
        if (fixed_[i] != 0) z[i] = r[i];
    });
}

template <class Value>
void Multigrid<Value>::cycle(std::size_t l)
{
    Level& level = levels_[l];
    if (!level.prolongation && coarsest_) return solve_coarsest(level);
    const std::span<Single> scratch = std::span(scratch_).first(level.b.size());
    level.smoother.sweep_from_zero(level.A, level.b, level.x, scratch);
    if (level.prolongation) {
        Level& coarse = levels_[l + 1];
        level.prolongation->restrict_to_coarse(scratch, coarse.b);
        cycle_twice(l + 1);
        level.prolongation->add_to_fine(coarse.x, level.x);
    }
    level.smoother.sweep_back(level.A, level.b, level.x);
}

/// Runs two cycles, one after the other (W-cycle). Overwrites b. All coarse levels together have an eighth of the
/// particles, so that the second cycle costs little.
template <class Value>
void Multigrid<Value>::cycle_twice(std::size_t l)
{
    cycle(l);
    Level& level = levels_[l];
    if (!level.prolongation) return;
    level.first.swap(level.x);
    parallel_rows(level.b.size(), [&](std::size_t i) { level.b[i] -= level.A.multiply_row(i, level.first.data()); });
    cycle(l);
    parallel_for(level.x.size(), [&](std::size_t i) { level.x[i] += level.first[i]; });
}

template <class Value>
void Multigrid<Value>::solve_coarsest(Level& level)
{
    for (std::size_t i = 0; i < level.b.size(); ++i) coarsest_->b[i] = to_double(level.b[i]);
    coarsest_->factor.apply(coarsest_->b, coarsest_->x);
    for (std::size_t i = 0; i < level.b.size(); ++i) level.x[i] = to_single(coarsest_->x[i]);
}

template <class Value>
std::vector<std::size_t> Multigrid<Value>::level_sizes() const
{
    if (is_direct()) return {pattern_->rows()};
    std::vector<std::size_t> sizes;
    for (const Level& level : levels_) sizes.push_back(level.A.rows());
    return sizes;
}

template class Multigrid<double>;
template class Multigrid<Mat3>;

}  // namespace tulle
