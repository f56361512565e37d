#pragma once
// Parallel loops: the only way in which Tulle uses threads. Work is cut into blocks whose borders depend only on the
// amount of work. The result of a block may depend only on its own range, so that every result is the same for any
// number of threads. Work that is cut in another way (parallel_pieces) must be written so that this holds too.

#include <tulle/threads.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace tulle {

/// Particles, springs or rows per block: large enough to hide the cost of the scheduler, small enough to share among
/// threads.
inline constexpr std::size_t block_size = 2048;

[[nodiscard]] constexpr std::size_t block_count(std::size_t n) { return (n + block_size - 1) / block_size; }

namespace detail {
using BlockFunction = void (*)(const void* body, std::size_t block);
void run_blocks(std::size_t blocks, BlockFunction call, const void* body);
}  // namespace detail

/// Calls body(block, begin, end) once for every block of [0, n), in any order and on any thread.
template <class Body>
void parallel_blocks(std::size_t n, const Body& body)
{
    struct Context {
        const Body& body;
        std::size_t n;
    };
    const Context context{body, n};
    detail::run_blocks(
        block_count(n),
        [](const void* raw, std::size_t block) {
            const auto& c = *static_cast<const Context*>(raw);
            const std::size_t begin = block * block_size;
            c.body(block, begin, std::min(begin + block_size, c.n));
        },
        &context);
}

/// Calls body(piece) once for each of a few pieces of work; each piece is long enough for a thread. If a caller cuts
/// the pieces by the number of threads, it must ensure that the results do not depend on the cuts.
template <class Body>
void parallel_pieces(std::size_t pieces, const Body& body)
{
    detail::run_blocks(
        pieces, [](const void* raw, std::size_t piece) { (*static_cast<const Body*>(raw))(piece); }, &body);
}

/// Calls body(begin, end) for as many ranges of [0, n) as there are threads. It is meant for loops over ordered
/// contributions: each call goes through all contributions in order and adds those of its own range. The result then
/// does not depend on where ranges end.
template <class Body>
void parallel_ranges(std::size_t n, const Body& body)
{
    const auto ranges = static_cast<std::size_t>(thread_count());
    parallel_pieces(ranges, [&](std::size_t range) { body(n * range / ranges, n * (range + 1) / ranges); });
}

/// Rows per block: one and a half lines of a square grid, so that couplings reach from a block to its neighbouring
/// blocks and no further. A row takes as long as many elements of a vector, so that a few hundred rows are worth
/// sharing among threads.
[[nodiscard]] inline std::size_t row_block_size(std::size_t rows)
{
    constexpr double lines = 1.5;
    constexpr std::size_t least = 256;
    return std::max(least, static_cast<std::size_t>(lines * std::sqrt(static_cast<double>(rows))));
}

/// Calls body(first, end) for ranges that make up all rows of a matrix.
template <class Body>
void parallel_row_ranges(std::size_t rows, const Body& body)
{
    const std::size_t size = row_block_size(rows);
    parallel_pieces((rows + size - 1) / size,
                    [&](std::size_t block) { body(block * size, std::min((block + 1) * size, rows)); });
}

/// Calls body(row) once for every row of a matrix.
template <class Body>
void parallel_rows(std::size_t rows, const Body& body)
{
    parallel_row_ranges(rows, [&](std::size_t first, std::size_t end) {
        for (std::size_t row = first; row < end; ++row) body(row);
    });
}

/// Calls body(i) once for every i in [0, n).
template <class Body>
void parallel_for(std::size_t n, const Body& body)
{
    parallel_blocks(n, [&](std::size_t, std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) body(i);
    });
}

}  // namespace tulle
