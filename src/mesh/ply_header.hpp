#pragma once
// Parser for the header of a PLY file: the elements that follow, their counts, and the properties of each.

#include "mesh/problem_list.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tulle {

enum class PlyFormat { ascii, little_endian, big_endian };
enum class PlyType { int8, uint8, int16, uint16, int32, uint32, float32, float64 };

[[nodiscard]] std::size_t size_of(PlyType type);  // bytes
[[nodiscard]] constexpr bool is_integer(PlyType type) { return type < PlyType::float32; }

struct PlyProperty {
    std::string name;
    PlyType type = PlyType::float32;     // of the value, or of each item of the list
    std::optional<PlyType> list_length;  // type of the length before a list; none for a single value
};

struct PlyElement {
    std::string name;
    std::size_t count = 0;
    std::vector<PlyProperty> properties;
    int line = 0;  // in the header, for messages

    /// Returns the index of the property; -1 when there is none of that name.
    [[nodiscard]] int find(std::string_view property) const;
};

struct PlyHeader {
    PlyFormat format = PlyFormat::ascii;
    std::vector<PlyElement> elements;  // in the order of the file
    std::size_t data_offset = 0;       // bytes from the file's start
    int data_line = 0;                 // number of the first line after the header

    /// Returns the element; null when there is none of that name.
    [[nodiscard]] const PlyElement* find(std::string_view element) const;
};

/// Reads the header; `bytes` is the whole file. Throws InputError with all faults of the header. Counts for which the
/// rest of the file is too short are faults too, so that callers can allocate memory for `count` elements safely.
[[nodiscard]] PlyHeader read_ply_header(std::string_view bytes, ProblemList& problems);

}  // namespace tulle
