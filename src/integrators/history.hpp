#pragma once
// The states of the last few steps, which multistep formulas combine. The newest is the one a step starts from. A step
// that is undone leaves no trace: what it changes takes effect only when the next one begins.

#include "core/archive.hpp"
#include "state/particle_state.hpp"

#include <span>
#include <vector>

namespace tulle {

class History {
public:
    /// Keeps up to `depth` states.
    History(int depth, std::size_t particles);

    struct Past {
        double h = 0;                   // s, the step that led here; 0 at a start
        std::vector<Vec3> x, v, force;  // m, m/s, N
    };

    /// Begins a step: the state becomes the newest of the past, or all of it when the rest is to be forgotten. The
    /// force there is for the caller to fill in.
    Past& begin(const ParticleState& state, bool forget_the_rest);
    /// Ends a step of size h [s].
    void end(double h) { ended_ = h; }
    /// The step that ended does not count.
    void undo() { ended_ = 0; }
    void clear() { size_ = 0, ended_ = 0; }
    /// Within a step: only the state it starts from counts.
    void keep_newest() { size_ = 1; }

    [[nodiscard]] int size() const { return size_; }
    /// Age 0 is the state the current step starts from.
    [[nodiscard]] const Past& operator[](int age) const { return ring_[(newest_ + ring_.size() - age) % ring_.size()]; }

    void save(ArchiveWriter& out) const;
    void restore(ArchiveReader& in);

private:
    std::vector<Past> ring_;
    std::size_t newest_ = 0;
    int size_ = 0;
    double ended_ = 0;  // s, size of a step that ended and is not yet part of the past; 0 when none
};

}  // namespace tulle
