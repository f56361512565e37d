#include "linear/multigrid.hpp"

#include "linear/matrix_entry.hpp"

namespace tulle {
namespace {

// Couplings count as strong from this part of the largest of their rows on. Shear springs usually do, bending springs
// do not: leaving those out keeps the coarse nets sparse.
constexpr double strong_from = 0.05;

// Particles that are solved for directly; the dense factor of their 3 x 3 blocks takes a millisecond or two.
constexpr std::size_t directly_solved = 100;

// Nets that shrink by less than this are not worth a level.
constexpr double worthwhile = 0.7;

}  // namespace

template <class Value>
Multigrid<Value>::Multigrid(std::shared_ptr<const SparsityPattern> pattern)
    : scratch_(pattern->rows() <= directly_solved ? 0 : pattern->rows()),
      fixed_(pattern->rows(), 0),
      strong_(pattern->nonzeros(), 0),
      largest_(pattern->rows())
{
    const std::size_t n = pattern->rows();
    levels_.emplace_back(std::move(pattern));
    if (n <= directly_solved) coarsest_.emplace(n);
}

template <class Value>
void Multigrid<Value>::refresh(const Csr<Value>& A, std::span<const unsigned char> fixed, const Csr<Value>& held)
{
    parallel_for(fixed_.size(), [&](std::size_t i) { fixed_[i] = !fixed.empty() && fixed[i] != 0 ? 1 : 0; });
    take_values(held);
    if (A.rows() > directly_solved) {
        mark_strong(A, fixed_, strong_from, largest_, strong_);
        if (strong_ != built_for_) build_levels();
    }
    for (std::size_t l = 0; l < levels_.size(); ++l) {
        Level& level = levels_[l];
        if (level.prolongation || !coarsest_) level.smoother.refresh(level.A, scratch_);
        if (!level.prolongation) continue;
        level.prolongation->refresh(level.A);
        level.product->multiply(level.A, *level.prolongation, levels_[l + 1].A);
    }
    if (coarsest_) coarsest_->refresh(levels_.back().A);
}

/// Copies A into the finest net, without the couplings of fixed particles.
template <class Value>
void Multigrid<Value>::take_values(const Csr<Value>& A)
{
    Csr<Value>& finest = levels_.front().A;
    const SparsityPattern& pattern = *finest.pattern;
    parallel_for(A.rows(), [&](std::size_t i) {
        for (int k = pattern.row_begin[i]; k < pattern.row_begin[i + 1]; ++k) {
            finest.value[k] = A.value[k];
            if (fixed_[i] != 0 || fixed_[pattern.column[k]] != 0) set_zero(finest.value[k]);
        }
        if (fixed_[i] != 0) set_identity(finest.diagonal(i));
    });
}

template <class Value>
void Multigrid<Value>::build_levels()
{
    built_for_ = strong_;
    levels_.erase(levels_.begin() + 1, levels_.end());
    levels_.front().prolongation.reset();
    levels_.front().product.reset();
    coarsest_.reset();
    std::vector<unsigned char> strong = strong_;
    while (!coarsest_) {
        Level& fine = levels_.back();
        const SparsityPattern& pattern = *fine.A.pattern;
        const Aggregates aggregates = make_aggregates(pattern, strong);
        if (aggregates.count == 0 || aggregates.count > worthwhile * static_cast<double>(pattern.rows())) return;
        fine.prolongation.emplace(pattern, strong, aggregates);
        fine.product.emplace(pattern, *fine.prolongation);
        const std::shared_ptr<const SparsityPattern> coarse = fine.product->coarse_pattern();
        // On coarse nets neighbours count as strong, whatever their values: so the levels depend on the marks alone.
        strong = mark_touching(pattern, strong, aggregates, *coarse);
        levels_.emplace_back(coarse);
        levels_.back().b.resize(coarse->rows());
        levels_.back().x.resize(coarse->rows());
        if (coarse->rows() <= directly_solved) coarsest_.emplace(coarse->rows());
    }
}

template <class Value>
void Multigrid<Value>::apply(std::span<const Vec3> r, std::span<Vec3> z)
{
    cycle(0, r, z);
    parallel_for(fixed_.size(), [&](std::size_t i) {
        if (fixed_[i] != 0) z[i] = r[i];
    });
}

template <class Value>
void Multigrid<Value>::cycle(std::size_t l, std::span<const Vec3> b, std::span<Vec3> x)
{
    const Level& level = levels_[l];
    if (!level.prolongation && coarsest_) {
        coarsest_->apply(b, x);
        return;
    }
    level.smoother.smooth_zero(level.A, b, x, scratch_);
    if (!level.prolongation) return;

    Level& coarse = levels_[l + 1];
    const auto residual = std::span(scratch_.residual).first(b.size());
    level.A.multiply(x, residual);
    parallel_for(b.size(), [&](std::size_t i) { residual[i] = b[i] - residual[i]; });
    level.prolongation->restrict_to_coarse(residual, coarse.b);
    cycle(l + 1, coarse.b, coarse.x);
    level.prolongation->add_to_fine(coarse.x, x);
    level.smoother.smooth(level.A, b, x, scratch_);
}

template <class Value>
std::vector<std::size_t> Multigrid<Value>::level_sizes() const
{
    std::vector<std::size_t> sizes;
    for (const Level& level : levels_) sizes.push_back(level.A.rows());
    return sizes;
}

template class Multigrid<double>;
template class Multigrid<Mat3>;

}  // namespace tulle
