#pragma once
// Assembly of elements into the upper half of a symmetric matrix: the blocks of each element on and above the diagonal,
// and the elements of each particle.

#include "linear/csr.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <vector>

namespace tulle {

/// For elements with `count` places for particles each. The same particle may be in two places of an element.
template <int count>
class ElementRows {
public:
    /// Rows of an element: its particles in ascending order. A block with column >= row is therefore always on or above
    /// the diagonal. A particle in two places has one row, to which both places add. The unused rows at the end repeat
    /// the last particle and contribute nothing.
    struct Rows {
        std::array<int, count> particles{};
        std::array<std::uint8_t, count> of_place{};  // row of each place
        std::array<std::uint8_t, count> place{};     // place of each row; the last one of a particle in two places
        bool repeats = false;                        // whether any particle is in two places
    };

    void add(const std::array<int, count>& particles) { rows_.push_back(rows_of(particles)); }
    [[nodiscard]] const Rows& operator[](std::size_t element) const { return rows_[element]; }

    /// Looks up the blocks of all elements in the pattern.
    void bind(const SparsityPattern& pattern)
    {
        slots_.resize(rows_.size());
        for (std::size_t k = 0; k < rows_.size(); ++k) {
            const auto& particles = rows_[k].particles;
            for (int row = 0; row < count; ++row)
                for (int column = row; column < count; ++column)
                    slots_[k][block_of(row, column)] = pattern.slot(particles[row], particles[column]);
        }
        incidence_begin_.resize(pattern.rows() + 1);
    }
    /// Returns the number of particles of the pattern.
    [[nodiscard]] std::size_t particle_count() const { return incidence_begin_.size() - 1; }
    [[nodiscard]] bool is_bound() const { return !incidence_begin_.empty(); }
    /// Returns the matrix entry of a block of an element, for column >= row.
    [[nodiscard]] int slot(std::size_t element, int row, int column) const
    {
        return slots_[element][block_of(row, column)];
    }

    /// Lists the elements of each particle for which is_there(element) is true, for threads that own particles.
    template <class IsThere>
    void list_incidences(const IsThere& is_there)
    {
        std::fill(incidence_begin_.begin(), incidence_begin_.end(), 0);
        for (std::size_t k = 0; k < rows_.size(); ++k)
            if (is_there(k))
                for (const int particle : rows_[k].particles) ++incidence_begin_[particle + 1];
        for (std::size_t p = 1; p < incidence_begin_.size(); ++p) incidence_begin_[p] += incidence_begin_[p - 1];
        incidences_.resize(static_cast<std::size_t>(incidence_begin_.back()));
        std::vector<int> fill(incidence_begin_.begin(), incidence_begin_.end() - 1);
        for (std::size_t k = 0; k < rows_.size(); ++k)
            if (is_there(k))
                for (int row = 0; row < count; ++row)
                    incidences_[fill[rows_[k].particles[row]]++] = {static_cast<int>(k), row};
    }
    /// Calls act(element, row) for each listed element of a particle, ascending by element, then by row.
    template <class Act>
    void each_of(std::size_t particle, const Act& act) const
    {
        for (int k = incidence_begin_[particle]; k < incidence_begin_[particle + 1]; ++k)
            act(static_cast<std::size_t>(incidences_[k].element), incidences_[k].row);
    }

private:
    /// An element of a particle, and the row of the particle in it.
    struct Incidence {
        int element;
        int row;
    };
    static constexpr int blocks_each = count * (count + 1) / 2;
    /// Returns the index of a block among the blocks on and above the diagonal, row by row.
    static constexpr int block_of(int row, int column) { return row * (2 * count - 1 - row) / 2 + column; }

    [[nodiscard]] static Rows rows_of(const std::array<int, count>& places)
    {
        Rows rows;
        rows.particles = places;
        std::sort(rows.particles.begin(), rows.particles.end());
        const auto end = std::unique(rows.particles.begin(), rows.particles.end());
        rows.repeats = end != rows.particles.end();
        std::fill(end, rows.particles.end(), *std::prev(end));
        for (int place = 0; place < count; ++place) {
            const auto row = std::lower_bound(rows.particles.begin(), end, places[place]) - rows.particles.begin();
            rows.of_place[place] = static_cast<std::uint8_t>(row);
            rows.place[row] = static_cast<std::uint8_t>(place);
        }
        return rows;
    }

    std::vector<Rows> rows_;
    std::vector<std::array<int, blocks_each>> slots_;  // by block_of
    std::vector<int> incidence_begin_;                 // per particle, into incidences_
    std::vector<Incidence> incidences_;
};

}  // namespace tulle
