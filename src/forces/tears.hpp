#pragma once
// Where fabric tears (docs/theory/fabric.md#tearing): threads whose tension exceeds their strength break, and the faces
// that have them are torn. On a grid a thread is an edge between two particles, on a triangle mesh the warp or weft
// through a face. Everything follows from the faces: a thread is gone when all faces that had it are torn.
//
// The first thread to break relieves those in line with it, before they can break too, and loads those beside it. So
// a tear begins at the most overloaded thread of a cloth, and only while no tear of that cloth runs; and it runs by
// threads beside it that are overloaded, more than all they meet.

#include "mesh/intact_faces.hpp"

#include <array>
#include <span>
#include <vector>

namespace tulle {

class Tears {
public:
    struct Thread {
        std::array<int, 3> particles{};  // the last one twice, where there are two
        int cloth = 0;
    };

    Tears() = default;
    /// `intact` outlives it.
    Tears(std::vector<Thread> threads, const IntactFaces& intact);

    [[nodiscard]] std::size_t size() const { return threads_.size(); }
    [[nodiscard]] bool is_gone(std::size_t thread) const { return gone_[thread] != 0; }
    /// Tension over strength per thread, for the caller to fill in before `tear`; 0 for those that are gone.
    [[nodiscard]] std::span<double> overloads() { return overloads_; }
    /// Tears faces, if any. Returns whether it did.
    [[nodiscard]] bool tear(IntactFaces& intact);
    /// Whether all threads between these particles are there.
    [[nodiscard]] bool hold(std::span<const int> particles) const;
    /// After faces were torn or set.
    void follow(const IntactFaces& intact);

private:
    [[nodiscard]] std::span<const int> at(int particle) const
    {
        return std::span(at_).subspan(at_begin_[particle], at_begin_[particle + 1] - at_begin_[particle]);
    }
    [[nodiscard]] bool is_beside_tear(std::size_t thread, const IntactFaces& intact) const;
    [[nodiscard]] bool exceeds_all_around(std::size_t thread) const;

    std::vector<Thread> threads_;
    std::vector<unsigned char> gone_;    // per thread
    std::vector<unsigned char> frayed_;  // per particle: a thread of it is gone
    std::vector<double> overloads_;      // per thread
    std::vector<std::size_t> at_begin_;  // per particle, into at_
    std::vector<int> at_;                // threads at a particle, ascending
    std::vector<int> over_, breaking_;   // scratch: overloaded threads, and those that break
    std::vector<unsigned char> runs_;    // scratch: per cloth, whether a tear of it goes on
};

}  // namespace tulle
