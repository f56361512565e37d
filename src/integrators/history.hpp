#pragma once
// Past states, which multistep formulas combine. The newest past state is the state that a step starts from. The end of
// a step becomes part of the past only when the next step begins, so an undone step leaves no trace.

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
        double h = 0;                   // s, of the step that led to this state; 0 at a start
        std::vector<Vec3> x, v, force;  // m, m/s, N
    };

    /// Begins a step: the state becomes the newest past state, or the only past state with `forget_the_rest`. The
    /// caller must fill in the force of the returned entry.
    Past& begin(const ParticleState& state, bool forget_the_rest);
    /// Ends a step of size h [s].
    void end(double h) { ended_ = h; }
    /// Discards the step that ended.
    void undo() { ended_ = 0; }
    void clear() { size_ = 0, ended_ = 0; }
    /// Within a step: forgets all states except the state that the step starts from.
    void keep_newest() { size_ = 1; }

    [[nodiscard]] int size() const { return size_; }
    /// Returns a past state. Age 0 is the state that the current step starts from.
    [[nodiscard]] const Past& operator[](int age) const { return ring_[(newest_ + ring_.size() - age) % ring_.size()]; }

    void save(ArchiveWriter& out) const;
    void restore(ArchiveReader& in);

private:
    std::vector<Past> ring_;
    std::size_t newest_ = 0;
    int size_ = 0;
    double ended_ = 0;  // s, size of a step that ended but is not yet part of the past; 0: none
};

}  // namespace tulle
