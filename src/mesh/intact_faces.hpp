#pragma once
// Which faces of all cloths have not been torn. Fabrics tear them (forces/tears.hpp); whatever acts on faces or between
// particles asks here. Particles, their masses and the numbering of faces never change.

#include "mesh/cloth_mesh.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tulle {

class IntactFaces {
public:
    /// Nothing can tear.
    IntactFaces() = default;
    /// All stand. Particles and faces count through the cloths.
    explicit IntactFaces(std::span<const ClothMesh> cloths);

    [[nodiscard]] bool can_tear() const { return !stands_.empty(); }
    [[nodiscard]] bool operator[](std::size_t face) const { return stands_.empty() || stands_[face] != 0; }
    /// Per face, 0 when it is torn; empty when nothing can tear.
    [[nodiscard]] std::span<const unsigned char> all() const { return stands_; }
    [[nodiscard]] std::size_t torn_count() const { return torn_; }
    /// Another one after every change.
    [[nodiscard]] std::uint64_t version() const { return version_; }

    [[nodiscard]] const Face& corners(std::size_t face) const { return faces_[face]; }
    /// Faces that a particle had at the start, ascending.
    [[nodiscard]] std::span<const int> around(int particle) const
    {
        return std::span(around_).subspan(around_begin_[particle],
                                          around_begin_[particle + 1] - around_begin_[particle]);
    }
    /// Whether a face with all these corners stands, or none ever had them. So two particles ask for an edge between
    /// them, three for a face.
    [[nodiscard]] bool holds(std::span<const int> particles) const;
    /// Whether it takes no more faces than at the start to get from the first of these particles to each other one: no
    /// tear comes between them.
    [[nodiscard]] bool are_as_near_as_ever(std::span<const int> particles) const;
    /// Whether a face of the particle is torn.
    [[nodiscard]] bool is_torn_at(int particle) const;

    void tear(int face);
    /// As `all` gave them.
    void set(std::span<const unsigned char> stands);

private:
    [[nodiscard]] std::vector<int> steps_from_first(std::span<const int> particles, bool over_torn) const;

    std::vector<unsigned char> stands_;
    std::vector<Face> faces_;
    std::vector<std::size_t> around_begin_;  // per particle, into around_
    std::vector<int> around_;
    std::size_t torn_ = 0;
    std::uint64_t version_ = 0;
};

}  // namespace tulle
