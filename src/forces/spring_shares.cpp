#include "forces/spring_shares.hpp"

namespace tulle {
namespace {

// There are more shares than threads for load balancing. Shares are long, so that few springs are in two shares.
constexpr int shares_per_thread = 4;
constexpr int smallest_share = 512;

}  // namespace

void SpringShares::update(std::span<const SpringEnds> ends, std::size_t particles, int threads)
{
    if (threads_ == threads) return;
    threads_ = threads;
    particles_ = static_cast<int>(particles);
    const int wanted = shares_per_thread * threads_;
    share_size_ = std::max((particles_ + wanted - 1) / wanted, smallest_share);
    const int shares = (particles_ + share_size_ - 1) / share_size_;
    const auto each_share_of = [&](const SpringEnds& e, const auto& visit) {
        const int of_i = e.i / share_size_;
        const int of_j = e.j / share_size_;
        visit(of_i);
        if (of_j != of_i) visit(of_j);
    };
    begin_.assign(shares + 1, 0);
    for (const SpringEnds& e : ends) each_share_of(e, [&](int share) { ++begin_[share + 1]; });
    for (int k = 0; k < shares; ++k) begin_[k + 1] += begin_[k];
    springs_.resize(begin_.back());
    std::vector<std::size_t> fill(begin_.begin(), begin_.end() - 1);
    for (std::size_t s = 0; s < ends.size(); ++s)
        each_share_of(ends[s], [&](int share) { springs_[fill[share]++] = static_cast<int>(s); });
}

}  // namespace tulle
