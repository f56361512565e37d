#pragma once
// Intact faces: which faces of all cloths have not been torn. Fabrics tear faces (forces/tears.hpp). Forces and
// contacts on faces or between particles query this class. Particles, their masses and the numbering of faces never
// change.

#include "mesh/cloth_mesh.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tulle {

class IntactFaces {
public:
    /// Creates an object for cloths in which no face can tear.
    IntactFaces() = default;
    /// Creates an object in which all faces are intact. Particles and faces are numbered through all cloths.
    explicit IntactFaces(std::span<const ClothMesh> cloths);

    [[nodiscard]] bool can_tear() const { return !intact_.empty(); }
    [[nodiscard]] bool operator[](std::size_t face) const { return intact_.empty() || intact_[face] != 0; }
    /// Per face, 0 when it is torn; empty when no face can tear.
    [[nodiscard]] std::span<const unsigned char> all() const { return intact_; }
    [[nodiscard]] std::size_t torn_count() const { return torn_; }
    /// A number that increases with every change.
    [[nodiscard]] std::uint64_t version() const { return version_; }

    [[nodiscard]] const Face& corners(std::size_t face) const { return faces_[face]; }
    /// Faces around a particle at the start, ascending.
    [[nodiscard]] std::span<const int> around(int particle) const
    {
        return std::span(around_).subspan(around_begin_[particle],
                                          around_begin_[particle + 1] - around_begin_[particle]);
    }
    /// Whether some face with all these corners is intact, or no face ever had all these corners. Two particles stand
    /// for the edge between them, three particles for a face.
    [[nodiscard]] bool holds(std::span<const int> particles) const;
    /// Whether no tear separates these particles: the shortest path over faces from the first particle to each other
    /// particle is as short as at the start.
    [[nodiscard]] bool are_as_near_as_ever(std::span<const int> particles) const;
    /// Whether a face of the particle is torn.
    [[nodiscard]] bool is_torn_at(int particle) const;

    void tear(int face);
    /// Restores the state that `all` returned.
    void set(std::span<const unsigned char> intact);

private:
    [[nodiscard]] std::vector<int> steps_from_first(std::span<const int> particles, bool over_torn) const;

    std::vector<unsigned char> intact_;
    std::vector<Face> faces_;
    std::vector<std::size_t> around_begin_;  // per particle, into around_
    std::vector<int> around_;
    std::size_t torn_ = 0;
    std::uint64_t version_ = 0;
};

}  // namespace tulle
