#pragma once
// Springs shared out among threads. Each share has a range of particles to itself and the springs that pull at them, so
// that it adds to its particles without asking another. Springs across a border are in two shares, and are computed
// twice: in grids a few in a hundred, as ranges are long; where neighbours have numbers far apart, nearly all.

#include "core/parallel.hpp"
#include "forces/spring_batch.hpp"

#include <span>
#include <vector>

namespace tulle {

class SpringShares {
public:
    struct Share {
        int first;                     // of the particles
        int count;                     // of them
        std::span<const int> springs;  // that pull at them, ascending

        [[nodiscard]] bool has(int particle) const
        {
            return static_cast<unsigned>(particle - first) < static_cast<unsigned>(count);
        }
    };

    /// Shares out for so many threads; does nothing where that has been done.
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
    int threads_ = 0;  // that it was done for
    int particles_ = 0;
    int share_size_ = 0;
    std::vector<std::size_t> begin_;  // per share, into springs_
    std::vector<int> springs_;
};

}  // namespace tulle
