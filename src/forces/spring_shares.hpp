#pragma once
// Partition of springs among threads (owner computes). Each share owns a range of particles and has all springs at
// these particles, so a thread adds to its particles without synchronisation. Springs between two ranges are in two
// shares and are computed twice. In grids, only a few percent of the springs are in two shares, because ranges are
// long. If the numbers of neighbouring particles are far apart, nearly all springs are in two shares.

#include "core/parallel.hpp"
#include "forces/spring_batch.hpp"

#include <span>
#include <vector>

namespace tulle {

class SpringShares {
public:
    struct Share {
        int first;                     // index of the first particle
        int count;                     // of particles
        std::span<const int> springs;  // at these particles, ascending

        [[nodiscard]] bool has(int particle) const
        {
            return static_cast<unsigned>(particle - first) < static_cast<unsigned>(count);
        }
    };

    /// Makes the shares for a number of threads; does nothing if the shares are already made for this number.
    void update(std::span<const SpringEnds> ends, std::size_t particles, int threads = thread_count());
    void clear() { threads_ = 0; }

    /// Calls body(share) once for every share, on any thread.
    template <class Body>
    void each(const Body& body) const
    {
        parallel_pieces(begin_.empty() ? 0 : begin_.size() - 1, [&](std::size_t k) {
            const int first = static_cast<int>(k) * share_size_;
            body(Share{first, std::min(share_size_, particles_ - first),
                       std::span(springs_).subspan(begin_[k], begin_[k + 1] - begin_[k])});
        });
    }

private:
    int threads_ = 0;  // number of threads for which the shares were made; 0: none
    int particles_ = 0;
    int share_size_ = 0;
    std::vector<std::size_t> begin_;  // per share, into springs_
    std::vector<int> springs_;
};

}  // namespace tulle
