#pragma once
// Tearing of fabric (docs/theory/fabric.md#tearing): threads whose tension exceeds their strength break, and the faces
// that contain them are torn. On a grid a thread is an edge between two particles; on a triangle mesh it is the warp or
// weft through a face. The intact faces determine everything else: a thread is gone when all its faces are torn.
//
// The first thread to break relieves the threads in line with it before they can break, and loads the threads beside
// it. Tears therefore follow two rules. A tear begins at the most overloaded thread of a cloth, and only while no tear
// of that cloth runs. A tear runs along overloaded threads at particles of torn faces; such a thread breaks if it is
// overloaded more than all threads that it meets.

#include "mesh/intact_faces.hpp"

#include <array>
#include <span>
#include <vector>

namespace tulle {

class Tears {
public:
    struct Thread {
        std::array<int, 3> particles{};  // a thread of two particles repeats the last one
        int cloth = 0;
    };

    Tears() = default;
    /// Threads whose faces are all torn in `intact` are gone from the start.
    Tears(std::vector<Thread> threads, const IntactFaces& intact);

    [[nodiscard]] std::size_t size() const { return threads_.size(); }
    [[nodiscard]] bool is_gone(std::size_t thread) const { return gone_[thread] != 0; }
    /// Tension over strength per thread. The caller sets it before `tear`, with 0 for threads that are gone.
    [[nodiscard]] std::span<double> overloads() { return overloads_; }
    /// Tears faces of overloaded threads by the two rules at the top of this header. Returns whether any face was torn.
    [[nodiscard]] bool tear(IntactFaces& intact);
    /// Whether all threads between these particles are unbroken.
    [[nodiscard]] bool hold(std::span<const int> particles) const;
    /// Updates which threads are gone, after faces were torn or restored.
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
    std::vector<unsigned char> frayed_;  // per particle: whether a thread of it is gone
    std::vector<double> overloads_;      // per thread
    std::vector<std::size_t> at_begin_;  // per particle, into at_
    std::vector<int> at_;                // threads at a particle, ascending
    std::vector<int> over_, breaking_;   // scratch: overloaded threads, and threads that break
    std::vector<unsigned char> runs_;    // scratch: per cloth, whether a tear runs or has begun in this step
};

}  // namespace tulle
