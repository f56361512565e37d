#pragma once
// Where the elements of a net stand in its matrix: which blocks on and above the diagonal an element has, and which
// elements a particle has.

#include "linear/csr.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <vector>

namespace tulle {

/// Of elements with `count` particles each, which are places: the same particle may stand in two of them.
template <int count>
class ElementRows {
public:
    /// An element's particles in ascending order, so that what it has above the diagonal of a matrix is known without
    /// looking. Where a particle stands in two places what both do is one; the entry that is left over repeats the last
    /// particle and does nothing.
    struct Rows {
        std::array<int, count> particles{};
        std::array<std::uint8_t, count> of_place{};  // rows of the element's places
        std::array<std::uint8_t, count> place{};     // places of the rows; the last of them where there are two
        bool repeats = false;                        // whether there are two anywhere
    };

    void add(const std::array<int, count>& particles) { rows_.push_back(rows_of(particles)); }
    [[nodiscard]] const Rows& operator[](std::size_t element) const { return rows_[element]; }

    /// Looks up the blocks of all elements.
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
    /// How many particles may have elements.
    [[nodiscard]] std::size_t particle_count() const { return incidence_begin_.size() - 1; }
    [[nodiscard]] bool is_bound() const { return !incidence_begin_.empty(); }
    /// Entry of the matrix; column >= row.
    [[nodiscard]] int slot(std::size_t element, int row, int column) const
    {
        return slots_[element][block_of(row, column)];
    }

    /// Lists the elements of each particle, those for which is_there(element), for threads that own particles.
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
    /// act(element, row) for each of a particle, ascending by element, then row.
    template <class Act>
    void each_of(std::size_t particle, const Act& act) const
    {
        for (int k = incidence_begin_[particle]; k < incidence_begin_[particle + 1]; ++k)
            act(static_cast<std::size_t>(incidences_[k].element), incidences_[k].row);
    }

private:
    /// A row of an element that a particle has.
    struct Incidence {
        int element;
        int row;
    };
    static constexpr int blocks_each = count * (count + 1) / 2;
    /// Of the blocks on and above the diagonal, row by row.
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
